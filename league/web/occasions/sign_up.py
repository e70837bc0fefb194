"""Signing up for an event, waiting for a place, signing off again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.enums import EntryState, EventState
from league.core.errors import LeagueError, NotAllowed
from league.queries.evening import entries as line
from league.queries.occasions import events as known
from league.queries.people import viewer
from league.services.evening import dropouts, entries
from league.web.actor import actor_of
from league.web.local_time import When, when
from league.web.refusals import guarded
from league.words.sentences import sentence

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Event


@dataclass(frozen=True, slots=True)
class SignUp:
    """What a player can do about one event. ``state`` is that of the own entry.

    ``address`` is where a press goes, ``turn`` the number on the waiting list, ``offer`` until
    when a free place is kept.
    """

    event: Event
    address: str
    state: str
    may_enter: bool
    may_leave: bool
    is_full: bool = False
    turn: int | None = None
    offer: When | None = None
    has_moved_up: bool = False


def sign_up(actor: Actor, event: Event) -> SignUp | None:
    """None where the viewer has no player or the event takes nobody by themselves."""
    if actor.player_id is None or event.state not in {EventState.OPEN, EventState.RUNNING}:
        return None
    address = reverse("event_enter", args=[event.slug])
    return sign_up_of(event, viewer.entry(actor, event), address)


def sign_up_of(event: Event, entry: Entry | None, address: str) -> SignUp:
    full = line.is_full(event)
    if entry is None:
        return SignUp(event, address, state="", may_enter=True, may_leave=False, is_full=full)
    return SignUp(
        event=event,
        address=address,
        state=str(entry.state),
        may_enter=entry.state == EntryState.DROPPED and event.state == EventState.OPEN,
        may_leave=entry.state in {EntryState.REGISTERED, EntryState.WAITING},
        is_full=full,
        turn=line.turns(event).get(entry.pk),
        offer=when(entry.offered_until, event) if entry.offered_until else None,
        has_moved_up=entry.state == EntryState.REGISTERED and entry.queue_number is not None,
    )


@require_POST
@guarded
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Signs the own player up for the event, or off again."""
    actor = actor_of(request)
    row = known.get(actor, slug)
    player = viewer.player(actor)
    if player is None:
        raise NotAllowed("not_allowed", action="enter_self")
    entry = viewer.entry(actor, row)
    try:
        if request.POST.get("action") == "leave":
            if entry is not None and entry.state != EntryState.DROPPED:
                dropouts.drop(by=actor, entry=entry)
            messages.success(request, _("You are no longer signed up."))
        elif entry is not None and _is_settled(entry):
            messages.success(request, _entered(entry))
        else:
            entry = entries.register(by=actor, event=row, player=player, waiting=True)
            messages.success(request, _entered(entry))
    except LeagueError as error:
        messages.error(request, sentence(error))
    return redirect("event", row.slug)


def _is_settled(entry: Entry) -> bool:
    """Whether signing up changes nothing any more; whoever is offered a place takes it by that."""
    waits = entry.state == EntryState.WAITING and entry.offered_until is None
    return waits or entry.state == EntryState.REGISTERED


def _entered(entry: Entry) -> str:
    if entry.state == EntryState.WAITING:
        turn = line.turns(entry.event)[entry.pk]
        return _("All places are taken. You are no. %(n)s on the waiting list.") % {"n": turn}
    return _("You are signed up.")
