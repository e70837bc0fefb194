"""All rounds of a stage planned at once: the search, what it found, and the next round from it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.after_commit import jobs
from league.core.actions import Action
from league.core.actors import system
from league.core.enums import PlanState, StageMode, TroubleKind
from league.core.errors import BadInput, Conflict, NotFound
from league.core.facts import Fact
from league.models import JournalLine, RoundsPlan, Stage
from league.queries.seating import drafts, round_plans, seating_fields
from league.seating.contract import Budget
from league.seating.errors import SeatingRefused
from league.seating.schedule.draw import schedule
from league.services.seating import _plan_fields, seating_rows
from league.services.standings import troubles

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.seating.schedule.draw import Progress
    from league.seating.types import Field

log = logging.getLogger(__name__)

MOST_ROUNDS = 40
# Up to so many seats over all rounds a plan is made while the organizer's page waits.
INLINE_SEATS = 300
SECONDS = 20.0
LEAST_STEPS = 400_000
# Between two looks at whether somebody wants the best so far, and two notes of the progress.
LOOK_S = 0.5
MOST_NOTES = 60
# So long after its start a search must have ended, one way or another.
FORGOTTEN = timedelta(minutes=10)
TASK = "league.tasks.plan_rounds"


def plan_rounds(*, by: Actor, stage: Stage, count: int, seed: int | None = None) -> RoundsPlan:
    """Plans the stage's next ``count`` rounds for whoever is in the room.

    Small ones are ready when this returns; for others the worker is woken, and the row says how
    far it has come. An earlier plan gives way.

    Raises:
        BadInput: ``number_out_of_range`` for ``count``.
        Refused: why there is no plan (small ones only), ``event_over``, ``mode_is_open_play``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    if not 1 <= count <= MOST_ROUNDS:
        raise BadInput("number_out_of_range", field="count", low=1, high=MOST_ROUNDS)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.ROUNDS)
        first = round_plans.coming_number(stage)
        field = seating_fields.collect(stage, before=round_plans.draft_round(stage))
        chosen = seating_rows.fresh_seed(seed)
        _put_away(stage)
        row = RoundsPlan(stage=stage, first_round=first, count=count, seed=str(chosen))
        if len(field.players) * count <= INLINE_SEATS:
            made = seating_rows.asked(lambda: _made(stage, field, count, chosen))
            _fill(row, made)
            row.started_at = row.finished_at = seating_rows.moment()
            row.save()
        else:
            # What stands against a plan is said at once, before anybody waits for it.
            seating_rows.asked(lambda: _plan_fields.checked(stage, field, count, chosen))
            row.save()
            jobs.wake(TASK, row.pk)
        seating_rows.log(
            Fact.SEATING_CHANGED,
            by,
            stage,
            plan=row.pk,
            rounds=count,
            first_round=first,
            seed=row.seed,
        )
    return row


def drop(*, by: Actor, stage: Stage) -> int:
    """Puts the plan of all rounds away: the next rounds are drawn one by one.

    Returns the id of the plan, 0 where there was none.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        _, stage = seating_rows.lock_stage(stage)
        gone = _put_away(stage)
        if gone:
            seating_rows.log(Fact.SEATING_CHANGED, by, stage, plan=gone, discarded=True)
    return gone


def take_up(*, by: Actor, stage: Stage, plan_id: int) -> RoundsPlan:
    """Makes a finished plan hold again that was put away, as long as nothing was seated since.

    Raises:
        NotFound: it is no finished plan of this stage.
        Conflict: ``changed_meanwhile``: something else was done to the stage's seating.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        _, stage = seating_rows.lock_stage(stage)
        row = RoundsPlan.objects.filter(pk=plan_id, stage=stage, state=PlanState.DONE).first()
        if row is None:
            raise NotFound("not_found")
        last = JournalLine.objects.filter(pk=drafts.last_line(stage)).first()
        dropped = last is not None and last.payload.get("plan") == row.pk
        if not dropped or RoundsPlan.objects.filter(stage=stage, is_current=True).exists():
            raise Conflict("changed_meanwhile")
        row.is_current, row.wants_stop = True, False
        row.save(update_fields=["is_current", "wants_stop"])
        seating_rows.log(Fact.SEATING_CHANGED, by, stage, plan=row.pk, restored=True)
    return row


