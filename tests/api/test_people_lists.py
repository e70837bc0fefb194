"""Lists of a club's people through the API: looked at, decided on, stored once, and out again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from drf_spectacular.generators import SchemaGenerator

from league.core.enums import Role
from league.lists import xlsx_reading
from league.models import Membership, Player
from tests import factories
from tests.api import doors

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from league.models import Club

pytestmark = pytest.mark.django_db


def asking(club: Club, role: Role = Role.ORGANIZER) -> doors.Asker:
    account = factories.account()
    factories.grant(account, role, club)
    return doors.with_token(account)


def sent(asker: doors.Asker, path: str, body: bytes, **headers: str) -> Answer:
    return asker.send("POST", path, body, **headers)


def test_a_list_is_looked_at_decided_on_and_stored_once() -> None:
    club = factories.club()
    known = factories.member(club, "Ada Quill")
    asker, home = asking(club), f"/clubs/{club.slug}/people/"
    data = b"Who;Born;status\nAda Quill;;m\nBo Fern;1990;g\nBo Fern;1990;\nCy;31.2.80;\n"
    how = f"?columns={quote(json.dumps({'name': 'who'}))}"

    guessed = sent(asker, f"{home}preview/", data).json()
    looked = sent(asker, f"{home}preview/{how}", data).json()
    refused = sent(asker, f"{home}{how}", data)
    before = Player.objects.count()
    good = f"{home}{how}&skip_bad=true"
    done = [sent(asker, good, data, Idempotency_Key="k") for _ in range(2)]
    otherwise = sent(asker, f"{home}{how}", data, Idempotency_Key="k")
    again = sent(asker, f"{home}preview/", data).json()

    assert (guessed["first_line"], guessed["columns"]) == ("person", {"name": "1"})
    assert looked["columns"] == {"name": "Who", "birth_year": "Born", "kind": "status"}
    assert (looked["added"], looked["recognised"], looked["lines"]) == (1, 1, 3)
    rows = [(row["name"], row["player"], row["is_new"], row["kind"]) for row in looked["rows"][:2]]
    assert rows == [("Ada Quill", known.pk, False, "member"), ("Bo Fern", None, True, "guest")]
    assert looked["rows"][2]["same_as_line"] == 3
    assert [(one["line"], one["column"]) for one in looked["bad"]] == [(5, "birth_year")]
    assert (refused.status_code, refused.json()["issues"][0]["code"], before) == (
        400,
        looked["bad"][0]["code"],
        1,
    )
    assert [(one.status_code, one.json()["added"]) for one in done] == [(201, 1)] * 2
    assert (otherwise.status_code, otherwise.json()["code"]) == (409, "key_reused")
    assert Membership.objects.filter(club=club, kind="guest").count() == 1
    assert (again["first_line"], again["added"]) == ("headings", 0)  # the club remembers


def test_without_headings_columns_are_said_by_number() -> None:
    club = factories.club()
    asker, home = asking(club), f"/clubs/{club.slug}/people/preview/?first_line=person"

    second = quote('{"name": "2"}')
    looked = sent(asker, f"{home}&columns={second}", b"7;Ada Quill\n").json()
    wrong = {
        text: sent(asker, f"{home}&columns={quote(text)}", b"7;Ada\n").json()["code"]
        for text in ('{"name": "Who"}', '{"glory": "1"}', "{")
    }
    outside = sent(asker, home + "&columns=" + quote('{"name": "3"}'), b"7;Ada\n").json()

    assert (looked["rows"][0]["name"], looked["columns"]) == ("Ada Quill", {"name": "2"})
    assert list(wrong.values()) == ["unknown_choice", "unknown_choice", "bad_value"]
    assert [one["code"] for one in outside["bad"]] == ["bad_column"]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "json"])
def test_people_come_out_in_every_kind_and_in_again_without_a_change(kind: str) -> None:
    club = factories.club()
    asker, home = asking(club), f"/clubs/{club.slug}/people/"
    factories.member(club, "=SUM(A1)", nickname="Zoë; the Owl", birth_year=1990)

    out = asker.get(f"{home}?format={kind}")
    looked = sent(asker, f"{home}preview/", out.content).json()

    assert out["Content-Disposition"].endswith(f'people.{kind}"')
    assert xlsx_reading.is_workbook(out.content) == (kind == "xlsx")
    assert (looked["added"], looked["recognised"], looked["memberships"]) == (0, 1, 0)
    assert (looked["bad"], looked["notes"]) == ([], [])


def test_every_example_of_the_document_is_taken() -> None:
    club = factories.club()
    asker = asking(club)
    told = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # untyped library
    taken = []

    for path in ("preview/", ""):
        described = told["paths"][f"/api/v1/clubs/{{slug}}/people/{path}"]["post"]
        for media in described["requestBody"]["content"].values():
            for example in media.get("examples", {}).values():
                value = example["value"]
                body = value if isinstance(value, str) else json.dumps(value)
                answer = sent(asker, f"/clubs/{club.slug}/people/{path}", body.encode())
                taken.append((answer.status_code, answer.json()["added"]))

    assert taken == [(200, 2), (200, 1), (201, 2), (201, 0)]


def test_pairs_who_may_be_one_person_are_told_to_who_manages_people() -> None:
    club = factories.club()
    ada, other = factories.member(club, "Ada Quill"), factories.member(club, "Ada Qill")
    path = f"/clubs/{club.slug}/merges/likely/"

    told = asking(club).get(path).json()["results"]
    stranger = doors.with_token(factories.account()).get(path)

    assert [{pair["first"]["player"], pair["second"]["player"]} for pair in told] == [
        {ada.pk, other.pk}
    ]
    assert told[0]["is_same_name"] is False
    assert stranger.status_code == 403


@pytest.mark.parametrize("columns", ["[" * 2000, '{"name":"\\ud800"}', '{"\\ud800":"1"}'])
def test_headings_that_nobody_can_read_are_a_bad_value(columns: str) -> None:
    club = factories.club()
    path = f"/clubs/{club.slug}/people/preview/?columns={quote(columns)}"

    told = sent(asking(club), path, b"Ada;17\n")

    assert (told.status_code, told.json()["code"]) == (400, "bad_value")
