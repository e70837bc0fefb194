"""The table's own page on a phone: take a seat, report the sheet, agree or object."""

from __future__ import annotations

import uuid
from fractions import Fraction
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league import permissions
from league.core.actions import Action
from league.core.enums import ActorKind, Confirmation, RecordState
from league.core.errors import (
    BadInput,
    Conflict,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    SheetRejected,
)
from league.forms.records import record as sheet_forms
from league.lists.whole_numbers import whole
from league.queries.records import record_versions, sheet_changes, sheets, table_starts
from league.queries.records import records as reading
from league.services import idempotency
from league.services.records import links, records
from league.web.device import device_of, forget_entry, new_device, private, remember
from league.web.records import next_table, table_start
from league.web.records.at_table import AtTable, arrived, refused
from league.web.records.table_clock import clock_context
from league.web.rendering import in_zone
from league.words import sentences

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import MatchRecord

HINTS = 3  # more would only be read as noise while somebody types


@require_http_methods(["GET", "HEAD", "POST"])
def table_link(request: HttpRequest, code: str) -> HttpResponse:
    """The page behind a table's QR code."""
    try:
        here = arrived(request, code)
        response = _pressed(here) if request.method == "POST" else _shown(here)
    except LeagueError as error:
        response = refused(request, error, code)
    return private(response)


@require_POST
def table_preview(request: HttpRequest, code: str) -> HttpResponse:
    """Totals and marks of a half-typed sheet; stores nothing."""
    try:
        here = arrived(request, code)
    except LeagueError as error:
        return private(refused(request, error))
    check = _checked(here, final=False)
    context = {"sheet": check.form, "hints": _hints(here, check)}
    return private(render(request, "league/records/_preview.html", context))


@require_GET
def table_state(request: HttpRequest, code: str) -> HttpResponse:
    """Tells a waiting page whether something has happened at its table."""
    try:
        here = arrived(request, code)
    except LeagueError as error:
        place = next_table.place_of(request, error, code)
        if place is not None and request.GET.get("seen") == place.stamp:
            return private(HttpResponse(status=204))
        response = HttpResponse(status=200)
        response.headers["HX-Refresh"] = "true"
        return private(response)
    if request.GET.get("seen") == _stamp(here):
        return private(HttpResponse(status=204))
    if request.GET.get("typing"):
        return private(render(request, "league/records/_news.html", {"here": here}))
    response = HttpResponse(status=200)
    response.headers["HX-Refresh"] = "true"
    return private(response)


# --- pages ------------------------------------------------------------------------------


def _shown(here: AtTable) -> HttpResponse:
    if here.seat is None:
        return _claim_page(here)
    found = reading.current(here.table)
    wants_form = "edit" in here.request.GET and _may_report_over(here, found)
    if found is None or wants_form:
        return _form_page(here, _prefilled(here, found))
    return _status_page(here)


def _may_report_over(here: AtTable, found: MatchRecord | None) -> bool:
    """A dispute reopens the sheet for everybody, a report only for who made it."""
    if found is None or found.state == RecordState.DISPUTED:
        return True
    is_mine = here.seat is not None and found.reporter_seat_id == here.seat.pk
    return found.state == RecordState.REPORTED and is_mine


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


def _hints(here: AtTable, check: sheet_forms.Checked) -> tuple[sheet_forms.IssueView, ...]:
    """What is still amiss once every player has something on the sheet, and no box is wrong."""
    drawn = table_starts.entries_of(here.table, check.reading.level)
    typed = {
        name.split(".")[1]
        for name, text in check.reading.values.items()
        if name.startswith("seats.") and text.strip() and text != drawn.get(name)
    }
    if check.judged is None or check.judged.errors or len(typed) < len(here.names):
        return ()
    known = {issue.text for issue in check.form.issues}
    return tuple(issue for issue in _checked(here).form.errors if issue.text not in known)[:HINTS]


def _context(here: AtTable, **more: object) -> dict[str, object]:
    return {
        "here": here,
        "table": here.table,
        "event": here.event,
        "row": here.row,
        "seats": [_seat_card(here, place) for place in here.row.seats],
        "code": here.link.code,
        "stamp": _stamp(here),
        **clock_context(here),
        "is_staff": permissions.can(here.actor, Action.SUBMIT_RECORD, here.event),
        **table_start.context(here),
        **more,
    }


def _seat_card(here: AtTable, place: reading.SeatRow) -> dict[str, object]:
    return {
        "position": place.position,
        "name": place.name,
        "is_filler": place.is_filler,
        "place": place.place,
        "is_claimed": place.is_claimed,
        "you": here.seat is not None and here.seat.pk == place.seat_id,
    }


