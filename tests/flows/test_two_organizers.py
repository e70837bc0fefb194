"""Many hands at once on the one-process run: one wins, the other is told, nobody waits in vain."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import pytest

from tests.flows import club as clubs
from tests.flows import room, sheets
from tests.flows.club import Club
from tests.flows.conftest import Site, eventually
from tests.flows.room import TableCard
from tests.flows.sheets import turned
from tests.flows.visitors import Page, Visitor

T = TypeVar("T")
TOTALS = [row[4] for row in sheets.DEVILS]
pytestmark = pytest.mark.gates


def together(calls: Sequence[Callable[[], T]]) -> list[T]:
    """What each call gave, all of them started at the same moment."""
    barrier = threading.Barrier(len(calls))
    answers: dict[int, T] = {}
    raised: list[BaseException] = []

    def run(place: int) -> None:
        barrier.wait()
        try:
            answers[place] = calls[place]()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert raised == []
    return [answers[place] for place in range(len(calls))]


def second_organizer(club: Club) -> Visitor:
    """Somebody whom the founder invites by a link."""
    page = club.founder.open(f"/c/{club.slug}/office/roles/")
    page = club.founder.press("Create link", {"role": "organizer"})
    link = re.search(r"/i/[\w-]+/", page.html)
    assert link is not None, page.words
    visitor = Visitor(club.base)
    visitor.open(link.group(0))
    visitor.press("Create account", {"email": "birk@kettle.example", "password": "a door of oak"})
    return visitor


def test_two_organizers_who_draw_at_once_seat_one_round(alone: Site) -> None:
    club = clubs.found(alone.base, alone.setup_path())
    first, second = club.founder, second_organizer(club)
    first.open(f"/e/{club.event}/desk/")
    first.press("Mark all signed-up here")
    for desk in (first, second):
        desk.open(f"/e/{club.event}/desk/")

    press = "Draw and publish round 1"
    pages = together([partial(desk.press, press, expect=None) for desk in (first, second)])

    rounds = club.program.get(f"/events/{club.event_id}/rounds/").json()["results"]
    assert [(row["number"], row["state"]) for row in rounds] == [(1, "published")]
    late = next(page for page in pages if page.status != 200)
    assert sorted(page.status for page in pages) == [200, 409]
    assert "Someone else has drawn round 1 in the meantime." in late.words


def test_two_organizers_who_change_the_settings_are_shown_both_versions(alone: Site) -> None:
    club = clubs.found(alone.base, alone.setup_path())
    first, second = club.founder, second_organizer(club)
    for desk in (first, second):
        desk.open(f"/e/{club.event}/settings/")

    first.press("Save", {"place": "Back room"})
    page = second.press("Save", {"place": "Garden"}, expect=409)
    again = second.press("Save")

    assert [page.words.count(place) for place in ("Back room", "Garden")] == [1, 1]
    assert "Saved." in again.words
    form, _ = first.open(f"/e/{club.event}/settings/").button("Save")
    assert dict(form.fields)["place"] == "Garden"


def test_ten_phones_report_at_once_and_nobody_meets_a_locked_database(alone: Site) -> None:
    club = clubs.found(alone.base, alone.setup_path())
    tables = five_tables(club)
    phones = [(table, seat) for table in tables for seat in (0, 1)]

    sent = together([partial(report, *at) for at in phones])
    winners = [at for at, page in zip(phones, sent, strict=True) if page.status == 302]
    losers = [at for at, page in zip(phones, sent, strict=True) if page.status == 409]
    agreed = together([partial(agree, *at) for at in losers])

    assert [table.number for table, _ in winners] == [1, 2, 3, 4, 5]
    assert [table.number for table, _ in losers] == [1, 2, 3, 4, 5]
    assert [page.status for page in agreed] == [302] * 5
    rounds = club.program.get(f"/events/{club.event_id}/rounds/").json()["results"]
    played = club.program.get(f"/rounds/{rounds[0]['id']}/").json()
    shown = {table["number"]: table for table in played["tables"]}
    for table in tables:
        seats = shown[table.number]["seats"]
        assert shown[table.number]["state"] == "confirmed"
        assert [int(seat["points"]["exact"]) for seat in seats] == points_of(table)
    path = f"/stages/{club.stage_id}/standings/"
    eventually(lambda: club.program.get(path).json()["ranked"] == 16, within_s=10)
    assert "locked" not in alone.said()
    assert "Traceback" not in alone.said()


def five_tables(club: Club) -> list[TableCard]:
    organizer = club.founder
    organizer.open(f"/e/{club.event}/desk/")
    organizer.press("Mark all signed-up here")
    for name in ("Ava Stein", "Bo Lind", "Cleo Horn", "Dag Falk"):
        organizer.press("Add and check in", {"name": name})
    organizer.press("Draw and publish round 1")
    tables = room.cards(organizer.open(organizer.page.link("Print QR cards for tables…")))
    assert room.sizes(tables) == [4, 4, 4, 4, 4]
    for table in tables:
        table.phones = [room.phone(club.base, table, position) for position in (1, 2)]
    return tables


def points_of(table: TableCard) -> list[int]:
    return turned(TOTALS, table.number, len(table.names))


def report(table: TableCard, seat: int) -> Page:
    return table.report(points_of(table), seat=seat, level="TOTAL", follow=False, expect=None)


def agree(table: TableCard, seat: int) -> Page:
    return table.confirm(seat=seat, follow=False)
