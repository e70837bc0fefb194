"""What a whole schedule is asked for: who plays in which round, at tables of which sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as with_default
from itertools import combinations

from league.seating.apart import arrange, circle_of_enemies, conflicts
from league.seating.errors import SeatingRefused
from league.seating.types import Objection, Pair

Tables = tuple[tuple[int, ...], ...]
"""One round: per table its players, in seat order."""

Rounds = tuple[Tables, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A whole schedule to be made, for players numbered 0..n-1.

    `sizes` holds the table sizes of every round in table order; `present` says per round who
    plays (None: everybody, always). `history` are rounds played before, which count as meetings,
    short tables and seats. `apart` pairs never share a table; two of one club do so only where
    they must (`clubs` gives a number or None per player). `fixed` binds (round, player) to the
    index of a table. `scores` are points so far, for methods that look at them.
    """

    n: int
    sizes: tuple[tuple[int, ...], ...]
    preferred: int = 4
    present: tuple[tuple[int, ...], ...] | None = None
    history: Rounds = ()
    apart: frozenset[Pair] = frozenset()
    clubs: tuple[int | None, ...] = ()
    fixed: Mapping[tuple[int, int], int] = with_default(default_factory=dict)
    scores: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds are to be made."""
        return len(self.sizes)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but head-count and sizes is given, so that ready-made designs apply."""
        return (
            self.has_equal_rounds
            and not self.apart
            and not any(club is not None for club in self.clubs)
        )

    @property
    def has_equal_rounds(self) -> bool:
        """Whether everybody plays every round at the same sizes, with nothing played or locked."""
        return not (
            self.history or self.fixed or self.present is not None or len(set(self.sizes)) > 1
        )

    def players_of(self, number: int) -> Sequence[int]:
        """Who plays in the round with this index."""
        return range(self.n) if self.present is None else self.present[number]


def objections(instance: Instance) -> list[Objection]:
    """Every reason why no schedule can be made, found without searching."""
    if instance.n < 1:
        return [Objection("nobody", {"byes": 0})]
    if not instance.sizes:
        return [Objection("no_rounds", {"rounds": 0})]
    found = _wrong_counts(instance)
    return found or [*_wrong_locks(instance), *_wrong_bans(instance)]


def refuse(found: Sequence[Objection]) -> None:
    """Raise `SeatingRefused` with these objections, if there are any."""
    if found:
        raise SeatingRefused(tuple(found))


def _wrong_counts(instance: Instance) -> list[Objection]:
    everybody = range(instance.n)
    if instance.present is not None and len(instance.present) != instance.rounds:
        return [Objection("no_rounds", {"rounds": len(instance.present)})]
    for number, sizes in enumerate(instance.sizes):
        present = instance.players_of(number)
        strangers = sorted({p for p in present if p not in everybody})
        if strangers:
            return [Objection("player_unknown", {"player": p}) for p in strangers]
        if len(set(present)) != len(present):
            double = sorted(p for p, times in Counter(present).items() if times > 1)
            return [Objection("player_twice", {"player": p}) for p in double]
        if not sizes or min(sizes) < 2:
            params = {"players": len(present), "low": min(sizes, default=2)}
            return [Objection("too_few", params)]
        if sum(sizes) != len(present):
            return [Objection("split_does_not_fit", {"players": len(present), "seats": sum(sizes)})]
    for played in instance.history:
        seated = Counter(p for table in played for p in table)
        unknown = sorted(p for p in seated if p not in everybody)
        if unknown:
            return [Objection("player_unknown", {"player": p}) for p in unknown]
        twice = sorted(p for p, times in seated.items() if times > 1)
        if twice:
            return [Objection("player_twice", {"player": p}) for p in twice]
    named = {p for key in instance.apart for p in key} | {p for _, p in instance.fixed}
    return [Objection("player_unknown", {"player": p}) for p in sorted(named - set(everybody))]


def _wrong_locks(instance: Instance) -> list[Objection]:
    found = []
    wanted: Counter[tuple[int, int]] = Counter()
    for (number, player), table in sorted(instance.fixed.items()):
        if not 0 <= number < instance.rounds:
            found.append(Objection("no_rounds", {"rounds": instance.rounds}))
        elif not 0 <= table < len(instance.sizes[number]):
            tables = len(instance.sizes[number])
            found.append(Objection("no_such_table", {"table": table + 1, "tables": tables}))
        elif player not in instance.players_of(number):
            found.append(Objection("player_unknown", {"player": player}))
        else:
            wanted[number, table] += 1
    for (number, table), count in sorted(wanted.items()):
        size = instance.sizes[number][table]
        if count > size:
            params = {"table": table + 1, "size": size, "players": count}
            found.append(Objection("table_full", params))
    return found


def _wrong_bans(instance: Instance) -> list[Objection]:
    if not instance.apart:
        return []
    seen = set()
    for number, sizes in enumerate(instance.sizes):
        present = instance.players_of(number)
        locks = {p: t for (r, p), t in instance.fixed.items() if r == number}
        key = (sizes, tuple(present), tuple(sorted(locks.items())))
        if key in seen:
            continue
        seen.add(key)
        enemies = conflicts(present, instance.apart)
        for player, others in sorted(enemies.items()):
            if len(others) == len(present) - 1:
                return [Objection("apart_from_all", {"player": player})]
        circle = circle_of_enemies(enemies) if enemies else ()
        refusal = Objection("apart_impossible", {"players": circle, "tables": len(sizes)})
        if len(circle) > len(sizes) or arrange(enemies, sizes, locks) == "impossible":
            return [refusal]
    return []


def pairs_of(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[Pair]:
    """How often each pair shares a table in these rounds."""
    met: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            met.update(combinations(sorted(table), 2))
    return met
