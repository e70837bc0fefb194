from __future__ import annotations

import random
import re
import zipfile
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role
from league.models import MatchRecord, Season
from tests import factories
from tests.factories import bg_stats
from tests.factories.bg_stats import add, id_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))


def address(season: Season) -> str:
    return f"/c/{season.club.slug}/s/{season.slug}/import-bg-stats/"


def signed_in(client: Client, season: Season, role: Role = Role.CLUB_ADMIN) -> Client:
    account = factories.account()
    factories.grant(account, role, season if role == Role.ORGANIZER else season.club)
    client.force_login(account)
    return client


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def test_a_zipped_file_is_looked_at_decided_on_and_stored_once(
    client: Client, season: Season
) -> None:
    ada = factories.member(season.club, "Ada Moss")
    told = bg_stats.file(["Ada Moss", "<b>Bo</b>"], [{"name": "Mosaic"}, {"name": "Whist"}])
    add(told, "1", {"score": "2"}, {"score": "1"})
    add(told, "2", {"score": "2"}, {"score": "1"}, game=2)
    upload = SimpleUploadedFile("BGStatsExport.zip", bg_stats.zipped(bg_stats.data(told)))
    signed_in(client, season)

    looked = client.post(address(season), {"file": upload}).content.decode()
    form = {
        "data": hidden(looked, "data"),
        "key": hidden(looked, "key"),
        f"person-{id_of('Ada Moss')}": str(ada.pk),
        f"person-{id_of('<b>Bo</b>')}": "new",
        f"game-{id_of('Mosaic')}": "new",
        f"game-{id_of('Whist')}": "out",
    }
    again = client.post(address(season), {**form, "step": "preview"}).content.decode()
    stored_before = MatchRecord.objects.count()
    done = [client.post(address(season), {**form, "step": "run"}) for _ in range(2)]

    assert "&lt;b&gt;Bo&lt;/b&gt;" in looked
    assert 'value="run"' not in looked
    assert 'value="run"' in again
    assert (stored_before, MatchRecord.objects.count()) == (0, 1)
    assert [answer.status_code for answer in done] == [302, 302]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no file", "This is not a file of BG Stats. Choose the file"),
        (b'{"players": []}', "the list “plays” is missing"),
        (b'{"plays": [' + b"[" * 50 + b"]" * 50 + b"]}", "how a BG Stats file is built"),
        (b"PK\x03\x04 and no more", "This zip file cannot be opened."),
        (bg_stats.zipped(b"{}", "notes.txt"), "this one holds 0."),
        (bg_stats.zipped(b" " * (24 * 1024 * 1024 + 1)), "This file holds more than 24 MB."),
        (b"[" * 500_000, "how a BG Stats file is built"),
        (b'"' + b'\\"' * 100_000, "This is not a file of BG Stats."),
        (bg_stats.damaged(zipfile.ZIP_LZMA), "This zip file cannot be opened."),
        (b'{"plays": "' + b"\xff" + b'"}', "This is not a file of BG Stats. Choose the file"),
    ],
)
def test_what_is_no_such_file_is_refused_before_it_is_parsed(
    client: Client, season: Season, data: bytes, said: str
) -> None:
    signed_in(client, season)

    answer = client.post(address(season), {"file": SimpleUploadedFile("x.json", data)})

    assert answer.status_code == 400
    assert said in unescape(answer.content.decode())


def test_a_zip_of_more_than_two_megabytes_travels_to_the_confirmation(
    client: Client, season: Season
) -> None:
    told = bg_stats.file(["Ada Moss", "Bo Fern"], [{"name": "Mosaic"}])
    add(told, "1", {"score": "2"}, {"score": "1"}, comments=random.Random(1).randbytes(2**21).hex())
    signed_in(client, season)
    upload = SimpleUploadedFile("x.zip", bg_stats.zipped(bg_stats.data(told)))

    looked = client.post(address(season), {"file": upload, "create_players": "on"})
    page = looked.content.decode()
    form = {name: hidden(page, name) for name in ("data", "key")}
    again = client.post(address(season), {**form, "step": "preview"})

    assert (looked.status_code, again.status_code) == (200, 200)


def test_whoever_runs_the_season_alone_neither_reads_names_nor_adds_anything(
    client: Client, season: Season
) -> None:
    factories.member(season.club, "Adam Secret")
    told = bg_stats.file(["Adam", "Bo Fern"], [{"name": "Mosaic"}])
    add(told, "1", {"score": "2"}, {"score": "1"})
    upload = SimpleUploadedFile("x.json", bg_stats.data(told))
    signed_in(client, season, Role.ORGANIZER)

    page = client.post(
        address(season), {"file": upload, "create_players": "on", "create_games": "on"}
    ).content.decode()

    assert "Secret" not in page
    assert 'value="new"' not in page
    assert 'value="run"' not in page
