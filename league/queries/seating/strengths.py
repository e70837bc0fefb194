"""How strong people are for balanced tables: their rating, else how they finished this season."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from league.core.enums import RatingKind, RecordState
from league.models import Rating, SeatScore
from league.queries import what_counts

if TYPE_CHECKING:
    from league.models import Season, Stage

# So many middling matches are added to everybody's own: a single win makes no champion.
PRIOR_MATCHES = 2


def of_stage(stage: Stage, players: Collection[int]) -> dict[int, Fraction]:
    """The strength of those of ``players`` of whom something is known.

    Ratings in the club's game of the stage, where at least half of them have one; else places in
    the season; else nothing, and the seating room falls back on the points of the event.
    """
    rated = Rating.objects.filter(
        scope__kind=RatingKind.CLUB_GAME,
        scope__club_game=stage.ruleset.club_game_id,
        player__in=players,
    ).values_list("player", "value")
    # Whole numbers are fine enough, and the same on every machine.
    ratings = {player: Fraction(round(value)) for player, value in rated}
    if players and 2 * len(ratings) >= len(players):
        return dict(sorted(ratings.items()))
    season = stage.event.season
    return in_season(season, players) if season is not None else {}


def in_season(season: Season, players: Collection[int]) -> dict[int, Fraction]:
    """Between 0 (always last) and 100 (always first), for those of ``players`` who have played."""
    rows = SeatScore.objects.filter(
        what_counts.taking_place("record__stage__event__"),
        record__stage__event__season=season,
        record__state=RecordState.CONFIRMED,
    ).values_list("record", "entry__player", "place", "entry__is_filler")
    sizes: Counter[int] = Counter()
    places: list[tuple[int, int, int]] = []
    for record, player, place, is_filler in rows:
        sizes[record] += 1
        if not is_filler:
            places.append((record, player, place))
    known = set(players)
    totals: dict[int, Fraction] = defaultdict(Fraction)
    matches: Counter[int] = Counter()
    for record, player, place in places:
        if player in known and place and sizes[record] > 1:
            totals[player] += Fraction(sizes[record] - place, sizes[record] - 1)
            matches[player] += 1
    middling = Fraction(PRIOR_MATCHES, 2)
    return {
        player: 100 * (total + middling) / (matches[player] + PRIOR_MATCHES)
        for player, total in sorted(totals.items())
    }
