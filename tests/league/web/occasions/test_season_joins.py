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
from league.models import Player
from league.services.occasions import season_files
from league.services.standings import standings
from tests import factories

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client

pytestmark = pytest.mark.django_db
PAGE = "/c/saloon/office/season-import/"


@pytest.fixture
def sent(tmp_path: Path, settings: Any, client: Client) -> bytes:  # Any: pytest-django's fixture
    """A season signed elsewhere; the admin of the saloon, who knows two Cy Holms, is signed in."""
    settings.DATA_DIR = tmp_path
    season = factories.colourful()
    standings.catch_up()
    season.refresh_from_db()
    made = season_files.export(by=system("test"), season=season, full=True)
    saloon = factories.club("Saloon", slug="saloon")
    for _ in range(2):
        factories.member(saloon, "Cy Holm")
    admin = factories.account("admin@saloon.example")
    factories.grant(admin, Role.CLUB_ADMIN, saloon)
    client.force_login(admin)
    return files.seal(files.read(made).season, Ed25519PrivateKey.generate())


def hidden(html: str) -> dict[str, str]:
    """The form's hidden fields as it would be sent."""
    found = re.findall(r'<input type="hidden" name="(data|trust|key)" value="([^"]*)"', html)
    return dict(found)


def test_on_the_page_the_key_is_asked_for_then_who_is_who_then_one_press_imports_it_once(
    sent: bytes, client: Client
) -> None:
    upload = SimpleUploadedFile("autumn.season.json", sent)
    asked = client.post(PAGE, {"file": upload})
    said = files.read(sent).fingerprint
    assert asked.status_code == 400
    form = hidden(asked.content.decode())
    assert said in asked.content.decode()

    looked = client.post(PAGE, {**form, "trust": said})
    html = looked.content.decode()
    assert looked.status_code == 200
    assert "Several people it could be. Who is it?" in html
    assert "<bdi>Bo Lind</bdi>" in html
    field = next(
        name
        for name, who in re.findall(r'id="(person-\d+)-name">\s*<bdi>([^<]*)', html)
        if who == "Cy Holm"
    )
    undecided = client.post(PAGE, {**hidden(html), "step": "run"})
    assert undecided.status_code == 400
    assert "Several people could be Cy Holm" in undecided.content.decode()

    cy = Player.objects.filter(memberships__club__slug="saloon").latest("pk")
    form = {**hidden(html), "step": "run", field: str(cy.pk)}
    done = client.post(PAGE, form)
    assert done["Location"] == "/c/saloon/s/autumn/"
    people = Player.objects.count()
    assert client.post(PAGE, form)["Location"] == "/c/saloon/s/autumn/"
    assert Player.objects.count() == people
    again = client.post(PAGE, {**hidden(html)})
    assert "This file was imported before." in again.content.decode()


def test_a_program_looks_decides_and_imports_and_hears_what_is_wrong_at_its_field(
    sent: bytes, client: Client
) -> None:
    address = "/api/v1/clubs/saloon/season-imports/"
    body: dict[str, Any] = {"file": json.loads(sent)}  # Any: JSON

    def posted(to: str) -> Any:  # Any: an answer
        return client.post(to, body, content_type="application/json")

    unknown = posted(f"{address}preview/")
    assert (unknown.status_code, unknown.json()["code"]) == (400, "season_file_key_unknown")
    body["trust"] = files.read(sent).fingerprint
    found = posted(f"{address}preview/").json()
    open_ = [row for row in found["people"] if row["is_open"]]
    assert [row["name"] for row in open_] == ["Cy Holm"]
    assert [fault["code"] for fault in found["faults"]] == ["season_person_open"]
    assert posted(address).status_code == 400

    body["people"] = {str(open_[0]["number"]): str(open_[0]["candidates"][0])}
    made = posted(address)
    assert (made.status_code, made.json()["slug"]) == (201, "autumn")
    assert posted(f"{address}preview/").json()["there"] == made.json()["id"]
    assert posted(address).json()["id"] == made.json()["id"]
