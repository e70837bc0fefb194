"""All rounds of a stage planned at once: the search, what it found, and the next round from it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from league import jobs, permissions
from league.actors import system
from league.enums import PlanState, StageMode
from league.errors import BadInput
from league.facts import Fact
from league.models import RoundsPlan, Stage
from league.permissions import Action
from league.queries import round_plans, seating_fields
from league.seating.contract import Budget
from league.seating.errors import SeatingRefused
from league.seating.numbering import numbered, places_by_need
from league.seating.rotation import MOST_IN_POOL, pool, rotation
from league.seating.schedule.choice import instance_for
from league.seating.schedule.draw import schedule
from league.seating.schedule.instance import Instance, Rounds, objections, refuse
from league.seating.split import fewest_byes, table_splits
from league.seating.types import Objection
from league.services import seating_rows

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.actors import Actor
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
            seating_rows.asked(lambda: _checked(stage, field, count, chosen))
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


def drop(*, by: Actor, stage: Stage) -> Stage:
    """Puts the plan of all rounds away: the next rounds are drawn one by one."""
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        _, stage = seating_rows.lock_stage(stage)
        gone = _put_away(stage)
        if gone:
            seating_rows.log(Fact.SEATING_CHANGED, by, stage, plan=gone, discarded=True)
    return stage


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

    The search holds no transaction: others draw, enter and save meanwhile.
    """
    with transaction.atomic():
        row = RoundsPlan.objects.select_for_update().filter(pk=plan_id).first()
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
    instance, ids, outs = _checked(stage, field, count, seed)
    seats = sum(sum(sizes) for sizes in instance.sizes)
    # Without the worker a short search does: ready-made designs need none.
    budget = (
        None
        if stop is None
        else Budget(steps=max(LEAST_STEPS, 300 * seats), seconds=SECONDS, stop=stop)
    )
    try:
        made = schedule(instance, seed=seed, budget=budget, progress=progress)
        seated = _by_number(made.rounds, ids, field)
        if seated is None:
            # More need a certain table than a free schedule happens to bring there.
            bound = replace(instance, fixed=_needed(instance, field))
            made = schedule(bound, seed=seed, budget=budget, progress=progress)
            seated = [
                [tuple(ids[player] for player in table) for table in tables]
                for tables in made.rounds
            ]
    except SeatingRefused as refused:
        raise _about_entries(refused, ids) from refused
    rounds: list[JSON] = [
        {"tables": [list(table) for table in tables], "out": sorted(out)}
        for tables, out in zip(seated, outs, strict=True)
    ]
    found = made.measures
    figures: dict[str, JSON] = {
        "repeats": found.repeats,
        "lower_bound": made.lower_bound,
        "most_meetings": found.most_meetings,
        "short_spread": found.short_table_spread,
        "seat_deviation": f"{found.seat_deviation:.2f}",
        "club_meetings": found.club_meetings,
        "stopped_by": made.stopped_by,
        "steps": made.steps,
        "players": len(ids),
        "byes": sum(len(out) for out in outs),
        "unweighed": _unweighed(field),
    }
    return _Made(rounds, figures)


def _checked(
    stage: Stage, field: Field, count: int, seed: int
) -> tuple[Instance, list[int], tuple[frozenset[int], ...]]:
    """The instance, refused at once where it is known to have no schedule."""
    instance, ids, outs = _instance(stage, field, count, seed)
    try:
        refuse(objections(instance))
    except SeatingRefused as refused:
        raise _about_entries(refused, ids) from refused
    return instance, ids, outs


def _about_entries(refused: SeatingRefused, ids: list[int]) -> SeatingRefused:
    """The same refusal, players named by their entries instead of their places in the instance."""

    def entry(place: object) -> int:
        return ids[place] if isinstance(place, int) and 0 <= place < len(ids) else 0

    told = []
    for one in refused.objections:
        params = dict(one.params)
        if "player" in params:
            params["player"] = entry(params["player"])
        players = params.get("players")
        if isinstance(players, tuple):
            params["players"] = tuple(entry(place) for place in players)
        told.append(Objection(one.code, params))
    return SeatingRefused(tuple(told))


