"""Draws that cannot be, drafts that no longer fit, and seats that were wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from league.core.enums import EntryState
from league.core.errors import Refused
from league.models import Entry, JournalLine, MatchRecord, Round, Seat, Seating, SeatScore, Table
from league.services.evening import dropouts
from league.services.seating import seatings
from league.services.standings import standings
from league.words.sentences import sentence
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.evenings import FOUR_TWO_ONE, OWN_POINTS, Evening, evening, html, organizer

pytestmark = pytest.mark.django_db
NINE = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal", "Ivo"]
EIGHT = NINE[:8]


def drawn(night: Evening) -> Seating:
    return seatings.publish(by=night.by, seating=seatings.draw(by=night.by, stage=night.stage))


def by_strength(night: Evening, seating: Seating) -> None:
    """The earlier letter always scores more, whoever sits together."""
    for table in seating.tables.all():
        names = sorted(seat.entry.player.name for seat in table.seats.all())
        night.score(seating, **{name: 20 - NINE_AND_ONE.index(name) for name in names})


NINE_AND_ONE = [*NINE, "Jan"]


@pytest.mark.parametrize(("count", "out"), [(9, 1), (10, 2)])
def test_the_weakest_without_a_bye_sits_out_and_nobody_twice(count: int, out: int) -> None:
    names = NINE_AND_ONE[:count]
    night = evening(
        names,
        seats=(4, 4),
        scheme=OWN_POINTS,
        chain=["average", "points"],
        method="swiss",
        bye={"kind": "zero"},
    )
    rested: list[str] = []

    for number in range(1, 6):
        seating = drawn(night)
        byes = seating.seats.filter(state="bye").select_related("entry__player")
        found = sorted(seat.entry.player.name for seat in byes)
        if number > 1:  # before the first round nobody is the weakest
            ranked = [name for _, name, _ in standing(night) if name not in rested]
            assert found == sorted(ranked[-out:])
        rested += found
        by_strength(night, seating)

    assert len(rested) == len(set(rested)) == 5 * out


def standing(night: Evening) -> list[tuple[str, str, str]]:
    standings.catch_up()
    rows = doors.visitor().get(f"/stages/{night.stage.pk}/standings/").json()["rows"]
    return [(row["rank_text"], row["name"], "") for row in rows]


def test_two_requested_byes_of_nine_leave_tables_one_and_two() -> None:
    night = evening(NINE, seats=(3, 4))
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"
    for name in ("Ada", "Bo"):
        boss.post(desk, {"do": f"bye:{night.entries[name].pk}"})

    boss.post(desk, {"do": "next", "number": "1", "stage": "1"})
    first = Seating.objects.get(round__number=1)
    sizes = {table.number: table.seats.count() for table in first.tables.all()}
    paper = Reader(html(Client(), f"/e/{night.event.slug}/seating/?by=name")).tables[0]
    by_strength(night, first)
    boss.post(desk, {"do": "next", "number": "2", "stage": "1"})

    assert sorted(sizes) == [1, 2]
    assert sorted(sizes.values()) == [3, 4]
    shown = {row[0]: row[1] for row in paper[1:]}
    assert [name for name in NINE if shown[name] not in {"1", "2"}] == ["Ada", "Bo"]
    second = Seating.objects.get(round__number=2)
    assert sorted(table.seats.count() for table in second.tables.all()) == [3, 3, 3]


def test_a_draw_that_cannot_be_leaves_nothing_and_the_next_one_works() -> None:
    night = evening(EIGHT, seats=(4, 4))
    first = drawn(night)
    by_strength(night, first)
    for name in EIGHT[3:]:
        dropouts.drop(by=night.by, entry=night.entries[name])
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"

    refused = boss.post(desk, {"do": "next", "number": "2", "stage": "1"})
    left = [(row.number, row.state) for row in Round.objects.all()]
    dropouts.reinstate(by=night.by, entry=night.entries["Dee"])
    again = boss.post(desk, {"do": "next", "number": "2", "stage": "1"})

    assert refused.status_code == 409
    assert "Too few players (3): a table needs at least 4" in Reader(refused.content.decode()).words
    assert left == [(1, "published")]
    assert again.status_code == 302
    assert Seating.objects.get(round__number=2).seats.filter(table__isnull=False).count() == 4


@contextmanager
def broken(start: str, nth: int = 1) -> Iterator[None]:
    """The database fails at the nth statement that begins like this."""
    seen = 0

    def fail(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:  # whatever the database driver gives and takes
        nonlocal seen
        if sql.startswith(start):
            seen += 1
            if seen == nth:
                raise DatabaseError("the disk is gone")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(fail):
        yield


@pytest.mark.parametrize("where", ["league_table", "league_seat", "league_journalline"])
def test_a_failure_in_the_middle_of_a_draw_leaves_no_half_made_round(where: str) -> None:
    night = evening(EIGHT, seats=(4, 4))
    first = drawn(night)
    by_strength(night, first)
    lines = JournalLine.objects.count()

    with broken(f'INSERT INTO "{where}"'), pytest.raises(DatabaseError):
        seatings.draw(by=night.by, stage=night.stage)

    assert [(row.number, row.state) for row in Round.objects.all()] == [(1, "published")]
    assert (Seating.objects.count(), JournalLine.objects.count()) == (1, lines)
    assert MatchRecord.objects.filter(state="confirmed").count() == 2
    assert drawn(night).round.number == 2


def test_a_draft_for_eight_is_not_published_for_nine() -> None:
    night = evening(EIGHT)
    draft = seatings.draw(by=night.by, stage=night.stage)
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"
    boss.post(desk, {"do": "guest", "name": "Ivo"})

    refused = boss.post(desk, {"do": f"publish:{draft.pk}:{draft.version}"})
    boss.post(desk, {"do": f"redraw:{draft.pk}"})
    draft.refresh_from_db()
    published = boss.post(desk, {"do": f"publish:{draft.pk}:{draft.version}"})

    assert refused.status_code == 409
    assert "1 not seated: Ivo. Draw again or give a bye." in refused.content.decode()
    assert published.status_code == 302
    assert draft.seats.count() == 9


def test_a_plan_for_sixteen_is_refused_for_twenty_with_both_numbers() -> None:
    night = evening([f"Person {number}" for number in range(1, 21)])
    plan = [list(range(start, start + 4)) for start in (1, 5, 9, 13)]

    with pytest.raises(Refused) as refused:
        seatings.draw(by=night.by, stage=night.stage, method="fixed", schedule=plan)

    assert "16" in sentence(refused.value)
    assert "20" in sentence(refused.value)
    assert Round.objects.count() == 0


def test_by_hand_nobody_sits_at_two_tables_and_nobody_gets_lost() -> None:
    night = evening(EIGHT, seats=(3, 5))
    draft = seatings.draw(by=night.by, stage=night.stage)
    ada = night.entries["Ada"]
    here = draft.seats.get(entry=ada).table
    assert here is not None
    other = draft.tables.exclude(pk=here.pk).get()
    boss = doors.organizer(night.club)
    path = f"/seatings/{draft.pk}/"

    moved = boss.patch(path, {"move": {"entry": ada.pk, "table": other.pk}}, If_Match='"1"')
    again = organizer(night).post(
        f"/e/{night.event.slug}/desk/", {"do": f"move:{draft.pk}:{ada.pk}:2:{other.pk}"}
    )
    twice = boss.patch(path, {"swap": {"entries": [ada.pk, ada.pk]}}, If_Match='"2"')

    seats = list(Seat.objects.filter(seating=draft).values_list("entry", flat=True))
    assert moved.status_code == 200
    assert sorted(seats) == sorted(entry.pk for entry in night.entries.values())
    assert draft.seats.get(entry=ada).table == other
    assert (again.status_code, twice.status_code) == (302, 400)
    draft.refresh_from_db()
    published = boss.post(f"{path}publish/", If_Match=f'"{draft.version}"')
    assert published.status_code == 200
    states = Entry.objects.filter(event=night.event, state=EntryState.REGISTERED)
    assert sorted(night.stage.rounds.get().round_entries.values_list("entry", flat=True)) == sorted(
        states.values_list("pk", flat=True)
    )


def test_one_player_twice_at_a_table_and_a_table_with_nobody_are_refused_in_the_database() -> None:
    night = evening(EIGHT, seats=(4, 4))
    seating = drawn(night)
    seat = seating.seats.filter(table__number=1).first()
    assert seat is not None
    other = seating.tables.get(number=2)

    with pytest.raises(DatabaseError):
        Seat.objects.create(seating=seating, table=other, entry=seat.entry, position=9)


def test_swapped_seats_keep_the_scores_with_the_people_before_and_after_the_result() -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE)
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    table = night.table(seating, "Ada")
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"

    def sitting() -> list[str]:
        seats = table.seats.order_by("position").select_related("entry__player")
        return [seat.entry.player.name for seat in seats]

    first = sitting()
    boss.post(desk, {"do": f"seats:{table.pk}:2:3"})
    second = sitting()
    night.score(seating, Ada=40, Bo=30, Cy=20, Dee=10)
    boss.post(desk, {"do": f"seats:{table.pk}:2:3"})
    third = sitting()

    assert second == [first[0], first[2], first[1], first[3]]
    assert third == first
    counted = MatchRecord.objects.get(table=table, state="confirmed")
    scores = SeatScore.objects.filter(record=counted).order_by("position")
    assert [row.entry.player.name for row in scores] == third
    assert {row.entry.player.name: row.points for row in scores} == {
        "Ada": 40,
        "Bo": 30,
        "Cy": 20,
        "Dee": 10,
    }
    changes = JournalLine.objects.filter(kind="seats_swapped").count()
    assert changes == 2


def test_people_of_two_tables_change_places_before_a_result_and_not_after() -> None:
    night = evening(EIGHT, seats=(4, 4))
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    ada, eve = night.entries["Ada"], night.entries["Eve"]
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"

    before = boss.post(desk, {"do": f"swap:{seating.pk}:{ada.pk}:{eve.pk}:{seating.version}"})
    table: Table = night.table(seating, "Eve")
    night.finish(seating, ["Eve", "Bo", "Cy", "Dee"])
    seating.refresh_from_db()
    after = boss.post(desk, {"do": f"swap:{seating.pk}:{ada.pk}:{eve.pk}:{seating.version}"})

    assert (before.status_code, after.status_code) == (302, 409)
    assert f"Table {table.number}" in after.content.decode()
    assert night.table(seating, "Eve") == table
