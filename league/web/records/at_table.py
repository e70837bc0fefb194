"""Who comes to a table's page, and where those go whose table is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse

from league import permissions
from league.core.actors import Actor
from league.core.errors import Gone, LeagueError
from league.forms.records import record as sheet_forms
from league.queries.evening import check_ins as door
from league.queries.records import records as reading
from league.queries.records import sheets
from league.services.records import links
from league.web import rendering
from league.web.actor import actor_of
from league.web.device import DOOR_COOKIE, address_of, device_of
from league.web.errors import page
from league.web.records import farewell, next_table
from league.words import sentences

if TYPE_CHECKING:
    from league.models import Event, Seat, Table, TableLink
    from league.queries.records.records import TableRow


@dataclass(frozen=True, slots=True)
class AtTable:
    """One request to a table's page: who asks, and the table as they may see it.

    ``by_door``: known from checking in at the door; the seat is taken with the first press.
    """

    request: HttpRequest
    link: TableLink
    actor: Actor
    seat: Seat | None
    row: TableRow
    by_door: bool = False

    @property
    def table(self) -> Table:
        return self.link.table

    @property
    def event(self) -> Event:
        return self.table.seating.round.stage.event

    @property
    def names(self) -> tuple[str, ...]:
        return self.row.names

    @property
    def rules(self) -> sheets.Rules:
        return sheets.rules_of(self.table.ruleset)


@dataclass(frozen=True, slots=True)
class LateSheet:
    """A sheet that nobody will store any more, to read."""

    names: tuple[str, ...]
    text: sheets.SheetText


@dataclass(frozen=True, slots=True)
class OverPage:
    """A link that is over; the event is there for who may see it."""

    message: str
    event: Event | None
    late: LateSheet | None
    is_past: bool


def arrived(request: HttpRequest, code: str, *, device: str = "") -> AtTable:
    """The request with its table. Raises what makes the link useless to whoever asks.

    Args:
        device: the id just given to this browser; else the one that it sends.
    """
    device = device or device_of(request)
    link = links.find(code=code, address=address_of(request), device=device)
    over = links.over(link)
    if over is not None:
        raise over
    actor = links.actor_by_device(code=code, device=device) or actor_of(request)
    seat = permissions.seat_of(actor, link.table)
    from_door = seat_from_door(request, link.table) if seat is None else None
    if from_door is not None:
        actor = links.sitting(from_door)
    return AtTable(
        request=request,
        link=link,
        actor=actor,
        seat=from_door or seat,
        row=reading.table_row(viewer=actor, table=link.table),
        by_door=from_door is not None,
    )


def seat_from_door(request: HttpRequest, table: Table) -> Seat | None:
    """The free seat of whom this browser checked in at the door."""
    token = request.COOKIES.get(DOOR_COOKIE, "")
    entry = door.of_own_token(table.seating.round.stage.event, token) if token else None
    if entry is None:
        return None
    return table.seats.filter(entry=entry, claim="").select_related("entry__player").first()


def refused(request: HttpRequest, error: LeagueError, code: str = "") -> HttpResponse:
    """An error page with its status. Nobody is sent to sign in: a phone has no account.

    A link that is over leads a device that held a seat there, and the signed-in player, to the
    next table, and everybody else to the event, if they may see it; after the evening it thanks
    them all. A sheet that came too late is shown again:
    it was not stored, and the organizer may still want its numbers.
    """
    if isinstance(error, Gone) and code:
        link = links.find(code=code)
        late = _late_sheet(request, link)
        place = next_table.place_of(request, error, code)
        if place is not None:
            return next_table.shown(
                request, code, place, message=sentences.sentence(error), late=late
            )
        if farewell.is_due(link):
            return farewell.said(request, link, message=sentences.sentence(error), late=late)
        event = link.table.seating.round.stage.event
        seen = event if permissions.can_see(actor_of(request), event) else None
        is_past = error.code in links.WAY_ON
        if late is not None or seen is not None or is_past:
            held = links.held(link, device_of(request)) and request.method != "POST"
            context = OverPage(
                message=sentences.sentence(error), event=seen, late=late, is_past=is_past
            )
            status = 200 if held and is_past else error.status
            return rendering.page(request, "league/records/over.html", context, status=status)
    return page(request, error.status, sentences.sentence(error))


def _late_sheet(request: HttpRequest, link: TableLink) -> LateSheet | None:
    """The sheet in a request, as far as it can be read, for a device that held a seat there."""
    post = request.POST
    if post.get("action") not in {"check", "send"} or not links.held(link, device_of(request)):
        return None
    row = reading.table_row(viewer=actor_of(request), table=link.table)
    rules = sheets.rules_of(link.table.ruleset)
    check = sheet_forms.checked(post.dict(), rules, row.names, level=post.get("level_shown", ""))
    if check.reading.is_empty or check.judged is None or check.judged.sheet is None:
        return None
    return LateSheet(row.names, sheets.text_of(rules, check.judged.sheet, seats=len(row.names)))
