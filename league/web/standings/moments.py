"""The words of an earlier moment of a standing."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.enums import PeriodKind
from league.queries.standings import played_rounds
from league.times import wall_time
from league.words.dates import date_format

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from league.models import Club, Event, Stage
    from league.queries.standings.counting import Moment
    from league.queries.standings.standings import Shown
    from league.times.periods import Period

Choice = dict[str, str]


def words(moment: Moment, of: Club | Event) -> str:
    """The moment in a few words, by the clock of the room; empty for now."""
    part = _period_words(moment.period, of) if moment.period is not None else ""
    return ", ".join(filter(None, (part, _moment_words(moment, of))))


def stage_words(moment: Moment, stage: Stage, shown: Shown) -> str:
    """The same of a stage's standing; "after" a round that is still being played is not said."""
    if moment.round is not None and played_rounds.of_stage(stage, shown).partly:
        return played_words(stage, shown)
    return words(moment, stage.event)


def played_words(stage: Stage, shown: Shown) -> str:
    """How much of the stage is in the table: whole rounds, and those of which a part is."""
    played = played_rounds.of_stage(stage, shown)
    count, partly = len(played.whole), played.partly
    said = {"n": count, "rounds": ", ".join(map(str, partly))}
    if not partly:
        return ngettext("after %(n)d round", "after %(n)d rounds", count) % said if count else ""
    if not count:
        text = ngettext(
            "after part of round %(rounds)s", "after parts of rounds %(rounds)s", len(partly)
        )
    elif len(partly) == 1:
        text = ngettext(
            "after %(n)d round and part of round %(rounds)s",
            "after %(n)d rounds and part of round %(rounds)s",
            count,
        )
    else:
        text = ngettext(
            "after %(n)d round and parts of rounds %(rounds)s",
            "after %(n)d rounds and parts of rounds %(rounds)s",
            count,
        )
    return text % said


def period_name(period: Period) -> str:
    match period.kind:
        case PeriodKind.WEEK:
            return _("Week %(n)s") % {"n": period.number}
        case PeriodKind.MONTH:
            return _("Month %(n)s") % {"n": period.number}
        case _:
            return _("Part %(n)s") % {"n": period.number}


def period_span(period: Period, of: Club | Event) -> str:
    """From when to when, by the clock by which it turns, named where it is not the room's."""
    first, end = _clock(period.first, period.zone), _clock(period.end, period.zone, is_end=True)
    if period.zone.key == wall_time.zone_of(of).key:
        return _("%(first)s to %(end)s") % {"first": first, "end": end}
    named = {"first": first, "end": end, "zone": period.zone.key}
    return _("%(first)s to %(end)s, %(zone)s") % named


def _period_words(period: Period, of: Club | Event) -> str:
    texts = {
        PeriodKind.WEEK: _("of week %(n)s (%(span)s)"),
        PeriodKind.MONTH: _("of month %(n)s (%(span)s)"),
    }
    text = texts.get(period.kind, _("of part %(n)s (%(span)s)"))
    return text % {"n": period.number, "span": period_span(period, of)}


def _clock(at: datetime, zone: ZoneInfo, *, is_end: bool = False) -> str:
    """A moment; of a midnight the day alone, which is the last one where something ends."""
    wall = wall_time.wall(at, zone)
    if (wall.hour, wall.minute) == (0, 0):
        return _day(wall.date() - timedelta(days=is_end))
    return _("%(day)s, %(time)s") % {
        "day": _day(wall.date()),
        "time": date_format(wall, "TIME_FORMAT"),
    }


def _moment_words(moment: Moment, of: Club | Event) -> str:
    if moment.day is not None:
        return _("after %(day)s") % {"day": _day(moment.day)}
    if moment.round is not None:
        return _("after round %(n)s") % {"n": moment.round}
    if moment.at is not None:
        wall = wall_time.wall(moment.at, wall_time.zone_of(of))
        return _("as known on %(day)s at %(time)s") % {
            "day": date_format(wall, "DATE_FORMAT"),
            "time": date_format(wall, "TIME_FORMAT"),
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
