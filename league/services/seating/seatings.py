"""Seatings of timed rounds: drawn as a draft, drawn again, published, withdrawn, brought back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.enums import EntryState, RoundEntryState, RoundState, SeatingState, StageMode
from league.core.errors import Conflict, Refused
from league.core.facts import Fact
from league.models import Entry, MatchRecord, Round, RoundEntry, Seat, Seating, Stage
from league.permissions import Action
from league.queries.seating import drafts, seating_fields, seating_plans
from league.queries.standings import cuts
from league.seating.methods import aim_of
from league.seating.types import Split
from league.services import idempotency
from league.services.evening import clocks, rounds
from league.services.evening.open_play import (
    disband,
    form_proposed,
    form_table,
    form_tables,
    proposed,
    step_back,
)
from league.services.records import voids
from league.services.seating import plans, redraws, seating_rows
from league.services.seating.drafts import put_back, throw_away
from league.services.seating.redraws import redraw
from league.services.seating.seating_changes import (
    add_late,
    add_table,
    give_bye,
    move,
    remove_table,
    set_lock,
    set_ruleset,
    swap,
    swap_seats,
)

if TYPE_CHECKING:
    from games.core.types import JSON
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

    def once() -> JSON:
        return _drawn(
            by, stage, method, seed, sizes, schedule, number, accept_missing=accept_missing
        ).pk

    with transaction.atomic():
        pk = idempotency.once(by=by, key=key, digest=digest, do=once)
    assert isinstance(pk, int)
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


def publish(*, by: Actor, seating: Seating, expected_version: int | None = None) -> Seating:
    """Makes a draft the round that is played: links, open seats, and a line for every entry.

    Raises:
        Refused, Refusals: with everything that forbids it: people without a place, sizes and
            copies of games, sizes the points scheme says nothing about.
    """
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        event, stage, round_, seating, _ = seating_rows.lock_seating(seating)
        seating_rows.refuse_when_over(event)
        if seating.state == SeatingState.PUBLISHED:
            raise Conflict("already_published", round=round_.number)
        if seating.state != SeatingState.DRAFT:
            raise Refused("not_a_draft")
        seating_rows.require_version(seating, expected_version)
        tables = seating_plans.tables_of(seating)
        outside = seating_plans.seats_without_table(seating)
        field = seating_fields.collect(stage, before=round_, with_scores=False)
        seating_rows.check_publishable(tables, seating_plans.byes(outside), field)
        now = seating_rows.moment()
        seating.tables.filter(seats__isnull=True).delete()
        seating.state = SeatingState.PUBLISHED
        seating.published_at = now
        seating.version += 1
        seating.save(update_fields=["state", "published_at", "version"])
        round_.state = RoundState.PUBLISHED
        round_.published_at = now
        round_.closed_at = None
        round_.save(update_fields=["state", "published_at", "closed_at"])
        for table in tables:
            if table.seats.all():
                seating_rows.open_table(table, event, now)
        _enter_round(round_, seating, stage)
        seating_rows.begin(by, event)
        seating_rows.log(
            Fact.SEATING_PUBLISHED,
            by,
            stage,
            stale=True,
            seating=seating.pk,
            round=round_.number,
            tables=[len(table.seats.all()) for table in tables],
        )
        clocks.begin_round(by, stage, round_, now)
    return seating


def _enter_round(round_: Round, seating: Seating, stage: Stage) -> None:
    """One line per entry that plays in the stage: seated, on a bye, or absent."""
    states = dict(seating.seats.values_list("entry", "state"))
    expected = Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED)
    only = cuts.going_on(stage)
    if only is not None:
        expected = expected.filter(pk__in=only)
    absent = expected.exclude(pk__in=states).values_list("pk", flat=True)
    states.update(dict.fromkeys(absent, RoundEntryState.ABSENT))
    RoundEntry.objects.filter(round=round_).delete()
    RoundEntry.objects.bulk_create(
        RoundEntry(round=round_, entry_id=entry, state=state)
        for entry, state in sorted(states.items())
    )
    Entry.objects.filter(event=stage.event_id, wants_bye=True).update(wants_bye=False)


def withdraw(
    *,
    by: Actor,
    round_: Round,
    accept_records: bool = False,
    reason: str = "",
    keep_draft: bool = False,
    goes_on: bool = False,
) -> Round:
    """Takes the latest round's seating back; its results are voided when the organizer agrees.

    ``keep_draft``: it is the draft again that it was before it was published. ``goes_on``: another
    seating follows at once, so that the event stays begun.

    Raises:
        Refused: ``withdraw_has_records`` naming the tables; ``later_round_exists``.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        event, stage, round_ = seating_rows.lock_round(round_)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.ROUNDS)
        seating = round_.seatings.filter(state=SeatingState.PUBLISHED).first()
        if seating is None:
            raise Refused("not_playing_now")
        seating_rows.refuse_later_round(stage, round_)
        having = seating_rows.tables_with_record(seating.tables.order_by("number"))
        if having and not accept_records:
            raise Refused(
                "withdraw_has_records",
                round=round_.number,
                count=len(having),
                tables=seating_rows.numbers(having),
            )
        voided: list[MatchRecord] = []
        if having:
            voided = voids.void_all(by=by, round_=round_, reason=reason or "withdrawn")
        for draft in _drafts_after(stage, round_):
            throw_away(draft, draft.round)
        lines = RoundEntry.objects.filter(round=round_)
        seating.explanation = {
            **seating.explanation,
            "voided": [record.pk for record in voided],
            "was_closed": round_.state == RoundState.CLOSED,
            "lines": [
                list(row) for row in lines.values_list("entry", "state", "value_num", "value_den")
            ],
        }
        lines.delete()
        seating.state = SeatingState.WITHDRAWN
        seating.withdrawn_at = seating_rows.moment()
        seating.version += 1
        seating.save()
        seating.seats.update(is_open=False)
        if keep_draft:
            seating.state, seating.withdrawn_at = SeatingState.DRAFT, None
            seating.published_at = None
            for name in ("voided", "was_closed", "lines"):
                seating.explanation.pop(name)
            seating.save()
        round_.state = RoundState.DRAFT
        round_.published_at = round_.closed_at = None
        round_.save(update_fields=["state", "published_at", "closed_at"])
        seating_rows.log(
            Fact.SEATING_WITHDRAWN,
            by,
            stage,
            stale=True,
            seating=seating.pk,
            round=round_.number,
            voided=len(voided),
        )
        if not voided and not goes_on:
            seating_rows.unbegin(by, event)
    return round_


