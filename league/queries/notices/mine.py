"""The addresses that somebody has given, and those of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.core.errors import NotAllowed, NotFound
from league.core.notices import CAN_WAIT, FOR_CLUBS, FOR_ENTRIES, FOR_ORGANIZERS, FOR_PLAYERS
from league.models import Account, Club, Entry, NoticeAddress, Player

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.core.notices import NoticeKind


def owner(viewer: Actor) -> Account | Player:
    """To whom the viewer's own addresses belong: their player where they are or act for one.

    Raises:
        NotAllowed: nobody is signed in.
    """
    if viewer.account_id is None:
        raise NotAllowed("not_allowed", action="edit_profile")
    player = Player.objects.filter(pk=viewer.player_id or 0).first()
    return player or Account.objects.get(pk=viewer.account_id)


def of(viewer: Actor) -> tuple[NoticeAddress, ...]:
    """The viewer's own addresses; none for visitors.

    Of a player whom the viewer acts for, those that the viewer has given.
    """
    if viewer.account_id is None:
        return ()
    whose = owner(viewer)
    own = Q(account=viewer.account_id)
    if isinstance(whose, Player):
        theirs = Q(player=whose, given_by=viewer.account_id)
        if giver(viewer, whose) is None:
            own |= Q(player=whose, given_by__isnull=True) | theirs
        elif Account.objects.filter(pk=viewer.account_id, player__isnull=False).exists():
            own = theirs
        else:  # a parent's account that is no player
            own |= theirs
    return tuple(NoticeAddress.objects.filter(own).order_by("pk"))


def giver(viewer: Actor, whose: Account | Player | Club | Entry) -> int | None:
    """The account that gives an address for somebody else, as a parent does; None for oneself."""
    if not isinstance(whose, Player) or viewer.account_id is None:
        return None
    is_own = Account.objects.filter(pk=viewer.account_id, player=whose).exists()
    return None if is_own else viewer.account_id


def one_of(viewer: Actor, pk: int) -> NoticeAddress:
    """One of the viewer's own addresses.

    Raises:
        NotFound: it is none of theirs.
    """
    found = next((row for row in of(viewer) if row.pk == pk), None)
    if found is None:
        raise NotFound("not_found")
    return found


def of_club(viewer: Actor, club: Club) -> tuple[NoticeAddress, ...]:
    """The chats that a club has given, for who runs it."""
    permissions.require(viewer, Action.MANAGE_CLUB, club)
    return tuple(NoticeAddress.objects.filter(club=club).order_by("pk"))


def owner_of(row: NoticeAddress) -> Account | Player | Club | Entry:
    """Whose address it is."""
    found = row.account or row.player or row.club or row.entry
    assert found is not None, "an address has an owner"
    return found


def kinds_of(row: NoticeAddress) -> tuple[NoticeKind, ...]:
    """What an address can be told of, by whose it is."""
    if row.club_id is not None:
        return FOR_CLUBS
    return FOR_ENTRIES if row.entry_id is not None else (*FOR_PLAYERS, *FOR_ORGANIZERS)


def can_be_weekly(row: NoticeAddress) -> bool:
    """Whether what can wait may come there once a week: by e-mail, and where it is told at all."""
    return row.way == "mail" and not {*CAN_WAIT}.isdisjoint(kinds_of(row))


def organizes(viewer: Actor) -> bool:
    """Whether messages for organizers can reach the viewer at all."""
    return bool(viewer.grants)
