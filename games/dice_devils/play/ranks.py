"""What a rank is worth for the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.play.odds import Fighter, Odds, odds_for
from games.dice_devils.play.table import Table

_ABILITY = 1.0
"""What a won fight brings an error devil or a cleaning devil beside the item; by simulation."""

_SELDOM = 0.01
"""Chances below this are not looked into."""


# Fitted to who won 2,100 simulated matches from every round of them.
USUAL: Mapping[tuple[int, ...], Mapping[int, float]] = {
    (OBER, PUTZ, SATAN): {OBER: 0.67, PUTZ: 0.03, SATAN: 0.0},
    (OBER, SPIEL, FEHLER, SATAN): {OBER: 0.0, SPIEL: 0.13, FEHLER: 0.43, SATAN: 0.23},
    (OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN): {
        OBER: 0.0,
        SPIEL: 0.5,
        FEHLER: 0.8,
        PUTZ: 0.27,
        SPRING: 0.27,
        SATAN: 0.2,
    },
}
"""The points that a rank brings in a round more than the poorest one, for usual sets of ranks."""

_POINTS = 1.0
"""The points of an item, for sets of ranks whose worth is worked out in items."""


def ranks_held(table: Table) -> Mapping[int, float]:
    """The points that each rank brings in a round."""
    known = USUAL.get(table.ranks)
    if known is not None:
        return known
    return {rank: _POINTS * items for rank, items in rank_worth(table).items()}


@lru_cache(maxsize=64)
def rank_worth(table: Table) -> dict[int, float]:
    """By rank: the items to expect from a round in which the others place anywhere.

    The better ranks have placed, the worse may still come; the claim with the best chance is made
    with whatever dice. An item counts as one. What hardly ever happens is left out: crowds of later
    players, and claims where two more stand than elsewhere.
    """
    ranks, slots = table.ranks, table.target
    odds = odds_for(table.options)
    worth = {}
    for place, rank in enumerate(ranks):
        later = ranks[place + 1 :]
        # it does not matter which slot is whose, only who shares one
        layouts = Counter(
            tuple(
                sorted(
                    tuple(r for r, claim in zip(ranks, claims, strict=False) if claim == slot)
                    for slot in range(slots)
                )
            )
            for claims in product(range(slots), repeat=place)
        )
        joining = []
        for coming in product((False, True), repeat=len(later)):
            number = sum(coming)
            chance = (1 / slots) ** number * (1 - 1 / slots) ** (len(later) - number)
            if chance > _SELDOM:
                joined = tuple(r for r, comes in zip(later, coming, strict=True) if comes)
                joining.append((joined, chance))
        total = 0.0
        for layout, times in layouts.items():
            fewest = min(map(len, layout))
            likely = {there for there in layout if len(there) <= fewest + 1}
            for counted, fall in odds.falls[rank].items():
                me = (rank, counted)
                best = max(
                    sum(chance * _promise(odds, me, there + come) for come, chance in joining)
                    for there in likely
                )
                total += fall * times * best
        certain = sum(chance for _, chance in joining)
        worth[rank] = total / certain / slots**place
    return worth


def _promise(odds: Odds, me: Fighter, rivals: tuple[int, ...]) -> float:
    """Items to expect from a claim, against these or alone."""
    if not rivals:
        return 1.0
    brings = 1.0 + (_ABILITY if me[0] in (FEHLER, PUTZ) else 0.0)
    return odds.win(me, rivals, None) * brings