def _claim_page(here: AtTable, error: LeagueError | None = None) -> HttpResponse:
    context = _context(here, message=_sentence(error))
    status = error.status if error else 200
    return in_zone(here.request, here.event, "league/records/claim.html", context, status=status)


def _form_page(
    here: AtTable,
    sheet: sheet_forms.SheetForm,
    *,
    status: int = 200,
    error: LeagueError | None = None,
) -> HttpResponse:
    context = _context(
        here,
        sheet=sheet,
        was_sent=here.request.method == "POST",
        may_let_go=here.actor.kind == ActorKind.SEAT and reading.current(here.table) is None,
        message=_sentence(error),
        idempotency_key=here.request.POST.get("idempotency_key") or str(uuid.uuid4()),
        version=here.request.POST.get("version") or here.table.record_version,
    )
    return in_zone(here.request, here.event, "league/records/form.html", context, status=status)


def _echo_page(
    here: AtTable,
    check: sheet_forms.Checked,
    *,
    status: int = 200,
    error: LeagueError | None = None,
) -> HttpResponse:
    judged = check.judged
    assert judged is not None  # only a sheet that could be read is echoed
    assert judged.outcome is not None
    scale = here.rules.scale
    points, sides = judged.outcome.points, judged.outcome.sides or ()
    is_won = reading.won_together(sides, is_drawn=judged.outcome.drawn)
    rows = [
        {
            "position": place.position,
            "name": place.name,
            "is_filler": place.is_filler,
            "place_shown": reading.place_shown(judged.outcome.places[seat], is_won=is_won),
            "points": None if points is None else Fraction(points[seat], 10**scale),
            "side": sides[seat] if len(set(sides)) > 1 else None,
        }
        for seat, place in enumerate(here.row.seats)
    ]
    context = _context(
        here,
        sheet=check.form,
        rows=rows,
        outcome=judged.outcome,
        text=sheets.text_of(here.rules, judged.sheet, seats=len(rows)),
        values=check.reading.values.items(),
        warnings=check.form.warnings,
        message=_sentence(error),
        reason=here.request.POST.get("reason", ""),
        idempotency_key=here.request.POST.get("idempotency_key", ""),
        version=here.request.POST.get("version", ""),
    )
    return in_zone(here.request, here.event, "league/records/echo.html", context, status=status)


def _status_page(
    here: AtTable, *, status: int = 200, error: LeagueError | None = None
) -> HttpResponse:
    versions = record_versions.versions(viewer=here.actor, table=here.table)
    standing = [row for row in versions if row.state in reading.STANDING_STATES]
    latest = standing[0] if standing else None
    mine = here.seat.pk if here.seat else None
    is_mine = latest is not None and mine is not None and latest.author_seat_id == mine
    found = reading.current(here.table)
    can_confirm = (
        found is not None
        and found.state == RecordState.REPORTED
        and permissions.can(here.actor, Action.CONFIRM_RECORD, found)
        and not reading.has_agreed(found, here.seat)
    )
    context = _context(
        here,
        latest=latest,
        earlier=standing[1:],
        change=sheet_changes.latest(versions) if versions[:1] == tuple(standing[:1]) else None,
        is_mine=is_mine,
        can_confirm=can_confirm,
        can_object=latest is not None and not latest.dispute_reason and not is_mine,
        can_report=_may_report_over(here, found),
        waits_for_organizer=here.event.confirmation == Confirmation.ORGANIZER,
        waits_for_all=here.event.confirmation == Confirmation.ALL_SEATS,
        message=_sentence(error),
        field_error=_sentence(error) if isinstance(error, BadInput) else "",
    )
    return in_zone(here.request, here.event, "league/records/status.html", context, status=status)


def _conflict_page(here: AtTable, check: sheet_forms.Checked, error: Conflict) -> HttpResponse:
    versions = record_versions.versions(viewer=here.actor, table=here.table)
    current = error.current
    theirs = next((row for row in versions if current and row.record_id == current.pk), None)
    mine = check.judged.sheet if check.judged else None
    found = reading.current(here.table)
    context = _context(
        here,
        theirs=theirs,
        mine=sheets.text_of(here.rules, mine, seats=len(here.names)) if mine else None,
        names=here.names,
        is_same=theirs is not None and theirs.sheet == mine,
        can_confirm=found is not None
        and found.state == RecordState.REPORTED
        and permissions.can(here.actor, Action.CONFIRM_RECORD, found),
        can_object=theirs is not None and not theirs.dispute_reason,
        message=_sentence(error),
    )
    return in_zone(here.request, here.event, "league/records/conflict.html", context, status=409)


