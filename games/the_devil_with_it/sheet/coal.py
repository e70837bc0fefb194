"""Which amounts so many pieces of coal can show, derived from the pieces in the box."""

from __future__ import annotations

from functools import lru_cache

from games.the_devil_with_it.options import Counts


class Coal:
    """By number of pieces: the amounts they can show together, as the bits of a number."""

    def __init__(self, coal: Counts) -> None:
        sums = [1]
        for value, count in coal:
            for _ in range(count):
                grown = [*sums, 0]
                for pieces, amounts in enumerate(sums):
                    grown[pieces + 1] |= amounts << value
                sums = grown
        self._sums = tuple(sums)

    def is_reachable(self, pieces: int, amount: int) -> bool:
        """Whether some ``pieces`` pieces of the box show ``amount`` together."""
        if not 0 <= pieces < len(self._sums) or amount < 0:
            return False
        return bool(self._sums[pieces] >> amount & 1)

    def amounts(self, pieces: int) -> tuple[int, int]:
        """The smallest and the largest amount that so many pieces can show."""
        sums = self._sums[pieces]
        return (sums & -sums).bit_length() - 1, sums.bit_length() - 1

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return len(self._sums) - 1


@lru_cache(maxsize=64)
def coal_of(coal: Counts) -> Coal:
    """The table of amounts for this coal; worked out once per box."""
    return Coal(coal)
