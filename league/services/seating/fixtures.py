"""Fixtures: all tables of a stage at once, each to find its own day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import STANDING_STATES, StageMode
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.core.facts import Fact
from league.models import Fixture, MatchRecord, Seat, Seating, Table
from league.queries.seating import fixtures as reading
from league.services.seating import seating_rows
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from league.core.actors import Actor
    from league.models import Event, Stage
    from league.queries.seating.fixtures import Drawn


def previewed(*, by: Actor, stage: Stage, matches: int, seed: int | None = None) -> Drawn:
    """What ``draw`` would make with this seed; writes nothing.

    Raises:
        Refused: as ``draw``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    seating_rows.require_mode(stage, StageMode.FIXTURES)
    return _drawn(stage, matches, seed)


def draw(
    *,
    by: Actor,
    stage: Stage,
    matches: int,
    due_on: date | None = None,
    seed: int | None = None,
    expected_tables: int | None = None,
) -> Seating:
    """Draws the fixtures of a stage, or anew those at which nothing has happened yet.

    Tables at which somebody reported or agreed on a day stay as they are, and count.

    Args:
        matches: how many everybody should play, at least one.
        due_on: the last day for the new tables, not in the past.
        expected_tables: how many tables were kept when the organizer looked.

    Raises:
        BadInput: ``fixtures_matches``, ``due_in_the_past``.
        Refused: ``mode_is_…``, ``event_over``, ``fixtures_over``, or why there are no fixtures.
        Conflict: ``changed_meanwhile``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.FIXTURES)
        _require_day(event, due_on)
        plan = _drawn(stage, matches, seed)
        if expected_tables is not None and expected_tables != len(plan.kept):
            raise Conflict("changed_meanwhile", version=len(plan.kept))
        seating_rows.begin(by, event)
        seating = _seating(stage, plan)
        open_ones = seating.tables.exclude(pk__in=[table.pk for table in plan.kept])
        redrawn = open_ones.count()
        open_ones.delete()
        _store(event, seating, plan, due_on)
        seating_rows.log(
            Fact.FIXTURES_DRAWN,
            by,
            stage,
            stale=True,
            seating=seating.pk,
            tables=len(plan.tables),
            kept=len(plan.kept),
            redrawn=redrawn,
            matches=matches,
            seed=str(plan.seed),
            due=due_on.isoformat() if due_on else None,
        )
    return seating


def withdraw(*, by: Actor, stage: Stage) -> None:
    """Takes all fixtures of a stage back, as long as nobody has reported or agreed on a day.

    Raises:
        Refused: ``fixtures_begun`` naming the tables; ``not_playing_now`` where there are none.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.FIXTURES)
        seating = reading.seating_of(stage)
        if seating is None:
            raise Refused("not_playing_now")
        begun = reading.kept_tables(stage)
        if begun:
            raise Refused("fixtures_begun", count=len(begun), tables=seating_rows.numbers(begun))
        seating.round.delete()
        seating_rows.log(Fact.FIXTURES_WITHDRAWN, by, stage, stale=True)
        seating_rows.unbegin(by, event)


def set_due(*, by: Actor, stage: Stage, tables: Collection[int], due_on: date | None) -> None:
    """Gives open tables of a stage another last day, or none; others have had their day.

    Args:
        tables: their ids.

    Raises:
        NotFound: a table that is no fixture of this stage.
        BadInput: ``value_missing``, ``due_in_the_past``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    if not tables:
        raise BadInput("value_missing", field="tables")
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.FIXTURES)
        _require_day(event, due_on)
        found = Fixture.objects.filter(table__in=tables, table__seating__round__stage=stage)
        if found.count() != len(set(tables)):
            raise NotFound("not_found")
        played = MatchRecord.objects.filter(table__in=tables, state__in=STANDING_STATES)
        rows = found.exclude(table__in=played.values("table")).exclude(due_on=due_on)
        numbers = sorted(rows.values_list("table__number", flat=True))
        if not numbers:
            return
        rows.update(due_on=due_on)
        seating_rows.log(
            Fact.FIXTURE_DUE_CHANGED,
            by,
            stage,
            tables=numbers,
            due=due_on.isoformat() if due_on else None,
        )


def _drawn(stage: Stage, matches: int, seed: int | None) -> Drawn:
    if not 1 <= matches <= reading.MOST_MATCHES:
        raise BadInput("fixtures_matches", field="matches", most=reading.MOST_MATCHES)
    chosen = seating_rows.fresh_seed(seed)
    return seating_rows.asked(lambda: reading.drawn(stage, matches=matches, seed=chosen))


def _require_day(event: Event, due_on: date | None) -> None:
    if due_on is not None and due_on < wall_time.today(event):
        raise BadInput("due_in_the_past", field="due_on")


def _seating(stage: Stage, plan: Drawn) -> Seating:
    """The published seating of the stage's one round of fixtures, made by the first draw."""
    seating = seating_rows.rolling(stage, method="fixtures", over="fixtures_over")
    seating.seed = str(plan.seed)
    seating.explanation = {
        "fewest": plan.fewest,
        "most": plan.most,
        "repeats": plan.repeats,
        "is_best": plan.is_best,
    }
    seating.version += 1
    seating.save(update_fields=["seed", "explanation", "version"])
    return seating


def _store(event: Event, seating: Seating, plan: Drawn, due_on: date | None) -> None:
    """The new tables with their seats, links and last day; they have no moment of play yet."""
    for planned in plan.tables:
        table = Table.objects.create(
            seating=seating, number=planned.number, ruleset_id=planned.ruleset
        )
        Seat.objects.bulk_create(
            Seat(seating=seating, table=table, entry_id=entry, position=place, is_fixture=True)
            for place, entry in enumerate(planned.players, start=1)
        )
        seating_rows.open_table(table, event, None)
        Fixture.objects.create(table=table, due_on=due_on)
