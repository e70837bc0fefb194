"""What one cell of a list says: a day, an exact number, yes or no; nothing is guessed."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

from league.core.errors import BadInput
from league.words import names

MOST_TIEBREAK = 99
MOST_DECIMALS = 3

_YES = frozenset({"1", "y", "yes", "true", "x", "won", "win", "w", "j", "ja", "gewonnen", "sieg"})
_YES |= {"o", "oui", "gagne", "victoire", "v"}
_NO = frozenset(
    {"0", "-", "n", "no", "false", "lost", "loss", "l", "nein", "verloren", "niederlage"}
)
_NO |= {"non", "perdu", "defaite", "d"}

_NUMBER = re.compile(r"[-−]?[0-9]{1,10}(?:[.,][0-9]{1,6})?")
_COUNT = re.compile(r"[0-9]{1,4}")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ][0-9:.Z+]*)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[./]\s?([0-9]{1,2})[./]\s?([0-9]{4})")


def day_of(written: str, where: str = "date") -> date:
    """A day such as 2026-11-03, 3.11.2026 or 03/11/2026 (day first); wrong at ``where``."""
    text = names.clean(written)
    try:
        if match := _ISO.fullmatch(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _DAY_FIRST.fullmatch(text):
            return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        pass
    if not text:
        raise BadInput("value_missing", field=where)
    raise BadInput("bad_date", field=where, value=text[:40])


def number_of(written: str, where: str) -> str | None:
    """An exact number as canonical text ("12.5"), None where nothing is written.

    A sum such as "20+16+16" is added up.
    """
    text = names.clean(written)
    if not text:
        return None
    parts = text.removeprefix("+").split("+")
    total = sum((_exact(part.strip(), where, text) for part in parts), Decimal())
    return f"{total.normalize():f}" if total else "0"


def _exact(part: str, where: str, text: str) -> Decimal:
    if not _NUMBER.fullmatch(part):
        raise BadInput("bad_number", field=where, value=text[:40])
    whole, _, decimals = part.replace("−", "-").replace(",", ".").partition(".")
    if len(decimals) == 3 and whole.strip("-0"):
        raise BadInput("number_ambiguous", field=where, value=text[:40])
    if len(decimals.rstrip("0")) > MOST_DECIMALS:
        raise BadInput("too_many_decimals", field=where, most=MOST_DECIMALS)
    return Decimal(f"{whole}.{decimals or 0}")


def won_of(written: str) -> bool | None:
    text = names.clean(written)
    word = names.fold(text)
    if not text:
        return None
    if word in _YES or word in _NO:
        return word in _YES
    raise BadInput("bad_yes_or_no", field="won", value=text[:40])


def count_of(written: str, where: str, most: int) -> int | None:
    text = names.clean(written)
    if not text:
        return None
    if not _COUNT.fullmatch(text) or not 1 <= int(text) <= most:
        raise BadInput("bad_count", field=where, value=text[:40], most=most)
    return int(text)


def tiebreak_of(written: str) -> int | None:
    text = names.clean(written)
    if not text:
        return None
    if not _COUNT.fullmatch(text) or int(text) > MOST_TIEBREAK:
        raise BadInput("bad_tiebreak", field="tiebreak", value=text[:40], most=MOST_TIEBREAK)
    return int(text)
