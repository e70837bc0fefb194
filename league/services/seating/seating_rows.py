"""The rows behind a seating: what is locked, what a plan becomes, what may still be touched."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from league import journal
from league.core import keys
from league.core.enums import (
    STANDING_STATES,
    EventState,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.errors import Conflict, LeagueError, Refusals, Refused
from league.core.facts import Fact
from league.models import (
    Entry,
    Event,
    JournalLine,
    MatchRecord,
    Round,
    Seat,
    Seating,
    Stage,
    Table,
    TableLink,
)
from league.queries.seating import drafts, seating_plans
from league.seating import penalties
from league.seating.bounds import cost_bound, repeats_bound
from league.seating.changes import problems
from league.seating.errors import ChangeRefused, SeatingRefused
from league.services.occasions import events

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.core.errors import Param
    from league.seating.types import Bye, ByeReason, Field, Plan, PlannedTable
    from league.seating.types import Param as SeatingParam

T = TypeVar("T")

SEED_LIMIT = 2**31
# An evening that nobody finished in time is still the same evening a day later.
_LONGEST_EVENING = timedelta(hours=24)
_OUT: dict[ByeReason, RoundEntryState] = {
    "requested": RoundEntryState.REQUESTED_BYE,
    "rotation": RoundEntryState.BYE,
    # Somebody who only fills up was not wronged and gets no bye's points.
    "standby": RoundEntryState.SITS_OUT,
}


class Locked(NamedTuple):
    """A seating as it is behind the event's lock; ``before`` is how a draft stood before."""

    event: Event
    stage: Stage
    round: Round
    seating: Seating
    before: JSON = None


# --- locks ------------------------------------------------------------------------------


def lock_stage(stage: Stage) -> tuple[Event, Stage]:
    """Locks the event and reads the stage as it is now."""
    event = journal.lock_event(stage.event_id)
    fresh = Stage.objects.select_related("ruleset__club_game").get(pk=stage.pk)
    fresh.event = event
    return event, fresh


def lock_round(round_: Round) -> tuple[Event, Stage, Round]:
    event, stage = lock_stage(round_.stage)
    fresh = Round.objects.get(pk=round_.pk)
    fresh.stage = stage
    return event, stage, fresh


def lock_seating(seating: Seating) -> Locked:
    event, stage, round_ = lock_round(seating.round)
    fresh = Seating.objects.filter(pk=seating.pk).first()
    if fresh is None:  # a draft that somebody threw away
        raise Refused("not_a_draft")
    fresh.round = round_
    return Locked(event, stage, round_, fresh)


def refuse_when_over(event: Event) -> None:
    if event.state in {EventState.FINISHED, EventState.CANCELLED}:
        raise Refused("event_over", event=event.name)


def require_mode(stage: Stage, mode: StageMode) -> None:
    if stage.mode != mode:
        raise Refused(f"mode_is_{stage.mode}")


def begin(by: Actor, event: Event) -> None:
    """The first seating begins the event, without a step of its own."""
    if event.state in {EventState.PLANNED, EventState.OPEN}:
        _turn(by, event, EventState.RUNNING, {"begun": 0})


def begin_again(by: Actor, event: Event) -> None:
    """Begins the event once more where ``unbegin`` took that back."""
    last = _last_step(event)
    if last is not None and "unbegun" in last.payload and event.state == last.payload["new"]:
        _turn(by, event, EventState.RUNNING, {"begun": last.payload["unbegun"]})


def unbegin(by: Actor, event: Event) -> None:
    """Takes back that a seating began the event, once nothing is left of what began it.

    Nothing is played then, and no draft is there that was drawn since.
    """
    last = _last_step(event)
    if last is None or "begun" not in last.payload or event.state != EventState.RUNNING:
        return
    since = last.payload["begun"] or last.pk
    played = Table.objects.filter(
        seating__round__stage__event=event, seating__state=SeatingState.PUBLISHED
    )
    drafts = Round.objects.filter(stage__event=event, seatings__state=SeatingState.DRAFT)
    drawn = JournalLine.objects.filter(event=event, kind=Fact.SEATING_DRAWN, pk__gt=since)
    is_needed = played.exists() or any(
        drawn.filter(payload__stage=row.stage_id, payload__round=row.number).exists()
        for row in drafts
    )
    if not is_needed:
        _turn(by, event, EventState(last.payload["old"]), {"unbegun": since})


def _last_step(event: Event) -> JournalLine | None:
    steps = JournalLine.objects.filter(event=event, kind=Fact.EVENT_STATE_CHANGED)
    return steps.order_by("-pk").first()


def _turn(by: Actor, event: Event, state: EventState, told: Mapping[str, JSON]) -> None:
    fresh = events.set_state(by=by, event=event, state=state, remembered=told)
    event.state, event.version = fresh.state, fresh.version


# --- rounds -----------------------------------------------------------------------------


def latest_round(stage: Stage) -> Round | None:
    return stage.rounds.filter(is_rolling=False).order_by("-number").first()


