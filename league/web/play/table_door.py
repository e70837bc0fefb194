"""From a table of the evening to its match: whoever sits there sits down here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league import permissions
from league.core.errors import NotAllowed
from league.queries.records import records as reading
from league.services.play import table_plays
from league.services.records import links
from league.web import sent_once
from league.web.actor import actor_of
from league.web.device import new_device, private, remember
from league.web.play import guest
from league.web.records import table_play
from league.web.refusals import guarded

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Seat


@require_POST
@guarded
def sit_down(request: HttpRequest) -> HttpResponse:
    """Takes the own seat of a table's match, and goes there."""
    told = table_play.read_token(request.POST.get("seat", ""))
    seat = reading.seat(told[0]) if told is not None else None
    if told is None or seat is None or seat.table is None:
        raise NotAllowed("play_not_seated")
    by, device = _seated(request, seat, told[1])
    by, key = guest.with_key(request, by)
    contribution = request.POST.get("contribution", "")
    table, by_hand = seat.table, request.POST.get("with") == "real"

    def do() -> dict[str, str]:
        play = table_plays.sit_down(by=by, table=table, contribution=contribution, by_hand=by_hand)
        return {"code": play.code}

    answer = sent_once.once(request, by=by, about=("sit at", table.pk, by_hand), do=do)
    response = private(HttpResponseRedirect(reverse("play_table", args=[answer["code"]])))
    guest.remember(response, key)
    if device:
        remember(response, device)
    return response


def _seated(request: HttpRequest, seat: Seat, claim: str) -> tuple[Actor, str]:
    """Whoever holds the seat: the signed-in player, or this device; and its id, if it is new.

    Who is known from the door takes the seat by this press.
    """
    assert seat.table is not None
    actor = actor_of(request)
    own = permissions.seat_of(actor, seat.table)
    if own is not None and own.pk == seat.pk:
        return actor, ""
    if claim:
        if seat.claim != claim:
            raise NotAllowed("play_not_seated")
        return links.sitting(seat), ""
    device = new_device()
    code = seat.table.link.code
    return links.claim(code=code, position=seat.position or 0, device=device), device
