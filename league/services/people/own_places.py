"""Somebody with an account opens the link of a place they signed up for by name: it is theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import journal
from league.core.errors import NotFound, Refused
from league.models import Player
from league.queries.evening import sign_ups
from league.queries.people import own_places as reading
from league.services.people import claims, merges

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Event


@transaction.atomic
def join(*, by: Actor, event: Event, code: str) -> Entry:
    """Keeps the place with the signed-in person's player, or asks the organizers to do so.

    They are asked where the account is no player yet, and where the guest is known from more than
    the sign-up. Once more changes nothing.

    Raises:
        NotFound: the code is none of this event.
        Refused: ``place_not_to_join``; and as ``claims.ask``.
    """
    journal.lock_event(event.pk)
    entry = _own(event, code)
    match reading.offered(by, entry):
        case reading.JOIN:
            kept = Player.objects.get(pk=by.player_id or 0)
            merges.make_one(reading.PAGE, event.club, kept, entry.player, claimed=True)
            entry.refresh_from_db()
        case reading.ASK:
            claims.ask(by=by, club=event.club, player=entry.player)
        case reading.ASKED | reading.JOINED:
            pass
        case _:
            raise Refused("place_not_to_join")
    return entry


@transaction.atomic
def part(*, by: Actor, event: Event, code: str) -> Entry:
    """Takes a join back: the place is the guest's again. Once more changes nothing.

    Raises:
        NotFound: the code is none of this event.
    """
    journal.lock_event(event.pk)
    entry = _own(event, code)
    merge = reading.joined_by(by, entry)
    if merge is not None:
        merges.undo(by=reading.PAGE, merge=merge)
        entry.refresh_from_db()
    return entry


def _own(event: Event, code: str) -> Entry:
    entry = sign_ups.of_code(event, code)
    if entry is None:
        raise NotFound("not_found")
    return entry
