"""How strong people are for balanced tables: how far ahead they finished in the season so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from league.enums import EventState, RecordState
from league.models import SeatScore

if TYPE_CHECKING:
    from league.models import Season

# So many middling matches are added to everybody's own: a single win makes no champion.
PRIOR_MATCHES = 2


def in_season(season: Season, players: Collection[int]) -> dict[int, Fraction]:
    """Between 0 (always last) and 100 (always first), for those of ``players`` who have played."""
    rows = (
        SeatScore.objects.filter(
            record__stage__event__season=season,
            record__state=RecordState.CONFIRMED,
        )
        .exclude(record__stage__event__state=EventState.CANCELLED)
        .values_list("record", "entry__player", "place")
    )
    sizes: Counter[int] = Counter()
    places: list[tuple[int, int, int]] = []
    for record, player, place in rows:
        sizes[record] += 1
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
