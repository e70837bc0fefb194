"""Office pages of one table: its sheet and everything that can be done, and one of its records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import STANDING_STATES, RecordState, SeatingState
from league.core.errors import (
    BadInput,
    Conflict,
    Gone,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    SheetRejected,
)
from league.forms.records import record as sheet_forms
from league.lists.whole_numbers import whole
from league.queries.play import table_plays
from league.queries.records import beside, record_versions, sheets, table_starts
from league.queries.records import records as reading
from league.services.play import hand_ins
from league.services.records import links, records, voids
from league.web import sent_once
from league.web.actor import actor_of
from league.web.office.office import absolute
from league.web.records import bg_stats, table_play, table_start
from league.web.records.table_pages import PreviewPart
from league.web.refusals import guarded
from league.web.rendering import in_zone, page
from league.words import sentences

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.lists.bg_stats_beside import Beside
    from league.models import Event, MatchRecord, Table
    from league.queries.records.record_versions import VersionRow
    from league.queries.records.records import TableRow
    from league.queries.records.table_starts import TableStartView


@dataclass(frozen=True, slots=True)
class DeskTablePage:
    """A table for the organizers: the sheet to enter, what stands, all versions, link and seats."""

    event: Event
    table: Table
    row: TableRow
    sheet: sheet_forms.SheetForm
    was_sent: bool
    found: MatchRecord | None
    start: TableStartView | None
    versions: tuple[VersionRow, ...]
    latest: VersionRow | None
    corrects: bool
    manages: bool
    runs: bool
    can_confirm: bool
    can_write: bool
    is_correction: bool
    needs_reason: bool
    is_conflict: bool
    message: str
    reason: str
    reason_error: str
    version: int
    idempotency_key: str
    link_url: str
    link_is_over: bool
    play_why: str
    play_error: str


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def table(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """The organizer's page of one table: its sheet, its versions, its link and devices."""
    actor = actor_of(request)
    found = reading.table(viewer=actor, slug=slug, table_id=table_id)
    event = found.seating.round.stage.event
    permissions.require(actor, Action.SUBMIT_RECORD, event)
    if request.method != "POST":
        return _table_page(request, actor, found)
    match request.POST.get("action", ""):
        case "save":
            return _saved(request, actor, found)
        case "release":
            _release(request, actor, found)
        case "revoke":
            links.revoke(by=actor, table=found)
            messages.success(request, _("This table's link is turned off."))
        case "use_result":
            return _taken_over(request, actor, found)
        case "renew":
            links.renew(by=actor, table=found)
            messages.success(request, _("This table has a new link."))
        case _other:
            return _decided(request, actor, found)
    return _to_table(found)


@require_POST
@guarded
def table_preview(request: HttpRequest, slug: str, table_id: int) -> HttpResponse:
    """Totals and marks of a half-typed sheet at the desk; stores nothing."""
    actor = actor_of(request)
    found = reading.table(viewer=actor, slug=slug, table_id=table_id)
    permissions.require(actor, Action.SUBMIT_RECORD, found.seating.round.stage.event)
    check = _checked(request, actor, found, final=False)
    return page(request, "league/records/_preview.html", PreviewPart(check.form))


def _checked(
    request: HttpRequest, actor: Actor, table: Table, *, final: bool = True
) -> sheet_forms.Checked:
    names = reading.table_row(viewer=actor, table=table).names
    post = request.POST
    rules = sheets.rules_of(table.ruleset)
    level = post.get("level_shown", "")
    return sheet_forms.checked(post.dict(), rules, names, level=level, final=final)


