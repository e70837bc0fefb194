"""What can be read of tables and records, and by whom."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.types import JSON
from league import snapshots
from league.core.actors import ANONYMOUS, Actor
from league.core.enums import Audience, EventState, Role, RoundState
from league.core.errors import NotAllowed, NotFound
from league.models import Event, MatchRecord, Round, SeatScore, Snapshot, Stage, Table
from league.queries.records import count_check, record_versions
from league.queries.records import records as reading
from league.services.records import links, records
from tests import factories

pytestmark = pytest.mark.django_db

SHEET: JSON = {"seats": [{"points": "5.5"}, {"points": 3}, {"points": 1}]}


def a_table() -> Table:
    event = factories.event()
    ruleset = factories.free_game(event.club, name="Lantern Bay", decimals=1)
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    people = [
        factories.player("Ada Ahorn", name_level="initial"),
        factories.player("Ben Buche"),
        factories.player("Cleo Zeder", name_level="hidden"),
    ]
    return factories.table(round_, [factories.entry(event, person) for person in people])


def seat(table: Table, position: int) -> Actor:
    return links.claim(code=table.link.code, position=position, device=f"phone {position}")


def report(by: Actor, table: Table) -> MatchRecord:
    return records.submit(by=by, table=table, data=SHEET, expected_version=table.record_version)


def organizer() -> Actor:
    return factories.actor(Role.ORGANIZER, Event.objects.get())


def state(table: Table) -> str:
    return reading.table_row(viewer=ANONYMOUS, table=Table.objects.get(pk=table.pk)).state


def test_a_table_goes_from_waiting_to_confirmed() -> None:
    table = a_table()
    Event.objects.update(state=EventState.OPEN)
    seen = [state(table)]
    Event.objects.update(state=EventState.RUNNING)
    seen.append(state(table))
    record = report(seat(table, 1), table)
    seen.append(state(table))
    records.dispute(by=seat(table, 2), record=record, reason="no")
    seen.append(state(table))
    records.confirm(by=organizer(), record=record)
    seen.append(state(table))

    assert seen == ["waiting", "playing", "reported", "disputed", "confirmed"]


def test_a_counting_result_with_an_open_objection_is_disputed_and_still_counts() -> None:
    table = a_table()
    record = report(organizer(), table)

    records.dispute(by=seat(table, 2), record=record, reason="no")

    row = reading.table_row(viewer=ANONYMOUS, table=table)
    assert (row.state, [place.place for place in row.seats]) == ("disputed", [1, 2, 3])


def test_a_table_of_a_closed_round_without_a_sheet_is_missing() -> None:
    table = a_table()
    Round.objects.update(state=RoundState.CLOSED)

    assert state(table) == "missing"


def test_scores_are_shown_once_they_count_and_in_the_game_s_own_units() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    before = reading.tables_of(viewer=ANONYMOUS, round_=table.seating.round)
    records.confirm(by=seat(table, 2), record=record)

    after = reading.tables_of(viewer=ANONYMOUS, round_=table.seating.round)

    assert [(row.place, row.points) for row in before[0].seats] == [(None, None)] * 3
    assert [(row.place, row.points) for row in after[0].seats] == [
        (1, Fraction(11, 2)),
        (2, Fraction(3)),
        (3, Fraction(1)),
    ]


def test_open_tables_are_those_whose_result_does_not_count() -> None:
    table = a_table()
    event = Event.objects.get()
    other = factories.table(
        table.seating.round, [factories.entry(event, name) for name in ("Dan", "Eva", "Fay")]
    )
    report(organizer(), table)

    rows = reading.open_tables(viewer=ANONYMOUS, round_=table.seating.round)

    assert [row.table_id for row in rows] == [other.pk]


def test_each_audience_sees_the_names_it_may() -> None:
    table = a_table()
    report(organizer(), table)

    def names(viewer: Actor) -> list[str]:
        return record_versions.versions(viewer=viewer, table=table)[0].names

    assert names(ANONYMOUS) == ["Ada A.", "Ben Buche", "Player"]
    assert names(organizer()) == ["Ada Ahorn", "Ben Buche", "Cleo Zeder"]


def test_an_account_s_address_is_for_the_staff_alone() -> None:
    table = a_table()
    boss = organizer()
    report(boss, table)

    def author(viewer: Actor) -> tuple[str, str]:
        row = record_versions.versions(viewer=viewer, table=table)[0]
        return row.author, row.confirmers

    assert author(ANONYMOUS) == ("Organizer", "Organizer")
    assert author(seat(table, 1)) == ("Organizer", "Organizer")
    assert author(boss) == (factories.address(boss), factories.address(boss))


def test_versions_name_reporter_confirmer_and_disputer() -> None:
    table = a_table()
    record = report(seat(table, 1), table)
    records.dispute(by=seat(table, 2), record=record, reason="I had 4.")
    table.refresh_from_db()
    second = report(seat(table, 2), table)
    records.confirm(by=seat(table, 1), record=second)

    rows = record_versions.versions(viewer=seat(table, 1), table=table)

    assert [
        (row.version, str(row.state), row.author, row.confirmers, row.disputer) for row in rows
    ] == [
        (2, "confirmed", "Ben Buche", "Ada A.", ""),
        (1, "superseded", "Ada A.", "", "Ben Buche"),
    ]


def test_what_never_counted_is_for_the_table_and_the_staff() -> None:
    table = a_table()
    record = report(seat(table, 1), table)

    def seen(viewer: Actor) -> int:
        return len(record_versions.versions(viewer=viewer, table=table))

    assert [seen(v) for v in (ANONYMOUS, seat(table, 3), organizer())] == [0, 1, 1]
    with pytest.raises(NotFound):
        reading.record(viewer=ANONYMOUS, record_id=record.pk)
    assert reading.record(viewer=seat(table, 3), record_id=record.pk) == record


def test_a_table_of_a_draft_exists_for_organizers_alone() -> None:
    table = a_table()
    slug = Event.objects.get().slug
    table.seating.state = "draft"
    table.seating.save()

    for viewer in (ANONYMOUS, factories.actor(Role.SCOREKEEPER, Event.objects.get())):
        with pytest.raises(NotFound):
            reading.table(viewer=viewer, slug=slug, table_id=table.pk)
    assert reading.table(viewer=organizer(), slug=slug, table_id=table.pk) == table


def test_a_sheet_is_read_back_in_words() -> None:
    table = a_table()
    report(organizer(), table)

    text = record_versions.versions(viewer=ANONYMOUS, table=table)[0].text

    assert [(line.label, line.values) for line in text.lines] == [("Points", ("5.5", "3", "1"))]
    assert text.table == ()


def test_reading_versions_asks_as_often_for_three_as_for_one() -> None:
    table = a_table()
    boss = organizer()

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            record_versions.versions(viewer=boss, table=table)
        return len(asked)

    report(boss, table)
    once = queries()
    for version, points in ((1, 7), (2, 8)):
        sheet = {"seats": [{"points": points}, {"points": 3}, {"points": 1}]}
        records.correct(by=boss, table=table, data=sheet, expected_version=version, reason="x")

    assert queries() == once


# --- what is shown is what counts -------------------------------------------------------


def current(stage: Stage) -> None:
    """The stored standing as if it were just recomputed."""
    stage.refresh_from_db()
    snapshots.store(stage, {Audience.LIVE: b"{}"}, as_of=stage.stale_at)


def test_the_check_holds_when_all_results_count() -> None:
    table = a_table()
    report(organizer(), table)
    current(Stage.objects.get())

    check = count_check.check_counted(viewer=organizer(), event=Event.objects.get())

    assert (check.confirmed, check.holds) == (1, True)


def test_the_check_names_what_waits_and_what_is_missing() -> None:
    table = a_table()
    event = Event.objects.get()
    other = factories.table(
        table.seating.round, [factories.entry(event, name) for name in ("Dan", "Eva", "Fay")]
    )
    report(seat(table, 1), table)

    check = count_check.check_counted(viewer=organizer(), event=event)

    assert [row.table_id for row in check.waiting] == [table.pk]
    assert [row.table_id for row in check.missing] == [other.pk]
    assert not check.holds


def test_the_check_finds_scores_that_contradict_their_record() -> None:
    table = a_table()
    record = report(organizer(), table)
    current(Stage.objects.get())
    SeatScore.objects.filter(record=record, position=1).update(points=99)

    check = count_check.check_counted(viewer=organizer(), event=Event.objects.get())

    assert (check.broken, check.holds) == ((record.pk,), False)


def test_the_check_says_when_the_standing_is_behind() -> None:
    table = a_table()
    report(organizer(), table)
    Snapshot.objects.all().delete()

    check = count_check.check_counted(viewer=organizer(), event=Event.objects.get())

    assert (check.is_current, check.holds) == (False, False)


def test_the_check_is_for_the_staff() -> None:
    a_table()

    with pytest.raises(NotAllowed):
        count_check.check_counted(viewer=ANONYMOUS, event=Event.objects.get())
