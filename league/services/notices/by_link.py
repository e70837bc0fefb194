"""What the holder of a link decides, without an account: the link is the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league.core.errors import NotFound, TooMany
from league.core.notices import meant
from league.queries.notices import links, of_entries
from league.services import counters
from league.services.notices import addresses

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import time

    from league.models import Event, NoticeAddress

# Questions to new addresses from one place in an hour: a club's network, and no flood.
MOST, SECONDS = 60, 3600


def add(
    *, event: Event, code: str, address: str, language: str, site: str, asked_from: str = ""
) -> NoticeAddress:
    """Somebody without an account wants to be told of this one event, by e-mail.

    Args:
        code: of the link to their place, or the token of their browser.
        asked_from: where the request comes from; empty (a test): not limited.

    Raises:
        NotFound: the code is none of this event.
        BadInput, Refused: as ``addresses.add``.
        TooMany: ``notice_questions_too_many``.
    """
    entry = of_entries.entry_of(event, code)
    if entry is None:
        raise NotFound("not_found")
    if asked_from and counters.count(f"notices:{asked_from}", SECONDS) > MOST:
        raise TooMany("notice_questions_too_many", minutes=SECONDS // 60)
    at_door = not of_entries.is_kept(event, code)
    return addresses.of_entry(entry, "mail", address, language=language, site=site, at_door=at_door)


@transaction.atomic
def choose(
    *,
    code: str,
    wanted: Collection[str],
    quiet: tuple[time, time] | None,
    weekly: tuple[int, int] | None = None,
) -> NoticeAddress:
    """As ``addresses.choose``, by the link that stands in messages."""
    row = links.of_code(code, links.CHOOSE)
    return addresses.choose_for(addresses.PAGE, row, wanted, quiet, weekly)


@transaction.atomic
def remove(*, code: str) -> None:
    """As ``addresses.remove``, by the link that stands in messages."""
    addresses.remove_for(addresses.PAGE, links.of_code(code, links.CHOOSE))


@transaction.atomic
def send_test(*, code: str, key: str = "") -> NoticeAddress:
    """As ``addresses.send_test``, by the link that stands in messages."""
    return addresses.test_for(links.of_code(code, links.CHOOSE), key)


@transaction.atomic
def confirm(*, code: str) -> NoticeAddress:
    """Whoever reads the mail says that it is theirs. Once more changes nothing."""
    return addresses.confirm_row(links.of_code(code, links.CONFIRM))


@transaction.atomic
def stop(*, kind: str, code: str, everything: bool = False) -> NoticeAddress:
    """By a message's own link: no more of this kind, or nothing more at all to this address."""
    row = links.of_code(code, links.stop_purpose(kind))
    left = [] if everything else [each for each in row.wanted if each not in meant(kind)]
    return addresses.set_wanted(addresses.PAGE, row, left)


@transaction.atomic
def start_again(*, kind: str, code: str, stopped: Collection[str] = ()) -> NoticeAddress:
    """Takes back a stop by the same link.

    Args:
        stopped: the kinds that it stopped; empty where nobody knows: all that it may stop.
    """
    row = links.of_code(code, links.stop_purpose(kind))
    back = meant(kind).intersection(stopped) or meant(kind)
    return addresses.set_wanted(addresses.PAGE, row, [*row.wanted, *back])
