"""Seatings as their organizers see them: the board with its reasons, sheets that wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q

from league import permissions
from league.core.actions import Action
from league.core.enums import (
    STANDING_STATES,
    EntryState,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
)
from league.core.errors import NotFound
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Round,
    Ruleset,
    Seat,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from league.queries.people import actor_names
from league.queries.records import record_versions
from league.queries.seating import seating_fields, seating_plans
from league.queries.standings import cuts
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """Somebody in a seating; ``position`` is None without a table."""

    entry_id: int
    player_id: int
    name: str
    sort_key: str
    position: int | None
    state: RoundEntryState
    is_filler: bool = False
    is_locked: bool = False
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table of a seating; ``penalties`` are sentences, for organizers alone."""

    table_id: int
    number: int
    ruleset_id: int
    game: str
    is_locked: bool
    has_record: bool
    is_short: bool
    code: str
    seats: tuple[BoardSeat, ...]
    penalties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A seating with everybody in it, and whoever has no place in it yet."""

    seating_id: int
    round_id: int
    round_number: int
    version: int
    state: SeatingState
    method: str
    sizes: tuple[int, ...]
    tables: tuple[BoardTable, ...]
    outside: tuple[BoardSeat, ...]
    unseated: tuple[BoardSeat, ...]
    penalties: tuple[str, ...]
    repeats: int
    repeat_cost: int
    lower_bound: int
    least_cost: int
    rulesets: tuple[Ruleset, ...]
    remarks: tuple[str, ...] = ()
    costs: tuple[tuple[str, int], ...] = ()
    seed: str = ""
    news: tuple[str, ...] = ()
    repeat_price: int = 0

    @property
    def cost(self) -> int:
        """The sum over all criteria; ``repeat_price`` is one pair that meets again."""
        return sum(cost for _, cost in self.costs)

    @property
    def gone(self) -> tuple[BoardSeat, ...]:
        """People in the seating who are not in the room any more."""
        return tuple(seat for table in self.tables for seat in table.seats if seat.is_gone)

    @property
    def short(self) -> tuple[BoardTable, ...]:
        return tuple(table for table in self.tables if table.is_short and not table.has_record)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One seat of a reported sheet."""

    name: str
    place: int
    points: Fraction | None
    is_filler: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A sheet that waits for the organizer, read back: who, places, points."""

    record_id: int
    table_id: int
    number: int
    round_number: int
    state: RecordState
    author: str
    disputer: str
    dispute_reason: str
    lines: tuple[ReportLine, ...]


# --- finding ----------------------------------------------------------------------------


def stage_rounds(stage: Stage) -> list[Round]:
    """All rounds of a stage in their order, drafts too: for the desk."""
    rounds = list(stage.rounds.order_by("number"))
    for row in rounds:
        row.stage = stage
    return rounds


def round_(viewer: Actor, event: Event, round_id: int) -> Round:
    """A round of this event that the viewer may know of."""
    row = (
        permissions.visible(Round.objects.filter(pk=round_id, stage__event=event), viewer)
        .select_related("stage__event__club", "stage__ruleset__club_game")
        .first()
    )
    may_see_drafts = row is not None and permissions.can(viewer, Action.MANAGE_EVENT, event)
    if row is None or (row.state == RoundState.DRAFT and not may_see_drafts):
        raise NotFound("not_found")
    return row


def seating(viewer: Actor, event: Event, seating_id: int) -> Seating:
    """A seating of this event, for its organizers."""
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    row = (
        Seating.objects.filter(pk=seating_id, round__stage__event=event)
        .select_related("round__stage__event__club", "round__stage__ruleset__club_game")
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def table(viewer: Actor, event: Event, table_id: int) -> Table:
    """A table of this event in whatever state, for its organizers."""
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    row = (
        Table.objects.filter(pk=table_id, seating__round__stage__event=event)
        .select_related("seating__round__stage__event__club", "ruleset__club_game")
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def place_of(seating: Seating, entry: Entry) -> int | None:
    """The id of the table at which ``entry`` sits; 0 for a bye, None for no place at all."""
    row = seating.seats.filter(entry=entry).first()
    return None if row is None else row.table_id or 0


def seating_of_round(round_: Round, state: SeatingState) -> Seating | None:
    row = round_.seatings.filter(state=state).order_by("-number").first()
    if row is not None:
        row.round = round_
    return row


def withdrawn_round(rounds: list[Round]) -> Round | None:
    """The latest round, where its seating was withdrawn and nothing new is there yet."""
    last = rounds[-1] if rounds else None
    if last is None or last.state != RoundState.DRAFT:
        return None
    states = set(last.seatings.values_list("state", flat=True))
    return last if states == {SeatingState.WITHDRAWN} else None


# --- the organizer's board --------------------------------------------------------------


def board(viewer: Actor, seating: Seating) -> Board:
    """A seating with its reasons in words. Drafts exist for organizers alone."""
    event = seating.round.stage.event
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    stage = seating.round.stage
    standing = MatchRecord.objects.filter(state__in=STANDING_STATES)
    tables = list(
        seating.tables.select_related("ruleset__club_game", "link")
        .prefetch_related(
            Prefetch("seats", Seat.objects.order_by("position", "pk")),
            Prefetch("records", standing, "standing"),
        )
        .order_by("number")
    )
    outside = seating_plans.seats_without_table(seating)
    people = list(Entry.objects.filter(event=event).select_related("player").order_by("pk"))
    shown = names.shown((row.player for row in people), event.club, full=True)
    by_entry = {row.pk: row for row in people}
    words = {row.pk: shown[row.player_id].name for row in people}
    rulesets = tuple(seating_fields.rulesets_of(stage))
    low = {row.pk: max(row.seats_min, 2) for row in rulesets}
    is_draft = seating.state == SeatingState.DRAFT
    explanation = seating.explanation
    forced = seating_plans.unavoidable(explanation)
    repeat_cost, least_cost = seating_plans.repeat_costs(explanation)
    costs = seating_plans.costs_named(explanation)
    repeats_cost = sum(cost for code, _, cost in costs if code == "repeats")
    penalties = _penalties_by_table(seating)

    def seat(row: Seat) -> BoardSeat:
        entry = by_entry[row.entry_id]
        is_gone = is_draft and not _is_here(entry)
        return _seated(row, entry, shown[entry.player_id], is_gone=is_gone)

    seated = {row.entry_id for table in tables for row in table.seats.all()}
    seated |= {row.entry_id for row in outside}
    only = cuts.going_on(stage)
    return Board(
        seating_id=seating.pk,
        round_id=seating.round_id,
        round_number=seating.round.number,
        version=seating.version,
        state=SeatingState(seating.state),
        method=seating.method,
        sizes=tuple(sorted((len(row.seats.all()) for row in tables), reverse=True)),
        tables=tuple(
            BoardTable(
                table_id=row.pk,
                number=row.number,
                ruleset_id=row.ruleset_id,
                game=row.ruleset.club_game.title,
                is_locked=row.is_locked,
                has_record=bool(row.standing),
                is_short=len(row.seats.all()) < low.get(row.ruleset_id, 2),
                code=row.link.code if hasattr(row, "link") else "",
                seats=tuple(seat(place) for place in row.seats.all()),
                penalties=tuple(
                    seating_plans.sentences(penalties.get(row.number, ()), words, forced=forced)
                ),
            )
            for row in tables
        ),
        outside=tuple(seat(row) for row in outside),
        unseated=tuple(
            _unseated(row, shown[row.player_id])
            for row in people
            if row.pk not in seated and _is_here(row) and (only is None or row.pk in only)
        ),
        penalties=tuple(seating_plans.sentences(penalties.get(None, ()), words)),
        repeats=int(explanation.get("repeats", 0)),
        repeat_cost=repeat_cost,
        lower_bound=int(explanation.get("lower_bound", 0)),
        least_cost=least_cost,
        rulesets=rulesets,
        remarks=tuple(seating_plans.remark_sentences(explanation)),
        costs=tuple((name, cost) for _, name, cost in costs),
        repeat_price=repeats_cost // repeat_cost if repeat_cost else 0,
        seed=seating.seed,
        news=tuple(seating_plans.news_of(explanation)),
    )


def _penalties_by_table(seating: Seating) -> dict[int | None, list[Mapping[str, JSON]]]:
    found: dict[int | None, list[Mapping[str, JSON]]] = {}
    for penalty in seating.explanation.get("penalties", ()):
        found.setdefault(penalty["table"], []).append(penalty)
    return found


def _seated(row: Seat, entry: Entry, shown: names.Shown, *, is_gone: bool) -> BoardSeat:
    return BoardSeat(
        entry_id=entry.pk,
        player_id=entry.player_id,
        name=shown.name,
        sort_key=shown.sort_key,
        position=row.position,
        state=RoundEntryState(row.state),
        is_filler=entry.is_filler,
        is_locked=row.is_locked,
        is_gone=is_gone,
    )


def _unseated(entry: Entry, shown: names.Shown) -> BoardSeat:
    return BoardSeat(
        entry_id=entry.pk,
        player_id=entry.player_id,
        name=shown.name,
        sort_key=shown.sort_key,
        position=None,
        state=RoundEntryState.ABSENT,
        is_filler=entry.is_filler,
    )


def _is_here(entry: Entry) -> bool:
    return entry.state == EntryState.REGISTERED and entry.is_present


# --- reported sheets --------------------------------------------------------------------


def reports(viewer: Actor, round_: Round) -> tuple[Report, ...]:
    """Sheets of a round that wait for a second look or for the organizer's word."""
    event = round_.stage.event
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    rows = list(
        MatchRecord.objects.filter(
            table__seating__round=round_,
            table__seating__state=SeatingState.PUBLISHED,
        )
        .filter(_waiting())
        .select_related("table", "reporter_seat__entry__player")
        .prefetch_related(
            Prefetch(
                "scores", SeatScore.objects.select_related("entry__player").order_by("place", "pk")
            )
        )
        .order_by("table__number", "version")
    )
    players = {
        score.entry.player_id: score.entry.player for row in rows for score in row.scores.all()
    }
    shown = names.shown(players.values(), event.club, full=True)
    disputers = record_versions.disputers(rows)
    keys = (key for row in rows for key in (row.reported_by, row.disputed_by))
    actors = actor_names.of_keys(keys, event.club)
    return tuple(_report(row, round_, shown, actors, disputers.get(row.pk)) for row in rows)


