"""What decisions take from the clocks of a play, and give."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league.core.errors import BadInput
from league.queries.play import reserves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Play, PlaySeat


def checked(
    reserve: int | None, increment: int | None, *, prefix: str = ""
) -> tuple[int | None, int | None]:
    """A table's clock in seconds, or none. Raises BadInput at the field, named after ``prefix``."""
    if reserve is None and increment is None:
        return None, None
    asked = (("reserve", reserve, reserves.RESERVES), ("increment", increment, reserves.INCREMENTS))
    for field, value, known in asked:
        if value not in known:
            raise BadInput("play_seconds", field=prefix + field, low=known[0], high=known[-1])
    return reserve, increment


def start(play: Play, seats: Sequence[PlaySeat]) -> None:
    """Gives everybody the whole reserve, where there is one."""
    if play.reserve is None:
        return
    for seat in seats:
        if seat.is_person:
            seat.reserve_left = timedelta(seconds=play.reserve)
            seat.save(update_fields=["reserve_left"])


def stop(play: Play, seat: PlaySeat, now: datetime, *, has_decided: bool) -> bool:
    """Takes off what a seat has used since its clock runs; the caller saves what this changes.

    Args:
        has_decided: then it gets the increment, whoever decided in its place.
    """
    if seat.reserve_left is None or seat.owes_since is None:
        return False
    left = reserves.Reserve(seat.reserve_left, seat.owes_since).left_at(now)
    if has_decided:
        assert play.increment is not None
        left += timedelta(seconds=play.increment)
    seat.reserve_left = left
    return True


def go_on(play: Play, seat: PlaySeat) -> None:
    """Lets a clock run again for a decision that was taken back; the caller saves the seat."""
    assert seat.reserve_left is not None
    assert play.increment is not None
    seat.reserve_left -= timedelta(seconds=play.increment)
    seat.owes_since = timezone.now()
