"""Links out of messages: whoever holds one may do the one thing that it is for."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse

from league.core import keys
from league.core.errors import NotFound
from league.core.notices import ASKED_FOR
from league.lists.whole_numbers import whole
from league.models import NoticeAddress
from league.queries.evening import sign_ups

if TYPE_CHECKING:
    from league.models import Entry

STOP, CONFIRM, CHOOSE = "stop", "confirm", "choose"


def code_of(address: NoticeAddress, purpose: str) -> str:
    """What a link for ``purpose`` ends with; another address has another."""
    text = f"league.notices:{purpose}:{address.pk}:{address.fingerprint}"
    return f"{address.pk}-{keys.code_for(text, key=settings.SECRET_KEY)}"


def of_code(code: str, purpose: str) -> NoticeAddress:
    """The address that a link is for.

    Raises:
        NotFound: a wrong code, one for something else, or an address that is no more.
    """
    pk = whole(code.partition("-")[0]) or 0
    row = NoticeAddress.objects.filter(pk=pk).first()
    if row is None or not hmac.compare_digest(code_of(row, purpose).encode(), code.encode()):
        raise NotFound("link_unknown")
    return row


def stop_purpose(kind: str) -> str:
    return f"{STOP}:{kind}"


def to_stop(address: NoticeAddress, kind: str) -> str:
    """Where one press ends messages of this kind.

    Nowhere for what somebody has just asked for, and in a chat that many read.
    """
    if kind in ASKED_FOR or address.club_id is not None:
        return ""
    code = code_of(address, stop_purpose(kind))
    return whole_address(address, "stop_notices", code, kind)


def to_choose(address: NoticeAddress) -> str:
    return whole_address(address, "choose_notices", code_of(address, CHOOSE))


def to_confirm(address: NoticeAddress) -> str:
    code = code_of(address, CONFIRM)
    if address.entry is not None and not address.at_door:
        return whole_address(address, "confirm_place", address.entry.event.slug, code)
    return whole_address(address, "confirm_notices", code)


def whole_address(address: NoticeAddress, name: str, *args: str | int) -> str:
    """A page of this service, as whoever reads the message reaches it."""
    return (str(settings.LEAGUE_URL) or address.site) + reverse(name, args=args)


def to_event(address: NoticeAddress, entry: Entry | None, slug: str) -> str:
    """The page of an event; whoever has no account goes to that of their own place.

    Not from an address that anybody at the door may have given for somebody else.
    """
    if address.entry_id is not None and entry is not None and not address.at_door:
        return whole_address(address, "place", slug, sign_ups.code_of(entry))
    return whole_address(address, "event", slug)
