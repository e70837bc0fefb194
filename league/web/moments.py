"""The words of an earlier moment of a standing."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league import wall_time

if TYPE_CHECKING:
    from league.models import Club, Event
    from league.queries.counting import Moment
    from league.queries.standings import Shown

Choice = dict[str, str]


def words(moment: Moment, of: Club | Event) -> str:
    """The moment in a few words, by the clock of the room; empty for now."""
    if moment.day is not None:
        return _("after %(day)s") % {"day": _day(moment.day)}
    if moment.round is not None:
        return _("after round %(n)s") % {"n": moment.round}
    if moment.at is not None:
        wall = wall_time.wall(moment.at, wall_time.zone_of(of))
        return _("as known on %(day)s at %(time)s") % {
            "day": date_format(wall, "DATE_FORMAT"),
            "time": date_format(wall, "H:i"),
        }
    return ""


def played_days(shown: Shown) -> list[date]:
    """The days of a season that have a result, the latest first."""
    days = {evening["day"] for evening in shown.payload["evenings"]}
    return sorted(map(date.fromisoformat, days), reverse=True)


def day_choices(shown: Shown) -> list[Choice]:
    """The same, to look back to."""
    return [{"value": day.isoformat(), "label": _day(day)} for day in played_days(shown)]


def round_choices(shown: Shown) -> list[Choice]:
    """The rounds of a stage that have a result, the latest first."""
    numbers = sorted({one["round"] for one in shown.payload["rounds"]}, reverse=True)
    return [{"value": str(n), "label": _("Round %(n)s") % {"n": n}} for n in numbers]


def _day(day: date) -> str:
    return date_format(day, "DATE_FORMAT")