def _instance(
    stage: Stage, field: Field, count: int, seed: int
) -> tuple[Instance, list[int], tuple[frozenset[int], ...]]:
    """The field as a schedule's instance, its players' ids in order, and who sits out when."""
    ids = sorted(player.id for player in field.players)
    place = {player: number for number, player in enumerate(ids)}
    absent = [field.requested_byes] + [frozenset[int]()] * (count - 1)
    outs = []
    for away in absent:
        here = len(ids) - len(away)
        out = fewest_byes(here, field) if here else None
        if out is None:
            low = min((field.sizes_of(game)[0] for game in field.games), default=2)
            raise SeatingRefused((Objection("too_few", {"players": here, "low": low}),))
        outs.append(out)
    if _is_pool(len(ids), outs, field) and not field.requested_byes:
        resting = pool(field.players, len(ids) - outs[0], count, seed=seed)
    else:
        resting = rotation(field.players, outs, seed=seed, absent=absent)
    out_of = tuple(rest | away for rest, away in zip(resting, absent, strict=True))
    playing = [[p for p in ids if p not in out] for out in out_of]
    groups = {player.id: min(player.groups, default=None) for player in field.players}
    is_whole = not any(out_of)
    instance = Instance(
        n=len(ids),
        sizes=_sizes([len(here) for here in playing], field),
        preferred=field.sizes.preferred,
        present=None if is_whole else tuple(tuple(place[p] for p in here) for here in playing),
        history=tuple(
            tuple(
                kept
                for table in tables
                if (kept := tuple(place[player] for player in table if player in place))
            )
            for tables in round_plans.played_tables(stage)
        ),
        apart=frozenset(
            (min(place[a], place[b]), max(place[a], place[b]))
            for a, b in field.apart
            if a in place and b in place
        ),
        clubs=tuple(groups[player] for player in ids) if any(groups.values()) else (),
    )
    return instance, ids, out_of


def _by_number(rounds: Rounds, ids: list[int], field: Field) -> list[list[tuple[int, ...]]] | None:
    """Entries per table in the order of table numbers, needs met; None where that fails."""
    needs = {player.id: player.needs for player in field.players if player.needs}
    found: list[list[tuple[int, ...]]] = []
    for tables in rounds:
        ordered = numbered([tuple(ids[player] for player in table) for table in tables], needs)
        if ordered is None:
            return None
        found.append(list(ordered))
    return found


def _needed(instance: Instance, field: Field) -> dict[tuple[int, int], int]:
    """The table of everybody who needs a certain one, round by round."""
    needs = {
        place: player.needs
        for place, player in enumerate(sorted(field.players, key=lambda row: row.id))
        if player.needs
    }
    return {
        (number, player): table
        for number, sizes in enumerate(instance.sizes)
        for player, table in places_by_need(
            instance.players_of(number), needs, sizes, instance.apart, turn=number
        ).items()
    }


def _unweighed(field: Field) -> int:
    """How many people have wishes that a plan of all rounds does not weigh."""
    near = {player for key in field.near for player in key} if field.rooms else set()
    choosy = len(field.games) > 1
    return sum(
        bool(player.likes or (choosy and player.wants) or player.id in near)
        for player in field.players
    )


def _is_pool(players: int, outs: list[int], field: Field) -> bool:
    """Whether in every round a single table plays and somebody sits out."""
    return (
        players <= MOST_IN_POOL
        and min(outs) > 0
        and len(table_splits(players - outs[0], field, keep=1)[0].sizes) == 1
    )


def _sizes(counts: list[int], field: Field) -> tuple[tuple[int, ...], ...]:
    """Table sizes per round; with one game and no limits chosen for the whole schedule."""
    chosen: dict[int, tuple[int, ...]] = {}
    plain = len(field.games) == 1 and field.games[0].copies is None
    for count in sorted(set(counts)):
        if plain:
            low, high = field.sizes_of(field.games[0])
            chosen[count] = instance_for(
                count,
                counts.count(count),
                low=low,
                high=high,
                preferred=field.preferred_of(field.games[0]),
                max_tables=field.sizes.max_tables,
                above=field.sizes.above,
                weights=field.sizes.weights,
            ).sizes[0]
        else:
            chosen[count] = table_splits(count, field, keep=1)[0].sizes
    return tuple(chosen[count] for count in counts)


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
        rotated=out,
        keep_seats=True,
    )
