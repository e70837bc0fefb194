"""The start of a table and its crib: the parts of its page for before and during the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, Conflict, LeagueError, NotAllowed, Refused
from league.lists.whole_numbers import whole
from league.queries.records import table_starts as reading
from league.services.records import table_starts
from league.web.device import private
from league.web.records.at_table import AtTable, arrived, refused
from league.web.records.table_clock import TableClock, clock_of
from league.web.rendering import in_zone
from league.words import sentences

if TYPE_CHECKING:
    from league.forms.records.record import Reading
    from league.models import Event, Table
    from league.queries.records.records import TableRow


@dataclass(frozen=True, slots=True)
class StartPart:
    """The start of a table: what was drawn, or the button; and why a draw was refused."""

    code: str
    start: reading.TableStartView | None
    can_draw: bool
    start_error: str
    start_reason: str


@dataclass(frozen=True, slots=True)
class StartPage(StartPart):
    """A draw that was refused, for a browser without script."""

    event: Event
    row: TableRow
    clock: TableClock
    message: str


@require_http_methods(["GET", "HEAD", "POST"])
def table_start(request: HttpRequest, code: str) -> HttpResponse:
    """The start as a fragment for pages that are open; a POST draws it."""
    try:
        here = arrived(request, code)
        response = _drawn(here) if request.method == "POST" else _looked_at(here)
    except LeagueError as error:
        response = refused(request, error, code)
    return private(response)


def of_table(here: AtTable) -> StartPart:
    """The start as it is now, for whoever asks."""
    is_allowed = permissions.can(here.actor, Action.SUBMIT_RECORD, here.table)
    is_free = not here.table.record_version or permissions.can(
        here.actor, Action.CORRECT_RECORD, here.event
    )
    return StartPart(
        code=here.link.code,
        start=reading.of_table(viewer=here.actor, table=here.table),
        can_draw=is_allowed and is_free,
        start_error="",
        start_reason="",
    )


def begun(read: Reading, table: Table) -> Reading:
    """An empty sheet with what was drawn in the boxes that ask for it."""
    drawn = reading.entries_of(table, read.level)
    known = {name: text for name, text in drawn.items() if name in read.values}
    return replace(read, values={**read.values, **known})


def _looked_at(here: AtTable) -> HttpResponse:
    shown = of_table(here)
    if shown.start is None or here.request.GET.get("seen") == shown.start.stamp:
        return HttpResponse(status=204)
    return _fragment(here, shown)


def _drawn(here: AtTable) -> HttpResponse:
    post = here.request.POST
    reason = post.get("reason", "")
    error: LeagueError | None = None
    try:
        table_starts.draw(
            by=here.actor, table=here.table, seen=whole(post.get("seen", "")) or 0, reason=reason
        )
    except (BadInput, Conflict, NotAllowed, Refused) as refusal:
        error = refusal
    if "HX-Request" not in here.request.headers and error is None:
        return HttpResponseRedirect(f"{reverse('table_link', args=[here.link.code])}#start")
    shown = of_table(here)
    if error is None:
        return _fragment(here, shown)
    said = sentences.sentence(error)
    if "HX-Request" in here.request.headers:
        refused_draw = replace(shown, start_error=said, start_reason=reason)
        return _fragment(here, refused_draw, status=422)  # which htmx swaps
    context = StartPage(
        code=shown.code,
        start=shown.start,
        can_draw=shown.can_draw,
        start_error=said,
        start_reason=reason,
        event=here.event,
        row=here.row,
        clock=clock_of(here),
        message="",
    )
    return in_zone(
        here.request, here.event, "league/records/start.html", context, status=error.status
    )


def _fragment(here: AtTable, shown: StartPart, *, status: int = 200) -> HttpResponse:
    return in_zone(here.request, here.event, "league/records/_start.html", shown, status=status)
