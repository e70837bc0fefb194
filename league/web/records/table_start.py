"""The start of a table and its crib: the parts of its page for before and during the match."""

from __future__ import annotations

from dataclasses import replace
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
from league.web.rendering import in_zone
from league.words import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.forms.records.record import Reading
    from league.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
def table_start(request: HttpRequest, code: str) -> HttpResponse:
    """The start as a fragment for pages that are open; a POST draws it."""
    try:
        here = arrived(request, code)
        response = _drawn(here) if request.method == "POST" else _looked_at(here)
    except LeagueError as error:
        response = refused(request, error, code)
    return private(response)


def context(here: AtTable) -> Mapping[str, object]:
    """What the page of a table needs for its start and its crib."""
    package = here.rules.package
    start = reading.of_table(viewer=here.actor, table=here.table)
    is_allowed = permissions.can(here.actor, Action.SUBMIT_RECORD, here.table)
    is_free = not here.table.record_version or permissions.can(
        here.actor, Action.CORRECT_RECORD, here.event
    )
    return {
        "code": here.link.code,
        "start": start,
        "can_draw": is_allowed and is_free,
        "crib": reading.crib_of(here.table, len(here.row.seats)),
        "game_key": package.key,
    }


def begun(read: Reading, table: Table) -> Reading:
    """An empty sheet with what was drawn in the boxes that ask for it."""
    drawn = reading.entries_of(table, read.level)
    known = {name: text for name, text in drawn.items() if name in read.values}
    return replace(read, values={**read.values, **known})


def _looked_at(here: AtTable) -> HttpResponse:
    shown = context(here)
    start = shown["start"]
    if not isinstance(start, reading.TableStartView):
        return HttpResponse(status=204)
    if here.request.GET.get("seen") == start.stamp:
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
    if error is None:
        return _fragment(here, context(here))
    said = {"start_error": sentences.sentence(error), "start_reason": reason}
    if "HX-Request" in here.request.headers:
        return _fragment(here, {**context(here), **said}, status=422)  # which htmx swaps
    shown = {"here": here, "table": here.table, "event": here.event, "row": here.row}
    return in_zone(
        here.request,
        here.event,
        "league/records/start.html",
        {**shown, **context(here), **said},
        status=error.status,
    )


def _fragment(here: AtTable, shown: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return in_zone(here.request, here.event, "league/records/_start.html", shown, status=status)
