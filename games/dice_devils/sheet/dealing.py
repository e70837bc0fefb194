"""Whether the pieces of the box can be dealt so that every player gets its (n, v, t).

Kinds of the same value form a class. A player's share of one class is a number of triples and a
number of loose pieces, of which no kind may hold ``size`` or more. Who owns a triple does not
matter to the loose pieces: after the triples are cut out of the fullest kinds, loose pieces fit
exactly when, for every number k of players, the k greediest ask for no more than the kinds can
give to k players, each kind at most ``size - 1`` pieces per player (the cut condition of a flow).
Cutting from the fullest kind is best for every k, because what a kind gives is concave in what it
holds. So it is enough to search over the shares of the players, class by class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

Want = tuple[int, int, int]
Class = tuple[int, tuple[int, ...]]
Share = tuple[tuple[int, int], ...]
"""Triples and loose pieces, class by class."""

_BUDGET = 4_000


class _TooHard(Exception):
    """The search was cut off."""


def can_be_dealt(
    kinds: Sequence[tuple[int, int]], size: int, wants: Sequence[Want], one_needed: Sequence[bool]
) -> bool | None:
    """Whether every wish can be met at once; None where the search would take too long.

    ``kinds`` are (count, value); ``one_needed`` marks players who must own a piece of value 1.
    """
    by_value: dict[int, list[int]] = {}
    for count, value in kinds:
        by_value.setdefault(value, []).append(count)
    classes = tuple(
        (value, tuple(sorted(counts, reverse=True)))
        for value, counts in sorted(by_value.items(), reverse=True)
    )
    try:
        shares = [
            [share for share in _shares(classes, size, want) if not one or _has_one(classes, share)]
            for want, one in zip(wants, one_needed, strict=True)
        ]
        return _Search(classes, size, sorted(shares, key=len)).succeeds()
    except _TooHard:
        return None


def _has_one(classes: Sequence[Class], share: Share) -> bool:
    return any(
        value == 1 and part != (0, 0) for (value, _), part in zip(classes, share, strict=True)
    )


@lru_cache(maxsize=4_096)
def _shares(classes: tuple[Class, ...], size: int, want: Want) -> tuple[Share, ...]:
    """Every way to split one player's wish over the classes."""
    found: list[Share] = []
    for share in _split(classes, size, want):
        found.append(share)
        if len(found) > _BUDGET:
            raise _TooHard
    return tuple(found)


def _split(classes: tuple[Class, ...], size: int, want: Want) -> Iterator[Share]:
    n, v, t = want
    if not classes:
        if (n, v, t) == (0, 0, 0):
            yield ()
        return
    (value, counts), rest = classes[0], classes[1:]
    # classes are sorted: what is left can be worth at most n times the dearest class
    if v > n * value or (not rest and v != n * value):
        return
    loose_most = sum(min(count, size - 1) for count in counts)
    for sets in range(min(t, n // size) + 1):
        for loose in range(min(n - sets * size, loose_most) + 1):
            pieces = sets * size + loose
            if pieces > sum(counts):
                break
            left = (n - pieces, v - pieces * value, t - sets)
            if left[1] >= 0:
                for share in _split(rest, size, left):
                    yield ((sets, loose), *share)


@lru_cache(maxsize=4_096)
def _room(counts: tuple[int, ...], size: int, sets: int, players: int) -> tuple[int, ...] | None:
    """By number of players: the loose pieces they can get once ``sets`` triples are cut out."""
    left = list(counts)
    for _ in range(sets):
        fullest = max(range(len(left)), key=left.__getitem__)
        if left[fullest] < size:
            return None
        left[fullest] -= size
    return tuple(sum(min(count, (size - 1) * k) for count in left) for k in range(1, players + 1))


class _Search:
    """Gives shares to one player after the other; remembers what led nowhere."""

    def __init__(
        self, classes: tuple[Class, ...], size: int, shares: Sequence[Sequence[Share]]
    ) -> None:
        self.classes = classes
        self.size = size
        self.shares = shares
        self.failed: set[tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]] = set()
        self.steps = 0

    def succeeds(self) -> bool:
        return self._from(0, tuple((0, ()) for _ in self.classes))

    def _from(self, player: int, dealt: tuple[tuple[int, tuple[int, ...]], ...]) -> bool:
        if player == len(self.shares):
            return True
        if (player, dealt) in self.failed:
            return False
        for share in self.shares[player]:
            self.steps += 1
            if self.steps > _BUDGET:
                raise _TooHard
            grown = tuple(
                (sets + more, tuple(sorted((*loose, extra), reverse=True)))
                for (sets, loose), (more, extra) in zip(dealt, share, strict=True)
            )
            if all(map(self._fits, self.classes, grown)) and self._from(player + 1, grown):
                return True
        self.failed.add((player, dealt))
        return False

    def _fits(self, kind: Class, dealt: tuple[int, tuple[int, ...]]) -> bool:
        sets, loose = dealt
        room = _room(kind[1], self.size, sets, len(self.shares))
        if room is None:
            return False
        asked = 0
        for wish, most in zip(loose, room, strict=False):
            asked += wish
            if asked > most:
                return False
        return True
