"""Pages of a match, by the clock of its evening, else of its club, else of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from league.times import wall_time

if TYPE_CHECKING:
    from league.models import Play


def by_clock(play: Play) -> timezone.override:
    """What is rendered within shows times by that clock."""
    room = play.event or play.club
    return timezone.override(None if room is None else wall_time.zone_of(room))
