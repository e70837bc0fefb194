"""What to have ready for a number of players that is not known for sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.seating.split import table_splits
from league.seating.types import Field, GameChoice, SizeRule, Split

MARGIN = 2
_ALTERNATIVES = 24


@dataclass(frozen=True, slots=True)
class Tables:
    """A split, and how few and how many players its tables would take as they stand."""

    split: Split
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class Nearby:
    """The best tables for a number of players near the expected one; None when none fit."""

    heads: int
    tables: Tables | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """An expected number of players.

    ``best`` is the split of the least cost. ``steady`` is the best one whose tables stay as they
    are, each with its game, when up to ``MARGIN`` players more or fewer come; it may be the same.
    """

    heads: int
    best: Tables | None
    steady: Tables | None
    nearby: tuple[Nearby, ...]

    @property
    def holds(self) -> bool:
        """Whether everybody can play, however many come within the margin."""
        return self.best is not None and all(one.tables is not None for one in self.nearby)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of players within the margin that do not fit."""
        return tuple(one.heads for one in self.nearby if one.tables is None)


def outlook(
    heads: Iterable[int],
    games: Sequence[GameChoice],
    *,
    preferred: int = 4,
    max_tables: int | None = None,
) -> tuple[Prospect, ...]:
    """What to do with each of these numbers of players, given the games and their copies."""
    field = Field(
        players=(),
        games=tuple(games),
        sizes=SizeRule(preferred=preferred, max_tables=max_tables),
    )
    known: dict[int, Tables | None] = {}

    def best(n: int) -> Tables | None:
        if n not in known:
            found = table_splits(n, field, keep=1) if n > 0 else ()
            known[n] = _capacity(found[0], games) if found else None
        return known[n]

    prospects: list[Prospect] = []
    for n in heads:
        near = [n + step for step in range(-MARGIN, MARGIN + 1) if step and n + step > 0]
        options = (_capacity(one, games) for one in table_splits(n, field, keep=_ALTERNATIVES))
        steady = next(
            (one for one in options if one.fewest <= n - MARGIN and one.most >= n + MARGIN), None
        )
        nearby = tuple(Nearby(m, best(m)) for m in near)
        prospects.append(Prospect(n, best(n), steady, nearby))
    return tuple(prospects)


def _capacity(split: Split, games: Sequence[GameChoice]) -> Tables:
    by_ruleset = {game.ruleset: game for game in games}
    chosen = [by_ruleset[ruleset] for ruleset in split.rulesets]
    return Tables(split, sum(game.low for game in chosen), sum(game.high for game in chosen))
