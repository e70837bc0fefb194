"""Clocks of matches played together: a reserve for all decisions, and what each of them adds.

Only moments are stored, and what was left at them: what is left now follows from the time of day.
A seat's clock runs while its person owes a decision; bots have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import F, Q
from django.utils import timezone

from league.core.enums import PlayState
from league.models import Play, PlaySeat
from league.queries.play import states

if TYPE_CHECKING:
    from collections.abc import Sequence

# In seconds: the reserve and what each decision adds.
USUAL = ((180, 10), (300, 15), (600, 30))
RESERVES = range(60, 7201)
INCREMENTS = range(5, 601)
# With so much left somebody is warned.
LOW = timedelta(seconds=20)
# The longest queue that one round of the sweeper works off.
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Reserve:
    """The clock of a seat, as it is stored: the same until somebody decides or time runs out.

    Attributes:
        left: what was left at ``since``, or is left while the clock stands.
        since: since when it runs; None while it stands.
    """

    left: timedelta
    since: datetime | None

    @property
    def ends_at(self) -> datetime | None:
        """When it runs out, unless its player decides."""
        return None if self.since is None else self.since + self.left

    def left_at(self, now: datetime) -> timedelta:
        """What is left at a moment; nothing once it has run out."""
        if self.since is None:
            return self.left
        return max(self.left - max(now - self.since, timedelta()), timedelta())


def of_seat(play: Play, seat: PlaySeat) -> Reserve | None:
    """The clock of a seat where its person decides in time."""
    if seat.reserve_left is None or play.state != PlayState.RUNNING:
        return None
    if seat.bot or not seat.is_person:
        return None
    return Reserve(seat.reserve_left, seat.owes_since)


def run_out(play: Play, rows: Sequence[PlaySeat]) -> tuple[int, ...]:
    """The seats that owe a decision and have no time left for it, where that has consequences.

    For somebody who let a bot decide the last time too, it has none as long as nobody else is
    there: bots do not play a match to its end because everybody's connection is lost.
    """
    now = timezone.now()
    clocks = [(row, clock) for row in rows if (clock := of_seat(play, row)) is not None]
    over = [row for row, clock in clocks if clock.ends_at is not None and clock.ends_at <= now]
    is_waited_for = sum(row.ran_out for row in over) < len(clocks)
    return tuple(row.number for row in over if not row.ran_out or is_waited_for)


def due() -> list[int]:
    """The numbers of matches in which somebody's time has run out."""
    seats = PlaySeat.objects.filter(
        Q(account__isnull=False) | Q(player__isnull=False) | ~Q(guest=""),
        bot="",
        owes_since__lte=timezone.now() - F("reserve_left"),
    )
    rows = Play.objects.filter(states.can_go_on(), state=PlayState.RUNNING, reserve__isnull=False)
    rows = rows.filter(pk__in=seats.values("play")).order_by("pk").prefetch_related("seats")
    return [play.pk for play in rows if run_out(play, list(play.seats.all()))][:MOST_AT_ONCE]