def refuse_later_round(stage: Stage, round_: Round) -> None:
    """Only the latest round may be taken back: a later one was seated from its results."""
    later = (
        Round.objects.filter(stage__event=stage.event_id, is_rolling=False)
        .exclude(state=RoundState.DRAFT)
        .filter(stage__number__gte=stage.number)
        .exclude(pk=round_.pk)
        .order_by("stage__number", "number")
    )
    for row in later.select_related("stage"):
        if row.stage.number > stage.number or row.number > round_.number:
            raise Refused("later_round_exists", round=row.number)


def rolling(stage: Stage, *, method: str, over: str) -> Seating:
    """The published seating of the stage's one rolling round, made with the first table.

    Raises:
        Refused: ``over``: the round is closed.
    """
    now = moment()
    round_, _ = Round.objects.get_or_create(
        stage=stage,
        is_rolling=True,
        defaults={"number": 1, "state": RoundState.PUBLISHED, "published_at": now},
    )
    round_.stage = stage
    if round_.state == RoundState.CLOSED:
        raise Refused(over)
    seating, _ = Seating.objects.get_or_create(
        round=round_,
        state=SeatingState.PUBLISHED,
        defaults={"method": method, "published_at": now},
    )
    return seating


def tables_without_result(round_: Round) -> list[Table]:
    """Published tables of a round without a confirmed record."""
    confirmed = MatchRecord.objects.filter(table=OuterRef("pk"), state=RecordState.CONFIRMED)
    tables = Table.objects.filter(
        Exists(Seat.objects.filter(table=OuterRef("pk"))),
        ~Exists(confirmed),
        seating__round=round_,
        seating__state=SeatingState.PUBLISHED,
    )
    return list(tables.order_by("number"))


def tables_with_record(tables: Iterable[Table]) -> list[Table]:
    """Those of ``tables`` at which a record stands, confirmed or not."""
    found = set(
        Table.objects.filter(
            pk__in=[table.pk for table in tables], records__state__in=STANDING_STATES
        ).values_list("pk", flat=True)
    )
    return [table for table in tables if table.pk in found]


def numbers(tables: Iterable[Table]) -> str:
    return ", ".join(str(table.number) for table in tables)


# --- a plan becomes rows ----------------------------------------------------------------


def stored(round_: Round, plan: Plan, field: Field) -> Seating:
    """A fresh draft of the round that says what ``plan`` says."""
    seating = Seating.objects.create(
        round=round_,
        number=next_number(round_),
        state=SeatingState.DRAFT,
        method=plan.method,
        seed=str(plan.seed),
        explanation=seating_plans.explanation(plan, field),
    )
    fill(seating, plan.tables, plan.byes)
    return seating


def next_number(round_: Round) -> int:
    """The number of the next seating of a round."""
    last: int | None = round_.seatings.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def fill(seating: Seating, tables: Sequence[PlannedTable], byes: Iterable[Bye]) -> None:
    """Writes tables and seats of an empty seating."""
    for planned in tables:
        table = Table.objects.create(
            seating=seating, number=planned.number, ruleset_id=planned.ruleset
        )
        Seat.objects.bulk_create(
            Seat(seating=seating, table=table, entry_id=entry, position=position)
            for position, entry in enumerate(planned.players, start=1)
        )
    Seat.objects.bulk_create(
        Seat(
            seating=seating,
            entry_id=bye.player,
            state=_OUT[bye.reason],
        )
        for bye in byes
    )


def fresh_seed(seed: int | None) -> int:
    return secrets.randbelow(SEED_LIMIT) if seed is None else seed % SEED_LIMIT


def open_table(table: Table, event: Event, now: datetime | None) -> None:
    """What a table gets when it is published: its moment, unless it is open; link, open seats."""
    if now is not None:
        table.played_at = played_at(event, now)
        table.save(update_fields=["played_at"])
    TableLink.objects.get_or_create(table=table, defaults={"code": keys.new_code()})
    table.seats.update(is_open=True)


def played_at(event: Event, now: datetime) -> datetime:
    """Now while the event lasts; its beginning for what is written down before or afterwards."""
    end = event.ends_at or event.starts_at
    is_on = event.starts_at <= now <= max(end, event.starts_at) + _LONGEST_EVENING
    return now if is_on else event.starts_at


def moment() -> datetime:
    return timezone.now()


# --- checks -----------------------------------------------------------------------------


def changeable(by: Actor, seating: Seating, expected_version: int | None) -> Locked:
    """The seating behind the lock, refused when somebody changed it meanwhile."""
    found = lock_seating(seating)
    refuse_when_over(found.event)
    if found.seating.state == SeatingState.WITHDRAWN or found.round.state == RoundState.CLOSED:
        raise Refused("not_playing_now")
    require_version(found.seating, expected_version)
    return found._replace(before=drafts.remembered(found.seating))


def require_version(seating: Seating, expected_version: int | None) -> None:
    if expected_version is not None and seating.version != expected_version:
        raise Conflict("changed_meanwhile", version=seating.version)


