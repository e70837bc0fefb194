"""The pages of a table on a phone: who sits where, the sheet, its echo, what stands, two sheets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict

from league import permissions
from league.core.actions import Action
from league.core.enums import STANDING_STATES, ActorKind, Confirmation, RecordState
from league.core.errors import BadInput
from league.forms.records import record as sheet_forms
from league.queries.records import record_versions, sheet_changes, sheets, table_starts
from league.queries.records import records as reading
from league.web import sent_once
from league.web.records import bg_stats, table_play, table_start
from league.web.records.table_clock import clock_of
from league.web.rendering import in_zone
from league.words import sentences

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.http import HttpResponse

    from games.core.types import JSON, Outcome
    from league.core.errors import Conflict, LeagueError
    from league.models import Event, MatchRecord, Table
    from league.queries.records.record_versions import VersionRow
    from league.queries.records.records import TableRow
    from league.queries.records.sheet_changes import SheetChange
    from league.queries.records.table_starts import CribText, TableStartView
    from league.web.records.at_table import AtTable
    from league.web.records.table_clock import TableClock
    from league.web.records.table_play import PlayHere


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """What the server makes of a half-typed sheet, and what is still amiss of the whole."""

    sheet: sheet_forms.SheetForm
    hints: tuple[sheet_forms.IssueView, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePage:
    """What stands on top of every page of a table."""

    event: Event
    table: Table
    row: TableRow
    code: str
    clock: TableClock
    message: str


class Top(TypedDict):
    """The same, to be handed on."""

    event: Event
    table: Table
    row: TableRow
    code: str
    clock: TableClock
    message: str


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat to tap, or one's own."""

    position: int
    name: str
    is_filler: bool
    is_claimed: bool
    you: bool


@dataclass(frozen=True, slots=True)
class ClaimPage(TablePage):
    """The seats of a table, for a device that has none yet."""

    seats: tuple[SeatCard, ...]
    start: TableStartView | None
    can_draw: bool
    crib: tuple[CribText, ...]
    game_key: str
    is_staff: bool


def claim_page(here: AtTable, error: LeagueError | None = None) -> HttpResponse:
    start = table_start.of_table(here)
    context = ClaimPage(
        **_top(here, error),
        seats=_seats(here),
        start=start.start,
        can_draw=start.can_draw,
        crib=_crib(here),
        game_key=here.rules.package.key,
        is_staff=_is_staff(here),
    )
    status = error.status if error else 200
    return in_zone(here.request, here.event, "league/records/claim.html", context, status=status)


@dataclass(frozen=True, slots=True)
class FormPage(TablePage):
    """The sheet to type; ``may_let_go``: whether one's seat can still be somebody else's."""

    seats: tuple[SeatCard, ...]
    start: TableStartView | None
    can_draw: bool
    crib: tuple[CribText, ...]
    game_key: str
    stamp: str
    sheet: sheet_forms.SheetForm
    was_sent: bool
    may_let_go: bool
    idempotency_key: str
    version: str | int
    play_here: PlayHere | None


def form_page(
    here: AtTable,
    sheet: sheet_forms.SheetForm,
    *,
    status: int = 200,
    error: LeagueError | None = None,
) -> HttpResponse:
    post, start = here.request.POST, table_start.of_table(here)
    context = FormPage(
        **_top(here, error),
        seats=_seats(here),
        start=start.start,
        can_draw=start.can_draw,
        crib=_crib(here),
        game_key=here.rules.package.key,
        stamp=stamp(here),
        sheet=sheet,
        was_sent=here.request.method == "POST",
        may_let_go=here.actor.kind == ActorKind.SEAT and reading.current(here.table) is None,
        idempotency_key=sent_once.key_of(here.request) or sent_once.fresh_key(),
        version=post.get("version") or here.table.record_version,
        play_here=table_play.of_table(here),
    )
    return in_zone(here.request, here.event, "league/records/form.html", context, status=status)


