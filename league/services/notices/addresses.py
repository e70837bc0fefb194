"""Where somebody wants to be told, and of what: given, chosen, stopped by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from django.db import transaction
from django.utils import timezone

from league import journal, permissions
from league.causes import rows
from league.channels.register import WAYS
from league.core import actors, keys
from league.core.actions import Action, is_within_scopes
from league.core.errors import BadInput, NotAllowed, Refused, TooMany
from league.core.facts import Fact
from league.core.notices import AT_FIRST, CLUBS_AT_FIRST, NoticeKind
from league.models import Account, Club, Entry, Notice, NoticeAddress, Player
from league.queries.notices import mine
from league.services import counters

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import time

    from games.core.types import JSON
    from league.core.actors import Actor

Owner: TypeAlias = Account | Player | Club | Entry

# The journal names the page, for nobody signed in.
PAGE = actors.system("page for messages")
MOST_ADDRESSES = 20
# To one address from one event, whoever gives it.
MOST_QUESTIONS = 3
# Questions in an hour: of one account, and to one address from everybody.
MOST_OF_ONE, MOST_TO_ONE, SECONDS = 10, 10, 3600


def add(
    *,
    by: Actor,
    owner: Owner,
    way: str,
    address: str,
    label: str = "",
    language: str = "",
    site: str = "",
) -> NoticeAddress:
    """Gives one more address; the same once more changes nothing but its language and site.

    An e-mail address gets a question first, unless it is the one that its owner signs in with.

    Args:
        owner: oneself (``owner_of``), or a club, which has chats and nothing else.
        label: what its owner calls it, such as the browser's name.
        site: this service's own address as the owner reached it, for links.

    Raises:
        BadInput: ``notice_way_unknown``, ``notice_address_wrong``.
        Refused: ``notice_addresses_too_many``.
        TooMany: ``notice_questions_too_many``.
    """
    _require(by, owner)
    _check(owner, way, address.strip())  # before anything is locked
    with transaction.atomic():
        return _add(by, owner, way, address, label=label, language=language, site=site)


@transaction.atomic
def choose(
    *,
    by: Actor,
    address: NoticeAddress,
    wanted: Collection[str],
    quiet: tuple[time, time] | None = None,
    weekly: tuple[int, int] | None = None,
) -> NoticeAddress:
    """Says of what this address is to be told, and between which hours of nothing but now.

    Args:
        weekly: day (1: Monday) and hour at which what can wait comes, once a week; None: at once.

    Raises:
        BadInput: ``unknown_choice``.
    """
    _require_own(by, address)
    return choose_for(by, address, wanted, quiet, weekly)


@transaction.atomic
def remove(*, by: Actor, address: NoticeAddress) -> None:
    """Forgets an address, with all that was sent to it."""
    _require_own(by, address)
    remove_for(by, address)


@transaction.atomic
def send_test(*, by: Actor, address: NoticeAddress, key: str = "") -> NoticeAddress:
    """Sends a message that says that messages arrive; also to an address that once failed.

    Args:
        key: of the form or call, so that one pressed twice sends one.

    Raises:
        Refused: ``notice_not_confirmed``.
    """
    _require_own(by, address)
    return test_for(address, key)


# --- steps, for those whose link is the right ------------------------------------------------


def confirm_row(row: NoticeAddress) -> NoticeAddress:
    if row.confirmed_at is None:
        row.confirmed_at = timezone.now()
        row.save(update_fields=["confirmed_at"])
        write_line(Fact.NOTICES_CHANGED, PAGE, row)
    return row


def of_entry(
    entry: Entry,
    way: str,
    address: str,
    *,
    language: str,
    site: str,
    label: str = "",
    at_door: bool = False,
) -> NoticeAddress:
    """Step of the verbs by which somebody without an account gives an address for one event.

    Args:
        at_door: by a token of the door, which anybody there has for anybody.
    """
    _check(entry, way, address.strip())
    with transaction.atomic():
        row = _add(
            PAGE, entry, way, address, label=label, language=language, site=site, at_door=at_door
        )
    return row


def choose_for(
    by: Actor,
    row: NoticeAddress,
    wanted: Collection[str],
    quiet: tuple[time, time] | None,
    weekly: tuple[int, int] | None,
) -> NoticeAddress:
    unknown = sorted({*wanted} - {*mine.kinds_of(row)})
    if unknown:
        raise BadInput("unknown_choice", field="wanted", choice=unknown[0][:40])
    if weekly is not None and not mine.can_be_weekly(row):
        raise BadInput("unknown_choice", field="weekly_day", choice=str(weekly[0])[:40])
    row.quiet_from, row.quiet_until = quiet or (None, None)
    row.weekly_day, row.weekly_hour = weekly or (None, row.weekly_hour)
    row.save(update_fields=["quiet_from", "quiet_until", "weekly_day", "weekly_hour"])
    return set_wanted(by, row, wanted)


def remove_for(by: Actor, row: NoticeAddress) -> None:
    write_line(Fact.NOTICES_REMOVED, by, row)
    row.delete()


def test_for(row: NoticeAddress, key: str) -> NoticeAddress:
    if row.confirmed_at is None:
        raise Refused("notice_not_confirmed")
    if row.gone_at is not None:
        row.gone_at = None
        row.save(update_fields=["gone_at"])
    once = keys.digest(f"{row.pk}:{key or timezone.now().isoformat()}")
    cause = rows.Cause(NoticeKind.TEST, f"test:{once}")
    rows.to_address(cause, row)
    return row


def _require(by: Actor, owner: Owner) -> None:
    """Everybody for themselves, and for whom they act; a club's chats are for who runs it."""
    match owner:
        case Club():
            permissions.require(by, Action.MANAGE_CLUB, owner)
            return
        case Account():
            is_own = by.account_id == owner.pk
        case Player():
            is_own = by.account_id is not None and permissions.speaks_for(by, owner.pk)
        case _:
            is_own = False
    if not is_own or not is_within_scopes(by, Action.EDIT_PROFILE):
        raise NotAllowed("not_allowed", action="edit_profile")


