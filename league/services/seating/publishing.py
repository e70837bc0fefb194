"""A draft becomes the round that is played, is withdrawn, and is brought back with its results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundEntryState, RoundState, SeatingState, StageMode
from league.core.errors import Conflict, Refused
from league.core.facts import Fact
from league.models import Entry, MatchRecord, Round, RoundEntry, Seat, Seating, Stage
from league.queries.seating import seating_fields, seating_plans
from league.queries.standings import cuts
from league.services.evening import clocks
from league.services.records import voids
from league.services.seating import seating_rows
from league.services.seating.drafts import throw_away

if TYPE_CHECKING:
    from league.core.actors import Actor


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
        _wish_again(round_, wants=True)
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


def _wish_again(round_: Round, *, wants: bool) -> None:
    """Whoever asked to sit a round out asks still when it is withdrawn, until it is back."""
    asked = RoundEntry.objects.filter(round=round_, state=RoundEntryState.REQUESTED_BYE)
    Entry.objects.filter(pk__in=asked.values("entry")).update(wants_bye=wants)


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
        _wish_again(round_, wants=False)
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
