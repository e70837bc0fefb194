"""Appointments: times are proposed, answered and fixed by those who sit there, until a result."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine

from league.core.enums import Role, StageMode
from league.core.errors import BadInput, NotAllowed, NotFound, Refused
from league.models import Fixture, FixtureAnswer, FixtureMoment, JournalLine, Table
from league.queries.evening import appointments as reading
from league.queries.people import account_actors
from league.services.evening import appointments
from league.services.seating import fixtures
from tests import factories
from tests.league.services.seating.test_seatings import enter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.core.actors import Actor

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
FIRST, SECOND = START + timedelta(days=2), START + timedelta(days=3)
DUE = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def _now() -> Iterator[None]:
    with time_machine.travel(START, tick=False):
        yield


def table_of_four() -> tuple[Table, list[Actor], Actor]:
    """A fixture of four people with accounts, in the order of their seats, and its organizer."""
    at = factories.event()
    stage = factories.stage(at, mode=StageMode.FIXTURES)
    people = {}
    for _ in range(4):
        entry = factories.entry(at)
        account = factories.account(player=entry.player)
        people[entry.pk] = account_actors.person(account)
    by = factories.actor(Role.ORGANIZER, at.club)
    fixtures.draw(by=by, stage=stage, matches=1, due_on=DUE, seed=1)
    table = Table.objects.get(seating__round__stage=stage)
    seats = table.seats.order_by("position").values_list("entry", flat=True)
    return table, [people[pk] for pk in seats], by


def fixture(table: Table) -> Fixture:
    return Fixture.objects.get(table=table)


def kinds() -> list[str]:
    found = JournalLine.objects.filter(kind__startswith="appointment").order_by("seq")
    return list(found.values_list("kind", flat=True))


def test_what_somebody_proposes_suits_them_and_the_first_that_suits_all_is_fixed() -> None:
    table, people, _ = table_of_four()

    appointments.propose(by=people[0], table=table, moments=[SECOND, FIRST])
    both = list(FixtureMoment.objects.values_list("pk", flat=True))
    assert FixtureAnswer.objects.filter(suits=True).count() == 2
    appointments.answer(by=people[1], table=table, suits=dict.fromkeys(both, True))
    appointments.answer(by=people[2], table=table, suits={both[0]: False, both[1]: True})
    assert fixture(table).agreed_at is None
    appointments.answer(by=people[3], table=table, suits=dict.fromkeys(both, True))

    assert fixture(table).agreed_at == SECOND
    assert kinds() == ["appointment_proposed", *["appointment_answered"] * 4, "appointment_fixed"]


def test_of_several_that_suit_everybody_the_earliest_is_fixed() -> None:
    table, people, _ = table_of_four()

    for one in people:
        appointments.propose(by=one, table=table, moments=[SECOND, FIRST])

    assert fixture(table).agreed_at == FIRST
    assert FixtureMoment.objects.count() == 2


def test_an_organizer_fixes_a_day_with_its_place_and_whoever_sits_there_lifts_it() -> None:
    table, people, by = table_of_four()

    appointments.propose(by=people[0], table=table, moments=[SECOND])
    appointments.fix(by=by, table=table, at=FIRST, place="  The  Oven ")
    assert (fixture(table).agreed_at, fixture(table).place) == (FIRST, "The Oven")
    appointments.set_place(by=people[1], table=table, place="Online")
    assert fixture(table).place == "Online"
    with pytest.raises(Refused, match="match_arranged"):
        appointments.propose(by=people[0], table=table, moments=[SECOND])
    with pytest.raises(NotAllowed):
        appointments.fix(by=people[0], table=table, at=FIRST)
    appointments.lift(by=people[2], table=table)

    assert (fixture(table).agreed_at, fixture(table).place) == (None, "")
    assert not FixtureMoment.objects.exists()
    with pytest.raises(Refused, match="match_not_arranged"):
        appointments.lift(by=people[2], table=table)


def test_times_that_cannot_be_are_refused_at_their_field() -> None:
    table, people, by = table_of_four()
    six = [START + timedelta(days=day) for day in range(1, 7)]

    refused = []
    for moments in ([], [START - timedelta(hours=1)], [START + timedelta(days=40)], six):
        with pytest.raises(BadInput) as error:
            appointments.propose(by=people[0], table=table, moments=moments)
        refused.append((error.value.code, error.value.field))
    with pytest.raises(BadInput) as fixed:
        appointments.fix(by=by, table=table, at=START - timedelta(days=1))
    with pytest.raises(BadInput) as long:
        appointments.fix(by=by, table=table, at=FIRST, place="x" * 201)

    assert refused == [
        ("moments_missing", "moments"),
        ("moment_in_the_past", "moments"),
        ("moment_after_due", "moments"),
        ("moments_too_many", "moments"),
    ]
    assert (fixed.value.field, long.value.field) == ("at", "place")
    assert not FixtureMoment.objects.exists()


def test_who_has_no_seat_there_answers_nothing() -> None:
    table, people, by = table_of_four()
    appointments.propose(by=people[0], table=table, moments=[FIRST])
    moment = FixtureMoment.objects.get().pk
    stranger = factories.actor(Role.SCOREKEEPER, table.seating.round.stage.event)

    with pytest.raises(Refused, match="only_seats_answer"):
        appointments.answer(by=by, table=table, suits={moment: True})
    with pytest.raises(Refused, match="only_seats_answer"):
        appointments.answer(by=stranger, table=table, suits={moment: True})
    with pytest.raises(NotAllowed):
        appointments.propose(by=factories.actor(), table=table, moments=[FIRST])
    with pytest.raises(NotFound):
        appointments.answer(by=people[1], table=table, suits={moment + 1: True})

    assert FixtureAnswer.objects.count() == 1


def test_a_table_with_a_result_is_not_arranged_any_more() -> None:
    table, people, by = table_of_four()
    enter(by, table)

    with pytest.raises(Refused, match="table_has_record"):
        appointments.propose(by=people[0], table=table, moments=[FIRST])
    with pytest.raises(Refused, match="table_has_record"):
        appointments.fix(by=by, table=table, at=FIRST)
    with pytest.raises(Refused, match="table_has_record"):
        appointments.lift(by=people[0], table=table)


def test_place_and_times_are_for_the_table_and_those_who_run_the_event() -> None:
    table, people, by = table_of_four()
    appointments.propose(by=people[0], table=table, moments=[FIRST])
    asked = {by: 1, people[1]: 1, factories.actor(): 0}
    assert {who: len(reading.of_table(who, table).moments) for who in asked} == asked

    appointments.fix(by=by, table=table, at=FIRST, place="Elm Street 4")

    shown = [reading.of_table(who, table) for who in asked]
    assert [(row.agreed_at, row.place) for row in shown] == [
        (FIRST, "Elm Street 4"),
        (FIRST, "Elm Street 4"),
        (FIRST, ""),
    ]
