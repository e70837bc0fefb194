"""Fixtures as one viewer sees them: who plays, until when, and how far they are with a day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from league import permissions
from league.core.actions import Action
from league.core.enums import ActorKind, RoundState
from league.core.errors import NotFound
from league.models import Fixture, FixtureAnswer, FixtureMoment, TableLink
from league.queries.records import records
from league.queries.seating import fixtures
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from league.core.actors import Actor
    from league.models import Event, Stage, Table
    from league.queries.records.records import SeatRow, TableRow

TO_ARRANGE, ARRANGED, RESULT_IN = "to_arrange", "arranged", "result_in"
STATES = (TO_ARRANGE, ARRANGED, RESULT_IN)


@dataclass(frozen=True, slots=True)
class Answers:
    """A proposed moment: whom it suits, whom it does not, who has not answered.

    ``suits_me``: what the viewer's own seat said; None: nothing yet, or no seat here.
    """

    moment_id: int
    starts_at: datetime
    suits: tuple[SeatRow, ...]
    suits_not: tuple[SeatRow, ...]
    silent: tuple[SeatRow, ...]
    suits_me: bool | None


@dataclass(frozen=True, slots=True)
class Match:
    """A fixture.

    ``place`` and ``moments`` are for its people, scorekeepers and organizers alone: empty for
    others. ``mine`` is the viewer's own seat. ``is_late``: to be played by now, and without a
    result. ``is_open``: its people may still arrange it.
    """

    table_id: int
    number: int
    state: str
    result: str
    game: str
    seats: tuple[SeatRow, ...]
    due_on: date | None
    agreed_at: datetime | None
    place: str
    moments: tuple[Answers, ...]
    mine: SeatRow | None
    is_late: bool
    is_open: bool

    @property
    def is_mine(self) -> bool:
        return self.mine is not None

    @property
    def waits_for_me(self) -> bool:
        """Whether a proposed moment lacks the viewer's own answer."""
        return self.is_mine and any(row.suits_me is None for row in self.moments)


def of_stage(viewer: Actor, stage: Stage) -> tuple[Match, ...]:
    """The fixtures of a stage by number, for whoever sees its seatings."""
    if not permissions.can_see(viewer, stage):
        raise NotFound("not_found")
    seating = fixtures.seating_of(stage)
    if seating is None:
        return ()
    round_ = seating.round
    round_.stage = stage
    return _matches(viewer, stage.event, records.tables_of(viewer=viewer, round_=round_))


def of_table(viewer: Actor, table: Table) -> Match:
    """One fixture; NotFound for a table that is none."""
    found = _matches(
        viewer, table.seating.round.stage.event, (records.table_row(viewer=viewer, table=table),)
    )
    if not found:
        raise NotFound("not_found")
    return found[0]


def code_of(match: Match) -> str:
    """The link to the sheet of one's own table."""
    if match.mine is None:
        return ""
    return (
        TableLink.objects.values_list("code", flat=True).filter(table=match.table_id).first() or ""
    )


def _matches(viewer: Actor, event: Event, rows: Sequence[TableRow]) -> tuple[Match, ...]:
    answers = FixtureAnswer.objects.order_by("entry")
    moments = FixtureMoment.objects.order_by("starts_at")
    found = Fixture.objects.filter(table__in=[row.table_id for row in rows]).select_related(
        "table__seating__round"
    )
    found = found.prefetch_related(
        Prefetch("moments", moments), Prefetch("moments__answers", answers)
    )
    by_table = {row.table_id: row for row in found}
    is_staff = permissions.can(viewer, Action.SUBMIT_RECORD, event)
    today = wall_time.today(event)
    return tuple(
        _match(row, by_table[row.table_id], _own(viewer, row), today, is_staff=is_staff)
        for row in rows
        if row.table_id in by_table
    )


def _own(viewer: Actor, row: TableRow) -> SeatRow | None:
    if viewer.kind == ActorKind.SEAT:
        return next((seat for seat in row.seats if seat.seat_id == viewer.seat_id), None)
    if viewer.player_id is None:
        return None
    mine = [seat for seat in row.seats if seat.player_id in {viewer.player_id, *viewer.players}]
    own = (seat for seat in mine if seat.player_id == viewer.player_id)
    return next(own, mine[0] if mine else None)


def _match(
    row: TableRow, fixture: Fixture, mine: SeatRow | None, today: date, *, is_staff: bool
) -> Match:
    is_near = is_staff or mine is not None
    is_missing = row.is_missing
    state = ARRANGED if fixture.agreed_at is not None else TO_ARRANGE
    return Match(
        table_id=row.table_id,
        number=row.number,
        state=state if is_missing else RESULT_IN,
        result=row.state,
        game=row.game,
        seats=row.ranked,
        due_on=fixture.due_on,
        agreed_at=fixture.agreed_at,
        place=fixture.place if is_near else "",
        moments=_answers(row, fixture, mine) if is_near and is_missing else (),
        mine=mine,
        is_late=is_missing and fixture.due_on is not None and fixture.due_on < today,
        is_open=is_missing and fixture.table.seating.round.state == RoundState.PUBLISHED,
    )


def _answers(row: TableRow, fixture: Fixture, mine: SeatRow | None) -> tuple[Answers, ...]:
    found = []
    for moment in fixture.moments.all():
        said = {one.entry_id: one.suits for one in moment.answers.all()}
        found.append(
            Answers(
                moment_id=moment.pk,
                starts_at=moment.starts_at,
                suits=tuple(seat for seat in row.seats if said.get(seat.entry_id) is True),
                suits_not=tuple(seat for seat in row.seats if said.get(seat.entry_id) is False),
                silent=tuple(seat for seat in row.seats if seat.entry_id not in said),
                suits_me=said.get(mine.entry_id) if mine is not None else None,
            )
        )
    return tuple(found)