def fresh_form_page(here: AtTable, found: MatchRecord | None) -> HttpResponse:
    """The sheet to type, with what stands in its boxes."""
    return form_page(here, _prefilled(here, found))


def _prefilled(here: AtTable, found: MatchRecord | None) -> sheet_forms.SheetForm:
    level = here.request.GET.get("level", "")
    seats = len(here.row.seats)
    sheet: JSON = {} if found is None else found.sheet
    read = sheet_forms.of_sheet(
        sheet, here.rules, seats=seats, level=level or here.rules.level_of(sheet)
    )
    if found is None:
        read = table_start.begun(read, here.table)
    return sheet_forms.draw(here.rules, here.names, reading=read)


@dataclass(frozen=True, slots=True)
class EchoRow:
    """What a sheet would make of somebody."""

    name: str
    is_filler: bool
    place_shown: int | str | None
    points: Fraction | None
    side: int | None


@dataclass(frozen=True, slots=True)
class EchoPage(TablePage):
    """The sheet read back before it is sent; ``values`` carry it on."""

    names: tuple[str, ...]
    sheet: sheet_forms.SheetForm
    rows: tuple[EchoRow, ...]
    outcome: Outcome
    text: sheets.SheetText
    values: Collection[tuple[str, str]]
    warnings: tuple[sheet_forms.IssueView, ...]
    reason: str
    idempotency_key: str
    version: str


def echo_page(
    here: AtTable,
    check: sheet_forms.Checked,
    *,
    status: int = 200,
    error: LeagueError | None = None,
) -> HttpResponse:
    judged, post = check.judged, here.request.POST
    assert judged is not None  # only a sheet that could be read is echoed
    assert judged.outcome is not None
    scale = here.rules.scale
    points, sides = judged.outcome.points, judged.outcome.sides or ()
    is_won = reading.won_together(sides, is_drawn=judged.outcome.drawn)
    rows = tuple(
        EchoRow(
            name=place.name,
            is_filler=place.is_filler,
            place_shown=reading.place_shown(judged.outcome.places[seat], is_won=is_won),
            points=None if points is None else Fraction(points[seat], 10**scale),
            side=sides[seat] if len(set(sides)) > 1 else None,
        )
        for seat, place in enumerate(here.row.seats)
    )
    context = EchoPage(
        **_top(here, error),
        names=here.names,
        sheet=check.form,
        rows=rows,
        outcome=judged.outcome,
        text=sheets.text_of(here.rules, judged.sheet, seats=len(rows)),
        values=check.reading.values.items(),
        warnings=check.form.warnings,
        reason=post.get("reason", ""),
        idempotency_key=sent_once.key_of(here.request),
        version=post.get("version", ""),
    )
    return in_zone(here.request, here.event, "league/records/echo.html", context, status=status)


@dataclass(frozen=True, slots=True)
class StatusPage(TablePage):
    """What stands of a table, and what this device may do about it."""

    start: TableStartView | None
    crib: tuple[CribText, ...]
    game_key: str
    stamp: str
    is_staff: bool
    latest: VersionRow | None
    earlier: tuple[VersionRow, ...]
    change: SheetChange | None
    is_mine: bool
    can_confirm: bool
    can_object: bool
    can_report: bool
    waits_for_organizer: bool
    waits_for_all: bool
    field_error: str
    play_here: PlayHere | None
    bg_stats: str