def check_publishable(tables: Sequence[Table], byes: Iterable[Bye], field: Field) -> None:
    """Raises every reason that forbids publishing at once."""
    found = objections(tables, byes, field)
    if found:
        raise found[0] if len(found) == 1 else Refusals(found)


def objections(tables: Sequence[Table], byes: Iterable[Bye], field: Field) -> list[LeagueError]:
    """Every reason that forbids publishing."""
    planned = seating_plans.planned(tables)
    found: list[LeagueError] = [
        Refused(f"seating_{row.code}", field="", **_params(row.params))
        for row in problems(planned, tuple(byes), field)
        if row.code != "too_few_copies"
    ]
    return found + copies_short(tables)


def copies_short(tables: Sequence[Table]) -> list[LeagueError]:
    """Two rulesets of one box share its copies."""
    boxes = {table.ruleset.club_game_id: table.ruleset.club_game for table in tables}
    used = Counter(table.ruleset.club_game_id for table in tables if table.seats.all())
    return [
        Refused("copies_short", game=box.title, tables=used[pk], copies=box.copies)
        for pk, box in sorted(boxes.items())
        if box.copies is not None and used[pk] > box.copies
    ]


def asked(do: Callable[[], T]) -> T:
    """Runs a verb of the pure room and tells its refusals as errors of the league."""
    try:
        return do()
    except SeatingRefused as refused:
        errors = [
            Refused(f"seating_{o.code}", field="", **_params(o.params)) for o in refused.objections
        ]
        raise (errors[0] if len(errors) == 1 else Refusals(errors)) from refused
    except ChangeRefused as refused:
        raise Refused(f"change_{refused.code}", field="", **_params(refused.params)) from refused


# Parameters that hold ids of entries; the rest are numbers of tables, seats and the like.
_PEOPLE = {"player", "players"}


def _params(params: Mapping[str, SeatingParam]) -> dict[str, Param]:
    """Parameters for a sentence: names for ids, lists in one line."""
    ids = [
        int(entry)
        for name, value in params.items()
        if name == "player" or (name == "players" and isinstance(value, tuple))
        for entry in (value if isinstance(value, tuple) else (value,))
    ]
    rows = Entry.objects.filter(pk__in=ids).select_related("player") if ids else ()
    names = {row.pk: row.player.name for row in rows}
    told: dict[str, Param] = {}
    for name, value in params.items():
        if name in _PEOPLE and isinstance(value, tuple):
            told[name] = seating_plans.listed(names.get(int(entry), "?") for entry in value)
        elif name == "player" and isinstance(value, int):
            told[name] = names.get(value, "?")
        elif isinstance(value, tuple):
            told[name] = ", ".join(str(part) for part in value)
        elif isinstance(value, int | str):
            told[name] = value
        else:
            told[name] = str(value)
    return told


# --- telling ----------------------------------------------------------------------------


def explained(seating: Seating, field: Field, tables: Sequence[Table]) -> None:
    """Names the penalties of a seating afresh after a change by hand (not saved)."""
    planned = seating_plans.planned(tables)
    rows = penalties.explain(
        planned, field, seating_plans.byes(seating_plans.seats_without_table(seating))
    )
    costs = penalties.costs_of(rows)
    sizes = [len(table.players) for table in planned]
    seated = [player for table in planned for player in table.players]
    bound = repeats_bound(seated, sizes, field)
    told = seating.explanation
    now: dict[str, JSON] = {
        "by_hand": True,
        "again": "",
        "cost": sum(costs.values()),
        "costs": dict(costs),
        "repeats": penalties.repeats_of(planned, field),
        "repeat_cost": penalties.repeat_cost_of(planned, field),
        "lower_bound": bound,
        "least_cost": cost_bound(seated, sizes, field, bound),
        "split": sorted(sizes, reverse=True),
        "players": len(seated),
        "remarks": [],
        "penalties": seating_plans.penalties_json(rows),
    }
    drawn = told.get("drawn") or {name: told.get(name) for name in now}
    if all(_same(now[name], drawn[name]) for name in ("split", "players", "cost", "penalties")):
        # as good as it was drawn, for the same reasons: what was said of the draw holds again
        seating.explanation = {**told, **drawn}
        seating.explanation.pop("drawn", None)
    else:
        seating.explanation = {**told, **now, "drawn": drawn}


def _same(one: JSON, other: JSON) -> bool:
    """Whether two values are one once they are stored."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def log(kind: Fact, by: Actor, stage: Stage, *, stale: bool = False, **payload: JSON) -> None:
    """One journal line about a stage's seating; ``stale`` when a standing depends on it.

    What is None is not said.
    """
    event = stage.event
    journal.append(
        kind,
        by=by,
        event=event,
        payload={
            "stage": stage.pk,
            **{name: value for name, value in payload.items() if value is not None},
        },
        stale_stages=[stage.pk] if stale else [],
        stale_seasons=[event.season_id] if stale and event.season_id else [],
    )
