"""The week's message: when it is due, and the lines of what is in it."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from django.utils import timezone

from league.core.notices import NoticeKind, NoticeState
from league.queries.notices import links
from league.queries.notices.readers import reader_of
from league.queries.notices.writers import WRITERS
from league.times import wall_time
from league.words import notice_words

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from league.models import Notice
    from league.queries.notices.readers import Reader, Written

# After a long stop: what happened before the week before is no news of this one.
TOO_OLD: Final = timedelta(days=14)


def last_before(now: datetime, day: int, hour: int, zone: ZoneInfo) -> datetime:
    """The latest moment, up to ``now``, at which that day and hour began on the wall there."""
    today = wall_time.day_of(now, zone)
    on = today - timedelta(days=(today.isoweekday() - day) % 7)
    at = wall_time.moment(datetime.combine(on, time(hour)), zone)
    if at <= now:
        return at
    return wall_time.moment(datetime.combine(on - timedelta(days=7), time(hour)), zone)


def written(notice: Notice, reader: Reader) -> Written:
    """A line for everything that is still to be told and still wanted, each once."""
    address = reader.address
    found: dict[tuple[str, str], None] = {}
    parts = notice.parts.filter(
        state=NoticeState.COLLECTED,
        kind__in=address.wanted,
        made_at__gt=timezone.now() - TOO_OLD,
    )
    for part in parts.select_related("event__club", "event__season").order_by("made_at", "pk"):
        part.address = address
        as_now = reader_of(part)
        told = None if as_now is None else WRITERS[NoticeKind(part.kind)](part, as_now)
        if told is not None:
            found[told[0].title, told[1]] = None
    if not found:
        return None
    return notice_words.week(lines=list(found), choose=links.to_choose(address)), ""
