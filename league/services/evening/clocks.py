"""The clock of a round and of single tables: started, held, lengthened, set back.

A clock never ends anything by itself: at zero it says so, and people decide. Every verb takes a
round, and with ``table`` speaks of that table alone. ``expected_version`` is the version the
buttons were made from (0: nobody has started it yet); a table's is that of its own row.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundState, SeatingState
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.core.facts import Fact
from league.models import Clock, Round, Stage, Table
from league.queries.evening import clocks as reading
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.queries.evening.clocks import Face

LONGEST_MIN = 600
MOST_EXTRA_MIN = 120


def start(
    *,
    by: Actor,
    round_: Round,
    table: Table | None = None,
    minutes: int | None = None,
    expected_version: int | None = None,
) -> Clock:
    """Starts the clock from the beginning; ``minutes`` may differ from the stage's length.

    Starting a round's clock makes all its tables follow it again.

    Raises:
        BadInput: ``clock_length_missing`` where neither says how long.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        stage, round_, row = _locked(round_, table, expected_version)
        length = minutes if minutes is not None else stage.round_minutes
        if length is None:
            raise BadInput("clock_length_missing", field="minutes")
        if not 1 <= length <= LONGEST_MIN:
            raise BadInput("number_out_of_range", field="minutes", low=1, high=LONGEST_MIN)
        if table is None:
            _all_follow(round_)
        _run(row, length, seating_rows.moment())
        _told(Fact.CLOCK_STARTED, by, stage, round_, table, minutes=length)
    return row


def hold(
    *, by: Actor, round_: Round, table: Table | None = None, expected_version: int | None = None
) -> Clock:
    """Stops the clock where it is. One that is held already stays as it is."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        stage, round_, row = _locked(round_, table, expected_version)
        face = _face(round_, row)
        if not face.is_running:
            return row
        row.left_s = face.left_at(seating_rows.moment())
        row.length_s = face.length_s
        row.ends_at, row.extra_s = None, 0
        _save(row)
        _told(Fact.CLOCK_HELD, by, stage, round_, table)
    return row


def resume(
    *, by: Actor, round_: Round, table: Table | None = None, expected_version: int | None = None
) -> Clock:
    """Lets the clock go on; a table follows its round again where that is running."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        stage, round_, row = _locked(round_, table, expected_version)
        face = _face(round_, row)
        if face.is_running:
            return row
        now = seating_rows.moment()
        general = _read(round_).face if table is not None else None
        if general is not None and general.is_running:
            row.extra_s = face.left_at(now) - general.left_at(now)
            row.ends_at, row.left_s = None, None
        else:
            row.ends_at = now + timedelta(seconds=face.left_at(now))
            row.length_s = face.length_s
            row.left_s, row.extra_s = None, 0
        _save(row)
        _told(Fact.CLOCK_RESUMED, by, stage, round_, table)
    return row


def extend(
    *,
    by: Actor,
    round_: Round,
    minutes: int,
    table: Table | None = None,
    expected_version: int | None = None,
) -> Clock:
    """Adds minutes for all tables or for one, or takes some away.

    After time was up they count from now: five more minutes are five minutes to play.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    if minutes == 0 or abs(minutes) > MOST_EXTRA_MIN:
        raise BadInput(
            "number_out_of_range", field="minutes", low=-MOST_EXTRA_MIN, high=MOST_EXTRA_MIN
        )
    with transaction.atomic():
        stage, round_, row = _locked(round_, table, expected_version)
        face = _face(round_, row)
        left = face.left_at(seating_rows.moment())
        more = minutes * 60 + (-left if left < 0 and minutes > 0 else 0)
        if row.ends_at is not None:
            row.ends_at += timedelta(seconds=more)
        elif row.left_s is not None:
            row.left_s += more
        else:
            row.extra_s += more
        row.length_s = max(row.length_s + minutes * 60, 0)
        _save(row)
        _told(Fact.CLOCK_EXTENDED, by, stage, round_, table, minutes=minutes)
    return row


def reset(
    *, by: Actor, round_: Round, table: Table | None = None, expected_version: int | None = None
) -> Clock:
    """Sets the clock back to before its start; a table follows its round again."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        stage, round_, row = _locked(round_, table, expected_version)
        if table is None:
            _all_follow(round_)
        elif row.version == 0:  # it has nothing of its own
            return row
        _clear(row)
        _save(row)
        _told(Fact.CLOCK_RESET, by, stage, round_, table)
    return row


def begin_round(by: Actor, stage: Stage, round_: Round, now: datetime) -> None:
    """A round that is published has no clock of before, and a running one if the stage says so."""
    Clock.objects.filter(round=round_).delete()
    if stage.clock_starts and stage.round_minutes and not round_.is_rolling:
        _run(Clock(round=round_, version=0), stage.round_minutes, now)
        _told(Fact.CLOCK_STARTED, by, stage, round_, None, minutes=stage.round_minutes)


def begin_table(by: Actor, stage: Stage, table: Table, now: datetime) -> None:
    """A table of open play has a clock of its own from its start, if the stage says so."""
    if stage.clock_starts and stage.round_minutes:
        round_ = table.seating.round
        _run(Clock(round=round_, table=table, version=0), stage.round_minutes, now)
        _told(Fact.CLOCK_STARTED, by, stage, round_, table, minutes=stage.round_minutes)


# --- steps --------------------------------------------------------------------------------


def _locked(
    round_: Round, table: Table | None, expected_version: int | None
) -> tuple[Stage, Round, Clock]:
    """The round behind the event's lock, and the row that is about to change."""
    event, stage, round_ = seating_rows.lock_round(round_)
    seating_rows.refuse_when_over(event)
    if round_.state != RoundState.PUBLISHED:
        raise Refused("not_playing_now")
    if (
        table is not None
        and not round_.seatings.filter(state=SeatingState.PUBLISHED, tables=table.pk).exists()
    ):
        raise NotFound("not_found")
    row = Clock.objects.filter(round=round_, table=table).first()
    if row is None:
        row = Clock(round=round_, table=table, version=0)
    if expected_version is not None and row.version != expected_version:
        raise Conflict("clock_changed_meanwhile")
    return stage, round_, row


def _read(round_: Round) -> reading.RoundClock:
    return reading.read(list(Clock.objects.filter(round=round_)))


def _face(round_: Round, row: Clock) -> Face:
    """What the row's clock shows before the change."""
    general = _read(round_).face
    face = general if row.table_id is None else reading.table_face(general, row)
    if face is None:
        raise Refused("clock_not_started")
    return face


def _run(row: Clock, minutes: int, now: datetime) -> None:
    _clear(row)
    row.length_s = minutes * 60
    row.ends_at = now + timedelta(minutes=minutes)
    _save(row)


def _clear(row: Clock) -> None:
    row.length_s, row.extra_s = 0, 0
    row.ends_at, row.left_s = None, None


def _all_follow(round_: Round) -> None:
    Clock.objects.filter(round=round_, table__isnull=False).update(
        length_s=0, extra_s=0, ends_at=None, left_s=None, version=F("version") + 1
    )


def _save(row: Clock) -> None:
    row.version += 1
    row.save()


def _told(
    fact: Fact, by: Actor, stage: Stage, round_: Round, table: Table | None, **more: int
) -> None:
    payload: dict[str, JSON] = {"round": round_.number, **more}
    if table is not None:
        payload["table"] = table.number
    seating_rows.log(fact, by, stage, stale=False, **payload)
