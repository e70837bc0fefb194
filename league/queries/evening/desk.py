"""The evening as the desk sees it, and the one thing to do next."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState, RecordState, RoundState, SeatingState, StageMode
from league.core.errors import NotFound
from league.models import Club, Event, MatchRecord, Qualifier, Round, Stage
from league.queries.evening import entries, open_play
from league.queries.play import table_plays
from league.queries.records import records
from league.queries.seating import round_plans, seating_fields, seatings
from league.queries.standings import cuts, standings
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.queries.evening.entries import HeadCount, Roll
    from league.queries.records.records import TableRow
    from league.queries.seating.round_plans import PlanView
    from league.queries.seating.seatings import Board, BoardSeat, Report
    from league.queries.standings.standings import Publishing

ROLL, SEATING, PLAY, RESULTS, STANDINGS = "roll", "seating", "play", "results", "standings"
STEPS = (ROLL, SEATING, PLAY, RESULTS, STANDINGS)
_ENDED = {EventState.FINISHED, EventState.CANCELLED}


@dataclass(frozen=True, slots=True)
class Step:
    """What the desk does next.

    ``code``: call_roll, draw, redraw, publish, short_table, disputed, confirm, results, next
    (all results are in), form (open play), fixtures (to be drawn), ended (open play, fixtures),
    go_on (a cut called people to the next stage), finished, cancelled. ``count`` says how many
    are left or here, ``tables`` which; ``round_number`` is the round it is about.
    """

    code: str
    count: int = 0
    tables: tuple[int, ...] = ()
    round_number: int = 0

    @property
    def place(self) -> str:
        """The step of the desk at which it is done."""
        return {
            "call_roll": ROLL,
            "draw": ROLL if self.round_number == 1 else RESULTS,
            "form": PLAY,
            "fixtures": SEATING,
            "results": PLAY,
            "redraw": SEATING,
            "publish": SEATING,
            "short_table": SEATING,
            "ended": STANDINGS,
            "finished": STANDINGS,
            "go_on": STANDINGS,
            "cancelled": ROLL,
        }.get(self.code, RESULTS)


@dataclass(frozen=True, slots=True)
class FreePerson:
    """Somebody who could sit down now, in the order of their turn."""

    entry_id: int
    name: str
    matches: int


@dataclass(frozen=True, slots=True)
class Desk:
    """One stage of an event with all that its desk shows.

    ``round`` is the one on show with its ``tables``: the running one unless another was asked
    for. ``current`` are the tables of the running round, whichever is on show. ``board`` is the
    draft if there is one, else the seating of that round. ``stamp`` changes with every write.
    ``following`` is the stage to which a cut called the people of this one.
    """

    event: Event
    stages: tuple[Stage, ...]
    stage: Stage
    rounds: tuple[Round, ...]
    roll: Roll
    head: HeadCount
    board: Board | None
    running: Round | None
    round: Round | None
    withdrawn: Round | None
    tables: tuple[TableRow, ...]
    current: tuple[TableRow, ...]
    reports: tuple[Report, ...]
    free: tuple[FreePerson, ...]
    step: Step
    stamp: str
    publishing: Publishing
    plan: PlanView | None = None
    following: Stage | None = None

    @property
    def is_open_play(self) -> bool:
        return self.stage.mode == StageMode.OPEN_PLAY

    @property
    def is_fixtures(self) -> bool:
        return self.stage.mode == StageMode.FIXTURES

    @property
    def in_rounds(self) -> bool:
        """Whether tables start together, round by round."""
        return self.stage.mode == StageMode.ROUNDS

    @property
    def forms_tables(self) -> bool:
        """Whether tables form here as people become free: open play, until it is ended."""
        return self.is_open_play and not self.is_over and not _has_ended(self.rounds)

    @property
    def unplayed(self) -> tuple[TableRow, ...]:
        """Tables of open play that may be broken up: nobody wrote anything of them yet."""
        rows = self.tables if self.forms_tables else ()
        return tuple(row for row in rows if row.state == "playing" and not row.version)

    @property
    def has_blank(self) -> bool:
        """Whether a sheet of the round on show can still be typed in."""
        return bool(_missing(self.tables))

    @property
    def lacks_results(self) -> bool:
        """Whether closing the running round would leave tables without a result."""
        return any(not row.is_settled for row in self.current)

    @property
    def next_number(self) -> int:
        """The round that the next draw seats."""
        if not self.rounds:
            return 1
        last = self.rounds[-1]
        return last.number if last.state == RoundState.DRAFT else last.number + 1

    @property
    def can_confirm(self) -> bool:
        """Whether a sheet waits that nobody objected to: those are confirmed all at once."""
        return any(row.state == RecordState.REPORTED for row in self.reports)

    @property
    def has_objection(self) -> bool:
        """Whether somebody objects to a sheet: that one is not confirmed with the others."""
        return any(row.state == RecordState.DISPUTED for row in self.reports)

    @property
    def late(self) -> tuple[BoardSeat, ...]:
        """Who came after the draw and could still join a table of the round being played."""
        board = self.board
        if board is None or board.state != SeatingState.PUBLISHED or self.is_over:
            return ()
        is_running = self.running is not None and self.running.pk == board.round_id
        is_open = any(table.seats and not table.has_record for table in board.tables)
        return board.unseated if is_running and is_open else ()

    @property
    def withheld(self) -> tuple[Round, ...]:
        """Rounds whose results are kept back."""
        return tuple(row for row in self.rounds if row.is_withheld)

    @property
    def is_over(self) -> bool:
        return self.event.state in _ENDED


def desk(
    viewer: Actor, event: Event, *, stage_number: int | None = None, round_number: int | None = None
) -> Desk:
    """The desk of an event, for its organizers."""
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    stages = tuple(
        Stage.objects.filter(event=event).select_related("ruleset__club_game").order_by("number")
    )
    if not stages:
        raise NotFound("not_found")
    for row in stages:
        row.event = event
    stage = _chosen(stages, stage_number)
    rounds = seatings.stage_rounds(stage)
    running = next((row for row in reversed(rounds) if row.state == RoundState.PUBLISHED), None)
    shown = _shown(rounds, running, round_number)
    draft = next(
        (
            found
            for row in reversed(rounds)
            if row.state == RoundState.DRAFT
            and (found := seatings.seating_of_round(row, SeatingState.DRAFT))
        ),
        None,
    )
    board = seatings.board(viewer, draft) if draft is not None else _board(viewer, shown)
    roll = entries.roll(viewer, event).among(cuts.going_on(stage))
    tables = _tables(viewer, shown)
    # What comes next is about the round being played, also while an earlier one is looked at.
    is_earlier = running is not None and running != shown
    current = _tables(viewer, running) if is_earlier else tables
    now = _board(viewer, running) if is_earlier and draft is None else board
    reports = seatings.reports(viewer, shown) if shown else ()
    free = _free(stage, event) if stage.mode == StageMode.OPEN_PLAY else ()
    following = _following(stages, stage)
    idle = draft is None and running is None
    if following is not None and idle and event.state not in _ENDED:
        step = Step("go_on")
    else:
        step = _step(event, stage, rounds, roll, now, draft is not None, running, current, free)
    return Desk(
        event=event,
        stages=stages,
        stage=stage,
        rounds=tuple(rounds),
        roll=roll,
        head=entries.head_count(stage, roll.present - roll.byes_asked),
        board=board,
        running=running,
        round=shown,
        withdrawn=seatings.withdrawn_round(rounds),
        tables=tables,
        current=current,
        reports=reports,
        free=free,
        step=step,
        stamp=stamp(event),
        publishing=standings.publishing(stage),
        plan=round_plans.current(viewer, stage),
        following=following,
    )


def next_action(viewer: Actor, event: Event) -> Step:
    """The next thing to do at the event's desk."""
    return desk(viewer, event).step