def _sentence(error: LeagueError | None) -> str:
    return "" if error is None else sentences.sentence(error)


def _stamp(here: AtTable) -> str:
    return reading.stamp(here.table)


# --- acts -------------------------------------------------------------------------------


def _pressed(here: AtTable) -> HttpResponse:
    """What was pressed; whoever is known from the door has taken the seat by that."""
    action = here.request.POST.get("action", "")
    if action == "not_me":
        return _let_go(here)
    if not here.by_door or here.seat is None or action == "claim":
        return _acted(here)
    device = device_of(here.request) or new_device()
    links.claim(code=here.link.code, position=here.seat.position or 0, device=device)
    response = _acted(arrived(here.request, here.link.code, device=device))
    remember(response, device)
    return response


def _let_go(here: AtTable) -> HttpResponse:
    """Somebody had tapped the wrong name: the seat is free again, and the page asks."""
    if not here.by_door:
        try:
            links.let_go(code=here.link.code, device=device_of(here.request))
        except Refused as error:
            return _status_page(here, status=error.status, error=error)
    response = _back(here)
    forget_entry(response)
    return response


def _acted(here: AtTable) -> HttpResponse:
    action = here.request.POST.get("action", "")
    if action == "claim":
        return _claimed(here)
    if here.seat is None:
        raise NotAllowed("not_allowed")
    match action:
        case "check":
            check = _checked(here)
            if not check.is_sound:
                return _form_page(here, check.form, status=422)
            return _echo_page(here, check)
        case "edit":
            return _form_page(here, _checked(here, final=False).form)
        case "send":
            return _sent(here)
        case "confirm":
            return _agreed(here)
        case "dispute":
            return _objected(here)
    raise BadInput("bad_choice", field="action", value=action[:20])


def _claimed(here: AtTable) -> HttpResponse:
    device = device_of(here.request) or new_device()
    position = whole(here.request.POST.get("position", "").strip()) or 0
    try:
        links.claim(code=here.link.code, position=position, device=device)
    except (Refused, NotFound) as error:
        return _claim_page(here, error)
    response = _back(here)
    remember(response, device)
    return response


def _checked(here: AtTable, *, final: bool = True) -> sheet_forms.Checked:
    post = here.request.POST
    level = post.get("level_shown", "")
    return sheet_forms.checked(post.dict(), here.rules, here.names, level=level, final=final)


def _sent(here: AtTable) -> HttpResponse:
    check = _checked(here)
    if check.judged is None or check.judged.sheet is None:
        return _form_page(here, check.form, status=422)
    post = here.request.POST
    version = whole(post.get("version", "")) or 0
    accepts = "accept_warnings" in post
    reason = post.get("reason", "")

    def do() -> JSON:
        record = records.submit(
            by=here.actor,
            table=here.table,
            data=check.reading.data,
            expected_version=version,
            accept_warnings=accepts,
            reason=reason,
        )
        return {"record": record.pk}

    try:
        idempotency.once(
            by=here.actor,
            key=post.get("idempotency_key", ""),
            digest=idempotency.digest_of(
                "submit", here.table.pk, check.reading.data, version, accepts, reason
            ),
            do=do,
        )
    except SheetRejected as error:
        if error.code == "sheet_doubtful":
            return _echo_page(here, check, status=422, error=error)
        return _form_page(here, check.form, status=422, error=error)
    except BadInput as error:
        return _echo_page(here, check, status=400, error=error)
    except Conflict as error:
        return _conflict_page(here, check, error)
    except (NotAllowed, Refused) as error:
        return _status_page(here, status=error.status, error=error)
    return _back(here)


def _agreed(here: AtTable) -> HttpResponse:
    try:
        records.confirm(by=here.actor, record=_record(here))
    except (Conflict, NotAllowed, Refused) as error:
        return _status_page(here, status=error.status, error=error)
    return _back(here)


def _objected(here: AtTable) -> HttpResponse:
    reason = here.request.POST.get("reason", "")
    try:
        records.dispute(by=here.actor, record=_record(here), reason=reason)
    except (BadInput, Conflict, NotAllowed, Refused) as error:
        return _status_page(here, status=error.status, error=error)
    return _back(here)


def _record(here: AtTable) -> MatchRecord:
    """The version that the page showed: another table's does not exist here."""
    record_id = whole(here.request.POST.get("record", "")) or 0
    record = reading.record(viewer=here.actor, record_id=record_id)
    if record.table_id != here.table.pk:
        raise NotFound("not_found")
    return record


def _back(here: AtTable) -> HttpResponse:
    return HttpResponseRedirect(reverse("table_link", args=[here.link.code]))