def _waiting() -> Q:
    """Not decided yet: a counting result with an open objection neither."""
    undecided = Q(state__in=[RecordState.REPORTED, RecordState.DISPUTED])
    return undecided | Q(state=RecordState.CONFIRMED) & ~Q(dispute_reason="")


def _report(
    row: MatchRecord,
    round_: Round,
    shown: Mapping[int, names.Shown],
    actors: Mapping[str, str],
    disputer: Seat | None,
) -> Report:
    scale = int(row.outcome.get("scale", 0))
    seat = row.reporter_seat
    author = shown[seat.entry.player_id].name if seat and seat.entry.player_id in shown else ""
    objector = shown.get(disputer.entry.player_id) if disputer else None
    return Report(
        record_id=row.pk,
        table_id=row.table_id,
        number=row.table.number,
        round_number=round_.number,
        state=RecordState.DISPUTED if row.dispute_reason else RecordState(row.state),
        author=author or actors[row.reported_by],
        disputer=objector.name if objector else actors[row.disputed_by],
        dispute_reason=row.dispute_reason,
        lines=tuple(
            ReportLine(
                name=shown[score.entry.player_id].name,
                place=score.place,
                points=None if score.points is None else Fraction(score.points, 10**scale),
                is_filler=score.entry.is_filler,
            )
            for score in row.scores.all()
        ),
    )
