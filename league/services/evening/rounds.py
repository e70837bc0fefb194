"""Rounds in time: closed when their results are in, opened again, and the event's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import (
    EventState,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Round,
    RoundEntry,
    Season,
    Seat,
    Stage,
)
from league.queries.evening import finishes
from league.queries.standings.standings import managing
from league.services.occasions import events
from league.services.records import record_rows
from league.services.seating import drafts, seating_changes, seating_rows
from league.services.standings import standings

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor


def close(*, by: Actor, round_: Round, accept_missing: bool = False) -> Round:
    """Ends a round: its table links close, its standing is final until somebody corrects it.

    Raises:
        Refused: ``results_missing`` naming the tables, unless the organizer goes on without
            them; they then count as not played.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        _, stage, round_ = seating_rows.lock_round(round_)
        if round_.state == RoundState.CLOSED and round_.is_rolling:
            raise Refused("open_play_ended")
        if round_.state == RoundState.CLOSED:
            raise Refused("round_closed_already", round=round_.number)
        if round_.state != RoundState.PUBLISHED:
            raise Refused("not_playing_now")
        left = seating_rows.tables_without_result(round_)
        if left and not accept_missing:
            raise Refused("results_missing", count=len(left), tables=seating_rows.numbers(left))
        round_.state = RoundState.CLOSED
        round_.closed_at = seating_rows.moment()
        round_.save(update_fields=["state", "closed_at"])
        Seat.objects.filter(seating__round=round_, is_open=True).update(is_open=False)
        seating_rows.log(
            Fact.ROUND_CLOSED,
            by,
            stage,
            stale=True,
            round=round_.number,
            missing=[table.number for table in left],
        )
    return round_


def reopen(*, by: Actor, round_: Round) -> Round:
    """Takes the closing of the latest round back: links work again, seats are open again."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        event, stage, round_ = seating_rows.lock_round(round_)
        seating_rows.refuse_when_over(event)
        if round_.state != RoundState.CLOSED:
            raise Refused("not_playing_now")
        if not round_.is_rolling:
            seating_rows.refuse_later_round(stage, round_)
        round_.state = RoundState.PUBLISHED
        round_.closed_at = None
        round_.save(update_fields=["state", "closed_at"])
        # The newest table first: who went on to another one in open play sits there.
        for table in reversed(seating_rows.tables_without_result(round_)):
            record_rows.reopen_seats(table)
        seating_rows.log(Fact.ROUND_REOPENED, by, stage, stale=True, round=round_.number)
    return round_


def withhold(*, by: Actor, round_: Round) -> Round:
    """Keeps a round's results back from everybody but the staff and each table itself."""
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        _, stage, round_ = seating_rows.lock_round(round_)
        if round_.is_withheld:
            return round_
        _keep_back(by, stage, round_, Fact.RESULTS_WITHHELD, is_withheld=True)
        if _has_results(round_):
            standings.take_out(_scopes(stage))
    return round_


def publish_results(*, by: Actor, round_: Round) -> Round:
    """Lets everybody see the results of a round that were kept back, wherever they belong.

    Standings that are published by hand and stand in public are published with them.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    with transaction.atomic():
        _, stage, round_ = seating_rows.lock_round(round_)
        if not round_.is_withheld:
            return round_
        _keep_back(by, stage, round_, Fact.RESULTS_PUBLISHED, is_withheld=False)
        mine = [one for one in _scopes(stage) if permissions.can(by, managing(one), one)]
        standings.publish_again(by, mine)
    return round_


def mark(*, by: Actor, round_: Round, entry: Entry, state: RoundEntryState) -> RoundEntry:
    """Says afterwards why an entry had no table in a round: absent, no-show, bye, sits out.

    Raises:
        Refused: ``has_result``: a standing rests on results, and this entry has one there.
    """
    permissions.require(by, Action.MANAGE_EVENT, round_)
    if state == RoundEntryState.SEATED:
        raise BadInput("unknown_choice", field="state", choice=str(state))
    with transaction.atomic():
        event, stage, round_ = seating_rows.lock_round(round_)
        seating_rows.require_mode(stage, StageMode.ROUNDS)
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        if entry.event_id != event.pk:
            raise NotFound("not_found")
        if round_.state == RoundState.DRAFT:
            raise Refused("not_playing_now")
        seat = Seat.objects.filter(
            entry=entry,
            seating__round=round_,
            seating__state=SeatingState.PUBLISHED,
            table__isnull=False,
        ).first()
        if seat is not None and seat.table is not None:
            if seating_rows.tables_with_record([seat.table]):
                raise Refused("has_result", name=entry.player.name, round=round_.number)
            seating_changes.free_seat(entry=entry, round_=round_)
        Seat.objects.filter(
            entry=entry, seating__round=round_, seating__state=SeatingState.PUBLISHED
        ).update(state=state)
        line, _ = RoundEntry.objects.update_or_create(
            round=round_, entry=entry, defaults={"state": state}
        )
        seating_rows.log(
            Fact.SEATING_CHANGED,
            by,
            stage,
            stale=True,
            round=round_.number,
            entry=entry.pk,
            state=str(state),
        )
    return line


def finish(*, by: Actor, event: Event, accept_missing: bool = False) -> Event:
    """Closes what is still being played and finishes the event, in one step.

    Drafts that were never published are thrown away; ``resume`` brings them back.
    """
    permissions.require(by, Action.MANAGE_EVENT, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        running = Round.objects.filter(stage__event=event, state=RoundState.PUBLISHED)
        closed: list[JSON] = []
        for round_ in running.select_related("stage__event").order_by("stage__number", "number"):
            close(by=by, round_=round_, accept_missing=accept_missing)
            closed.append(round_.pk)
        thrown = drafts.all_thrown_away(event)
        told: dict[str, JSON] = {"closed": closed, "drafts": thrown}
        # what is missing was asked about above; tables of closed rounds were accepted before
        return events.set_state(
            by=by,
            event=event,
            state=EventState.FINISHED,
            accept_open_tables=True,
            remembered={name: value for name, value in told.items() if value},
        )


def resume(*, by: Actor, event: Event) -> Event:
    """Opens a finished event again, and the rounds that were closed by finishing it.

    Drafts that were thrown away by it are there again.
    """
    permissions.require(by, Action.MANAGE_EVENT, event)
    with transaction.atomic():
        event = events.set_state(by=by, event=event, state=EventState.RUNNING)
        for round_ in finishes.closed(event).select_related("stage__event"):
            reopen(by=by, round_=round_)
        drafts.bring_back(event, finishes.thrown_away(event))
    return event


def _keep_back(by: Actor, stage: Stage, round_: Round, fact: Fact, *, is_withheld: bool) -> None:
    round_.is_withheld = is_withheld
    round_.save(update_fields=["is_withheld"])
    seating_rows.log(fact, by, stage, stale=True, round=round_.number)


def _has_results(round_: Round) -> bool:
    counts = MatchRecord.objects.filter(state=RecordState.CONFIRMED)
    return counts.filter(table__seating__round=round_).exists()


def _scopes(stage: Stage) -> list[Stage | Season]:
    """The standings that a round of ``stage`` counts in, and the finals that bring its points."""
    season = stage.event.season
    finals = Q(source=stage) if season is None else Q(source=stage) | Q(source_season=season)
    later = Stage.objects.filter(finals).select_related("event__club").order_by("pk")
    return [stage, *([] if season is None else [season]), *later]
