"""Who is kept apart: pairs of a club that no draw seats at one table."""

from __future__ import annotations

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.models import Apart, Club, Player
from league.queries.people import players as known


def keep(*, by: Actor, club: Club, player: Player, other: Player) -> Apart:
    """From now on no draw of the club seats these two at one table.

    Raises:
        NotFound: ``not_a_player_of_club``.
        BadInput: ``apart_from_oneself``.
        Refused: ``apart_already``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    with transaction.atomic():
        journal.lock_club(club.pk)
        first, second = _pair(club, player, other)
        row, is_new = Apart.objects.get_or_create(club=club, first=first, second=second)
        if not is_new:
            raise Refused("apart_already", field="other", name=player.name, other=other.name)
        _log(Fact.KEPT_APART, by, club, player, other)
    return row


def lift(*, by: Actor, club: Club, player: Player, other: Player) -> Club:
    """Lets these two share a table again.

    Raises:
        Refused: ``apart_not_kept``.
    """
    permissions.require(by, Action.MANAGE_PEOPLE, club)
    with transaction.atomic():
        club = journal.lock_club(club.pk)
        first, second = _pair(club, player, other)
        gone, _rows = Apart.objects.filter(club=club, first=first, second=second).delete()
        if not gone:
            raise Refused("apart_not_kept", field="other", name=player.name, other=other.name)
        _log(Fact.APART_LIFTED, by, club, player, other)
    return club


def _pair(club: Club, player: Player, other: Player) -> tuple[Player, Player]:
    """Two people of the club in the order in which a pair is stored."""
    if player.pk == other.pk:
        raise BadInput("apart_from_oneself", field="other")
    if known.known(club).filter(pk__in=[player.pk, other.pk]).count() != 2:
        raise NotFound("not_a_player_of_club")
    first, second = sorted((player, other), key=lambda row: row.pk)
    return first, second


def _log(fact: Fact, by: Actor, club: Club, player: Player, other: Player) -> None:
    journal.append(fact, by=by, club=club, payload={"player": player.pk, "other": other.pk})
