"""The clock of a table in the browser, as people call it."""

from __future__ import annotations

from django.utils.translation import gettext


def clock_words(reserve: int | None, increment: int | None) -> str:
    """``3 min + 10 s``; empty without a clock."""
    if reserve is None or increment is None:
        return ""
    minutes, seconds = divmod(reserve, 60)
    if not seconds:
        return gettext("%(min)s min + %(sec)s s") % {"min": minutes, "sec": increment}
    return gettext("%(all)s s + %(sec)s s") % {"all": reserve, "sec": increment}
