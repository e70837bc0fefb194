"""Words that differ by one letter, as typed in a hurry, and umlauts in two letters."""

from __future__ import annotations

import re

SHORTEST = 4  # letters; shorter words have too many neighbours
_PAIRS = re.compile("([aou])e")


def single(text: str) -> str:
    """Folded text with ae, oe and ue as the one letter that an umlaut folds to.

    So "Mueller", "Müller" and "Muller" are one word, as keyboards without umlauts write them.
    """
    return _PAIRS.sub(r"\1", text)


def has_nearly(text: str, wanted: list[str]) -> bool:
    """Whether each wanted word stands in the folded text, longer ones with one letter off."""
    present, bare = text.split(), single(text)
    return all(
        word in text
        or single(word) in bare
        or (len(word) >= SHORTEST and any(one_letter_off(word, other) for other in present))
        for word in wanted
    )


def one_letter_off(left: str, right: str) -> bool:
    """Equal but for one letter: wrong, missing, extra, or swapped with its neighbour."""
    if abs(len(left) - len(right)) > 1:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    if len(a) > len(b):
        return a[1:] == b
    if len(b) > len(a):
        return b[1:] == a
    return a[1:] == b[1:] or (a[:2] == b[:2][::-1] and a[2:] == b[2:])
