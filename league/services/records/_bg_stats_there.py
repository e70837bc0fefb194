"""Plays that the club has already without their id: the app gives its own to what we hand it."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Q

from league.models import MatchRecord
from league.queries import what_counts
from league.queries.records.bg_stats import LONGEST
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from league.models import ClubGame, Season
    from league.services.records._result_people import People
    from league.services.records.result_plan import PlannedMatch

Seated = frozenset[tuple[int, int]]  # players and their places
Points = dict[int, Fraction] | None


class There:
    """The matches of a club on the days of a season, each found once.

    Args:
        known: tables that the file has under their own ids.
    """

    def __init__(self, season: Season, known: Collection[int]) -> None:
        self.found: dict[tuple[date, int, bool, Seated], list[tuple[int, Points]]]
        self.found = defaultdict(list)
        self.taken: set[int] = set()
        zone = wall_time.zone_of(season)
        span = wall_time.season_span(season)
        when = Q(table__played_at__range=span) | Q(
            table__played_at=None, stage__event__starts_at__range=span
        )
        rows = MatchRecord.objects.filter(
            what_counts.results(),
            when,
            stage__event__club=season.club,
            stage__event__removed_at__isnull=True,
        ).exclude(table__in=known)
        rows = rows.select_related("table__ruleset", "stage__event").order_by("pk")
        for row in rows.prefetch_related("scores__entry"):
            scores = list(row.scores.all())
            seated = frozenset((one.entry.player_id, one.place) for one in scores)
            unit = 10 ** int(row.outcome.get("scale", 0))
            points: Points = {
                one.entry.player_id: Fraction(one.points, unit)
                for one in scores
                if one.points is not None
            }
            box, drawn = row.table.ruleset.club_game_id, bool(row.outcome["drawn"])
            begun = row.table.played_at or row.stage.event.starts_at
            for day in {wall_time.day_of(at, zone) for at in _ends(begun, row.reported_at)}:
                self.found[day, box, drawn, seated].append((row.pk, points or None))

    def has(self, one: PlannedMatch, box: ClubGame, people: People) -> bool:
        """Whether somebody noted the match down here: day, game, people, places and points."""
        numbers = [people.player(seat).pk for seat in one.match.seats]
        outcome, unit = one.outcome, 10**one.scale
        points: Points = None
        if outcome.points is not None:
            told = zip(numbers, outcome.points, strict=True)
            points = {number: Fraction(value, unit) for number, value in told}
        seated = frozenset(zip(numbers, outcome.places, strict=True))
        for pk, known in self.found.get((one.match.day, box.pk, outcome.drawn, seated), []):
            if pk not in self.taken and (points is None or known is None or points == known):
                self.taken.add(pk)
                return True
        return False


def _ends(begun: datetime, reported: datetime) -> Iterator[datetime]:
    """When the app may say that the match was: at its start, or when its result came."""
    yield begun
    if begun <= reported <= begun + LONGEST:
        yield reported
