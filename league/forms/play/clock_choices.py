"""The clocks that a form offers for tables in the browser: none, or one of the usual ones."""

from __future__ import annotations

from django.utils.translation import gettext

from league.queries.play import reserves
from league.words.play_clocks import clock_words


def choices(own: str = "") -> list[tuple[str, str]]:
    """Each as the form sends it, and in words; ``own``: one that is set already, usual or not."""
    usual = [key_of(*clock) for clock in reserves.USUAL]
    keys = usual if not own or own in usual else [*usual, own]
    return [("", gettext("No clock")), *((key, clock_words(*read(key))) for key in keys)]


def key_of(reserve: int | None, increment: int | None) -> str:
    """A clock as a form sends it: ``180+10``; empty for none."""
    return "" if reserve is None or increment is None else f"{reserve}+{increment}"


def read(key: str) -> tuple[int | None, int | None]:
    """The reserve and the increment in seconds."""
    reserve, _plus, increment = key.partition("+")
    return (int(reserve), int(increment)) if increment else (None, None)