def stop(*, by: Actor, stage: Stage) -> Stage:
    """Asks a search that is running for the best it has found so far."""
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        _, stage = seating_rows.lock_stage(stage)
        RoundsPlan.objects.filter(
            stage=stage, is_current=True, state__in=[PlanState.WAITING, PlanState.WORKING]
        ).update(wants_stop=True)
    return stage


def _put_away(stage: Stage) -> int:
    """The id of the plan that no longer holds; a running search ends with its next look."""
    row = RoundsPlan.objects.filter(stage=stage, is_current=True).first()
    if row is None:
        return 0
    row.is_current, row.wants_stop = False, True
    row.save(update_fields=["is_current", "wants_stop"])
    return row.pk


# --- the worker's part ------------------------------------------------------------------


def work(plan_id: int) -> bool:
    """Searches for a plan that waits; False when it was somebody else's or is not wanted any more.

    The search holds no transaction: others draw, enter and save meanwhile. A search that breaks
    off waits again, and a trouble says why.
    """
    return bool(troubles.attempt(TroubleKind.PLAN, plan_id, lambda: _work(plan_id)))


def _work(plan_id: int) -> bool:
    with transaction.atomic():
        there = RoundsPlan.objects.filter(pk=plan_id, stage__event__removed_at__isnull=True)
        row = there.select_for_update(of=("self",)).first()
        if row is None or row.state != PlanState.WAITING or not row.is_current:
            return False
        row.state, row.started_at = PlanState.WORKING, seating_rows.moment()
        row.save(update_fields=["state", "started_at"])
        _, stage = seating_rows.lock_stage(Stage.objects.get(pk=row.stage_id))
        field = seating_fields.collect(stage, before=round_plans.draft_round(stage))
    notes = _Notes(row.pk)
    try:
        made = _made(
            stage,
            field,
            row.count,
            int(row.seed),
            stop=notes.is_stopped,
            progress=notes.heard,
        )
    except SeatingRefused as refused:
        row.state = PlanState.FAILED
        row.refusal = {"code": refused.code, "params": _plain(refused.params)}
    except Exception:
        RoundsPlan.objects.filter(pk=row.pk).update(state=PlanState.WAITING)
        raise
    else:
        _fill(row, made)
    row.progress = notes.rows
    row.finished_at = seating_rows.moment()
    with transaction.atomic():
        row.save(update_fields=["state", "rounds", "figures", "refusal", "progress", "finished_at"])
        # A line, so that every open desk sees that the search has ended.
        seating_rows.log(
            Fact.SEATING_CHANGED, system("plan of all rounds"), stage, plan=row.pk, state=row.state
        )
    return True


def waiting() -> list[int]:
    """Plans that a lost message, or a worker that was ended, has left waiting."""
    forgotten = seating_rows.moment() - FORGOTTEN
    RoundsPlan.objects.filter(state=PlanState.WORKING, started_at__lt=forgotten).update(
        state=PlanState.WAITING
    )
    rows = RoundsPlan.objects.filter(state=PlanState.WAITING, is_current=True)
    rows = rows.exclude(pk__in=troubles.pausing(TroubleKind.PLAN))
    return list(rows.order_by("created_at").values_list("pk", flat=True)[:20])


class _Notes:
    """Writes down how far a search has come, and hears whether it is to stop; both now and then."""

    def __init__(self, plan_id: int) -> None:
        self.rows: list[list[JSON]] = []
        self._plan_id = plan_id
        self._began = self._looked = time.monotonic()
        self._stopped = False

    def heard(self, step: Progress) -> None:
        if len(self.rows) < MOST_NOTES:
            after = round((time.monotonic() - self._began) * 1000)
            self.rows.append([after, step.steps, step.cost])

    def is_stopped(self) -> bool:
        now = time.monotonic()
        if self._stopped or now - self._looked < LOOK_S:
            return self._stopped
        self._looked = now
        rows = RoundsPlan.objects.filter(pk=self._plan_id)
        rows.update(progress=self.rows)
        self._stopped = bool(rows.filter(wants_stop=True).exists())
        return self._stopped


