"""The way back of a draft: each change to one leaves in the journal how it stood before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundEntryState, RoundState, SeatingState
from league.core.errors import Conflict, NotFound
from league.core.facts import Fact
from league.models import Entry, Round, Seat, Seating, Table
from league.queries.seating import drafts as reading
from league.queries.seating import seating_fields, seating_plans
from league.seating.methods import aim_of
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Event, Stage
    from league.queries.seating.drafts import Arrangement


def put_back(*, by: Actor, stage: Stage, line_id: int) -> Seating:
    """Makes a stage's draft stand as it did before the change that a line of the journal tells.

    A draft that was thrown away is there again. Entries that were removed since stay away.

    Raises:
        NotFound: the line tells no change of a draft of this stage.
        Conflict: ``changed_meanwhile``: the seating was changed again after it.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        line = reading.change(stage, line_id)
        if line is None:
            raise NotFound("not_found")
        if reading.last_line(stage) != line.pk:
            raise Conflict("changed_meanwhile")
        round_ = _round_of(stage, line.payload["round"])
        seating = _arranged(round_, line.payload["before"])
        seating_rows.log(
            Fact.SEATING_CHANGED,
            by,
            stage,
            seating=seating.pk,
            round=round_.number,
            undoes=line.pk,
        )
        seating_rows.begin_again(by, event)
    return seating


def all_thrown_away(event: Event) -> list[JSON]:
    """Throws all drafts of an event away; returns what ``bring_back`` needs."""
    found: list[JSON] = []
    rounds = Round.objects.filter(stage__event=event, state=RoundState.DRAFT).order_by("pk")
    for round_ in rounds:
        for seating in round_.seatings.filter(state=SeatingState.DRAFT):
            before = reading.remembered(seating)
            found.append({"stage": round_.stage_id, "round": round_.number, "before": before})
            throw_away(seating, round_)
    return found


def throw_away(seating: Seating, round_: Round) -> bool:
    """Deletes a draft, and its round where it was all that it had; whether the round stays."""
    seating.seats.all().delete()
    seating.delete()
    if round_.seatings.exists() or round_.state != RoundState.DRAFT:
        return True
    round_.delete()
    return False


def bring_back(event: Event, thrown: Iterable[Any]) -> None:  # any JSON, as it was returned
    """The drafts of ``all_thrown_away`` as they were."""
    for one in thrown:
        stage = event.stages.filter(pk=one["stage"]).first()
        if stage is not None:
            _arranged(_round_of(stage, one["round"]), one["before"])


def _arranged(round_: Round, before: Any) -> Seating:  # any JSON: an ``Arrangement``
    seating = round_.seatings.filter(state=SeatingState.DRAFT).first()
    if seating is None:
        seating = Seating(
            round=round_, number=seating_rows.next_number(round_), state=SeatingState.DRAFT
        )
    seating.round = round_
    _arrange(seating, cast("Arrangement", before))
    return seating


def _round_of(stage: Stage, number: int) -> Round:
    """The round that the draft is for; it went with a draft that was all it had."""
    last = seating_rows.latest_round(stage)
    if last is not None and last.state == RoundState.DRAFT and last.number == number:
        last.stage = stage
        return last
    if number != (last.number if last else 0) + 1:
        raise Conflict("changed_meanwhile")
    return Round.objects.create(stage=stage, number=number)


def _arrange(seating: Seating, before: Arrangement) -> None:
    """Makes the rows of a draft say what was remembered of it."""
    seating.method, seating.seed = before["method"], before["seed"]
    seating.explanation = dict(before["told"])
    seating.version = (seating.version or 0) + 1
    seating.save()
    seating.seats.all().delete()
    seating.tables.all().delete()
    people = [entry for row in before["tables"] for entry, _ in row["seats"]]
    people += [entry for entry, _ in before["outside"]]
    known = set(Entry.objects.filter(pk__in=people).values_list("pk", flat=True))
    for row in before["tables"]:
        table = Table.objects.create(
            seating=seating,
            number=row["number"],
            ruleset_id=row["ruleset"],
            is_locked=row["locked"],
        )
        seats = [(entry, held) for entry, held in row["seats"] if entry in known]
        Seat.objects.bulk_create(
            Seat(seating=seating, table=table, entry_id=entry, position=at, is_locked=held)
            for at, (entry, held) in enumerate(seats, start=1)
        )
    Seat.objects.bulk_create(
        Seat(seating=seating, entry_id=entry, state=RoundEntryState(state))
        for entry, state in before["outside"]
        if entry in known
    )
    field = seating_fields.collect(
        seating.round.stage,
        before=seating.round,
        entries=known,
        with_strength=aim_of(seating.method) == "level",
    )
    seating_rows.explained(seating, field, seating_plans.tables_of(seating))
    seating.explanation |= before["told"]
    seating.save(update_fields=["explanation"])
