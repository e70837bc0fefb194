"""Somebody's own calendar address: made, made anew, ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import journal
from league.core import keys
from league.core.errors import NotAllowed
from league.core.facts import Fact
from league.models import CalendarLink, Player

if TYPE_CHECKING:
    from league.core.actors import Actor


@transaction.atomic
def renew(*, by: Actor, player: Player) -> CalendarLink:
    """Gives ``player`` an address for their evenings; one that was there opens nothing any more.

    Everybody for themselves alone: who has the address reads where somebody will be.
    """
    _require_self(by, player)
    link, _ = CalendarLink.objects.update_or_create(player=player, defaults={"salt": keys.new()})
    journal.append(Fact.CALENDAR_ADDRESS_MADE, by=by, payload={"player": player.pk})
    return link


@transaction.atomic
def end(*, by: Actor, player: Player) -> Player:
    """From now on nothing is found under the own address."""
    _require_self(by, player)
    count, _ = CalendarLink.objects.filter(player=player).delete()
    if count:
        journal.append(Fact.CALENDAR_ADDRESS_ENDED, by=by, payload={"player": player.pk})
    return player


def _require_self(by: Actor, player: Player) -> None:
    if by.player_id != player.pk:
        raise NotAllowed("not_allowed", action="edit_profile")