# --- the plan ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Made:
    rounds: list[JSON]
    figures: dict[str, JSON]


def _fill(row: RoundsPlan, made: _Made) -> None:
    row.state = PlanState.DONE
    row.rounds, row.figures = made.rounds, made.figures


def _made(
    stage: Stage,
    field: Field,
    count: int,
    seed: int,
    *,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> _Made:
    drawn = _plan_fields.checked(stage, field, count, seed)
    instance, ids, outs = drawn.instance, drawn.ids, drawn.outs
    seats = sum(sum(sizes) for sizes in instance.sizes)
    # Without the worker a short search does: ready-made designs need none.
    budget = (
        None
        if stop is None
        else Budget(steps=max(LEAST_STEPS, 300 * seats), seconds=SECONDS, stop=stop)
    )
    try:
        made = schedule(instance, seed=seed, budget=budget, progress=progress)
        order = _plan_fields.by_number(made.rounds, ids, field)
        if order is None:
            # More need a certain table than a free schedule happens to bring there.
            bound = replace(instance, fixed=_plan_fields.needed(instance, field))
            made = schedule(bound, seed=seed, budget=budget, progress=progress)
            order = [list(range(len(tables))) for tables in made.rounds]
        settled = _plan_fields.settled(drawn, made, order, field)
    except SeatingRefused as refused:
        raise _plan_fields.about_entries(refused, ids) from refused
    rounds: list[JSON] = [
        {
            "tables": [[ids[player] for player in table] for table in tables],
            "games": list(games),
            "out": sorted(out),
        }
        for tables, games, out in zip(settled.rounds, settled.games, outs, strict=True)
    ]
    found = settled.measures
    figures: dict[str, JSON] = {
        "repeats": found.repeats,
        "repeat_cost": found.repeat_cost,
        "lower_bound": made.lower_bound,
        "least_cost": made.least_cost,
        "most_meetings": found.most_meetings,
        "short_spread": found.short_table_spread,
        "seat_deviation": f"{found.seat_deviation:.2f}",
        "club_meetings": found.club_meetings,
        "stopped_by": made.stopped_by if settled.rests else "steps",
        "steps": made.steps,
        "players": len(ids),
        "byes": sum(len(out) for out in outs),
        "unmet": settled.unmet,
    }
    return _Made(rounds, figures)


def _plain(params: object) -> dict[str, JSON]:
    assert isinstance(params, dict)
    return {
        name: list(value)
        if isinstance(value, tuple)
        else value
        if isinstance(value, int | str)
        else str(value)
        for name, value in params.items()
    }


# --- the next round from the plan -------------------------------------------------------


def next_round(stage: Stage, number: int, field: Field) -> Field | None:
    """The field with the tables that the plan has for this round; None without a plan for it.

    A plan made for other people, or for rounds that were then played otherwise, is made anew for
    the rounds that are left, from what was played.
    """
    row = RoundsPlan.objects.filter(stage=stage, is_current=True, state=PlanState.DONE).first()
    if row is None or not row.first_round <= number < row.first_round + row.count:
        return None
    if not round_plans.still_holds(row, stage, number, field):
        left = row.first_round + row.count - number
        seed = int(row.seed)
        made = seating_rows.asked(lambda: _made(stage, field, left, seed))
        _put_away(stage)
        row = RoundsPlan(stage=stage, first_round=number, count=left, seed=row.seed)
        _fill(row, made)
        row.started_at = row.finished_at = seating_rows.moment()
        row.save()
    today = row.rounds[number - row.first_round]
    out = frozenset(today["out"]) - field.requested_byes
    return replace(
        field,
        players=tuple(replace(player, draw=player.id) for player in field.players),
        prescribed=tuple(tuple(table) for table in today["tables"]),
        prescribed_games=tuple(today.get("games", ())),
        rotated=out,
        keep_seats=True,
    )
