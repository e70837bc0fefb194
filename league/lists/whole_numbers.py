"""Whole numbers as addresses and forms write them; no framework.

One rule for all of them: the digits 0 to 9 and nothing else. A sign, a blank, a point or a digit of
another script makes it no number, and so do more digits than any number here can have.
"""

from __future__ import annotations

from collections.abc import Mapping

from league.core.errors import BadInput

LARGEST = 999_999_999  # more than any row or count here has, and within every column


def whole(text: str, *, low: int = 1, high: int = LARGEST) -> int | None:
    """The number that ``text`` is written as; None where it is none from ``low`` to ``high``."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))):
        return None
    number = int(text)
    return number if low <= number <= high else None


def asked(fields: Mapping[str, str], field: str, *, low: int, high: int, usual: int) -> int:
    """The number that an address asks for, ``usual`` where it says nothing.

    Raises:
        BadInput: ``number_out_of_range`` with the field, where it is none from ``low`` to ``high``.
    """
    text = fields.get(field, "")
    if not text:
        return usual
    number = whole(text, low=low, high=high)
    if number is None:
        raise BadInput("number_out_of_range", field=field, low=low, high=high)
    return number


def chosen(fields: Mapping[str, str], field: str) -> int:
    """The number of the row that a form names.

    Raises:
        BadInput: ``bad_choice`` with the field, where it names none.
    """
    text = fields.get(field, "")
    number = whole(text)
    if number is None:
        raise BadInput("bad_choice", field=field, value=text[:40])
    return number
