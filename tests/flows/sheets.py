"""What tables write on their sheets, and what follows from it: computed here, from the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

# Dice Devils, per player: items by kind, number of items, sum of values, triples, total.
# Seven kinds are worth 1 a piece; three of a kind bring 3 more; ten items end the match.
DEVILS: tuple[tuple[dict[str, int], int, int, int, int], ...] = (
    ({"0": 3, "1": 3, "2": 3, "3": 1}, 10, 10, 3, 19),
    ({"0": 2, "1": 2, "2": 2}, 6, 6, 0, 6),
    ({"3": 3, "4": 1}, 4, 4, 1, 7),
    ({"4": 2, "5": 2, "6": 1}, 5, 5, 0, 5),
    ({"5": 1, "6": 2}, 3, 3, 0, 3),
    ({"4": 2}, 2, 2, 0, 2),
)
LANTERNS = (31, 24, 24, 18, 12, 9)


def turned(rows: Sequence[int], by: int, size: int) -> list[int]:
    """The first ``size`` rows, beginning with another one at every table."""
    return [rows[(place + by) % size] for place in range(size)]


@dataclass
class Ledger:
    """Matches as they ended, and the standing that follows: seven for the first, one for the last.

    ``guests`` play and are not ranked.
    """

    guests: set[str] = field(default_factory=set)
    matches: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def put(self, key: str, names: Sequence[str], points: Sequence[int]) -> None:
        """Stores, or replaces, what a table scored."""
        self.matches[key] = list(zip(names, points, strict=True))

    def points(self) -> dict[str, Fraction]:
        """The league points of everybody but the guests, whom nobody ranks."""
        sums: dict[str, Fraction] = {}
        for match in self.matches.values():
            for name, score in match:
                better = sum(other > score for _, other in match)
                level = sum(other == score for _, other in match)
                covered = range(better, better + level)
                rows = [7 - Fraction(6 * place, len(match) - 1) for place in covered]
                paid = sum(rows, Fraction()) / level
                if name not in self.guests:
                    sums[name] = sums.get(name, Fraction()) + paid
        return sums

    def key(self, name: str) -> tuple[Fraction, int, tuple[int, ...]]:
        """Points, then tables won, then how often first, second, and so on."""
        places = [
            sum(other > dict(match)[name] for _, other in match)
            for match in self.matches.values()
            if name in dict(match)
        ]
        return self.points()[name], places.count(0), tuple(places.count(n) for n in range(6))

    def allowed_ranks(self) -> dict[str, range]:
        """The ranks that each member may have: one, or those that equal ones share or divide."""
        keys = {name: self.key(name) for name in self.points()}
        found = {}
        for name, key in keys.items():
            better = sum(other > key for other in keys.values())
            level = sum(other == key for other in keys.values())
            found[name] = range(better + 1, better + level + 1)
        return found


def check(ledger: Ledger, shown: Mapping[str, tuple[int | None, Fraction]]) -> None:
    """Fails unless ``shown`` (rank and points by name) is the standing that the ledger gives."""
    ranked = {name: row for name, row in shown.items() if name not in ledger.guests}
    assert {name: points for name, (_, points) in ranked.items()} == ledger.points()
    assert [shown[name][0] for name in ledger.guests] == [None] * len(ledger.guests)
    allowed = ledger.allowed_ranks()
    wrong = {name: rank for name, (rank, _) in ranked.items() if rank not in allowed[name]}
    assert wrong == {}
