"""Clock times on the wall of a club's room, and the moments they stand for.

Moments are stored in UTC; people mean the clock of the room, through every clock change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

if TYPE_CHECKING:
    from league.models import Club, Event, Season

# Moments so far from the ends of the calendar that every zone's clock can show them.
EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
LATEST = datetime(9999, 12, 30, tzinfo=UTC)


def zone_of(subject: Club | Season | Event) -> ZoneInfo:
    """The zone whose clock holds: an event's own, else its club's."""
    own: str = getattr(subject, "time_zone", "")
    if own:
        return ZoneInfo(own)
    club: Club = getattr(subject, "club")  # noqa: B009 (whatever has no zone has a club)
    return ZoneInfo(club.time_zone)


def is_zone(name: str) -> bool:
    return name in available_timezones()


def moment(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment at which the room's clock shows ``wall``.

    A time that a clock change leaves out is the moment it would have been without the change;
    of a time that comes twice, the first is meant.
    """
    try:
        return _shown(wall.replace(tzinfo=zone, fold=0).astimezone(UTC))
    except OverflowError:
        return EARLIEST if wall.year == 1 else LATEST


def wall(at: datetime, zone: ZoneInfo) -> datetime:
    """What the room's clock shows at ``at``, without a zone."""
    return _shown(at).astimezone(zone).replace(tzinfo=None, fold=0)


def day_of(at: datetime, zone: ZoneInfo) -> date:
    return _shown(at).astimezone(zone).date()


def today(subject: Club | Season | Event) -> date:
    """The day on the wall of the room."""
    return day_of(datetime.now(UTC), zone_of(subject))


def _shown(at: datetime) -> datetime:
    return min(max(at, EARLIEST), LATEST)


def span(first: date, last: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The moments from the start of ``first`` to the end of ``last``; the end is excluded."""
    midnight = time()
    end = LATEST
    if last < date.max:
        end = moment(datetime.combine(last + timedelta(days=1), midnight), zone)
    return moment(datetime.combine(first, midnight), zone), end


def season_span(season: Season) -> tuple[datetime, datetime]:
    """When the season begins, and the midnight after its last day."""
    return span(season.starts_on, season.ends_on, zone_of(season))


def moved(
    starts_at: datetime, ends_at: datetime | None, to: datetime, zone: ZoneInfo
) -> tuple[datetime, datetime | None]:
    """Start and end of the same occasion at another time: its length on the wall is kept."""
    if ends_at is None:
        return to, None
    length = wall(ends_at, zone) - wall(starts_at, zone)
    return to, max(to, moment(wall(to, zone) + length, zone))


def following(first: date, last: date) -> tuple[date, date]:
    """The span of days after this one: whole months stay whole months, other spans their length."""
    begin = last + timedelta(days=1)
    if first.day == 1 and begin.day == 1:
        months = (begin.year - first.year) * 12 + begin.month - first.month
        count = begin.month - 1 + months
        return begin, date(begin.year + count // 12, count % 12 + 1, 1) - timedelta(days=1)
    return begin, begin + (last - first)
