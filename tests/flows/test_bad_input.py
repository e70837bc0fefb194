"""Bad input by page and by API: said at its field, with the right status, and nothing is lost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Protocol

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.enums import Role, Visibility
from league.models import (
    Club,
    ClubGame,
    Entry,
    Event,
    JournalLine,
    MatchRecord,
    Membership,
    Player,
    Ruleset,
    Seat,
    Table,
)
from league.services.records import links
from tests import factories
from tests.api import doors

if TYPE_CHECKING:
    from league.models import Account

pytestmark = pytest.mark.django_db

STORED = (Club, Player, Membership, Event, Entry, Seat, MatchRecord, JournalLine)


class Answer(Protocol):
    status_code: int
    content: bytes


@dataclass
class Evening:
    """One table of four that is being played, its organizer on pages and by script."""

    table: Table
    account: Account
    pages: Client
    script: doors.Asker

    @property
    def event(self) -> Event:
        return self.table.seating.round.stage.event

    @property
    def club(self) -> Club:
        return self.event.club

    def desk(self, do: str, **fields: str) -> Answer:
        fields = {"do": do, "step": "roll", **fields}
        answer: Answer = self.pages.post(f"/e/{self.event.slug}/desk/", fields)
        return answer


def an_evening(visibility: Visibility = Visibility.PUBLIC) -> Evening:
    event = factories.event(factories.club(visibility=visibility))
    stage = factories.stage(event)
    people = [
        factories.member(event.club, name)
        for name in ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    ]
    entries = [factories.entry(event, row) for row in people]
    table = factories.table(factories.round_(stage), entries)
    account = factories.account(password="a door of old oak")
    factories.grant(account, Role.ORGANIZER, event.club)
    pages = Client()
    pages.force_login(account)
    return Evening(table, account, pages, doors.with_token(account))


@pytest.fixture
def evening() -> Evening:
    cache.clear()
    return an_evening()


@pytest.fixture
def devils(evening: Evening) -> Evening:
    box = ClubGame.objects.create(club=evening.club, game="dice-devils", title="Dice Devils")
    ruleset = Ruleset.objects.create(
        club=evening.club, club_game=box, name="Dice Devils", options={}, seats_min=3, seats_max=6
    )
    evening.table.ruleset = ruleset
    evening.table.save()
    return evening


def counts() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in STORED}


def refused(answer: Answer, status: int, before: dict[str, int]) -> str:
    """The words of the page; fails unless it has this status and nothing was stored."""
    assert answer.status_code == status, words(answer)[:600]
    assert counts() == before
    return words(answer)


def words(answer: Answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def problem(answer: Answer) -> tuple[int, str, str]:
    """Status, code and field of an answer of the API."""
    body = answer.json()  # type: ignore[attr-defined]
    assert body["message"]
    return answer.status_code, body["code"], body.get("field", "")


def report(evening: Evening, *points: object, version: int = 0) -> Answer:
    sheet = {"seats": [{"points": value} for value in points]}
    path = f"/tables/{evening.table.pk}/records/"
    return evening.script.post(path, {"sheet": sheet}, If_Match=f'"{version}"')


def typed(*points: object, **more: str) -> dict[str, str]:
    boxes = {f"seats.{seat}.points": str(value) for seat, value in enumerate(points)}
    return {"action": "save", "version": "0", "idempotency_key": "form-1", **boxes, **more}


# --- unknown player -------------------------------------------------------------------------


def test_an_unknown_player_is_entered_nowhere(evening: Evening) -> None:
    before = counts()

    page = evening.desk("enter:999999")
    script = evening.script.post(f"/events/{evening.event.pk}/entries/", {"player": 999999})

    refused(page, 404, before)
    assert problem(script) == (400, "not_a_player_of_club", "player")
    assert counts() == before


# --- duplicate seat -------------------------------------------------------------------------


def test_a_taken_seat_and_a_second_seat_are_refused_with_the_reason(evening: Evening) -> None:
    links.claim(code=evening.table.link.code, position=1, device="first")
    url = f"/t/{evening.table.link.code}/"
    phone = Client()
    phone.post(url, {"action": "claim", "position": "2"})
    before = counts()

    taken = Client().post(url, {"action": "claim", "position": "1"})
    second = phone.post(url, {"action": "claim", "position": "3"})

    assert "taken by another device" in refused(taken, 409, before)
    refused(second, 409, before)
    assert list(Seat.objects.order_by("position").values_list("claim", flat=True)).count("") == 2


def test_nobody_is_entered_or_seated_twice(evening: Evening) -> None:
    seat = evening.table.seats.get(position=1)
    seating = evening.table.seating
    before = counts()

    entered = evening.script.post(
        f"/events/{evening.event.pk}/entries/", {"player": seat.entry.player_id}
    )
    path = f"/seatings/{seating.pk}/"
    swapped = evening.script.patch(
        path, {"swap": {"entries": [seat.entry_id, seat.entry_id]}}, If_Match=f'"{seating.version}"'
    )

    assert problem(entered) == (409, "already_entered", "player")
    assert problem(swapped) == (400, "swap_with_oneself", "entries")
    assert counts() == before


# --- a sheet that cannot be -----------------------------------------------------------------


def test_twelve_items_are_told_at_the_player_who_cannot_have_them(devils: Evening) -> None:
    address = f"/e/{devils.event.slug}/tables/{devils.table.pk}/"
    form = devils.pages.get(address).content.decode()
    kinds = re.findall(r'name="seats\.0\.items\.([^"]+)"', form)
    items = [{kinds[0]: 6, kinds[1]: 6}, {kinds[2]: 1}, {kinds[3]: 2}, {kinds[4]: 3}]
    boxes = {
        f"seats.{seat}.items.{kind}": str(count)
        for seat, row in enumerate(items)
        for kind, count in row.items()
    }
    before = counts()

    page = devils.pages.post(
        address, {"action": "save", "version": "0", "idempotency_key": "k", **boxes}
    )
    sheet = {"level": "FULL", "seats": [{"items": row} for row in items]}
    script = devils.script.post(
        f"/tables/{devils.table.pk}/records/", {"sheet": sheet}, If_Match='"0"'
    )

    assert "Ada Ahorn, Number of items 12 items are too many" in refused(page, 422, before)
    assert f'name="seats.0.items.{kinds[0]}" value="6"' in page.content.decode()
    issues = script.json()["issues"]
    assert script.status_code == 422
    assert [(one["code"], one["path"]) for one in issues if one["level"] == "error"] == [
        ("dice_devils.too_many_items", ["seats", 0, "n"])
    ]
    assert counts() == before


# --- stale version --------------------------------------------------------------------------


def test_a_stale_sheet_is_shown_beside_what_stands(evening: Evening) -> None:
    assert report(evening, 12, 9, 7, 4).status_code == 201
    before = counts()

    page = evening.pages.post(
        f"/e/{evening.event.slug}/tables/{evening.table.pk}/", typed(1, 2, 3, 4)
    )
    script = report(evening, 1, 2, 3, 4)

    text = refused(page, 409, before)
    assert "Current result" in text
    assert "Ada Ahorn 12" in text
    assert 'name="seats.0.points" value="1"' in page.content.decode()
    assert problem(script) == (409, "changed_meanwhile", "")
    assert script.json()["current"]["sheet"]["seats"][0]["points"] == 12  # type: ignore[attr-defined]
    assert counts() == before


# --- wrong role, foreign club ---------------------------------------------------------------


def test_a_role_elsewhere_opens_nothing_here(evening: Evening) -> None:
    stranger = an_evening()
    visitor = Client()
    before = counts()
    desk = f"/e/{evening.event.slug}/desk/"
    table = f"/e/{evening.event.slug}/tables/{evening.table.pk}/"

    refused(stranger.pages.post(desk, {"do": "all_here"}), 403, before)
    refused(stranger.pages.post(table, typed(1, 2, 3, 4)), 403, before)
    asked = visitor.post(desk, {"do": "all_here"})
    script = stranger.script.post(
        f"/tables/{evening.table.pk}/records/",
        {"sheet": {"seats": [{"points": n} for n in range(4)]}},
        If_Match='"0"',
    )

    assert (asked.status_code, asked.headers["Location"]) == (302, "/account/login/?next=/")
    assert problem(script) == (403, "not_allowed", "")
    assert counts() == before


def test_ids_of_another_club_do_not_exist_here(evening: Evening) -> None:
    hidden = an_evening(visibility=Visibility.MEMBERS)
    entry = hidden.table.seats.get(position=1).entry
    before = counts()

    mixed = evening.pages.post(
        f"/e/{evening.event.slug}/tables/{hidden.table.pk}/", typed(1, 2, 3, 4)
    )
    player = evening.desk(f"enter:{entry.player_id}")
    leaves = evening.desk(f"leave:{entry.pk}")
    scripts = [
        evening.script.get(f"/tables/{hidden.table.pk}/"),
        evening.script.post(f"/entries/{entry.pk}/drop/", {}),
        evening.script.get(f"/events/{hidden.event.pk}/"),
    ]
    entered = evening.script.post(
        f"/events/{evening.event.pk}/entries/", {"player": entry.player_id}
    )

    for page in (mixed, player, leaves):
        assert entry.player.name not in refused(page, 404, before)
    assert [problem(answer) for answer in scripts] == [(404, "not_found", "")] * 3
    assert problem(entered) == (400, "not_a_player_of_club", "player")
    assert counts() == before


# --- a million rows -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (1_000_000, "The file is larger than 2048 kB. Split it."),
        (25_000, "The file has more than 20000 rows. Split it."),
    ],
    ids=["a million", "too many"],
)
def test_an_endless_list_is_refused_before_anything_is_stored(
    evening: Evening, rows: int, said: str
) -> None:
    factories.grant(evening.account, Role.CLUB_ADMIN, evening.club)
    content = b"name\n" + b"".join(b"P %d\n" % n for n in range(rows))
    before = counts()

    page = evening.pages.post(
        f"/c/{evening.club.slug}/office/people/import/",
        {"file": SimpleUploadedFile("players.csv", content), "step": "preview"},
    )

    assert said in refused(page, 400, before)


def test_an_endless_body_is_refused_by_the_api(evening: Evening) -> None:
    sheet = {"seats": [{"points": 1}] * 400_000}
    before = counts()

    script = evening.script.post(
        f"/tables/{evening.table.pk}/records/", {"sheet": sheet}, If_Match='"0"'
    )

    assert problem(script) == (413, "body_too_large", "")
    assert counts() == before


# --- script, formula, NUL -------------------------------------------------------------------

SCRIPT = '<script>alert("x")</script>'
FORMULA = '=HYPERLINK("http://elsewhere.example")'


@pytest.mark.parametrize("name", [SCRIPT, FORMULA])
def test_a_name_is_a_name_whatever_it_looks_like(evening: Evening, name: str) -> None:
    factories.grant(evening.account, Role.CLUB_ADMIN, evening.club)
    lines = JournalLine.objects.count()

    added = evening.desk("guest", name=name)

    assert added.status_code == 302
    assert Player.objects.filter(name=name).count() == 1
    assert JournalLine.objects.count() > lines
    pages = [
        evening.pages.get(f"/e/{evening.event.slug}/desk/?step=roll"),
        evening.pages.get(f"/c/{evening.club.slug}/office/journal/"),
        evening.pages.get(f"/c/{evening.club.slug}/office/people/"),
    ]
    assert [name in unescape(page.content.decode()) for page in pages] == [True] * 3
    assert [SCRIPT in page.content.decode() for page in pages] == [False] * 3
    export = evening.pages.get(f"/c/{evening.club.slug}/office/people/export.csv").content.decode()
    cell = name.replace('"', '""')
    guard = "'" if name == FORMULA else ""
    assert f'"{guard}{cell}"' in export
    entries = evening.script.get(f"/events/{evening.event.pk}/entries/").json()["results"]
    assert [row["name"] for row in entries].count(name) == 1


@pytest.mark.parametrize("sign", ["\0", "\x07"])
def test_a_sign_that_nobody_can_see_is_refused_at_the_field_and_what_was_typed_stays(
    evening: Evening, sign: str
) -> None:
    before = counts()

    page = evening.desk("guest", name=f"Ada{sign}Ahorn")

    refused(page, 400, before)
    assert 'aria-invalid="true"' in page.content.decode()


def test_a_nul_is_refused_by_the_api_at_its_field(evening: Evening) -> None:
    record = report(evening, 12, 9, 7, 4).json()  # type: ignore[attr-defined]
    before = counts()

    script = evening.script.post(f"/records/{record['id']}/void/", {"reason": "because\0"})
    sheet = report(evening, "1\0", 2, 3, 4, version=1)
    address = evening.script.get("/clubs/a%00b/")

    assert problem(script) == (400, "control_signs", "reason")
    assert problem(sheet)[:2] == (400, "control_signs")
    assert address.status_code == 404
    assert counts() == before


@pytest.mark.parametrize(
    "path",
    [
        "/search/?q=a%00b",
        "/e/{event}/?name=%00",
        "/t/a%00b/",
        "/t/a%00b/state/?seen=%00",
        "/i/a%00b/",
        "/p/1/?%00=%00",
        "/e/{event}/board/?device=%00",
        "/e/{event}/seating/?by=%00&q=%00",
        "/api/v1/clubs/?cursor=%00",
        "/e/{event}/desk/?pick=%00",
        "/?q=%ff",
    ],
)
def test_a_nul_in_an_address_is_no_fault_of_the_server(evening: Evening, path: str) -> None:
    answer = evening.pages.get(path.format(event=evening.event.slug))

    assert answer.status_code in {200, 400, 404, 410}


def test_a_nul_in_a_sign_in_is_an_answer(evening: Evening) -> None:
    answer = Client().post("/account/login/", {"login": "a\0@b.example", "password": "x\0"})

    assert answer.status_code in {200, 400}
    assert evening.account.is_active
