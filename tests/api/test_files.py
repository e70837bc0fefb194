"""Files through the API: results go out and come in, by token."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from league.core.enums import Role
from league.models import MatchRecord
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.factories import bg_stats

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
GOOD = """round,table,date,game,player,points
1,1,2026-03-03,Raft,Ada,9
1,1,2026-03-03,Raft,B\u00f6,7
""".encode()


def sent(asker: doors.Asker, path: str, body: bytes, media: str, **headers: str) -> Answer:
    given = {"Authorization": f"Bearer {asker.secret}", **headers}
    address = doors.V1 + path
    answer: Answer = asker.client.generic("POST", address, body, content_type=media, headers=given)
    return answer


def test_a_file_of_results_is_looked_at_stored_once_and_comes_out_again() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    asker = doors.with_token(account)
    home = f"/seasons/{season.pk}/results/"
    who = "?create_players=true"

    looked = sent(asker, f"{home}preview/{who}", GOOD, "text/csv")
    stored_before = MatchRecord.objects.count()
    unknown = sent(asker, home, GOOD, "text/csv")
    done = [
        sent(asker, f"{home}{who}", GOOD, "text/csv", **{"Idempotency-Key": "k"}) for _ in range(2)
    ]
    standings.catch_up()
    out = asker.get(f"/seasons/{season.pk}/list/?format=json")
    again = sent(asker, f"{home}{who}", out.content, "application/json")

    assert looked.json()["new_players"] == ["Ada", "B\u00f6"]
    assert (looked.json()["matches"], looked.json()["bad"], stored_before) == (1, [], 0)
    assert (unknown.status_code, unknown.json()["issues"][0]["code"]) == (400, "unknown_player")
    assert [(answer.status_code, answer.json()["matches"]) for answer in done] == [(201, 1)] * 2
    assert MatchRecord.objects.count() == 1
    assert [row["player"] for row in json.loads(out.content)["rows"]] == ["Ada", "B\u00f6"]
    assert (again.status_code, again.json()["recognised"]) == (201, 1)


def test_a_heading_is_explained_once_and_remembered_by_the_club() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    asker = doors.with_token(account)
    home = f"/seasons/{season.pk}/results/"
    odd = GOOD.replace(b"points", b"Points in all")
    said = quote('{"points": "points in ALL"}')
    wrong = {
        "{": "bad_value",
        '["points"]': "bad_value",
        '{"glory": "Points in all"}': "unknown_choice",
        '{"points": "Goals"}': "unknown_choice",
    }

    unsaid = sent(asker, f"{home}preview/?create_players=true", odd, "text/csv").json()
    looked = sent(asker, f"{home}preview/?create_players=true&columns={said}", odd, "text/csv")
    faults = {
        text: sent(asker, f"{home}?columns={quote(text)}", odd, "text/csv").json()["code"]
        for text in wrong
    }
    done = sent(asker, f"{home}?create_players=true&columns={said}", odd, "text/csv")
    later = sent(asker, f"{home}preview/", odd.replace(b"-03,", b"-10,"), "text/csv").json()

    assert unsaid["bad"][0]["code"] == "no_result_column"
    assert looked.json()["columns"]["points"] == "Points in all"
    assert faults == wrong
    assert (done.status_code, done.json()["matches"]) == (201, 1)
    assert (later["bad"], later["columns"]["points"]) == ([], "Points in all")


def test_who_may_not_manage_the_season_and_what_is_no_file_are_refused() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    home = f"/seasons/{season.pk}/results/"

    stranger = sent(doors.with_token(factories.account()), home, GOOD, "text/csv")
    asker = doors.with_token(account)
    empty = sent(asker, home, b"", "text/csv")
    broken = sent(asker, home, b"PK\x03\x04 and no more", "text/csv")

    assert stranger.status_code == 403
    assert (empty.status_code, empty.json()["code"]) == (400, "empty_file")
    assert (broken.status_code, broken.json()["code"]) == (400, "workbook_unreadable")
    assert not MatchRecord.objects.exists()


def test_a_file_of_bg_stats_is_looked_at_decided_on_and_stored_once() -> None:
    season = factories.season()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    asker = doors.with_token(account)
    bo = factories.member(season.club, "Bo Fernley")
    told = bg_stats.file(["Ada Moss", "Bo Fern"], [{"name": "Mosaic"}])
    bg_stats.add(told, "1", {"score": "2"}, {"score": "1"})
    told["plays"].append({**told["plays"][0], "uuid": "", "playDate": "soon"})
    home, zipped = f"/seasons/{season.pk}/bg-stats/", bg_stats.zipped(bg_stats.data(told))
    ada_id, bo_id = bg_stats.id_of("Ada Moss"), bg_stats.id_of("Bo Fern")
    how = f"?create_games=true&person={ada_id}:new&person={bo_id}:{bo.pk}"

    looked = sent(asker, f"{home}preview/", zipped, "application/zip").json()
    decided = sent(asker, f"{home}preview/{how}", zipped, "application/zip").json()
    refused = sent(asker, f"{home}{how}", zipped, "application/zip")
    address = f"{home}{how}&skip_bad=true"
    done = [
        sent(asker, address, zipped, "application/zip", **{"Idempotency-Key": "k"})
        for _ in range(2)
    ]

    assert (looked["matches"], looked["left_out"], looked["faulty"]) == (0, {"game": 1}, 1)
    assert [(row["name"], row["candidates"]) for row in looked["people"]] == [
        ("Ada Moss", []),
        ("Bo Fern", [bo.pk]),
    ]
    assert (decided["matches"], decided["new_players"]) == (1, 1)
    assert decided["bad"] == [
        {
            "record": "plays 2",
            "field": "uuid",
            "code": "bg_stats_missing",
            "message": "plays 2: uuid is missing.",
        }
    ]
    assert (refused.status_code, refused.json()["issues"][0]["code"]) == (400, "bg_stats_missing")
    assert [(answer.status_code, answer.json()["matches"]) for answer in done] == [(201, 1)] * 2
    assert MatchRecord.objects.count() == 1