def _table_page(
    request: HttpRequest,
    actor: Actor,
    table: Table,
    *,
    sheet: sheet_forms.SheetForm | None = None,
    status: int = 200,
    error: LeagueError | None = None,
    play_error: str = "",
) -> HttpResponse:
    event = table.seating.round.stage.event
    row = reading.table_row(viewer=actor, table=table)
    names = row.names
    found = reading.current(table)
    rules = sheets.rules_of(table.ruleset)
    if sheet is None:
        data: JSON = {} if found is None else found.sheet
        level = request.GET.get("level", "") or rules.level_of(data)
        read = sheet_forms.of_sheet(data, rules, seats=len(names), level=level)
        if found is None:
            read = table_start.begun(read, table)
        sheet = sheet_forms.draw(rules, names, reading=read)
    versions = record_versions.versions(viewer=actor, table=table)
    corrects = permissions.can(actor, Action.CORRECT_RECORD, event)
    link = getattr(table, "link", None)
    context = DeskTablePage(
        event=event,
        table=table,
        row=row,
        sheet=sheet,
        was_sent=request.method == "POST" and not _is_about_reason(error),
        found=found,
        start=table_starts.of_table(viewer=actor, table=table),
        versions=versions,
        latest=next((v for v in versions if found and v.record_id == found.pk), None),
        corrects=corrects,
        manages=permissions.can(actor, Action.MANAGE_EVENT, event),
        runs=permissions.can(actor, Action.CALL_ROLL, event),
        can_confirm=found is not None
        and (found.state != RecordState.CONFIRMED or bool(found.dispute_reason))
        and permissions.can(actor, Action.CONFIRM_RECORD, found),
        can_write=found is None or found.state != RecordState.CONFIRMED or corrects,
        is_correction=found is not None and found.state == RecordState.CONFIRMED,
        needs_reason=bool(sheet.issues) and not sheet.has_unreadable,
        is_conflict=isinstance(error, Conflict),
        message=sentences.sentence(error) if error else "",
        reason=request.POST.get("reason", ""),
        reason_error=sentences.sentence(error) if _is_about_reason(error) and error else "",
        version=table.record_version,
        idempotency_key=sent_once.fresh_key(),
        link_url=absolute(request, reverse("table_link", args=[link.code])) if link else "",
        link_is_over=link is not None and link.revoked_at is not None,
        play_why=table_play.said(row.play.kept_out, table) if row.play is not None else "",
        play_error=play_error,
    )
    return in_zone(request, event, "league/records/table.html", context, status=status)


def _is_about_reason(error: LeagueError | None) -> bool:
    return isinstance(error, BadInput) and error.field == "reason"


def _saved(request: HttpRequest, actor: Actor, table: Table) -> HttpResponse:
    post = request.POST
    check = _checked(request, actor, table)
    if check.judged is None or check.judged.sheet is None:
        return _table_page(request, actor, table, sheet=check.form, status=422)
    version = whole(post.get("version", "")) or 0
    accepts = "accept" in post
    reason = post.get("reason", "")

    def do() -> dict[str, int | str]:
        record = records.submit(
            by=actor,
            table=table,
            data=check.reading.data,
            expected_version=version,
            accept_warnings=accepts,
            accept_errors=accepts,
            reason=reason,
            over_confirmed=post.get("seen", "confirmed") == "confirmed",
        )
        return {"record": record.pk, "state": record.state}

    try:
        answer = sent_once.once(
            request,
            by=actor,
            about=("submit", table.pk, check.reading.data, version, accepts, reason),
            do=do,
        )
    except (SheetRejected, BadInput, Conflict, Gone, NotAllowed, Refused) as error:
        table.refresh_from_db(fields=["record_version"])
        return _table_page(
            request, actor, table, sheet=check.form, status=error.status, error=error
        )
    counts = answer["state"] == RecordState.CONFIRMED
    messages.success(
        request,
        _("Saved: this result counts.")
        if counts
        else _("Saved. It counts as soon as someone else confirms it."),
    )
    return _to_table(table)


def _decided(request: HttpRequest, actor: Actor, table: Table) -> HttpResponse:
    """Confirm, object, void, bring back: what is done to the version that the page showed."""
    record = reading.record(viewer=actor, record_id=whole(request.POST.get("record", "")) or 0)
    if record.table_id != table.pk:
        raise NotFound("not_found")
    try:
        _decide(actor, record, request.POST.get("action", ""), request.POST.get("reason", ""))
    except (BadInput, Conflict) as error:
        return _table_page(request, actor, table, status=error.status, error=error)
    return _to_table(table)


