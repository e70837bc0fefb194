"""What was sent, what waits, and what never arrived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.utils import timezone

from league import permissions
from league.core.actions import Action
from league.core.notices import NoticeKind, NoticeState
from league.models import Notice
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Club, NoticeAddress, Player

# So long organizers are told of a message that did not arrive.
TOLD_FOR: Final = timedelta(days=7)


def undelivered() -> list[int]:
    """The events with messages that were given up lately; 0 for those of no event."""
    rows = Notice.objects.filter(state=NoticeState.GIVEN_UP, done_at__gt=timezone.now() - TOLD_FOR)
    return [event or 0 for event in {*rows.values_list("event", flat=True)}]


def latest(addresses: Collection[NoticeAddress], *, most: int = 50) -> QuerySet[Notice]:
    """The last messages to these addresses, the newest first."""
    rows = Notice.objects.filter(address__in=[row.pk for row in addresses])
    return rows.select_related("address", "event").order_by("-pk")[:most]


def has_asked(address: NoticeAddress, *, since: datetime) -> bool:
    """Whether its reader was asked for it since then: not every press makes a question."""
    rows = Notice.objects.filter(address=address, kind=NoticeKind.CONFIRM, made_at__gte=since)
    return rows.exists()


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A message that did not arrive, and the name of whom it was for; empty for a chat."""

    notice: Notice
    name: str


def undelivered_in(viewer: Actor, club: Club, *, most: int = 100) -> tuple[Undelivered, ...]:
    """What did not arrive lately of a club's events, for who runs it; the newest first."""
    permissions.require(viewer, Action.MANAGE_EVENT, club)
    rows = Notice.objects.filter(
        event__club=club, state=NoticeState.GIVEN_UP, done_at__gt=timezone.now() - TOLD_FOR
    ).select_related("event", "address__player", "address__entry__player", "address__account")
    found = list(rows.order_by("-pk")[:most])
    people = [player for row in found if (player := _whose(row.address)) is not None]
    shown = names.told_apart(people, club)
    return tuple(Undelivered(row, _called(row.address, shown)) for row in found)


def _whose(address: NoticeAddress) -> Player | None:
    return address.player or (address.entry.player if address.entry else None)


def _called(address: NoticeAddress, shown: Mapping[int, str]) -> str:
    player = _whose(address)
    if player is not None:
        return shown[player.pk]
    return address.account.email if address.account else ""
