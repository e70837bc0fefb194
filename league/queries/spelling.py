"""Words that differ by one letter, as typed in a hurry."""

from __future__ import annotations

SHORTEST = 4  # letters; shorter words have too many neighbours


def has_nearly(text: str, wanted: list[str]) -> bool:
    """Whether each wanted word stands in the folded text, longer ones with one letter off."""
    present = text.split()
    return all(
        word in text
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
