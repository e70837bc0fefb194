"""The table's own page on a phone: take a seat, report the sheet, agree or object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

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
from league.queries.records import records as reading
from league.queries.records import table_starts
from league.services.records import links, records
from league.web import sent_once
from league.web.device import device_of, forget_entry, new_device, private, remember
from league.web.records import next_table
from league.web.records import table_pages as pages
from league.web.records.at_table import AtTable, arrived, refused
from league.web.rendering import page

if TYPE_CHECKING:
    from league.models import MatchRecord

HINTS = 3  # more would only be read as noise while somebody types


@dataclass(frozen=True, slots=True)
class NewsPart:
    """A word to somebody who types that something has happened at their table."""

    code: str


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
    context = pages.PreviewPart(check.form, _hints(here, check))
    return private(page(request, "league/records/_preview.html", context))


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
    if request.GET.get("seen") == pages.stamp(here):
        return private(HttpResponse(status=204))
    if request.GET.get("typing"):
        return private(page(request, "league/records/_news.html", NewsPart(code)))
    response = HttpResponse(status=200)
    response.headers["HX-Refresh"] = "true"
    return private(response)


def _shown(here: AtTable) -> HttpResponse:
    if here.seat is None:
        return pages.claim_page(here)
    found = reading.current(here.table)
    wants_form = "edit" in here.request.GET and pages.may_report_over(here, found)
    if found is None or wants_form:
        return pages.fresh_form_page(here, found)
    return pages.status_page(here)


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
            return pages.status_page(here, status=error.status, error=error)
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
                return pages.form_page(here, check.form, status=422)
            return pages.echo_page(here, check)
        case "edit":
            return pages.form_page(here, _checked(here, final=False).form)
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
        return pages.claim_page(here, error)
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
        return pages.form_page(here, check.form, status=422)
    post = here.request.POST
    version = whole(post.get("version", "")) or 0
    accepts = "accept_warnings" in post
    reason = post.get("reason", "")

    def do() -> dict[str, int]:
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
        sent_once.once(
            here.request,
            by=here.actor,
            about=("submit", here.table.pk, check.reading.data, version, accepts, reason),
            do=do,
        )
    except SheetRejected as error:
        if error.code == "sheet_doubtful":
            return pages.echo_page(here, check, status=422, error=error)
        return pages.form_page(here, check.form, status=422, error=error)
    except BadInput as error:
        return pages.echo_page(here, check, status=400, error=error)
    except Conflict as error:
        return pages.conflict_page(here, check, error)
    except (NotAllowed, Refused) as error:
        return pages.status_page(here, status=error.status, error=error)
    return _back(here)


def _agreed(here: AtTable) -> HttpResponse:
    try:
        records.confirm(by=here.actor, record=_record(here))
    except (Conflict, NotAllowed, Refused) as error:
        return pages.status_page(here, status=error.status, error=error)
    return _back(here)


def _objected(here: AtTable) -> HttpResponse:
    reason = here.request.POST.get("reason", "")
    try:
        records.dispute(by=here.actor, record=_record(here), reason=reason)
    except (BadInput, Conflict, NotAllowed, Refused) as error:
        return pages.status_page(here, status=error.status, error=error)
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
