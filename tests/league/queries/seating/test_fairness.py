"""The ledger of events and seasons: whose rounds are in it, and which names it shows."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.core import actors
from league.core.enums import EventState, NameLevel, Role, RoundEntryState
from league.models import Event, Membership, RoundEntry, Season
from league.queries.seating import fairness
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import exactly, round_of

pytestmark = pytest.mark.django_db


def evening(season: Season, names: list[str], tables: list[list[int]]) -> Event:
    """One round of an evening, people by their place in ``names``."""
    event = factories.event(season=season)
    stage = factories.stage(event)
    members = Membership.objects.filter(club=season.club).select_related("player")
    known = {row.player.name: row.player for row in members}
    people = [
        factories.entry(event, known.get(name) or factories.member(season.club, name))
        for name in names
    ]
    round_ = factories.round_(stage)
    for table in tables:
        factories.table(round_, [people[place] for place in table])
    return event


NAMES = ["Ada Reed", "Bo Moss", "Cy Fern", "Dee Birch"]


def test_a_season_adds_up_its_evenings_and_an_event_knows_only_its_own() -> None:
    season = factories.season()
    first = evening(season, NAMES, [[0, 1], [2, 3]])
    evening(season, NAMES, [[1, 0], [3, 2]])

    whole, one = (
        fairness.of_season(actors.ANONYMOUS, season),
        fairness.of_event(actors.ANONYMOUS, first),
    )

    assert (whole.book.rounds, whole.book.repeats, whole.book.forced) == (2, 2, 0)
    assert (one.book.rounds, one.book.repeats) == (1, 0)
    assert [row.line.opponents for row in whole.rows] == [1, 1, 1, 1]
    assert [row.line.starts.times for row in whole.rows] == [1, 1, 1, 1]


def test_a_cancelled_evening_is_not_in_the_season() -> None:
    season = factories.season()
    evening(season, NAMES, [[0, 1], [2, 3]])
    Event.objects.update(state=EventState.CANCELLED)

    assert fairness.of_season(actors.ANONYMOUS, season).rows == ()


def test_a_draft_is_not_in_the_ledger_and_its_people_are_not_either() -> None:
    stage, _, by = exactly(4, 4, 8)

    seatings.draw(by=by, stage=stage)

    assert fairness.of_event(by, stage.event).rows == ()


def test_sitting_out_counts_and_a_requested_bye_does_not() -> None:
    stage, people, by = exactly(4, 4, 10)
    people[2].wants_bye = True
    people[2].save()

    round_of(by, stage)

    found = fairness.of_event(by, stage.event)
    out = {row.player_id for row in found.rows if row.line.sat_out.times}
    rested = RoundEntry.objects.filter(state=RoundEntryState.BYE)
    assert out == set(rested.values_list("entry__player", flat=True))
    assert found.row(people[2].player_id) is None


def test_the_public_reads_public_names_and_organizers_full_ones() -> None:
    season = factories.season()
    season.club.name_level = NameLevel.INITIAL
    season.club.save()
    event = evening(season, NAMES, [[0, 1], [2, 3]])
    organizer = factories.actor(Role.ORGANIZER, season.club)

    public = [row.name for row in fairness.of_event(actors.ANONYMOUS, event).rows]
    full = [row.name for row in fairness.of_event(organizer, event).rows]

    assert sorted(full) == sorted(NAMES)
    assert "Reed" not in " ".join(public)
    assert len(public) == 4


def test_the_rounds_stand_beside_their_proven_bound() -> None:
    stage, _, by = exactly(4, 4, 8)
    round_of(by, stage)

    found = fairness.of_event(by, stage.event)

    assert [(row.number, row.repeats, row.lower_bound) for row in found.rounds] == [(1, 0, 0)]


def test_more_evenings_ask_no_more_queries() -> None:
    season = factories.season()
    evening(season, NAMES, [[0, 1], [2, 3]])
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            fairness.of_season(actors.ANONYMOUS, season)
        counts.append(len(asked))
        evening(season, NAMES, [[0, 2], [1, 3]])
        evening(season, NAMES, [[0, 3], [1, 2]])

    assert counts[0] == counts[1]
