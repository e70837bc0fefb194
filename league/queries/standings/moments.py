"""An earlier moment of a standing, as addresses and the API name it.

What there is none of (round 9 of five, a day after the season, a time still to come) is refused: an
answer "as now" would be taken for that of the moment.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import is_aware

from league.core.enums import RoundState
from league.core.errors import BadInput
from league.lists.whole_numbers import whole
from league.models import Round
from league.queries.standings.counting import LATEST, Moment
from league.times import days, periods, wall_time

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from league.models import Event, Season, Stage
    from league.times.periods import Period

FIELD = "as_of"
PERIOD = "period"
LONGEST = 4
OTHER_CLOCKS = timedelta(minutes=5)  # how far the asker's clock may be ahead, its minute included


def of_stage(stage: Stage, fields: Mapping[str, str], field: str = FIELD) -> Moment:
    """``2``: after the second round; ``2026-11-28T21:15``: what was known then, by the event's
    clock where no zone is written.

    Raises:
        BadInput: ``as_of_round``, ``as_of_no_such_round``, ``as_of_no_round``,
            ``as_of_to_come``, with the field.
    """
    text = fields.get(field, "").strip()
    if not text:
        return LATEST
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST and int(text):
        return Moment(round=_known_round(stage, int(text), field))
    at = _instant(text, stage.event, field)
    if at is None:
        raise BadInput("as_of_round", field=field, text=text[:40])
    return Moment(at=at)


def of_season(season: Season, fields: Mapping[str, str], field: str = FIELD) -> Moment:
    """``2026-11-28``: after that day; ``2026-11-28T21:15``: what was known then, by the club's
    clock where no zone is written. ``period=3`` beside it: the third period of the season alone.

    Raises:
        BadInput: ``as_of_day``, ``as_of_other_day``, ``as_of_to_come``, ``no_periods``,
            ``no_such_period``, with the field.
    """
    found = _of_season(season, fields, field)
    asked = fields.get(PERIOD, "").strip()
    return replace(found, period=_known_period(season, asked)) if asked else found


def _known_period(season: Season, asked: str) -> Period:
    known = periods.of_season(season)
    if not known:
        raise BadInput("no_periods", field=PERIOD)
    number = whole(asked)
    if number is None or not 1 <= number <= len(known):
        raise BadInput("no_such_period", field=PERIOD, period=asked[:40], last=len(known))
    return known[number - 1]


def _of_season(season: Season, fields: Mapping[str, str], field: str) -> Moment:
    text = fields.get(field, "").strip()
    if not text:
        return LATEST
    try:
        day = parse_date(text)
    except ValueError:  # well written and no day: 2026-02-30
        day = None
    if day is not None:
        return Moment(day=_day_within(season, day, field))
    at = _instant(text, season, field)
    if at is None:
        raise BadInput("as_of_day", field=field, text=text[:40])
    return Moment(at=at)


def _known_round(stage: Stage, number: int, field: str) -> int:
    """Drafts are no rounds yet: nobody but the organizers knows of them."""
    known = set(stage.rounds.exclude(state=RoundState.DRAFT).values_list("number", flat=True))
    if number not in known:
        raise _no_round(number, known, field)
    return number


def require_round(event: Event, fields: Mapping[str, str], stage: Stage | None = None) -> None:
    """Refuses the round and the stage that an address names where the event has none such.

    Args:
        stage: the one on show, where the address need not name it.

    Raises:
        BadInput: ``no_such_stage``, ``as_of_no_such_round``, ``as_of_no_round``, with the field.
    """
    asked, asked_stage = fields.get("round", ""), fields.get("stage", "")
    number = whole(asked_stage)
    if asked_stage:
        stages = set(event.stages.values_list("number", flat=True))
        if number not in stages:
            raise BadInput(
                "no_such_stage", field="stage", stage=asked_stage[:40], known=_listed(stages)
            )
    if asked:
        rounds = Round.objects.filter(stage__event=event).exclude(state=RoundState.DRAFT)
        if stage is not None:
            rounds = rounds.filter(stage=stage)
        elif number is not None:
            rounds = rounds.filter(stage__number=number)
        known = set(rounds.values_list("number", flat=True))
        if whole(asked) not in known:
            raise _no_round(asked[:40], known, "round")


def _no_round(asked: int | str, known: set[int], field: str) -> BadInput:
    if not known:
        return BadInput("as_of_no_round", field=field, round=asked)
    return BadInput("as_of_no_such_round", field=field, round=asked, known=_listed(known))


def _listed(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _day_within(season: Season, day: date, field: str) -> date:
    """Shortly before the first day nothing was played, which is an answer; after the last it is as
    now.
    """
    if not days.is_known(day):
        raise BadInput(
            "as_of_season_days",
            field=field,
            day=day.isoformat(),
            first=season.starts_on.isoformat(),
            last=season.ends_on.isoformat(),
        )
    if day <= season.ends_on:
        return day
    last = season.ends_on.isoformat()
    raise BadInput("as_of_other_day", field=field, day=day.isoformat(), last=last)


def _instant(text: str, of: Season | Event, field: str) -> datetime | None:
    """The end of the minute that is written, so that what happened in it is known."""
    try:
        at = parse_datetime(text.replace(" ", "T"))
    except ValueError:
        return None
    if at is None or not days.is_known(at):
        return None
    try:
        whole = at if is_aware(at) else at.replace(tzinfo=wall_time.zone_of(of))
        if not (whole.second or whole.microsecond):
            whole += timedelta(seconds=59.999999)
        is_to_come = whole > timezone.now() + OTHER_CLOCKS
    except OverflowError:
        return None
    if is_to_come:
        raise BadInput("as_of_to_come", field=field, text=text[:40])
    return whole


def written(moment: Moment) -> str:
    """The moment as an address writes it; empty for now."""
    if moment.round is not None:
        return str(moment.round)
    if moment.day is not None:
        return moment.day.isoformat()
    return moment.at.isoformat(timespec="seconds") if moment.at is not None else ""


def query(moment: Moment) -> dict[str, str]:
    """The fields of an address that ask for the moment; none for now."""
    found = {FIELD: written(moment)}
    if moment.period is not None:
        found[PERIOD] = str(moment.period.number)
    return {name: value for name, value in found.items() if value}