def stage_of(viewer: Actor, event: Event, number: int | None) -> Stage:
    """The stage a button of the desk means: by number, else the one the desk shows."""
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    stages = tuple(
        Stage.objects.filter(event=event).select_related("ruleset__club_game").order_by("number")
    )
    if not stages:
        raise NotFound("not_found")
    stage = _chosen(stages, number)
    stage.event = event
    return stage


def with_results(stage: Stage) -> list[int]:
    """Numbers of the stage's rounds that have a result which counts, in their order."""
    rows = MatchRecord.objects.filter(stage=stage, state=RecordState.CONFIRMED)
    numbers = rows.values_list("table__seating__round__number", flat=True)
    return sorted(set(numbers))


def stamp(event: Event) -> str:
    """Where the club's journal stands, how far a search for all rounds has come, and the matches
    in the browser: whatever a desk shows has changed only if this has.
    """
    seq = Club.objects.values_list("seq", flat=True).get(pk=event.club_id)
    written = f"{seq} {round_plans.notes_so_far(event)} {table_plays.moved(event)}"
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def _chosen(stages: tuple[Stage, ...], number: int | None) -> Stage:
    """The stage asked for, else the last one that has begun or was called to, else the first."""
    for row in stages:
        if row.number == number:
            return row
    ids = [row.pk for row in stages]
    begun = set(Round.objects.filter(stage__in=ids).values_list("stage", flat=True))
    begun |= _called_to(ids)
    reached = [row for row in stages if row.pk in begun]
    return reached[-1] if reached else stages[0]


def _called_to(stages: list[int]) -> set[int]:
    """Those of these stages to which a cut of the evening called somebody."""
    rows = Qualifier.objects.filter(stage__in=stages, stage__source__isnull=False)
    return set(rows.values_list("stage", flat=True))


