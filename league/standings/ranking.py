"""The cascade: criteria one after the other, shared ranks where all are level."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from league.standings.contract import Criterion, Tally, Value
from league.standings.tiebreaks import criterion
from league.standings.types import PlayerId

Neutral: TypeAlias = Callable[[PlayerId], tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's rank, whether it is shared, and the values of the chain."""

    player: PlayerId
    rank: int
    tied: bool
    values: tuple[Value, ...]


def rank_players(
    players: Collection[PlayerId], chain: Sequence[str], tally: Tally, neutral: Neutral
) -> list[Ranked]:
    """Rank by the chain; `neutral` orders the listing of equals and never the ranks."""
    criteria = [criterion(key) for key in chain]
    values: dict[PlayerId, list[Value]] = {player: [] for player in players}
    groups: list[list[PlayerId]] = [list(players)] if players else []
    for one in criteria:
        groups = [part for group in groups for part in _split(group, one, tally, values)]
    ranked: list[Ranked] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked.extend(
            Ranked(player, rank, len(group) > 1, tuple(values[player]))
            for player in sorted(group, key=neutral)
        )
    return ranked


def _split(
    group: list[PlayerId], one: Criterion, tally: Tally, values: dict[PlayerId, list[Value]]
) -> list[list[PlayerId]]:
    if one.within_level and len(group) == 1:
        values[group[0]].append(None)
        return [group]
    found = one.values(tally, group)
    for player in group:
        values[player].append(found[player])
    if len(group) == 1:
        return [group]

    def height(player: PlayerId) -> tuple[bool, Value]:
        value = found[player]
        return (value is not None, value or Fraction(0))

    # Values of one criterion have one type; the flag in front keeps None from being compared.
    ordered = sorted(group, key=height, reverse=True)
    return [list(part) for _, part in groupby(ordered, key=height)]


def values_of(player: PlayerId, chain: Sequence[str], tally: Tally) -> tuple[Value, ...]:
    """The chain's values for a row that is not ranked; what exists only inside ties is None."""
    return tuple(
        None if one.within_level else one.values(tally, (player,))[player]
        for one in (criterion(key) for key in chain)
    )