def status_page(
    here: AtTable, *, status: int = 200, error: LeagueError | None = None
) -> HttpResponse:
    versions = record_versions.versions(viewer=here.actor, table=here.table)
    standing = tuple(row for row in versions if row.state in STANDING_STATES)
    latest = standing[0] if standing else None
    mine = here.seat.pk if here.seat else None
    is_mine = latest is not None and mine is not None and latest.author_seat_id == mine
    found = reading.current(here.table)
    context = StatusPage(
        **_top(here, error),
        start=table_starts.of_table(viewer=here.actor, table=here.table),
        crib=_crib(here),
        game_key=here.rules.package.key,
        stamp=stamp(here),
        is_staff=_is_staff(here),
        latest=latest,
        earlier=standing[1:],
        change=sheet_changes.latest(versions) if versions[:1] == standing[:1] else None,
        is_mine=is_mine,
        can_confirm=found is not None
        and _can_confirm(here, found)
        and not reading.has_agreed(found, here.seat),
        can_object=latest is not None and not latest.dispute_reason and not is_mine,
        can_report=may_report_over(here, found),
        waits_for_organizer=here.event.confirmation == Confirmation.ORGANIZER,
        waits_for_all=here.event.confirmation == Confirmation.ALL_SEATS,
        field_error=_sentence(error) if isinstance(error, BadInput) else "",
        play_here=table_play.of_table(here),
        bg_stats=bg_stats.link_of(here.request, here.actor, here.table),
    )
    return in_zone(here.request, here.event, "league/records/status.html", context, status=status)


@dataclass(frozen=True, slots=True)
class ConflictPage(TablePage):
    """Two sheets for one table: the one that stands, and the one that was not stored."""

    theirs: VersionRow | None
    mine: sheets.SheetText | None
    names: tuple[str, ...]
    is_same: bool
    can_confirm: bool
    can_object: bool


def conflict_page(here: AtTable, check: sheet_forms.Checked, error: Conflict) -> HttpResponse:
    versions = record_versions.versions(viewer=here.actor, table=here.table)
    current = error.current
    theirs = next((row for row in versions if current and row.record_id == current.pk), None)
    mine = check.judged.sheet if check.judged else None
    found = reading.current(here.table)
    context = ConflictPage(
        **_top(here, error),
        theirs=theirs,
        mine=sheets.text_of(here.rules, mine, seats=len(here.names)) if mine else None,
        names=here.names,
        is_same=theirs is not None and theirs.sheet == mine,
        can_confirm=found is not None and _can_confirm(here, found),
        can_object=theirs is not None and not theirs.dispute_reason,
    )
    return in_zone(here.request, here.event, "league/records/conflict.html", context, status=409)


# --- what several of them show -----------------------------------------------------------


def stamp(here: AtTable) -> str:
    """Another one as soon as something has happened at the table."""
    return reading.stamp(here.table)


def may_report_over(here: AtTable, found: MatchRecord | None) -> bool:
    """A dispute reopens the sheet for everybody, a report only for who made it."""
    if found is None or found.state == RecordState.DISPUTED:
        return True
    is_mine = here.seat is not None and found.reporter_seat_id == here.seat.pk
    return found.state == RecordState.REPORTED and is_mine


def _can_confirm(here: AtTable, found: MatchRecord) -> bool:
    is_reported = found.state == RecordState.REPORTED
    return is_reported and permissions.can(here.actor, Action.CONFIRM_RECORD, found)


def _top(here: AtTable, error: LeagueError | None) -> Top:
    return {
        "event": here.event,
        "table": here.table,
        "row": here.row,
        "code": here.link.code,
        "clock": clock_of(here),
        "message": _sentence(error),
    }


def _seats(here: AtTable) -> tuple[SeatCard, ...]:
    return tuple(
        SeatCard(
            position=place.position,
            name=place.name,
            is_filler=place.is_filler,
            is_claimed=place.is_claimed,
            you=here.seat is not None and here.seat.pk == place.seat_id,
        )
        for place in here.row.seats
    )


def _crib(here: AtTable) -> tuple[CribText, ...]:
    return table_starts.crib_of(here.table, len(here.row.seats))


def _is_staff(here: AtTable) -> bool:
    return permissions.can(here.actor, Action.SUBMIT_RECORD, here.event)


def _sentence(error: LeagueError | None) -> str:
    return "" if error is None else sentences.sentence(error)
