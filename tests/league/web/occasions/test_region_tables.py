from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.files.uploadedfile import SimpleUploadedFile

from league.core.actors import system
from league.core.enums import Role
from league.lists import season_file as files
from league.models import Entry, Player
from league.services.occasions import season_files
from league.services.standings import standings
from tests import factories

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client

pytestmark = pytest.mark.django_db
PAGE = "/c/tavern/office/region/"


@pytest.fixture
def sent(tmp_path: Path, settings: Any, client: Client) -> list[bytes]:  # Any: pytest-django's
    """The club's own file, and one of another installation with a second Ada Berg in it."""
    settings.DATA_DIR = tmp_path
    season = factories.colourful()
    standings.catch_up()
    season.refresh_from_db()
    own = season_files.export(by=system("test"), season=season, full=True)
    told = json.loads(own)["season"]
    told["club"].update(slug="saloon", name="Saloon")
    for one in (*told["players"], *told["standings"]["rows"]):
        if one["name"] == "Cy Holm":
            one["name"] = "Ada Berg"
    organizer = factories.account("organizer@club.example")
    factories.grant(organizer, Role.ORGANIZER, season.club)
    client.force_login(organizer)
    return [own, files.seal(told, Ed25519PrivateKey.generate())]


def hidden(html: str) -> dict[str, Any]:  # Any: one text or several
    found = re.findall(
        r'<input type="hidden" name="(data|trust|person-[^"]+)" value="([^"]*)"', html
    )
    return dict(found)


def test_on_the_page_files_become_a_table_that_can_be_taken_along_and_nothing_is_stored(
    sent: list[bytes], client: Client
) -> None:
    uploads = [SimpleUploadedFile(f"{at}.json", one) for at, one in enumerate(sent)]
    before = (Player.objects.count(), Entry.objects.count())
    asked = client.post(PAGE, {"files": uploads})
    trust = files.read(sent[1]).fingerprint
    assert (asked.status_code, trust in asked.content.decode()) == (400, True)

    looked = client.post(PAGE, {**hidden(asked.content.decode()), "trust": trust})
    html = looked.content.decode()
    assert 'value="csv"' not in html
    open_ = re.findall(r'<select name="(person-[^"]+)"[^>]*>\s*<option value="" selected', html)
    assert len(open_) == 2

    form = {**hidden(html), open_[0]: "new", open_[1]: "new", "counting": "average"}
    shown = client.post(PAGE, {**form, "step": "look"}).content.decode()
    assert "Ada Berg (Tavern Nights)" in shown
    csv = client.post(PAGE, {**form, "step": "csv"})
    assert csv["Content-Disposition"] == 'attachment; filename="tavern-region.csv"'
    assert csv.content.decode("utf-8-sig").startswith("rank;name;clubs;average;")
    assert client.post(PAGE, {**form, "step": "xlsx"}).content.startswith(b"PK")
    kept = client.post(PAGE, {**form, "step": "json"}).content

    # Opened again, the key is asked for again, and nobody else.
    opened = client.post(PAGE, {"files": SimpleUploadedFile("region.json", kept)}).content.decode()
    again = client.post(PAGE, {**hidden(opened), "trust": trust}).content.decode()
    assert "Ada Berg (Tavern Nights)" in again
    assert (Player.objects.count(), Entry.objects.count()) == before


def test_a_program_gets_the_same_table_and_nobody_else_any(
    sent: list[bytes], client: Client
) -> None:
    address = "/api/v1/clubs/tavern/regional-table/"
    body: dict[str, Any] = {"files": [json.loads(one) for one in sent]}  # Any: JSON

    def posted() -> Any:  # Any: an answer
        return client.post(address, body, content_type="application/json")

    assert posted().status_code == 400
    body["trust"] = [files.read(sent[1]).fingerprint]
    found = posted().json()
    assert ({one["code"] for one in found["faults"]}, found["rows"]) == (
        {"region_person_open"},
        [],
    )
    body["people"] = {row["key"]: "new" for row in found["people"] if row["is_open"]}
    body["rule"] = {"kind": "best_n", "n": 1}
    found = posted().json()
    assert found["faults"] == []
    bo = next(row for row in found["rows"] if row["name"] == "Bo Lind")
    assert bo["clubs"] == "Tavern Nights, Saloon"
    assert found["rule"]["n"] == 1

    client.logout()
    assert posted().status_code in (401, 403)
    assert client.get(PAGE).status_code != 200


def test_namesakes_of_a_second_season_of_the_first_files_club_can_be_decided(
    sent: list[bytes], client: Client
) -> None:
    told = json.loads(sent[1])["season"]
    told["club"] = json.loads(sent[0])["season"]["club"]
    told["season"].update(slug="spring", name="Spring")
    second = files.seal(told, Ed25519PrivateKey.generate())
    uploads = [SimpleUploadedFile(f"{at}.json", one) for at, one in enumerate((sent[0], second))]
    form = {"files": uploads, "trust": files.read(second).fingerprint}

    html = client.post(PAGE, form).content.decode()

    assert len(re.findall(r'<option value="" selected', html)) == 2


@pytest.mark.parametrize("value", ["1e999", '"\\ud800"'])
def test_a_value_that_no_file_can_hold_is_refused_wherever_files_are_sent(
    value: str, sent: list[bytes], client: Client
) -> None:
    text = sent[0].decode().replace('"season":{', f'"season":{{"x":{value},', 1)
    addresses = {
        "/api/v1/clubs/tavern/regional-table/": f'{{"files": [{text}, {text}]}}',
        "/api/v1/clubs/tavern/season-imports/preview/": f'{{"file": {text}}}',
        "/api/v1/clubs/tavern/season-imports/": f'{{"file": {text}}}',
        "/api/v1/season-imports/": f'{{"file": {text}}}',
    }

    told = {
        address: client.post(address, body, content_type="application/json").status_code
        for address, body in addresses.items()
    }
    page = client.post(PAGE, {"files": [SimpleUploadedFile("1.json", text.encode())]})

    assert set(told.values()) == {400}
    assert page.status_code == 400
