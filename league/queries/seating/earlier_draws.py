"""A round that was drawn from standings which were corrected since: what a draw would say now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundState
from league.core.facts import Fact
from league.models import Adjustment, Entry, JournalLine, MatchRecord, Round, Seat
from league.queries.seating import seating_fields, seating_plans
from league.seating.contract import plan
from league.seating.errors import SeatingRefused
from league.seating.methods import METHODS, aim_of
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Seating


@dataclass(frozen=True, slots=True)
class EarlierDraw:
    """``tables`` are those that a draw would make now and that are not there; None: not asked."""

    round_id: int
    round_number: int
    corrected: tuple[int, ...]
    can_redraw: bool
    tables: tuple[tuple[str, ...], ...] | None = None


def of_seating(viewer: Actor, seating: Seating, *, with_tables: bool = False) -> EarlierDraw | None:
    """What changed under a seating by standings since it was drawn; None where nothing did.

    ``with_tables`` draws once more by the same method and number, which takes its time.
    """
    permissions.require(viewer, Action.MANAGE_EVENT, seating)
    round_ = seating.round
    if aim_of(seating.method) == "none" or round_.state == RoundState.CLOSED:
        return None
    line = (
        JournalLine.objects.filter(
            event=round_.stage.event_id, kind=Fact.SEATING_DRAWN, payload__seating=seating.pk
        )
        .order_by("-pk")
        .first()
    )
    corrected = _corrected(round_, line.seq) if line and line.seq is not None else ()
    if not corrected:
        return None
    has_result = MatchRecord.objects.filter(table__seating=seating).exists()
    return EarlierDraw(
        round_.pk,
        round_.number,
        corrected,
        can_redraw=not has_result and round_.state == RoundState.PUBLISHED,
        tables=_now(seating) if with_tables else None,
    )


def _corrected(round_: Round, seq: int) -> tuple[int, ...]:
    """Rounds before this one whose results changed after that line; 0 stands for a penalty."""
    since = Q(from_seq__gt=seq) | Q(to_seq__gt=seq)
    records = MatchRecord.objects.filter(
        since,
        table__seating__round__stage=round_.stage_id,
        table__seating__round__number__lt=round_.number,
    )
    numbers = set(records.values_list("table__seating__round__number", flat=True))
    if Adjustment.objects.filter(since, stage=round_.stage_id).exists():
        numbers.add(0)
    return tuple(sorted(numbers))


def _now(seating: Seating) -> tuple[tuple[str, ...], ...]:
    """The companies of today's draw for the people who are seated, without those that sit there."""
    seats = Seat.objects.filter(seating=seating)
    field = seating_fields.collect(
        seating.round.stage,
        before=seating.round,
        entries=set(seats.values_list("entry", flat=True)),
        with_strength=aim_of(seating.method) == "level",
    )
    method = next(row for row in METHODS if row.key == seating.method)
    try:
        found = plan(field, method, seed=int(seating.seed or 0))
    except SeatingRefused:
        return ()
    sit = {
        frozenset(seat.entry_id for seat in table.seats.all())
        for table in seating_plans.tables_of(seating)
    }
    other = [table.players for table in found.tables if frozenset(table.players) not in sit]
    people = Entry.objects.filter(event=seating.round.stage.event_id).select_related("player")
    called = names.shown((row.player for row in people), seating.round.stage.event.club, full=True)
    of_entry = {row.pk: called[row.player_id].name for row in people}
    return tuple(tuple(of_entry[entry] for entry in players) for players in other)