def _drafts_after(stage: Stage, round_: Round) -> list[Seating]:
    """Drafts of later rounds: they were made from a state that is being taken back."""
    return list(
        Seating.objects.filter(
            round__stage=stage, round__number__gt=round_.number, state=SeatingState.DRAFT
        ).select_related("round")
    )


def restore(*, by: Actor, round_: Round, seating: Seating | None = None) -> Seating:
    """Brings the last withdrawn seating of a round (or that one) back, with its voided results."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        event, stage, round_ = seating_rows.lock_round(round_)
        seating_rows.refuse_when_over(event)
        seating_rows.refuse_later_round(stage, round_)
        if round_.state != RoundState.DRAFT:
            raise Conflict("already_published", round=round_.number)
        gone = round_.seatings.filter(state=SeatingState.WITHDRAWN).order_by("-withdrawn_at")
        seating = gone.first() if seating is None else gone.filter(pk=seating.pk).first()
        if seating is None:
            raise Refused("nothing_withdrawn")
        for draft in round_.seatings.filter(state=SeatingState.DRAFT):
            draft.seats.all().delete()
            draft.delete()
        memory = seating.explanation
        seating.state = SeatingState.PUBLISHED
        seating.withdrawn_at = None
        seating.version += 1
        seating.explanation = {
            name: value
            for name, value in memory.items()
            if name not in {"voided", "was_closed", "lines"}
        }
        seating.save()
        seating.seats.filter(table__isnull=False).update(is_open=True)
        round_.state = RoundState.PUBLISHED
        round_.published_at = seating.published_at
        round_.save(update_fields=["state", "published_at"])
        RoundEntry.objects.filter(round=round_).delete()
        RoundEntry.objects.bulk_create(
            RoundEntry(round=round_, entry_id=entry, state=state, value_num=num, value_den=den)
            for entry, state, num, den in memory["lines"]
        )
        for record in MatchRecord.objects.filter(pk__in=memory["voided"]).order_by("pk"):
            voids.restore(by=by, record=record)
        if memory["was_closed"]:
            round_.state = RoundState.CLOSED
            round_.closed_at = seating_rows.moment()
            round_.save(update_fields=["state", "closed_at"])
            Seat.objects.filter(seating=seating).update(is_open=False)
        seating_rows.log(
            Fact.SEATING_RESTORED,
            by,
            stage,
            stale=True,
            seating=seating.pk,
            round=round_.number,
            records=len(memory["voided"]),
        )
        seating_rows.begin_again(by, event)
    return seating
