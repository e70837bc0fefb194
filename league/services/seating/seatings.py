"""Seatings of timed rounds: drawn as a draft, published at once, drawn again, discarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundState, SeatingState, StageMode
from league.core.errors import Conflict, Refused
from league.core.facts import Fact
from league.models import Round, Seating, Stage
from league.queries.seating import drafts, seating_fields
from league.seating.methods import aim_of
from league.seating.types import Split
from league.services import idempotency
from league.services.evening import rounds
from league.services.evening.open_play import (
    disband,
    form_proposed,
    form_table,
    form_tables,
    proposed,
    step_back,
)
from league.services.seating import plans, redraws, seating_rows
from league.services.seating.drafts import put_back, throw_away
from league.services.seating.publishing import publish, restore, withdraw
from league.services.seating.redraws import redraw
from league.services.seating.seating_changes import add_late, give_bye, move, swap, swap_seats
from league.services.seating.seating_tables import add_table, remove_table, set_lock, set_ruleset

if TYPE_CHECKING:
    from league.core.actors import Actor

__all__ = [
    "add_late",
    "add_table",
    "disband",
    "discard",
    "draw",
    "draw_again",
    "draw_and_publish",
    "form_proposed",
    "form_table",
    "form_tables",
    "give_bye",
    "move",
    "proposed",
    "publish",
    "put_back",
    "redraw",
    "remove_table",
    "restore",
    "set_lock",
    "set_ruleset",
    "step_back",
    "swap",
    "swap_seats",
    "take_old",
    "withdraw",
]


def draw(
    *,
    by: Actor,
    stage: Stage,
    method: str | None = None,
    seed: int | None = None,
    sizes: Sequence[int] | None = None,
    schedule: Sequence[Sequence[int]] = (),
    number: int | None = None,
    accept_missing: bool = False,
    key: str = "",
) -> Seating:
    """Seats the stage's next round as a draft and returns it.

    A running round is closed with it, which is refused while results are missing, naming the
    tables, unless the organizer goes on without them. When no plan is possible nothing is left
    behind.

    Args:
        sizes: the organizer's own choice of table sizes; who does not fit in gets a bye.
        schedule: tables of a ready-made plan in draw numbers, for the method ``fixed``.
        number: the round the organizer means to seat; refused when it is seated already.
        key: idempotency key of the form or request.

    Raises:
        Conflict: ``already_drawn``: a draft waits; ``round_exists``: somebody was faster.
        Refused: ``results_missing``, or why no plan is possible.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    digest = idempotency.digest_of("draw", stage.pk, method, list(sizes or ()), number)

    def once() -> int:
        return _drawn(
            by, stage, method, seed, sizes, schedule, number, accept_missing=accept_missing
        ).pk

    with transaction.atomic():
        pk = idempotency.once(by=by, key=key, digest=digest, do=once)
    return Seating.objects.select_related("round__stage__event__club").get(pk=pk)


def draw_and_publish(
    *,
    by: Actor,
    stage: Stage,
    method: str | None = None,
    sizes: Sequence[int] | None = None,
    number: int | None = None,
    accept_missing: bool = False,
    key: str = "",
) -> Seating:
    """Seats the stage's next round and makes it the one that is played: both or neither.

    Arguments and refusals are those of ``draw`` and ``publish``. A repeat under the same key
    finds the published seating.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        seating = draw(
            by=by,
            stage=stage,
            method=method,
            sizes=sizes,
            number=number,
            accept_missing=accept_missing,
            key=key,
        )
        if seating.state == SeatingState.PUBLISHED:
            return seating
        return publish(by=by, seating=seating)


def _drawn(
    by: Actor,
    stage: Stage,
    method: str | None,
    seed: int | None,
    sizes: Sequence[int] | None,
    schedule: Sequence[Sequence[int]],
    number: int | None,
    *,
    accept_missing: bool,
) -> Seating:
    event, stage = seating_rows.lock_stage(stage)
    seating_rows.refuse_when_over(event)
    seating_rows.require_mode(stage, StageMode.ROUNDS)
    round_ = seating_rows.latest_round(stage)
    if round_ is not None and round_.seatings.filter(state=SeatingState.DRAFT).exists():
        raise Conflict("already_drawn", round=round_.number)
    is_new = round_ is None or round_.state != RoundState.DRAFT
    coming = (round_.number if round_ else 0) + (1 if is_new else 0)
    if number is not None and number != coming:
        raise Conflict("round_exists", round=number)
    if round_ is not None and round_.state == RoundState.PUBLISHED:
        round_.stage = stage
        rounds.close(by=by, round_=round_, accept_missing=accept_missing)
    _close_before(by, stage, accept_missing=accept_missing)
    chosen = method or stage.method
    field = seating_fields.collect(
        stage, before=None if is_new else round_, with_strength=aim_of(chosen) == "level"
    )
    field = replace(
        field,
        split=Split(tuple(sizes), Fraction(0)) if sizes else None,
        prescribed=tuple(tuple(table) for table in schedule),
    )
    if method is None and not sizes and not schedule:
        prepared = plans.next_round(stage, coming, field)
        if prepared is not None:
            field, chosen = prepared, "fixed"
    found = redraws.planned(field, chosen, seed)
    seating_rows.begin(by, event)
    if round_ is None or is_new:
        round_ = Round.objects.create(stage=stage, number=coming)
    seating = seating_rows.stored(round_, found, field)
    seating_rows.log(
        Fact.SEATING_DRAWN,
        by,
        stage,
        seating=seating.pk,
        round=round_.number,
        tables=[len(table.players) for table in found.tables],
        byes=len(found.byes),
        seed=seating.seed,
        method=seating.method,
    )
    return seating


def _close_before(by: Actor, stage: Stage, *, accept_missing: bool) -> None:
    """Ends what is still played in earlier stages: nobody sits at two tables.

    Raises:
        Refused: ``results_missing``, unless the organizer goes on without them.
    """
    running = Round.objects.filter(
        stage__event=stage.event_id, stage__number__lt=stage.number, state=RoundState.PUBLISHED
    )
    for row in running.select_related("stage__event").order_by("stage__number", "number"):
        rounds.close(by=by, round_=row, accept_missing=accept_missing)


def draw_again(*, by: Actor, round_: Round) -> Seating:
    """Takes a published seating back and draws and publishes its round anew, by its method.

    Raises:
        Refused: ``withdraw_has_records``: a result of the round stands.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        old = round_.seatings.filter(state=SeatingState.PUBLISHED).first()
        if old is None:
            raise Refused("not_playing_now")
        round_ = withdraw(by=by, round_=round_, goes_on=True)
        return draw_and_publish(
            by=by,
            stage=round_.stage,
            method=redraws.method_of(old.method, old.method),
            number=round_.number,
        )


def take_old(*, by: Actor, round_: Round, seating: Seating) -> Seating:
    """Undoes ``draw_again``: the seating that was there before it is played."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        return restore(by=by, round_=withdraw(by=by, round_=round_, goes_on=True), seating=seating)


def discard(*, by: Actor, seating: Seating) -> Round | None:
    """Throws a draft away; a round that has nothing else goes with it."""
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        event, stage, round_, seating, _before = seating_rows.lock_seating(seating)
        if seating.state != SeatingState.DRAFT:
            raise Refused("not_a_draft")
        number, before = round_.number, drafts.remembered(seating)
        kept = throw_away(seating, round_)
        seating_rows.log(
            Fact.SEATING_CHANGED, by, stage, round=number, discarded=True, before=before
        )
        seating_rows.unbegin(by, event)
    return round_ if kept else None
