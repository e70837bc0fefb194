"""What everybody decides about their own data: to be erased, after a time to think again."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league import journal
from league.core.errors import LeagueError, NotAllowed, Refused
from league.core.facts import Fact
from league.models import Club, Grant, Player
from league.queries.people import merges as read
from league.services.people import erasure

if TYPE_CHECKING:
    from league.core.actors import Actor

log = logging.getLogger(__name__)
DAYS = 30  # until it is done, if no organizer does it before


def ask_erasure(*, by: Actor) -> Player:
    """Asks that the own data be erased; an organizer does it, or the service after ``DAYS``.

    Raises:
        Refused: ``erase_has_roles``.
    """
    with transaction.atomic():
        player = _own(by)
        if Grant.objects.filter(account__player=player).exists():
            raise Refused("erase_has_roles", name=player.name)
        return _asked(by, player, Fact.ERASURE_ASKED)


def withdraw_erasure(*, by: Actor) -> Player:
    """Takes the wish back: everything stays as it is."""
    with transaction.atomic():
        return _asked(by, _own(by), Fact.ERASURE_WITHDRAWN)


def erase_due(*, by: Actor) -> int:
    """Erases whoever asked ``DAYS`` ago; for the service itself. Returns how many."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    before = timezone.now() - timedelta(days=DAYS)
    done = 0
    for player in Player.objects.filter(erasure_asked_at__lte=before).order_by("pk"):
        try:
            with transaction.atomic():
                asked = Player.objects.filter(pk=player.pk, erasure_asked_at__lte=before)
                clubs = Club.objects.filter(pk__in=[club.pk for club in read.clubs_of(player)])
                list(clubs.select_for_update(no_key=True).order_by("pk"))
                if not asked.select_for_update(no_key=True).exists():
                    continue  # thought again meanwhile
                erasure.erase(by=by, player=player)
        except LeagueError as refused:  # a role since then, say: organizers see who still waits
            log.warning("player %s is not erased yet: %s", player.pk, refused.code)
        else:
            done += 1
    return done


def _own(by: Actor) -> Player:
    player = Player.objects.filter(account=by.account_id).first() if by.account_id else None
    if player is None:
        raise NotAllowed("not_allowed")
    clubs = Club.objects.filter(pk__in=[club.pk for club in read.clubs_of(player)])
    list(clubs.select_for_update(no_key=True).order_by("pk"))
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _asked(by: Actor, player: Player, fact: Fact) -> Player:
    is_wish = fact == Fact.ERASURE_ASKED
    if (player.erasure_asked_at is not None) == is_wish:
        return player
    player.erasure_asked_at = timezone.now() if is_wish else None
    player.save(update_fields=["erasure_asked_at"])
    for club in read.clubs_of(player):
        journal.append(fact, by=by, club=club, payload={"player": player.pk})
    return player
