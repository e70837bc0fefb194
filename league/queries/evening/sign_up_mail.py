"""The e-mail address at signing up by name: whether it is asked for, and who has confirmed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league import permissions
from league.channels.register import WAYS
from league.core.actions import Action
from league.core.enums import AsksEmail
from league.core.errors import NotFound
from league.models import Entry, Event, NoticeAddress
from league.queries.notices import links

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor

WAY: Final = "mail"


def is_offered() -> bool:
    """Whether this installation can send e-mail at all."""
    return WAYS[WAY].is_offered()


def asked(event: Event) -> AsksEmail:
    """Whether signing up by name asks for an address; never where none could be written to."""
    return AsksEmail(event.asks_email) if is_offered() else AsksEmail.NO


def held_until(entry: Entry) -> datetime | None:
    """Until when the place is kept for an address to be confirmed; None: it need not be."""
    if entry.held_until is None or is_confirmed(entry):
        return None
    return entry.held_until


def is_confirmed(entry: Entry) -> bool:
    return _of_mail().filter(entry=entry, confirmed_at__isnull=False).exists()


def has_address(entry: Entry) -> bool:
    return _of_mail().filter(entry=entry).exists()


def of_entry(entry: Entry) -> list[NoticeAddress]:
    return list(_of_mail().filter(entry=entry).order_by("pk"))


def of_code(event: Event, code: str) -> list[NoticeAddress]:
    """What the link of a mail speaks for: every sign-up of this event with that address.

    Raises:
        NotFound: a made-up link, one of another event, or an address that was deleted since.
    """
    row = links.of_code(code, links.CONFIRM)
    found = _of_mail().filter(entry__event=event, fingerprint=row.fingerprint)
    rows = list(found.select_related("entry__player", "entry__event").order_by("pk"))
    if row not in rows:
        raise NotFound("link_unknown")
    return rows


@dataclass(frozen=True, slots=True)
class Given:
    """The address that an entry has given; empty for whoever may not read it."""

    address: str
    is_confirmed: bool


def given(viewer: Actor, event: Event) -> dict[int, Given]:
    """What each entry has given: addresses are for the event's organizers alone."""
    reads = permissions.can(viewer, Action.MANAGE_EVENT, event)
    rows = _of_mail().filter(entry__event=event).order_by("-pk")
    return {
        entry: Given(address if reads else "", confirmed_at is not None)
        for entry, address, confirmed_at in rows.values_list("entry", "address", "confirmed_at")
    }


def _of_mail() -> QuerySet[NoticeAddress]:
    return NoticeAddress.objects.filter(way=WAY, at_door=False)
