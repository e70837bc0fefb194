"""Addresses for messages."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from league.core import keys
from league.core.notices import AT_FIRST, FOR_CLUBS
from league.models import Account, Club, Entry, NoticeAddress, Player


# Free fields of the row: a builder takes whatever the model does.
def notice_address(
    of: Account | Player | Club | Entry, address: str = "ada@mail.example", **fields: Any
) -> NoticeAddress:
    """A confirmed e-mail address that hears of what a new one does."""
    fields.setdefault("wanted", list(FOR_CLUBS if isinstance(of, Club) else AT_FIRST))
    fields.setdefault("confirmed_at", timezone.now())
    fields.setdefault("site", "https://club.example")
    fields.setdefault("way", "mail")
    mark = keys.digest(f"{fields['way']}:{address}")
    owner = {type(of).__name__.casefold(): of}
    return NoticeAddress.objects.create(address=address, fingerprint=mark, **owner, **fields)
