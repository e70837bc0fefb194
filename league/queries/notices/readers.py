"""Who reads a message, with the rights that they have when it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from league import permissions
from league.core.actors import ANONYMOUS, Actor
from league.core.enums import ActorKind
from league.models import Account, Entry
from league.queries.people import account_actors

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Event, Notice, NoticeAddress
    from league.words.notice_words import Words


@dataclass(frozen=True, slots=True)
class Reader:
    """Who is told: with which rights, at which address, for which entry of the event."""

    viewer: Actor
    address: NoticeAddress
    entry: Entry | None = None

    def sees(self, event: Event) -> bool:
        """Whether the event exists for whoever reads it."""
        if event.removed_at is not None:
            return False
        if self.address.entry_id is not None:
            return event.is_announced
        return permissions.can_see(self.viewer, event)


Written: TypeAlias = "tuple[Words, str] | None"
"""The words and the page they speak of; None where there is nothing to tell any more."""
Writer: TypeAlias = "Callable[[Notice, Reader], Written]"


def reader_of(notice: Notice) -> Reader | None:
    """Who reads it; None for a closed account, one that acts no more, and a place that is gone."""
    address, entry = notice.address, None
    number = address.entry_id or notice.subject.get("entry")
    if number is not None:
        rows = Entry.objects.select_related("player", "event__club", "event__season")
        entry = rows.filter(pk=number).first()
        if entry is None:
            return None
    if address.club_id is not None:
        return Reader(ANONYMOUS, address)
    if address.entry_id is not None:
        return Reader(_bound(address, address.entry_id), address, entry)
    viewer = _person(address)
    return None if viewer is None else Reader(viewer, address, entry)


def _bound(address: NoticeAddress, entry: int) -> Actor:
    """Somebody without an account: what the public knows, and their own place."""
    event, player = Entry.objects.values_list("event", "player").get(pk=entry)
    return Actor(
        kind=ActorKind.TOKEN,
        key=f"notices:{address.pk}",
        player_id=player,
        scopes=frozenset({"read"}),
        event_id=event,
    )


def _person(address: NoticeAddress) -> Actor | None:
    if address.given_by is not None:
        viewer = account_actors.person(address.given_by, speaks_for=address.player_id)
        return viewer if address.player_id in viewer.players else None
    if address.account_id is not None:
        account = address.account
    else:
        account = Account.objects.filter(player=address.player_id).first()
    if account is not None:
        if not account.is_active:
            return None
        return account_actors.person(account, speaks_for=address.player_id)
    return Actor(
        kind=ActorKind.TOKEN,
        key=f"notices:{address.pk}",
        player_id=address.player_id,
        scopes=frozenset({"read"}),
    )
