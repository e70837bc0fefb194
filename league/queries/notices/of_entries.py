"""Addresses that somebody without an account gave for one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.models import NoticeAddress
from league.queries.evening import check_ins as door
from league.queries.evening import sign_ups

if TYPE_CHECKING:
    from league.models import Entry, Event


def entry_of(event: Event, code: str) -> Entry | None:
    """Whose place it is: by the link that was kept, or by the token of the browser.

    Anybody at the door has such a token for whom they tap: it adds addresses and reads none.
    """
    return sign_ups.of_code(event, code) or door.of_own_token(event, code)


def is_kept(event: Event, code: str) -> bool:
    """Whether it is the link to the place itself, and no token of the door."""
    return sign_ups.of_code(event, code) is not None


def of_entry(entry: Entry) -> tuple[NoticeAddress, ...]:
    return tuple(NoticeAddress.objects.filter(entry=entry).order_by("pk"))