def _require_own(by: Actor, row: NoticeAddress) -> None:
    """What one parent gave is no other's, and none of the child's."""
    owner = mine.owner_of(row)
    _require(by, owner)
    if row.given_by_id not in {mine.giver(by, owner), by.account_id}:
        raise NotAllowed("not_allowed", action="edit_profile")


def _add(
    by: Actor,
    owner: Owner,
    way: str,
    address: str,
    *,
    label: str,
    language: str,
    site: str,
    at_door: bool = False,
) -> NoticeAddress:
    given = address.strip()
    mark = keys.digest(f"{way}:{given.casefold() if way == 'mail' else given}")
    field = type(owner).__name__.casefold()
    _lock(owner)
    giver = mine.giver(by, owner)
    known_ones = NoticeAddress.objects.filter(**{field: owner}, given_by=giver)
    row = known_ones.filter(fingerprint=mark).first()
    if row is None and known_ones.count() >= MOST_ADDRESSES:
        raise Refused("notice_addresses_too_many", most=MOST_ADDRESSES)
    is_new = row is None
    row = row or NoticeAddress(**{field: owner}, given_by_id=giver, way=way, fingerprint=mark)
    row.address, row.label = given, label[:120]
    row.language, row.site = language or row.language, site.rstrip("/")[:200]
    row.gone_at = None
    row.at_door = at_door and (is_new or row.at_door)
    if is_new:
        known = mine.kinds_of(row)
        row.wanted = [kind for kind in AT_FIRST if kind in known]
        if isinstance(owner, Club):
            row.wanted = list(CLUBS_AT_FIRST)
        if way != "mail" or _signs_in_with(owner, given):
            row.confirmed_at = timezone.now()
    row.save()
    if is_new:
        write_line(Fact.NOTICES_ADDED, by, row)
    if row.confirmed_at is None:
        ask(owner, row, by=by)
    return row


def _lock(owner: Owner) -> None:
    """Two presses come one after the other: the second one finds what the first one gave."""
    match owner:
        case Entry():
            journal.lock_event(owner.event_id)
        case Club():
            journal.lock_club(owner.pk)
        case _:
            list(type(owner).objects.select_for_update(no_key=True).filter(pk=owner.pk))


def ask(owner: Owner, row: NoticeAddress, *, by: Actor = PAGE) -> None:
    """Step: asks whether an address is its reader's, once an hour at most for each owner.

    Anybody may type the address of somebody else: one event asks it ``MOST_QUESTIONS`` times in
    all, everybody together ``MOST_TO_ONE`` times an hour, also where it is removed and given again.

    Raises:
        TooMany: ``notice_questions_too_many``: one account asks too many addresses.
    """
    mark, hour = row.fingerprint, timezone.now().strftime("%Y-%m-%dT%H")
    whose = f"{type(owner).__name__.casefold()}:{owner.pk}"
    event_id = owner.event_id if isinstance(owner, Entry) else None
    cause = rows.Cause(NoticeKind.CONFIRM, f"confirm:{whose}:{hour}", event_id=event_id)
    asked = Notice.objects.filter(fingerprint=mark, kind=NoticeKind.CONFIRM)
    if asked.filter(key=cause.key).exists():
        return
    if event_id is not None and asked.filter(event=event_id).count() >= MOST_QUESTIONS:
        return
    if event_id is None and counters.count(f"question:{whose}:{mark}", SECONDS) > 1:
        return
    asker = f"questions-of:{by.account_id}"
    if by.account_id is not None and counters.count(asker, SECONDS) > MOST_OF_ONE:
        raise TooMany("notice_questions_too_many", minutes=SECONDS // 60)
    if counters.count(f"questions-to:{mark}", SECONDS) <= MOST_TO_ONE:
        rows.to_address(cause, row)


def _check(owner: Owner, way: str, address: str) -> None:
    known = WAYS.get(way)
    if known is None or known.is_for_clubs != isinstance(owner, Club) or not known.is_offered():
        raise BadInput("notice_way_unknown", field="way")
    is_fit = 0 < len(address) <= 4000 and "\x00" not in address
    if not is_fit or not known.is_address(address):
        raise BadInput("notice_address_wrong", field="address")


def _signs_in_with(owner: Owner, address: str) -> bool:
    if isinstance(owner, Account):
        return owner.email.casefold() == address.casefold()
    accounts = Account.objects.filter(player=owner.pk) if isinstance(owner, Player) else None
    return accounts is not None and accounts.filter(email__iexact=address).exists()


def set_wanted(by: Actor, row: NoticeAddress, wanted: Collection[str]) -> NoticeAddress:
    row.wanted = [kind for kind in NoticeKind.values if kind in wanted]
    row.save(update_fields=["wanted"])
    write_line(Fact.NOTICES_CHANGED, by, row)
    return row


def write_line(fact: Fact, by: Actor, row: NoticeAddress) -> None:
    """The line says of whom, and never where."""
    payload: dict[str, JSON] = {"address": row.pk, "way": row.way}
    if row.player_id is not None:
        payload["player"] = row.player_id
    if row.entry_id is not None:
        payload["entry"] = row.entry_id
    journal.append(
        fact,
        by=by,
        club=row.club,
        event=row.entry.event if row.entry else None,
        payload=payload,
    )
