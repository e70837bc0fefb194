"""Periods of a season: what lies between two turns of a clock on a wall.

A turn is a time by the clock of one zone, on days of the week, of the month or of one's own. It is
the first moment of the new period. A match belongs to the period in which it was played, by the
moment that decides the season's day too (``queries.counted_rows.within``): an evening of drawn
rounds to the one in which it begins, a match of open play to the one in which it began. A penalty
or bonus belongs where its evening begins, or, of the season itself, where it was given.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from league.core.enums import PeriodKind
from league.core.errors import BadInput
from league.times import wall_time

if TYPE_CHECKING:
    from league.models import Season

LONGEST_LIST: Final = 400  # days of one's own: more than a year of them is a week
# What each kind is told besides time and zone.
_OWN_KEYS: Final = {
    PeriodKind.WEEK: "weekday",
    PeriodKind.MONTH: "day",
    PeriodKind.DAYS: "days",
}
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Turns:
    """When a new period begins; ``zone`` is empty where the club's clock holds.

    ``weekday`` counts from 1 for Monday; a ``day`` that a month lacks is its last.
    """

    kind: PeriodKind = PeriodKind.NONE
    at: time = time()
    zone: str = ""
    weekday: int = 1
    day: int = 1
    days: tuple[date, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The one spelling of these turns; empty for none."""
        if self.kind == PeriodKind.NONE:
            return {}
        own = _OWN_KEYS[self.kind]
        value = [day.isoformat() for day in self.days] if own == "days" else getattr(self, own)
        return {"kind": self.kind.value, own: value, "time": f"{self.at:%H:%M}", "zone": self.zone}


@dataclass(frozen=True, slots=True)
class Period:
    """One stretch of a season, from ``first`` up to ``end``, which is the next one's.

    The first one has all that was given before the season, the last one what came after.
    """

    kind: PeriodKind
    zone: ZoneInfo
    number: int
    first: datetime
    end: datetime
    is_last: bool

    def has(self, at: datetime) -> bool:
        return self.first <= at < self.end


def turns_from_json(spec: Mapping[str, object]) -> Turns:
    """What ``spec`` says, checked key by key.

    Raises:
        BadInput: at the key that is wrong.
    """
    if not spec:
        return Turns()
    try:
        kind = PeriodKind(str(spec.get("kind", "")))
    except ValueError:
        raise BadInput("unknown_choice", field="kind", choice=_told(spec.get("kind"))) from None
    own = _OWN_KEYS.get(kind)
    known = {"kind", "time", "zone", own} if own else {"kind"}
    for key in spec:
        if key not in known:
            raise BadInput("unknown_key", field=str(key)[:40], key=str(key)[:40])
    if own is None:
        return Turns()
    zone = spec.get("zone", "")
    if not isinstance(zone, str) or (zone and not wall_time.is_zone(zone)):
        raise BadInput("bad_time_zone", field="zone", value=_told(zone))
    at = _time(spec.get("time", "00:00"))
    value = spec.get(own)
    if own == "days":
        return Turns(kind, at, zone, days=_days(value))
    if own == "weekday":
        return Turns(kind, at, zone, weekday=_number(own, value, 7))
    return Turns(kind, at, zone, day=_number(own, value, 31))


def turns_of(season: Season) -> Turns:
    """How the season turns; what another release stored and this one does not know is no turn."""
    try:
        return turns_from_json(season.periods)
    except BadInput:
        return Turns()


def zone_of(season: Season) -> ZoneInfo:
    """The zone by whose clock the season turns."""
    own = turns_of(season).zone
    return ZoneInfo(own) if own else wall_time.zone_of(season)


def of_season(season: Season) -> tuple[Period, ...]:
    """The periods of a season in order, none of them empty; nothing where it has none."""
    turns = turns_of(season)
    if turns.kind == PeriodKind.NONE:
        return ()
    return between(turns, zone_of(season), *wall_time.season_span(season))


def between(turns: Turns, zone: ZoneInfo, first: datetime, end: datetime) -> tuple[Period, ...]:
    """The time from ``first`` to ``end`` in periods: every moment is in exactly one."""
    borders = [first]
    for day in _days_of(turns, wall_time.day_of(first, zone), wall_time.day_of(end, zone)):
        at = wall_time.moment(datetime.combine(day, turns.at), zone)
        if borders[-1] < at < end:  # a day that the calendar left out turns with the next one
            borders.append(at)
    ends = [*borders[1:], end]
    return tuple(
        Period(turns.kind, zone, number, one, other, number == len(borders))
        for number, (one, other) in enumerate(zip(borders, ends, strict=True), start=1)
    )


def running(periods: tuple[Period, ...], at: datetime) -> Period | None:
    """The period in which ``at`` lies."""
    return next((one for one in periods if one.has(at)), None)


def _days_of(turns: Turns, first: date, last: date) -> Iterator[date]:
    """The days on which the clock turns, from ``first`` to ``last``."""
    if turns.kind == PeriodKind.DAYS:
        yield from (day for day in turns.days if first <= day <= last)
        return
    for ordinal in range(first.toordinal(), last.toordinal() + 1):
        day = date.fromordinal(ordinal)
        if turns.kind == PeriodKind.WEEK:
            is_turn = day.isoweekday() == turns.weekday
        else:
            is_turn = day.day == min(turns.day, monthrange(day.year, day.month)[1])
        if is_turn:
            yield day


def _time(value: object) -> time:
    try:
        if isinstance(value, str) and len(value) == len("20:30"):
            return time.fromisoformat(value)
    except ValueError:
        pass
    raise BadInput("period_time", field="time", value=_told(value))


def _number(key: str, value: object, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= high:
        raise BadInput("number_out_of_range", field=key, low=1, high=high)
    return value


def _days(value: object) -> tuple[date, ...]:
    found: set[date] = set()
    if not isinstance(value, list) or not value:
        raise BadInput("period_days_missing", field="days")
    if len(value) > LONGEST_LIST:
        raise BadInput("period_days_many", field="days", most=LONGEST_LIST)
    for one in value:
        try:
            found.add(date.fromisoformat(one))
        except (TypeError, ValueError):
            raise BadInput("period_day", field="days", value=_told(one)) from None
    return tuple(sorted(found))


def _told(value: object) -> str:
    return str("" if value is None else value)[:40]
