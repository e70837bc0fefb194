"""Who sits where at a play that has not begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.core.levels import SMART
from league.core.errors import BadInput
from league.models import PlayTalk
from league.queries.play import plays as reading
from league.services.play import _seeds
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.package import GamePackage
    from league.core.actors import Actor
    from league.models import PlaySeat

LONGEST_NAME = 40

STAND_IN = SMART
"""The bot that plays on for a person: the best of those that answer at once."""


def take(
    by: Actor, seats: Sequence[PlaySeat], seat: PlaySeat, name: str, contribution: str
) -> None:
    """Puts the actor on ``seat``; the caller saves it."""
    if seat.player_id is None:
        seat.name = named(seats, seat, name, seat.name or reading.usual_name(by))
    if not seat.play.by_hand:
        seat.contribution = seat.contribution or _seeds.contributed(contribution)
    seat.account_id = by.account_id
    seat.guest = "" if by.account_id is not None else by.guest
    seat.bot, seat.at_host = "", False
    seat.joined_at = seat.joined_at or timezone.now()


def require_bot(package: GamePackage, bot: str) -> None:
    """Raises BadInput for a name that no bot of the game has."""
    if bot not in package.bots:
        known = ", ".join(package.bots)
        raise BadInput("game.unknown_bot", field="bot", name=bot[:60], known=known)


def empty(seat: PlaySeat) -> None:
    """Frees a seat before the start; the caller saves it. What was said there goes.

    What was reported stays for the organizers alone.
    """
    said = PlayTalk.objects.filter(play=seat.play_id, seat=seat.number)
    said.filter(reported_at=None).delete()
    said.update(seat=None)
    seat.is_muted = seat.hides_talk = False
    seat.account, seat.guest, seat.bot, seat.contribution = None, "", "", ""
    seat.at_host = False
    seat.joined_at = None
    if seat.player_id is None:
        seat.name = ""
    seat.wants_stop = False


def named(seats: Sequence[PlaySeat], seat: PlaySeat, name: str, usual: str = "") -> str:
    """What the seat is called: as asked, else as usual; with a number where another is called so.

    Raises BadInput for no name at all, and for one that is too long.
    """
    name = names.clean(name)
    if len(name) > LONGEST_NAME:
        raise BadInput("too_long", field="name", most=LONGEST_NAME)
    if not any(sign.isprintable() and not sign.isspace() for sign in name):
        name = usual
    if not name:
        raise BadInput("play_name_missing", field="name")
    others = {names.fold(each.name) for each in seats if each.number != seat.number}
    free, number = name, 1
    while names.fold(free) in others:
        number += 1
        free = f"{name} {number}"
    return free
