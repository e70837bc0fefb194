"""Seasons, events, stages, rounds, entries."""

from __future__ import annotations

import itertools
import time
from datetime import UTC, date, datetime
from typing import Any

from league.core.enums import EventState, RoundState
from league.forms import robots
from league.models import Club, Entry, Event, Player, Round, Season, Stage
from tests.factories.people import club, free_game, player

_count = itertools.count(1)

LINEAR7 = {"key": "linear7"}
STAGE_CHAIN = ["points", "wins", "places", "head_to_head"]
SEASON_CHAIN = ["points", "average"]
MEAN = {"kind": "mean"}
ZERO = {"kind": "zero"}


# Free fields of the row: a builder takes whatever the model does.
def season(of: Club | None = None, **fields: Any) -> Season:
    n = next(_count)
    fields.setdefault("slug", f"season-{n}")
    fields.setdefault("name", f"Season {n}")
    fields.setdefault("starts_on", date(2026, 1, 1))
    fields.setdefault("ends_on", date(2026, 12, 31))
    fields.setdefault("scheme", dict(LINEAR7))
    fields.setdefault("chain", list(SEASON_CHAIN))
    return Season.objects.create(club=of or club(), **fields)


def event(of: Club | None = None, *, season: Season | None = None, **fields: Any) -> Event:
    n = next(_count)
    fields.setdefault("slug", f"event-{n}")
    fields.setdefault("name", f"Evening {n}")
    fields.setdefault("starts_at", datetime(2026, 11, 3, 18, 30, tzinfo=UTC))
    fields.setdefault("state", EventState.RUNNING)
    owner = of or (season.club if season else club())
    return Event.objects.create(club=owner, season=season, **fields)


def stage(of: Event | None = None, **fields: Any) -> Stage:
    owner = of or event()
    fields.setdefault("scheme", dict(LINEAR7))
    fields.setdefault("chain", list(STAGE_CHAIN))
    fields.setdefault("bye", dict(MEAN))
    fields.setdefault("late", dict(ZERO))
    fields.setdefault("no_show", dict(ZERO))
    fields.setdefault("number", owner.stages.count() + 1)
    if "ruleset" not in fields:
        fields["ruleset"] = free_game(owner.club, name=f"Harbour Lights {next(_count)}")
    return Stage.objects.create(event=owner, **fields)


def round_(of: Stage | None = None, **fields: Any) -> Round:
    owner = of or stage()
    fields.setdefault("number", owner.rounds.count() + 1)
    fields.setdefault("state", RoundState.PUBLISHED)
    return Round.objects.create(stage=owner, **fields)


def entry(at: Event, who: Player | str = "", **fields: Any) -> Entry:
    row = who if isinstance(who, Player) else player(who)
    fields.setdefault("is_present", True)
    return Entry.objects.create(event=at, player=row, **fields)


def typed_calmly(of: Event, **fields: str) -> dict[str, str]:
    """What somebody without an account sends, who has looked at the form for a while."""
    return {"shown": robots.at(f"sign-up {of.pk}", time.time() - 3), **fields}
