"""Times for pages: what the clock in the club's room shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext

from league.times import wall_time
from league.words.dates import date_format

if TYPE_CHECKING:
    from league.models import Club, Event


@dataclass(frozen=True, slots=True)
class When:
    """A moment by the clock of a room. ``has_year``: another year than this one.

    ``zone`` is what the clock is called at that moment: ``CET``, in summer ``CEST``.
    """

    wall: datetime
    zone: str
    iso: str
    has_year: bool
    is_today: bool


def when(at: datetime, of: Club | Event) -> When:
    zone = wall_time.zone_of(of)
    shown, now = wall_time.wall(at, zone), wall_time.wall(timezone.now(), zone)
    return When(
        wall=shown,
        zone=_called(at.astimezone(zone).tzname() or ""),
        iso=at.isoformat(),
        has_year=shown.year != now.year,
        is_today=shown.date() == now.date(),
    )


def _called(name: str) -> str:
    """Zones without letters of their own are told by their distance: ``UTC-03``."""
    return f"UTC{name}" if name[:1] in {"+", "-"} else name


def titled(event: Event) -> str:
    """An event's name with its day, which tells evenings of one name apart."""
    return dated(event.name, event.starts_at, event)


def dated(name: str, starts_at: datetime, of: Club | Event) -> str:
    """The name of an evening with the day it began by the clock of a room."""
    at = when(starts_at, of)
    form = "DATE_FORMAT" if at.has_year else "MONTH_DAY_FORMAT"
    day = date_format(at.wall, form)
    return gettext("%(event)s, %(day)s") % {"event": name, "day": day}
