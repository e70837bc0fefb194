"""Chats of a club: what visitors may read anyway, told where its people talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league import permissions
from league.channels import chat
from league.core.actions import Action
from league.core.errors import BadInput
from league.services.notices import addresses

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, NoticeAddress

WAY = "chat"


def add(*, by: Actor, club: Club, address: str, label: str = "", site: str = "") -> NoticeAddress:
    """Gives a club one more chat, in the club's language; it hears of what most clubs want there.

    Args:
        label: what the club calls it; empty: the service and its host.

    Raises:
        BadInput: ``chat_address_wrong``.
        Refused: ``notice_addresses_too_many``.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    given = address.strip()
    name = chat.name_of(given)
    if not name:
        raise BadInput("chat_address_wrong", field="address")
    return addresses.add(
        by=by,
        owner=club,
        way=WAY,
        address=given,
        label=label.strip() or name,
        language=club.language,
        site=site,
    )
