"""After a round: a phone follows its player to the next table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league import permissions
from league.core.errors import Gone, LeagueError, Refused
from league.queries.people import rosters
from league.services.records import links
from league.web import rendering
from league.web.actor import actor_of
from league.web.device import address_of, device_of, private, remember
from league.web.errors import page
from league.words import sentences

if TYPE_CHECKING:
    from league.models import Event, Round, Seat
    from league.web.records.at_table import LateSheet


@dataclass(frozen=True, slots=True)
class OnwardPage:
    """The next seat of a device's player, or none yet; ``problem`` is why it cannot be taken."""

    event: Event
    code: str
    place: links.Onward
    seat: Seat | None
    round: Round | None
    player: str
    message: str
    late: LateSheet | None
    problem: str
    sees_event: bool


def place_of(request: HttpRequest, error: LeagueError, code: str) -> links.Onward | None:
    """Where this browser goes from a table that is over; None for one that held no seat there."""
    if not isinstance(error, Gone):
        return None
    player = actor_of(request).player_id
    return links.onward(link=links.find(code=code), device=device_of(request), player_id=player)


def shown(
    request: HttpRequest,
    code: str,
    place: links.Onward,
    *,
    message: str = "",
    error: LeagueError | None = None,
    late: LateSheet | None = None,
) -> HttpResponse:
    """The page that says the next table, or waits for it; ``late`` is a sheet to read."""
    event = links.find(code=code).table.seating.round.stage.event
    seat = place.seat
    context = OnwardPage(
        event=event,
        code=code,
        place=place,
        seat=seat,
        round=seat.seating.round if seat else None,
        player=rosters.called(seat.entry) if seat else "",
        message=message,
        late=late,
        problem=sentences.sentence(error) if error else "",
        sees_event=permissions.can_see(actor_of(request), event),
    )
    refused = Gone.status if request.method == "POST" else 200  # what was sent was not stored
    status = error.status if error else refused
    return rendering.page(request, "league/records/onward.html", context, status=status)


@require_POST
def table_follow(request: HttpRequest, code: str) -> HttpResponse:
    """Opens the next table with its seat taken for this device."""
    device = device_of(request)
    try:
        player = actor_of(request).player_id
        new = links.follow(code=code, device=device, address=address_of(request), player_id=player)
    except LeagueError as error:
        return private(_refused(request, code, device, error))
    response = HttpResponseRedirect(reverse("table_link", args=[new.code]))
    if device:
        remember(response, device)
    return private(response)


def _refused(request: HttpRequest, code: str, device: str, error: LeagueError) -> HttpResponse:
    if isinstance(error, Refused):
        place = links.onward(link=links.find(code=code), device=device)
        if place is not None:
            return shown(request, code, place, error=error)
    return page(request, error.status, sentences.sentence(error))
