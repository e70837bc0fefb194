"""Days in words, as each language writes them."""

from __future__ import annotations

import re
from datetime import date

from django.utils import dateformat, formats
from django.utils.translation import get_language, pgettext

_FIRST_OF_A_MONTH = re.compile(r"(?<!\w)1(?= [^\W\d])")


def date_format(day: date, form: str) -> str:
    """Django's ``date_format``, with the first of a month as French writes it: 1er octobre."""
    return with_first(formats.date_format(day, form))


def short_day(day: date) -> str:
    """Day and month, for the heads of narrow columns."""
    return dateformat.format(day, pgettext("short day, letters as in the date filter", "j M"))


def with_first(written: str) -> str:
    """A day that Django has written, mended where French counts the first of a month alone."""
    if (get_language() or "en")[:2] != "fr":
        return written
    return _FIRST_OF_A_MONTH.sub("1er", written)
