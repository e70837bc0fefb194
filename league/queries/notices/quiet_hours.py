"""Quiet hours: by the clock of the club that a message is about."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db.models import F
from django.utils import timezone

from league.models import Grant, Membership
from league.times import wall_time

if TYPE_CHECKING:
    from league.models import Notice, NoticeAddress


def end_of(notice: Notice) -> datetime | None:
    """When the quiet hours end that a message falls into; None where it may go out now."""
    address = notice.address
    if address.quiet_from is None or address.quiet_until is None:
        return None
    zone = wall_time.zone_of(notice.event) if notice.event else zone_of(address)
    return ends(timezone.now(), address.quiet_from, address.quiet_until, zone)


def ends(now: datetime, begin: time, end: time, zone: ZoneInfo) -> datetime | None:
    """When the span from ``begin`` to ``end`` around ``now`` is over; it may pass midnight."""
    wall = wall_time.wall(now, zone)
    clock = wall.time()
    if begin <= end:
        is_quiet, passes_midnight = begin <= clock < end, False
    else:
        is_quiet, passes_midnight = clock >= begin or clock < end, clock >= begin
    if not is_quiet:
        return None
    day = wall.date() + timedelta(days=int(passes_midnight))
    return wall_time.moment(datetime.combine(day, end), zone)


def zone_of(address: NoticeAddress) -> ZoneInfo:
    """The zone of the club that somebody belongs to, where a message is of no event."""
    if address.club is not None:
        return wall_time.zone_of(address.club)
    if address.account_id is not None:
        grant = Grant.objects.filter(account=address.account_id, club__isnull=False).first()
        return wall_time.zone_of(grant.club) if grant and grant.club else ZoneInfo("UTC")
    rows = Membership.objects.filter(player=address.player_id or 0).select_related("club")
    first = rows.order_by(F("until").desc(nulls_first=True), "pk").first()
    return wall_time.zone_of(first.club) if first else ZoneInfo("UTC")
