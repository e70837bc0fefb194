"""Messages as rows, made in the transaction of their cause, and who is woken to send them.

Only numbers are kept here. Words are found when a message is sent, with the rights that its
recipient has then (``league.queries.notices``); who wants what stands on the addresses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from league.after_commit import jobs
from league.core.enums import Role
from league.core.notices import ASKED_FOR, CAN_WAIT, FOR_CLUBS, NoticeKind, NoticeState
from league.models import Account, Entry, Event, Grant, Notice, NoticeAddress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.models import JournalLine

SEND = "league.tasks.send_notices"


@dataclass(frozen=True, slots=True)
class Cause:
    """What happened: ``key`` is its name for good, so that nobody is told of it twice."""

    kind: NoticeKind
    key: str
    subject: Mapping[str, JSON] = field(default_factory=dict)
    line: JournalLine | None = None
    event_id: int | None = None


def tell_entries(cause: Cause, entries: QuerySet[Entry]) -> None:
    """Tells those who take part, and whoever has an account for them, each of their own entry."""
    found = NoticeAddress.objects.filter(
        Q(entry__in=entries.values("pk"))
        | Q(player__in=entries.values("player"))
        | Q(account__player__in=entries.values("player"))
    )
    addresses = _wanting(cause.kind, found)
    if not addresses:
        return
    by_player = dict(entries.values_list("player_id", "pk"))
    rows = []
    for address in addresses:
        player = address.player_id or (address.account.player_id if address.account else None)
        entry = address.entry_id or by_player.get(player or 0)
        if entry is not None:
            rows.append(_row(cause, address, entry=entry))
    post(rows)


def tell_club(cause: Cause, club_id: int) -> None:
    """Tells the chats of a club."""
    if cause.kind in FOR_CLUBS:
        found = NoticeAddress.objects.filter(club=club_id)
        post([_row(cause, address) for address in _wanting(cause.kind, found)])


def tell_accounts(cause: Cause, accounts: QuerySet[Account]) -> None:
    """Tells accounts, by what they or their players have given."""
    found = NoticeAddress.objects.filter(
        Q(account__in=accounts.values("pk"))
        | Q(player__account__in=accounts.values("pk"), given_by__isnull=True)
    )
    post([_row(cause, address) for address in _wanting(cause.kind, found)])


def tell_seat(cause: Cause, account: int | None, player: int | None) -> None:
    """Tells who has a seat in a match: an account, or a player that sat down as a phone."""
    if account is None and player is None:
        return
    found = NoticeAddress.objects.filter(
        Q(account=account or 0)
        | Q(player__account=account or 0, given_by__isnull=True)
        | Q(player=player or 0)
        | Q(account__player=player or 0)
    )
    post([_row(cause, address) for address in _wanting(cause.kind, found)])


def tell_organizers(cause: Cause, event: Event, *, but: str = "") -> None:
    """Tells who has a role in an event, without ``but`` (an ``Actor.key``), who did it."""
    of_season = Q(season=event.season_id) if event.season_id is not None else Q(pk__in=[])
    grants = Grant.objects.filter(Q(club=event.club_id) | Q(event=event.pk) | of_season)
    if cause.kind not in {NoticeKind.OBJECTION, NoticeKind.TABLE_LATE}:
        grants = grants.exclude(role=Role.SCOREKEEPER)
    accounts = Account.objects.filter(pk__in=grants.values("account"), is_active=True)
    kind, _, number = but.partition(":")
    if kind == "person":
        accounts = accounts.exclude(pk=number)
    tell_accounts(cause, accounts)


def post(rows: Iterable[Notice]) -> None:
    """Keeps messages, each once, and wakes who sends them after the commit."""
    made = list(rows)
    if made:
        Notice.objects.bulk_create(made, ignore_conflicts=True)
        jobs.wake(SEND, 0)


def to_address(cause: Cause, address: NoticeAddress, **subject: JSON) -> None:
    """One message to one address, whatever it wants to hear."""
    post([_row(cause, address, **subject)])


def tell_players(cause: Cause, entries: QuerySet[Entry]) -> None:
    """Tells everybody once who has an account for one of these entries, however many they have."""
    found = NoticeAddress.objects.filter(
        Q(player__in=entries.values("player")) | Q(account__player__in=entries.values("player"))
    )
    post([_row(cause, address) for address in _wanting(cause.kind, found)])


def _wanting(kind: NoticeKind, found: QuerySet[NoticeAddress]) -> list[NoticeAddress]:
    rows = found.filter(gone_at__isnull=True, confirmed_at__isnull=False)
    rows = rows.select_related("account").order_by("pk")
    return [row for row in rows if kind in ASKED_FOR or kind in row.wanted]


def _row(cause: Cause, address: NoticeAddress, **subject: JSON) -> Notice:
    whom = f":{subject['entry']}" if "entry" in subject else ""
    now = timezone.now()
    can_wait = address.weekly_day is not None and cause.kind in CAN_WAIT
    return Notice(
        address=address,
        kind=cause.kind,
        key=f"{cause.key}{whom}",
        fingerprint=address.fingerprint,
        line=cause.line,
        event_id=cause.event_id,
        subject={**cause.subject, **subject},
        state=NoticeState.COLLECTED if can_wait else NoticeState.WAITING,
        due_at=now,
        made_at=now,
    )
