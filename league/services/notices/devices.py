"""Messages on a device: who has its address from the browser may give, renew and stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league.channels import push
from league.core.errors import BadInput, NotAllowed, NotFound, TooMany
from league.core.facts import Fact
from league.models import NoticeAddress
from league.queries.notices import of_entries
from league.services import counters
from league.services.notices import addresses

if TYPE_CHECKING:
    from league.models import Entry, Event

WAY = "push"
MOST, SECONDS = 120, 3600


def give(
    *,
    event: Event,
    code: str,
    address: str,
    label: str,
    language: str,
    site: str,
    asked_from: str = "",
) -> NoticeAddress:
    """Somebody without an account wants to be told of this one event on their device.

    Args:
        code: of the link to their place, or the token of their browser.
        asked_from: where the request comes from; empty (a test): not limited.

    Raises:
        NotFound: the code is none of this event.
        BadInput, Refused: as ``addresses.add``.
        TooMany: ``notice_questions_too_many``.
    """
    entry = _entry_of(event, code)
    _count(asked_from)
    at_door = not of_entries.is_kept(event, code)
    return addresses.of_entry(
        entry, WAY, address, language=language, site=site, label=label, at_door=at_door
    )


@transaction.atomic
def stop(*, event: Event, code: str, address: str) -> None:
    """Tells this device nothing more of this event. Once more changes nothing."""
    rows = NoticeAddress.objects.filter(
        entry=_entry_of(event, code), fingerprint=push.mark_of(address)
    )
    for row in rows:
        addresses.remove_for(addresses.PAGE, row)


@transaction.atomic
def renew(*, old: str, address: str, asked_from: str = "") -> int:
    """The browser has another address from now on; whoever knows the old one is that browser.

    Returns:
        How many addresses it stood for.

    Raises:
        NotAllowed: nobody is told of anything at the old one.
        BadInput: ``notice_address_wrong``.
        TooMany: ``notice_questions_too_many``.
    """
    known = NoticeAddress.objects.filter(way=WAY, fingerprint=push.mark_of(old))
    if not known.exists():
        raise NotAllowed("not_allowed", action="edit_profile")
    _count(asked_from)
    if len(address) > 4000 or not push.is_address(address):
        raise BadInput("notice_address_wrong", field="address")
    renewed = 0
    rows = known.select_for_update(of=("self",))  # what is joined may be missing
    for row in rows.select_related("entry__event", "club"):
        row.address, row.fingerprint, row.gone_at = address, push.mark_of(address), None
        row.save(update_fields=["address", "fingerprint", "gone_at"])
        addresses.write_line(Fact.NOTICES_CHANGED, addresses.PAGE, row)
        renewed += 1
    return renewed


def _entry_of(event: Event, code: str) -> Entry:
    entry = of_entries.entry_of(event, code)
    if entry is None:
        raise NotFound("not_found")
    return entry


def _count(asked_from: str) -> None:
    if asked_from and counters.count(f"devices:{asked_from}", SECONDS) > MOST:
        raise TooMany("notice_questions_too_many", minutes=SECONDS // 60)
