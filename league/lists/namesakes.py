"""Who may be meant by a name in a file: those of that name, and those of a name like it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from league.lists import person
from league.words import names

T = TypeVar("T")
MOST = 8
MOST_COMPARED = 200_000
_HINT = re.compile(r" \([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """``same`` bear the name; ``alike`` are called so, by nickname or in public; ``near`` almost.

    ``clear`` is the one whom the name alone tells; nobody where it could be another.
    """

    same: tuple[T, ...]
    alike: tuple[T, ...]
    near: tuple[T, ...]
    is_shared: bool

    @property
    def clear(self) -> T | None:
        return self.same[0] if len(self.same) == 1 and not self.is_shared else None

    @property
    def is_open(self) -> bool:
        """Whether only a person can say who it is."""
        return self.clear is None and bool(self.same or self.alike)

    @property
    def candidates(self) -> tuple[T, ...]:
        return (*self.same, *self.alike, *self.near)[:MOST]


@dataclass(slots=True)
class Register(Generic[T]):
    """Everybody who is known, by every name."""

    _same: dict[str, list[T]] = field(default_factory=dict)
    _alike: dict[str, list[T]] = field(default_factory=dict)

    def add(self, one: T, same: Iterable[str], alike: Iterable[str] = ()) -> None:
        for kept, written in ((self._same, same), (self._alike, alike)):
            for name in {names.fold(text) for text in written if text}:
                if one not in (there := kept.setdefault(name, [])):
                    there.append(one)

    def find(self, name: str, among: Counter[str], *, is_short: bool = False) -> Found[T]:
        """Who may be meant by ``name``, in a file whose names are ``among``, folded.

        Args:
            is_short: the name is less than a whole one, which others may share.
        """
        folded, bare = names.fold(name), names.fold(_HINT.sub("", name))
        same = self._same.get(folded, [])
        alike = [*self._same.get(bare, []), *self._alike.get(folded, [])]
        alike += self._alike.get(bare, [])
        others = [one for one in dict.fromkeys(alike) if one not in same]
        near: list[T] = []
        if not same and not others and len(self._same) * len(among) <= MOST_COMPARED:
            close = [some for key, some in self._same.items() if person.is_near_name(key, name)]
            near = list(dict.fromkeys(one for some in close for one in some))
        return Found(tuple(same), tuple(others), tuple(near), is_short or among[folded] > 1)


def counted(written: Sequence[str]) -> Counter[str]:
    """How often each name stands in a file."""
    return Counter(names.fold(name) for name in written)
