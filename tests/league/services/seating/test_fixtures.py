"""Fixtures: drawn at once, drawn anew around what has happened, taken back as if never drawn."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import pytest
import time_machine

from league.core.enums import EventState, Role, StageMode
from league.core.errors import BadInput, Conflict, NotAllowed, Refused
from league.models import Apart, Fixture, FixtureAnswer, JournalLine, Round, Seat, Table
from league.queries.people import account_actors
from league.queries.standings import standings as standing
from league.services.evening import appointments, dropouts
from league.services.people import merges
from league.services.records import voids
from league.services.seating import fixtures
from league.services.standings import standings
from tests import factories
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Stage

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
DUE = date(2026, 12, 20)


def league(**event: Any) -> tuple[Stage, list[Entry], Actor]:
    """Seven people, four matches each, at seven tables of four."""
    at = factories.event(**event)
    stage = factories.stage(at, mode=StageMode.FIXTURES)
    entries = [factories.entry(at) for _ in range(7)]
    by = factories.actor(Role.ORGANIZER, at.club)
    with time_machine.travel(START, tick=False):
        fixtures.draw(by=by, stage=stage, matches=4, due_on=DUE, seed=1)
    return stage, entries, by


def tables(stage: Stage) -> list[Table]:
    return list(Table.objects.filter(seating__round__stage=stage).order_by("number"))


def seated(stage: Stage) -> list[list[int]]:
    return [list(table.seats.values_list("entry", flat=True)) for table in tables(stage)]


def test_seven_people_meet_each_other_twice_and_sit_once_in_every_seat() -> None:
    stage, entries, _ = league()

    drawn = seated(stage)
    met = Counter(pair for row in drawn for pair in combinations(sorted(row), 2))
    chairs = Counter((entry, place) for row in drawn for place, entry in enumerate(row))

    assert (len(drawn), set(met.values()), set(chairs.values())) == (7, {2}, {1})
    assert len(met) == 21
    assert {row.pk for row in entries} == {pk for row in drawn for pk in row}
    assert set(Fixture.objects.values_list("due_on", "agreed_at")) == {(DUE, None)}
    assert not Table.objects.filter(played_at__isnull=False).exists()
    assert all(table.link.code for table in tables(stage))
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.RUNNING
    assert JournalLine.objects.get(kind="fixtures_drawn").payload["tables"] == 7


def test_a_result_counts_in_whatever_order_and_says_when_it_was_played() -> None:
    stage, _, by = league()
    last, other = tables(stage)[-1], tables(stage)[2]

    with time_machine.travel(START + timedelta(days=9), tick=False):
        enter(by, last)
    with time_machine.travel(START + timedelta(days=11), tick=False):
        appointments.fix(by=by, table=other, at=START + timedelta(days=12))
    with time_machine.travel(START + timedelta(days=13), tick=False):
        enter(by, other)
    standings.catch_up()

    for table, days in ((last, 9), (other, 12)):
        table.refresh_from_db()
        assert table.played_at == START + timedelta(days=days)
        assert not table.seats.filter(is_open=True).exists()
    stage.refresh_from_db()
    rows = standing.payload(stage, by).payload["rows"]
    assert sum(cast("int", row["values"]["matches"]) for row in rows) == 8


def test_who_leaves_is_left_out_and_only_open_tables_are_drawn_anew() -> None:
    stage, entries, by = league()
    with time_machine.travel(START, tick=False):
        enter(by, tables(stage)[0])
        appointments.fix(by=by, table=tables(stage)[1], at=START + timedelta(days=2))
        gone = entries[0]
        dropouts.drop(by=by, entry=gone)
        before = seated(stage)[:2]
        late = factories.entry(stage.event)

        fixtures.draw(by=by, stage=stage, matches=4, due_on=DUE, seed=5, expected_tables=2)

    assert seated(stage)[:2] == before
    fresh = [entry for row in seated(stage)[2:] for entry in row]
    assert gone.pk not in fresh
    assert late.pk in fresh
    numbers = [table.number for table in tables(stage)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_taking_fixtures_back_leaves_nothing_and_not_once_something_happened() -> None:
    stage, _, by = league(state=EventState.PLANNED)
    appointed = tables(stage)[3]
    with time_machine.travel(START, tick=False):
        appointments.fix(by=by, table=appointed, at=START + timedelta(days=1))
        with pytest.raises(Refused, match="fixtures_begun") as refused:
            fixtures.withdraw(by=by, stage=stage)
        appointments.lift(by=by, table=appointed)

        fixtures.withdraw(by=by, stage=stage)

    assert refused.value.params["tables"] == "4"
    assert (Round.objects.count(), Seat.objects.count(), Fixture.objects.count()) == (0, 0, 0)
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.PLANNED


def test_two_who_are_kept_apart_share_no_table() -> None:
    stage, entries, by = setting(8, mode=StageMode.FIXTURES)
    one, other = sorted((entries[0].player_id, entries[1].player_id))
    Apart.objects.create(club=stage.event.club, first_id=one, second_id=other)

    fixtures.draw(by=by, stage=stage, matches=3, seed=1)

    assert [row for row in seated(stage) if {entries[0].pk, entries[1].pk} <= {*row}] == []


def test_what_cannot_be_drawn_is_refused_with_its_field() -> None:
    stage, entries, by = setting(7, mode=StageMode.FIXTURES)
    scorekeeper = factories.actor(Role.SCOREKEEPER, stage.event)

    with pytest.raises(BadInput) as many:
        fixtures.draw(by=by, stage=stage, matches=0)
    with pytest.raises(BadInput) as late, time_machine.travel(START, tick=False):
        fixtures.draw(by=by, stage=stage, matches=4, due_on=START.date() - timedelta(days=1))
    with pytest.raises(NotAllowed):
        fixtures.draw(by=scorekeeper, stage=stage, matches=4)
    for entry in entries[1:]:
        dropouts.drop(by=by, entry=entry)
    with pytest.raises(Refused) as few:
        fixtures.draw(by=by, stage=stage, matches=4)

    assert [(error.value.code, error.value.field) for error in (many, late)] == [
        ("fixtures_matches", "matches"),
        ("due_in_the_past", "due_on"),
    ]
    assert few.value.code == "seating_fixtures_too_few"
    assert not Round.objects.exists()


def test_a_later_last_day_is_set_for_the_tables_that_need_it_and_told_once() -> None:
    stage, _, by = league()
    chosen = [table.pk for table in tables(stage)[:2]]

    with time_machine.travel(START, tick=False):
        fixtures.set_due(by=by, stage=stage, tables=chosen, due_on=DUE + timedelta(days=7))
        fixtures.set_due(by=by, stage=stage, tables=chosen, due_on=DUE + timedelta(days=7))

    days = list(Fixture.objects.order_by("table__number").values_list("due_on", flat=True))
    assert days == [DUE + timedelta(days=7)] * 2 + [DUE] * 5
    assert JournalLine.objects.get(kind="fixture_due_changed").payload["tables"] == [1, 2]


def test_a_table_stays_whose_only_result_was_voided() -> None:
    stage, _, by = league()
    with time_machine.travel(START + timedelta(days=1), tick=False):
        record = enter(by, tables(stage)[0])
        voids.void(by=by, record=record, reason="another table's sheet")
        with pytest.raises(Refused, match="fixtures_begun"):
            fixtures.withdraw(by=by, stage=stage)
        with pytest.raises(Conflict, match="changed_meanwhile"):
            fixtures.draw(by=by, stage=stage, matches=4, seed=2, expected_tables=0)

        fixtures.draw(by=by, stage=stage, matches=4, seed=2, expected_tables=1)

    assert tables(stage)[0].records.get().pk == record.pk


def test_two_records_of_one_person_become_one_with_both_matches_and_answers() -> None:
    stage, entries, by = setting(4, mode=StageMode.FIXTURES)
    fixtures.draw(by=by, stage=stage, matches=1, seed=1)
    first = tables(stage)[0]
    for entry in entries[:3]:
        dropouts.drop(by=by, entry=entry)
    late = [factories.entry(stage.event) for _ in range(3)]
    with time_machine.travel(START, tick=False):
        appointments.fix(by=by, table=first, at=START + timedelta(days=1))
        fixtures.draw(by=by, stage=stage, matches=1, seed=1)
        second = next(row for row in tables(stage) if row.seats.filter(entry=late[0]).exists())
        person = account_actors.person(factories.account(player=late[0].player))
        appointments.propose(by=person, table=second, moments=[START + timedelta(days=2)])
    admin = factories.actor(Role.CLUB_ADMIN, stage.event.club)

    merges.merge(by=admin, club=stage.event.club, kept=entries[0].player, gone=late[0].player)

    kept = set(Seat.objects.filter(entry=entries[0]).values_list("table", flat=True))
    assert kept == {first.pk, second.pk}
    assert FixtureAnswer.objects.get().entry_id == entries[0].pk
