"""Clocks of a match played together, in words and for the script that counts them down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from league.queries.evening.clocks import spelled
from league.queries.play.reserves import LOW
from league.words.play_clocks import clock_words

if TYPE_CHECKING:
    from league.queries.play.plays import Shown
    from league.queries.play.seats import SeatShown

# Under so much the seconds are told, in tens.
SECONDS_TOLD = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class ClockLine:
    """The clock of a seat as it is when the page is made.

    Attributes:
        words: what is left: about, while it runs; exactly, while it stands.
        ends_ms: the moment at which it runs out; None while it stands.
        is_low: little is left, and it runs.
    """

    words: str
    ends_ms: int | None
    is_low: bool
    is_mine: bool


def line_of(seat: SeatShown) -> ClockLine | None:
    """None where there is no clock, or a bot decides."""
    clock = seat.clock
    if clock is None:
        return None
    left, ends_at = clock.left_at(timezone.now()), clock.ends_at
    if ends_at is None:
        return ClockLine(_exactly(left), None, is_low=False, is_mine=seat.is_mine)
    ends_ms = round(ends_at.timestamp() * 1000)
    return ClockLine(_about(left), ends_ms, is_low=left <= LOW, is_mine=seat.is_mine)


def table_clock(shown: Shown) -> str:
    """The clock of the table in a few words; empty where it has none."""
    return clock_words(shown.reserve, shown.increment)


def _exactly(left: timedelta) -> str:
    return _("%(time)s left") % {"time": spelled(left // timedelta(seconds=1))}


def _about(left: timedelta) -> str:
    if not left:
        return _("no time left")
    if left < SECONDS_TOLD:
        count = -(-left // timedelta(seconds=10)) * 10
        return _("about %(n)s s left") % {"n": count}
    count = round(left / timedelta(minutes=1))
    return _("about %(n)s min left") % {"n": count}
