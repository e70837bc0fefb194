"""Somebody removes an evening while somebody else writes something there: one of both happens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from league.core.actors import system
from league.core.errors import Conflict, NotFound, Refused
from league.models import Club, Event, JournalLine, MatchRecord, Season
from league.services.evening import entries
from league.services.occasions import events, removals
from league.services.records import records
from tests import factories
from tests.league.services.records.test_records_parallel import together

if TYPE_CHECKING:
    from league.models import Table

pytestmark = pytest.mark.django_db(transaction=True)
BY = system("test")
TIMES = 4
TONIGHT = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
SHEET = {"seats": [{"points": 9}, {"points": 4}]}


def a_table() -> Table:
    event = factories.event()
    round_ = factories.round_(factories.stage(event))
    return factories.table(round_, [factories.entry(event, name) for name in ("Ada", "Ben")])


def submit(table: Table) -> MatchRecord:
    return records.submit(by=BY, table=table, data=SHEET, expected_version=0)


@pytest.mark.parametrize("thing", [Event, Club])
def test_no_result_is_in_what_was_removed_and_nothing_with_a_result_is_removed(
    thing: type[Event] | type[Club],
) -> None:
    for _ in range(TIMES):
        table = a_table()
        event = table.seating.round.stage.event
        gone = event if thing is Event else event.club

        answers = together(
            lambda table=table: submit(table),  # type: ignore[misc]  # bound to this time's table
            lambda gone=gone: removals.remove(by=BY, thing=gone),  # type: ignore[misc]
        )

        is_away = thing.objects.get(pk=gone.pk).removed_at is not None
        refused = [answer for answer in answers if isinstance(answer, (NotFound, Refused))]
        assert (table.records.exists(), len(refused)) == (not is_away, 1), answers


def test_nobody_is_signed_up_for_what_was_removed() -> None:
    for _ in range(TIMES):
        event = factories.event()
        player = factories.member(event.club, "Ada")

        together(
            lambda event=event, player=player: entries.register(  # type: ignore[misc]
                by=BY, event=event, player=player
            ),
            lambda event=event: removals.remove(by=BY, thing=event),  # type: ignore[misc]
        )

        line = JournalLine.objects.filter(event=event).latest("seq")
        assert (line.kind, Event.objects.get(pk=event.pk).removed_at) == ("event_removed", line.at)


def test_a_season_that_was_removed_has_no_evening_that_is_still_there() -> None:
    for _ in range(TIMES):
        season = factories.season()
        factories.free_game(season.club)

        answers = together(
            lambda season=season: events.create(  # type: ignore[misc]
                by=BY,
                club=season.club,
                season=season,
                name="Open night",
                starts_at=TONIGHT,
            ),
            lambda season=season: removals.remove(by=BY, thing=season),  # type: ignore[misc]
        )

        is_away = Season.objects.get(pk=season.pk).removed_at is not None
        there = Event.objects.filter(season=season, removed_at__isnull=True).count()
        assert not (is_away and there), answers
        assert any(isinstance(answer, (Conflict, NotFound)) for answer in answers) or is_away
