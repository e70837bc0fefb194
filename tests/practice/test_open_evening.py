"""A whole evening of open play: people come over time, tables form and end, nobody is forgotten."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
import time_machine

from league.core.enums import CountingRule, EventState, Role, StageMode
from league.models import Entry, Ruleset, Table
from league.queries.evening import open_play
from league.queries.standings import standings
from league.services.evening import entries
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Season, Stage
    from league.standings.payload import RowPayload

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

START = datetime(2026, 11, 24, 19, 0, tzinfo=UTC)
# Minutes after the start at which each of the twelve comes.
COMES = (0, 0, 0, 0, 0, 12, 12, 20, 20, 33, 33, 48)
LASTS = (25, 40, 30, 35, 20, 45)
MATCHES = 24


@dataclass
class Night:
    """What happened: who sat with whom, and how long everybody waited each time."""

    stage: Stage
    by: Actor
    people: list[Entry]
    tables: list[tuple[int, ...]] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)

    @property
    def matches(self) -> Counter[int]:
        return Counter(pk for table in self.tables for pk in table)

    @property
    def pairs(self) -> Counter[tuple[int, ...]]:
        return Counter(pair for table in self.tables for pair in combinations(sorted(table), 2))


def played(most: int, season: Season | None = None) -> Night:
    """Two boxes for twelve people: at most ten play, and the organizer takes what is proposed."""
    club = season.club if season else factories.club()
    event = factories.event(club, season=season, starts_at=START, state=EventState.RUNNING)
    game = factories.free_game(event.club, name="Copper Kettle", seats=[3, 5])
    game.club_game.copies = 2
    game.club_game.save()
    stage = factories.stage(event, ruleset=game, mode=StageMode.OPEN_PLAY)
    by = factories.actor(Role.ORGANIZER, event.club)
    people = [factories.entry(event, is_present=False) for _ in COMES]
    night = Night(stage, by, people)
    with time_machine.travel(START, tick=False) as clock:
        for minute in range(24 * 60):
            clock.move_to(START + timedelta(minutes=minute))
            arrived = [row.pk for row, at in zip(people, COMES, strict=True) if at == minute]
            if arrived:
                entries.set_present(by=by, event=event, entries=arrived, present=True)
            for pk in [pk for pk, end in night.ends.items() if end == minute]:
                enter(by, Table.objects.get(pk=pk))
                del night.ends[pk]
            if len(night.tables) < most:
                form(night, minute)
            if len(night.tables) >= most and not night.ends:
                break
    return night


def form(night: Night, minute: int) -> None:
    """Starts what the desk proposes first, as its button does."""
    found = open_play.proposals(night.stage)
    if not found.options:
        return
    waited = {row.entry.pk: row.at for row in open_play.free(night.stage)}
    formed = seatings.form_proposed(
        by=night.by,
        stage=night.stage,
        tables=[
            (
                Ruleset.objects.get(pk=table.ruleset),
                [Entry.objects.get(pk=pk) for pk in table.players],
            )
            for table in found.options[0].tables
        ],
    )
    now = START + timedelta(minutes=minute)
    for table in formed:
        seats = tuple(table.seats.order_by("position").values_list("entry", flat=True))
        night.tables.append(seats)
        night.waits += [int((now - waited[pk]).total_seconds()) // 60 for pk in seats]
        night.ends[table.pk] = minute + LASTS[len(night.tables) % len(LASTS)]


def test_an_evening_of_two_dozen_matches_is_fair_to_all_who_come_at_any_time() -> None:
    night = played(MATCHES)

    assert len(night.tables) == MATCHES
    assert {len(table) for table in night.tables} <= {3, 4, 5}
    matches = sorted(night.matches.values())
    assert (len(matches), matches[-1] - matches[0] <= 1) == (len(COMES), True)
    assert max(night.waits) <= max(LASTS)
    # by chance alone a pair meets in every fourth match or so; hardly any pair never meets
    possible = len(COMES) * (len(COMES) - 1) // 2
    assert len(night.pairs) >= possible * 17 // 20
    assert max(night.pairs.values()) <= Fraction(5, 2) * sum(night.pairs.values()) / possible


def exact_average(row: RowPayload) -> Fraction:
    found = row["values"]["average"]
    assert isinstance(found, dict)
    return Fraction(found["exact"])


def test_averages_of_unequal_evenings_are_exact_and_too_few_matches_give_no_rank() -> None:
    least = 4
    season = factories.season(
        counting=CountingRule.AVERAGE, min_matches=least, chain=["average", "points"]
    )
    night = played(9, season)

    rows = {row["player"]: row for row in standings.payload(season, night.by).payload["rows"]}

    points: dict[int, Fraction] = dict.fromkeys((row.pk for row in night.people), Fraction(0))
    for table in night.tables:
        last = len(table) - 1  # the first seat won, 7 for the winner and 1 for the last
        for place, pk in enumerate(table):
            points[pk] += 1 + Fraction(6 * (last - place), last)
    assert len(set(night.matches.values())) > 1
    for entry in night.people:
        row, count = rows[entry.player_id], night.matches[entry.pk]
        assert row["values"]["matches"] == count
        assert exact_average(row) == points[entry.pk] / count
        assert (row["rank"] is None) == (count < least)
        if count < least:
            assert (row["unranked"], row["have"], row["need"]) == ("below_minimum", count, least)
    ranked = [row for row in rows.values() if row["rank"] is not None]
    assert 0 < len(ranked) < len(rows)
    averages = [exact_average(row) for row in ranked]
    assert averages == sorted(averages, reverse=True)
