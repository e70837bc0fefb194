"""Names with a day in them, such as "Night 2026-03-01": the day follows when the event moves."""

from __future__ import annotations

import re
from datetime import date

from django.conf import settings
from django.utils import formats, translation

from league.words.dates import date_format

# Each with what stands before and after it in a name: never a part of a longer number.
_NUMBERS = (
    "{d:%Y-%m-%d}",
    "{d:%d.%m.%Y}",
    "{d.day}.{d.month}.{d.year}",
    "{d.day}. {d.month}. {d.year}",
    "{d:%d.%m.%y}",
    "{d.day}.{d.month}.{d:%y}",
    "{d:%d/%m/%Y}",
    "{d.day}/{d.month}/{d.year}",
    "{d:%Y%m%d}",
    "{d:%d.%m.}",
    "{d.day}.{d.month}.",
    "{d:%m/%Y}",
)
_WORDS = ("DATE_FORMAT", "SHORT_DATE_FORMAT", "MONTH_DAY_FORMAT")


def moved(name: str, before: date, after: date) -> str:
    """The name with ``after`` wherever it says ``before``, written in the same way."""
    written = dict(zip(_written(before), _written(after), strict=True))
    ways = sorted(written, key=len, reverse=True)
    said = re.compile("|".join(rf"(?<![\w.]){re.escape(way)}(?!\w)" for way in ways))
    return said.sub(lambda found: written[found[0]], name)


def _written(day: date) -> list[str]:
    """A day in every way in which people write it; the same number of ways for every day."""
    words = []
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            # French says "1er octobre", and people write "1 octobre" too.
            words += [formats.date_format(day, form) for form in _WORDS]
            words += [date_format(day, form) for form in _WORDS]
    return [form.format(d=day) for form in _NUMBERS] + words