def _following(stages: tuple[Stage, ...], stage: Stage) -> Stage | None:
    later = [row for row in stages if row.source_id == stage.pk]
    called = _called_to([row.pk for row in later])
    return next((row for row in reversed(later) if row.pk in called), None)


def _shown(rounds: list[Round], running: Round | None, number: int | None) -> Round | None:
    seen = [row for row in rounds if row.state != RoundState.DRAFT]
    for row in seen:
        if row.number == number:
            return row
    return running or (seen[-1] if seen else None)


def _tables(viewer: Actor, round_: Round | None) -> tuple[TableRow, ...]:
    rows = records.tables_of(viewer=viewer, round_=round_) if round_ is not None else ()
    return tuple(row for row in rows if row.seats)


def _board(viewer: Actor, round_: Round | None) -> Board | None:
    """The published seating of a round that was drawn."""
    if round_ is None or round_.is_rolling:
        return None
    published = seatings.seating_of_round(round_, SeatingState.PUBLISHED)
    return seatings.board(viewer, published) if published else None


def _free(stage: Stage, event: Event) -> tuple[FreePerson, ...]:
    rows = open_play.free(stage)
    shown = names.shown((row.entry.player for row in rows), event.club, full=True)
    return tuple(
        FreePerson(row.entry.pk, shown[row.entry.player_id].name, row.matches) for row in rows
    )


def _step(
    event: Event,
    stage: Stage,
    rounds: list[Round],
    roll: Roll,
    board: Board | None,
    is_draft: bool,
    running: Round | None,
    tables: tuple[TableRow, ...],
    free: tuple[FreePerson, ...],
) -> Step:
    if event.state == EventState.FINISHED:
        return Step("finished")
    if event.state == EventState.CANCELLED:
        return Step("cancelled")
    if stage.mode == StageMode.FIXTURES:
        return _of_fixtures(rounds, running, tables)
    if is_draft and board is not None:
        off = len(board.unseated) + len(board.gone)
        if off:
            return Step("redraw", count=off, round_number=board.round_number)
        return Step("publish", count=len(board.tables), round_number=board.round_number)
    if running is not None and any(row.round_id == running.pk for row in tables):
        found = _playing(running, tables, board)
        if found is not None:
            return found
        if stage.mode == StageMode.ROUNDS:
            return Step("next", round_number=running.number)
    if stage.mode == StageMode.OPEN_PLAY:
        if _has_ended(rounds):
            return Step("ended", round_number=rounds[-1].number)
        low = min((game.low for game in seating_fields.offered(stage)), default=2)
        if len(free) >= low:
            return Step("form", count=len(free))
        if running is None:
            return Step("call_roll", count=roll.present)
        missing = _missing(tables)
        if missing:
            return Step("results", len(missing), missing, running.number)
        return Step("next", count=roll.present, round_number=running.number)
    if roll.present < 2:
        return Step("call_roll", count=len(roll.rows))
    last = rounds[-1] if rounds else None
    number = 1 if last is None else last.number + (last.state != RoundState.DRAFT)
    return Step("draw", count=roll.present, round_number=number)


def _of_fixtures(rounds: list[Round], running: Round | None, tables: tuple[TableRow, ...]) -> Step:
    if _has_ended(rounds):
        return Step("ended", round_number=rounds[-1].number)
    if running is None:
        return Step("fixtures")
    found, missing = _playing(running, tables, None), _missing(tables)
    if found is not None:
        return found
    if missing:
        return Step("results", len(missing), missing, running.number)
    return Step("next", round_number=running.number)


def _has_ended(rounds: Sequence[Round]) -> bool:
    """Whether somebody ended open play: its one rolling round is closed."""
    return bool(rounds) and rounds[-1].is_rolling and rounds[-1].state == RoundState.CLOSED


def _playing(round_: Round, tables: tuple[TableRow, ...], board: Board | None) -> Step | None:
    """What a round that is being played waits for; None when every result is in."""
    short = board.short if board is not None else ()
    if short:
        numbers = tuple(table.number for table in short)
        return Step("short_table", len(short), numbers, round_.number)
    disputed = tuple(row.number for row in tables if row.state == "disputed")
    reported = tuple(row.number for row in tables if row.state == "reported")
    missing = _missing(tables)
    if disputed:
        return Step("disputed", len(disputed), disputed, round_.number)
    if reported and not missing:
        return Step("confirm", len(reported), reported, round_.number)
    if missing and round_.is_rolling:
        return None
    if missing:
        return Step("results", len(missing), missing, round_.number)
    return None


def _missing(tables: tuple[TableRow, ...]) -> tuple[int, ...]:
    return tuple(row.number for row in tables if row.is_missing)
