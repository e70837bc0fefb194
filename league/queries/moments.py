"""An earlier moment of a standing, as addresses and the API name it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import is_aware

from league import wall_time
from league.errors import BadInput
from league.queries.counting import LATEST, Moment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from league.models import Event, Season, Stage

FIELD = "as_of"
LONGEST = 4


def of_stage(stage: Stage, fields: Mapping[str, str], field: str = FIELD) -> Moment:
    """``2``: after the second round; ``2026-11-28T21:15``: what was known then, by the event's
    clock where no zone is written.

    Raises:
        BadInput: ``as_of_round``, with the field.
    """
    text = fields.get(field, "").strip()
    if not text:
        return LATEST
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST and int(text):
        return Moment(round=int(text))
    at = _instant(text, stage.event)
    if at is None:
        raise BadInput("as_of_round", field=field, text=text[:40])
    return Moment(at=at)


def of_season(season: Season, fields: Mapping[str, str], field: str = FIELD) -> Moment:
    """``2026-11-28``: after that day; ``2026-11-28T21:15``: what was known then, by the club's
    clock where no zone is written.

    Raises:
        BadInput: ``as_of_day``, with the field.
    """
    text = fields.get(field, "").strip()
    if not text:
        return LATEST
    try:
        day = parse_date(text)
    except ValueError:  # well written and no day: 2026-02-30
        day = None
    if day is not None:
        return Moment(day=day)
    at = _instant(text, season)
    if at is None:
        raise BadInput("as_of_day", field=field, text=text[:40])
    return Moment(at=at)


def _instant(text: str, of: Season | Event) -> datetime | None:
    """The end of the minute that is written, so that what happened in it is known."""
    try:
        at = parse_datetime(text.replace(" ", "T"))
    except ValueError:
        return None
    if at is None:
        return None
    try:
        whole = at if is_aware(at) else at.replace(tzinfo=wall_time.zone_of(of))
        return whole if whole.second or whole.microsecond else whole + timedelta(seconds=59.999999)
    except OverflowError:
        return None


def written(moment: Moment) -> str:
    """The moment as an address writes it; empty for now."""
    if moment.round is not None:
        return str(moment.round)
    if moment.day is not None:
        return moment.day.isoformat()
    return moment.at.isoformat(timespec="seconds") if moment.at is not None else ""
