"""How long a decision may take in a match by turns; nobody's days off count."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

from django.db.models import Q
from django.utils import timezone

from league import permissions
from league.core.actions import Action
from league.core.enums import PlayPace, PlayState
from league.models import PlayPause

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from league.core.actors import Actor
    from league.models import Play, PlaySeat

DAYS = range(1, 15)
# So long before its end somebody is warned.
WARNED = timedelta(days=1)

Person: TypeAlias = tuple[int | None, str]
Pauses: TypeAlias = "Mapping[Person, Sequence[PlayPause]]"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a seat is to decide.

    Attributes:
        is_near: that is less than a day away.
        is_over: the time has run out, and people decide what follows.
        is_paused: its player has days off now.
    """

    at: datetime
    is_near: bool
    is_over: bool
    is_paused: bool


def pauses_of(rows: Iterable[PlaySeat]) -> Pauses:
    """The pauses of everybody who is to decide, as far as they hold that, the earliest first."""
    owing = [(row, row.owes_since) for row in rows if row.owes_since is not None and row.is_person]
    found: defaultdict[Person, list[PlayPause]] = defaultdict(list)
    if owing:
        accounts = [row.account_id for row, _ in owing if row.account_id is not None]
        guests = [row.guest for row, _ in owing if row.guest]
        rows_of = PlayPause.objects.filter(Q(account__in=accounts) | Q(guest__in=guests))
        rows_of = rows_of.filter(until__gt=min(since for _, since in owing))
        for pause in rows_of.order_by("since", "pk"):
            found[pause.account_id, pause.guest].append(pause)
    return found


def deadlines(
    play: Play, rows: Sequence[PlaySeat], pauses: Pauses | None = None
) -> dict[int, Deadline]:
    """Until when each person who owes a decision has time for it, by number of the seat.

    Args:
        pauses: of those who sit there, where they are at hand.
    """
    if play.pace != PlayPace.TURNS or play.state != PlayState.RUNNING:
        return {}
    owing = [row for row in rows if row.owes_since is not None and row.is_person and not row.bot]
    own = pauses_of(owing) if pauses is None else pauses
    return {row.number: _deadline(play, row, own.get(_person(row), ())) for row in owing}


def late(play: Play, rows: Sequence[PlaySeat]) -> frozenset[int]:
    """The seats whose time has run out."""
    return frozenset(number for number, until in deadlines(play, rows).items() if until.is_over)


def days_over(play: Play, rows: Sequence[PlaySeat], number: int) -> int:
    """For how many days, the last one counted whole, a seat has been late."""
    at = deadlines(play, rows)[number].at
    return max(0, -((at - timezone.now()) // timedelta(days=1)))


def decides(
    actor: Actor,
    play: Play,
    rows: Sequence[PlaySeat],
    own: PlaySeat | None,
    absent: Collection[int],
) -> bool:
    """Whether the actor says what follows where ``absent`` let their time run out.

    The host does, or an organizer of the club; where the host is away, whoever else still plays.
    """
    if not absent:
        return False
    if play.club is not None and permissions.can(actor, Action.CREATE_EVENT, play.club):
        return True
    if own is None or own.has_resigned or own.number in absent:
        return False
    host = rows[play.host]
    is_away = host.number in absent or bool(host.bot) or not host.is_person
    return own.number == host.number or is_away


def _deadline(play: Play, row: PlaySeat, pauses: Sequence[PlayPause]) -> Deadline:
    assert row.owes_since is not None
    assert play.days is not None
    now = timezone.now()
    at, left = row.owes_since, timedelta(days=play.days + row.more_days)
    for pause in pauses:
        if pause.until <= at:
            continue
        if pause.since >= at + left:
            break
        left -= max(pause.since - at, timedelta())
        at = pause.until
    at += left
    is_paused = any(pause.since <= now < pause.until for pause in pauses)
    is_over = at <= now
    return Deadline(at, not is_over and at - now <= WARNED, is_over, is_paused)


def _person(row: PlaySeat) -> Person:
    return row.account_id, row.guest
