"""What each seat of a game gives on average, measured on results."""

from __future__ import annotations

from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.exact import exact_sum
from league.standings.ledger import Ledger
from league.standings.settings import DEFAULT_SETTINGS, SeatMean, StageSettings
from league.standings.types import Results


def measure_seats(
    results: Results, scheme: PointsScheme, settings: StageSettings = DEFAULT_SETTINGS
) -> tuple[SeatMean, ...]:
    """The mean league points of every game, table size and seat that occurs, in that order.

    Seats without a position, and those that cannot score, are left out.
    """
    ledger = Ledger()
    ledger.collect(results, scheme, settings)
    found: dict[tuple[str, int, int], list[Fraction]] = {}
    for account in ledger.accounts.values():
        for played in account.seats.values():
            table = played.scored.table
            position = table.seats[played.at].seat
            if played.award is not None and position is not None:
                key = (table.game, table.size, position)
                found.setdefault(key, []).append(played.award.points or Fraction(0))
    return tuple(SeatMean(*key, exact_sum(found[key]) / len(found[key])) for key in sorted(found))