def _decide(actor: Actor, record: MatchRecord, action: str, reason: str) -> None:
    match action:
        case "confirm":
            records.confirm(by=actor, record=record, reason=reason)
        case "dispute":
            records.dispute(by=actor, record=record, reason=reason)
        case "void":
            voids.void(by=actor, record=record, reason=reason)
        case "restore":
            voids.restore(by=actor, record=record)
        case _other:
            raise BadInput("bad_choice", field="action", value=action[:20])


def _taken_over(request: HttpRequest, actor: Actor, table: Table) -> HttpResponse:
    """The result of the match in the browser that was kept out."""
    code = request.POST.get("play", "")
    play = table_plays.of_code(viewer=actor, table=table, code=code)
    try:
        hand_ins.use_result(by=actor, play=play, reason=request.POST.get("reason", ""))
    except (BadInput, Conflict, Refused, SheetRejected) as error:
        said = sentences.sentence(error)
        return _table_page(request, actor, table, status=error.status, play_error=said)
    messages.success(request, _("Saved: this result counts."))
    return _to_table(table)


def _release(request: HttpRequest, actor: Actor, table: Table) -> None:
    seat = table.seats.filter(pk=whole(request.POST.get("seat", "")) or 0).first()
    if seat is None:
        raise NotFound("not_found")
    links.release(by=actor, seat=seat)
    messages.success(request, _("The seat is free for another device."))


def _to_table(table: Table) -> HttpResponse:
    slug = table.seating.round.stage.event.slug
    return HttpResponseRedirect(reverse("table", args=[slug, table.pk]))


@dataclass(frozen=True, slots=True)
class RecordPage:
    """One version of a record, ``shown`` among the others of its table."""

    event: Event
    table: Table
    row: TableRow
    versions: tuple[VersionRow, ...]
    shown: VersionRow
    can_void: bool
    can_restore: bool
    runs: bool
    is_staff: bool
    message: str
    bg_stats: str
    beside: Beside | None
    roles: tuple[tuple[str, str], ...]


@require_http_methods(["GET", "HEAD", "POST"])
@guarded
def record(request: HttpRequest, slug: str, record_id: int) -> HttpResponse:
    """One version of a record among all versions of its table."""
    actor = actor_of(request)
    found = reading.record(viewer=actor, record_id=record_id)
    event = found.table.seating.round.stage.event
    if event.slug != slug:
        raise NotFound("not_found")
    error: LeagueError | None = None
    if request.method == "POST":
        try:
            _decide(actor, found, request.POST.get("action", ""), request.POST.get("reason", ""))
            return HttpResponseRedirect(reverse("record", args=[slug, record_id]))
        except (BadInput, Conflict) as refused:
            error = refused
    versions = record_versions.versions(viewer=actor, table=found.table)
    corrects = permissions.can(actor, Action.CORRECT_RECORD, event)
    standing = reading.current(found.table)
    row = reading.table_row(viewer=actor, table=found.table)
    told = beside.of_table(viewer=actor, table=found.table)
    context = RecordPage(
        event=event,
        table=found.table,
        row=row,
        versions=versions,
        shown=next(row for row in versions if row.record_id == found.pk),
        can_void=corrects and found.state in STANDING_STATES,
        can_restore=corrects
        and standing is None
        and found.state == RecordState.VOIDED
        and found.table.seating.state != SeatingState.WITHDRAWN,
        runs=permissions.can(actor, Action.CALL_ROLL, event),
        is_staff=permissions.can(actor, Action.SUBMIT_RECORD, event),
        message=sentences.sentence(error) if error else "",
        bg_stats=bg_stats.link_of(request, actor, found.table)
        if found.state == RecordState.CONFIRMED
        else "",
        beside=told,
        roles=tuple(zip(row.names, told.roles, strict=False)) if told else (),
    )
    status = error.status if error else 200
    return in_zone(request, event, "league/records/record.html", context, status=status)
