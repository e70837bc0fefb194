"""Why a value in a table is what it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from league.standings.compute import Standing
from league.standings.contract import Term, Value
from league.standings.table import Parting, Table
from league.standings.tiebreaks import criterion
from league.standings.types import PlayerId


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value with its addends.

    Where there are terms, the counted ones add up to the value, or to the value times
    `divisor`. Values that exist only inside ties have none; `partings_of` tells about them.
    """

    key: str
    value: Value
    terms: tuple[Term, ...]
    divisor: Fraction | None


def explain(standing: Standing, player: PlayerId) -> tuple[Explanation, ...]:
    """One explanation per criterion of the chain, for a player of the table."""
    row = next(row for row in standing.table.rows if row.player == player)
    ledger = standing.ledger_of(row)
    return tuple(
        Explanation(
            key,
            value,
            criterion(key).terms(ledger, player),
            criterion(key).divisor(ledger, player),
        )
        for key, value in zip(standing.table.chain, row.values, strict=True)
    )


def partings_of(table: Table, player: PlayerId) -> tuple[Parting, ...]:
    """Where the player was level with others and a criterion parted them, in order."""
    return tuple(
        parting for parting in table.partings if any(player in group for group in parting.groups)
    )
