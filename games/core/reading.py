"""Reads JSON whose shape nobody has looked at yet; each reader raises the error class it is given.

Each function takes the value and its path, and returns a typed value. None stands for "missing"
and is passed through where the name ends in ``_or_none``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from games.core.errors import GameError
from games.core.types import JSON, Path

LARGEST = 10**15
"""Beyond this no number is read, so that no later sum or text can grow without bounds."""

_NUMBER = re.compile(r"(-?)([0-9]{1,16})(?:\.([0-9]{1,12}))?")


class Reader:
    """Reads values, and says with one class of error what it could not read."""

    def __init__(self, error: type[GameError]) -> None:
        self.error = error

    def mapping(self, data: JSON, path: Path, allowed: Collection[str]) -> Mapping[str, JSON]:
        """An object that has no other fields than ``allowed``."""
        if not isinstance(data, Mapping):
            raise self.error("json.not_object", path)
        for key in data:
            if key not in allowed:
                raise self.error("json.unknown_field", path, field=str(key)[:60])
        return data

    def sequence(self, data: JSON, path: Path) -> Sequence[JSON]:
        """A list."""
        if isinstance(data, str | bytes) or not isinstance(data, Sequence):
            raise self.error("json.not_list", path)
        return data

    def whole(self, data: JSON, path: Path) -> int:
        """A whole number; True is none."""
        if isinstance(data, bool) or not isinstance(data, int):
            raise self.error("json.not_whole", path)
        if abs(data) > LARGEST:
            raise self.error("json.too_large", path)
        return data

    def whole_or_none(self, data: JSON, path: Path) -> int | None:
        """A whole number, or None for a box left empty."""
        return None if data is None else self.whole(data, path)

    def flag(self, data: JSON, path: Path, default: bool) -> bool:
        """True or false; None is the default."""
        if data is None:
            return default
        if not isinstance(data, bool):
            raise self.error("json.not_bool", path)
        return data

    def text(self, data: JSON, path: Path, longest: int) -> str:
        """A text without surrounding spaces."""
        if not isinstance(data, str):
            raise self.error("json.not_text", path)
        if "\0" in data:
            raise self.error("json.nul", path)
        if len(data.strip()) > longest:
            raise self.error("json.too_long", path)
        return data.strip()

    def choice(self, data: JSON, path: Path, allowed: Collection[str]) -> str:
        """One of ``allowed``."""
        if not isinstance(data, str):
            raise self.error("json.not_text", path)
        if data not in allowed:
            raise self.error("json.unknown_choice", path, value=data.replace("\0", "")[:60])
        return data

    def scaled(self, data: JSON, path: Path, decimals: int) -> int:
        """A number written as 12 or "12.5", as a whole number of the smallest unit."""
        if isinstance(data, bool) or not isinstance(data, int | str):
            raise self.error("json.not_number", path)
        if isinstance(data, int):
            return int(self.whole(data, path) * 10**decimals)
        found = _NUMBER.fullmatch(data)
        if found is None:
            raise self.error("json.not_number", path)
        sign, whole, fraction = found.group(1), found.group(2), (found.group(3) or "").rstrip("0")
        if len(fraction) > decimals:
            raise self.error("json.too_many_decimals", path, decimals=decimals)
        value = int(whole + fraction.ljust(decimals, "0"))
        if value > LARGEST * 10**decimals:
            raise self.error("json.too_large", path)
        return -value if sign else value

    def scaled_or_none(self, data: JSON, path: Path, decimals: int) -> int | None:
        """As ``scaled``, or None for a box left empty."""
        return None if data is None else self.scaled(data, path, decimals)


def unscaled(value: int, decimals: int) -> str:
    """The shortest way to write a scaled number: 125 with one decimal is "12.5", 120 is "12"."""
    if decimals == 0:
        return str(value)
    digits = str(abs(value)).rjust(decimals + 1, "0")
    whole, fraction = digits[:-decimals], digits[-decimals:].rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def json_number(value: int, decimals: int) -> int | str:
    """A scaled number as JSON: a whole number where possible, else a text like "12.5"."""
    text = unscaled(value, decimals)
    return text if "." in text else int(text)
