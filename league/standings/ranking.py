"""The cascade: criteria one after the other, shared ranks where all are level."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from league.standings.contract import Criterion, Tally, Value
from league.standings.counting import scaled_up
from league.standings.table import Parting
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


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody in order, and where ties were decided."""

    ranked: tuple[Ranked, ...]
    partings: tuple[Parting, ...]


def rank_players(
    players: Collection[PlayerId], chain: Sequence[str], tally: Tally, neutral: Neutral
) -> Ranking:
    """Rank by the chain; `neutral` orders the listing of equals and never the ranks."""
    values: dict[PlayerId, list[Value]] = {player: [] for player in players}
    groups: list[list[PlayerId]] = [sorted(players, key=neutral)] if players else []
    partings: list[Parting] = []
    for position, key in enumerate(chain):
        one = criterion(key)
        known: Mapping[PlayerId, Value] = {}
        if one.depends != "level":
            known = values_for(one, tally, list(players))
        split: list[list[PlayerId]] = []
        for group in groups:
            parts = _split(group, one, tally, known, values)
            if position and len(parts) > 1:
                partings.append(Parting(key, position, tuple(tuple(part) for part in parts)))
            split.extend(parts)
        groups = split
    ranked: list[Ranked] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked.extend(
            Ranked(player, rank, len(group) > 1, tuple(values[player])) for player in group
        )
    return Ranking(tuple(ranked), tuple(partings))


def values_for(
    one: Criterion, tally: Tally, players: Collection[PlayerId]
) -> Mapping[PlayerId, Value]:
    """The values of a criterion that does not ask who is level; stored ones are not redone."""
    stored = tally.stored(one.key)
    if not stored:
        return one.values(tally, players)
    fresh = one.values(tally, [player for player in players if player not in stored])
    return {player: stored[player] if player in stored else fresh[player] for player in players}


def _split(
    group: list[PlayerId],
    one: Criterion,
    tally: Tally,
    known: Mapping[PlayerId, Value],
    values: dict[PlayerId, list[Value]],
) -> list[list[PlayerId]]:
    """Part a level group by one criterion, best first; the order of equals stays."""
    if one.depends == "level":
        if len(group) == 1:
            values[group[0]].append(None)
            return [group]
        known = one.values(tally, group)
    for player in group:
        values[player].append(known[player])
    if len(group) == 1:
        return [group]
    with_value = [player for player in group if known[player] is not None]
    dash = [player for player in group if known[player] is None]
    heights = _heights([known[player] for player in with_value])
    # Sorted and told apart side by side: a long tuple of results is dear to hash.
    order = sorted(
        zip(heights, with_value, strict=True),
        key=itemgetter(0),
        reverse=not one.lower_wins(tally),
    )
    parts = [[player for _, player in same] for _, same in groupby(order, key=itemgetter(0))]
    return [*parts, dash] if dash else parts


def _heights(values: Sequence[Value]) -> Sequence[object]:
    """What values are compared by: whole numbers where they are fractions."""
    fractions = [value for value in values if isinstance(value, Fraction)]
    return scaled_up(fractions) if len(fractions) == len(values) else values


def values_of(player: PlayerId, chain: Sequence[str], tally: Tally) -> tuple[Value, ...]:
    """The chain's values for a row that is not ranked; what exists only inside ties is None."""
    return tuple(
        None if one.depends == "level" else values_for(one, tally, (player,))[player]
        for one in (criterion(key) for key in chain)
    )
