"""Calendars for subscribing (RFC 5545): evenings by the clock of their room.

The same occasions always give the same bytes, so that whoever asks again can be told that
nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone

Status = Literal["CONFIRMED", "TENTATIVE", "CANCELLED"]
PRODUCT = "-//Stammtisch//Calendar//EN"
ASK_AGAIN = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Occasion:
    """One evening as a calendar shows it.

    Args:
        uid: the same for ever, whatever changes about the evening.
        sequence: how often it has been changed.
        starts_at: a moment in UTC; ``ends_at`` is empty where nobody has said when it ends.
        zone: the clock in the room.
        changed_at: when it was changed last, in UTC.
    """

    uid: str
    sequence: int
    starts_at: datetime
    ends_at: datetime | None
    zone: ZoneInfo
    title: str
    place: str
    text: str
    address: str
    status: Status
    changed_at: datetime


def written(occasions: Sequence[Occasion], *, title: str, address: str) -> bytes:
    """The calendar as bytes, with the rules of every time zone that it speaks of.

    Args:
        title: what a calendar program calls it.
        address: the page about what is in it.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("name", title)
    calendar.add("x-wr-calname", title)
    calendar.add("url", address)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT3H")
    for zone in _zones(occasions):
        calendar.add_component(zone)
    for occasion in occasions:
        calendar.add_component(_event(occasion))
    return bytes(calendar.to_ical())


def _event(one: Occasion) -> Event:
    row = Event()
    row.add("uid", one.uid)
    row.add("sequence", one.sequence)
    row.add("dtstamp", one.changed_at)
    row.add("last-modified", one.changed_at)
    row.add("dtstart", one.starts_at.astimezone(one.zone))
    if one.ends_at is not None:
        row.add("dtend", one.ends_at.astimezone(one.zone))
    row.add("summary", one.title)
    if one.place:
        row.add("location", one.place)
    if one.text:
        row.add("description", one.text)
    row.add("url", one.address)
    row.add("status", one.status)
    row.add("transp", "TRANSPARENT" if one.status == "CANCELLED" else "OPAQUE")
    return row


def _zones(occasions: Iterable[Occasion]) -> list[Timezone]:
    """The zones used, each with every change of its clocks around the occasions."""
    years: dict[str, list[int]] = {}
    for one in occasions:
        years.setdefault(one.zone.key, []).append(one.starts_at.year)
        years[one.zone.key].append((one.ends_at or one.starts_at).year)
    return [
        Timezone.from_tzid(
            key,
            first_date=date(max(min(found) - 1, MINYEAR), 1, 1),
            last_date=date(min(max(found) + 2, MAXYEAR), 1, 1),
        )
        for key, found in sorted(years.items())
        if key != "UTC"
    ]
