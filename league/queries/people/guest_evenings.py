"""Which evenings somebody played as a guest count as a member's after a change of membership."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import EntryState, MembershipKind
from league.models import Club, Entry, Membership, Player
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from league.models import Event


@dataclass(frozen=True, slots=True)
class Turned:
    """An entry that is a member's from now on, or (``is_guest``) a guest's again."""

    entry: Entry
    is_guest: bool

    @property
    def event(self) -> Event:
        return self.entry.event


@dataclass(frozen=True, slots=True)
class Span:
    """The days from ``since`` to ``until`` on which somebody belongs to a club as ``kind``."""

    kind: MembershipKind
    since: date
    until: date | None = None

    def makes_member(self, day: date) -> bool:
        is_in = self.since <= day and (self.until is None or day <= self.until)
        return is_in and self.kind == MembershipKind.MEMBER


def is_guest(club: int, player: int) -> bool:
    """Whether somebody who is entered now comes as a guest: no member of the club today."""
    row = Membership.objects.filter(club=club, player=player, until__isnull=True).first()
    return row is None or row.kind == MembershipKind.GUEST


def turned(
    club: Club, player: Player, after: Span, *, of: Membership | None = None
) -> tuple[Turned, ...]:
    """The entries that turn when the membership ``of`` (none: a new one) becomes ``after``.

    Only the days for which the change decides: whoever was entered otherwise stays so.
    """
    rows = Membership.objects.filter(club=club, player=player)
    others = [_span(row) for row in rows if of is None or row.pk != of.pk]
    before = [*others, _span(of)] if of is not None else others
    entries = Entry.objects.filter(
        event__club=club, event__removed_at__isnull=True, player=player, is_filler=False
    ).exclude(state=EntryState.WAITING)
    found = []
    for entry in entries.select_related("event__club", "event__season").order_by(
        "event__starts_at", "pk"
    ):
        day = wall_time.day_of(entry.event.starts_at, wall_time.zone_of(entry.event))
        was, now = _is_member(before, day), _is_member([*others, after], day)
        if was != now and entry.is_guest == now:
            found.append(Turned(entry, is_guest=not now))
    return tuple(found)


def asked(club: Club, *, kind: str | None, since: date | None, of: Membership | None) -> Span:
    """What the membership ``of`` (none: a new one) would become; what is left out stays."""
    if of is None:
        return Span(MembershipKind(kind or MembershipKind.MEMBER), since or wall_time.today(club))
    return Span(MembershipKind(kind or of.kind), since or of.since)


def _span(row: Membership) -> Span:
    return Span(MembershipKind(row.kind), row.since, row.until)


def _is_member(spans: Iterable[Span], day: date) -> bool:
    return any(span.makes_member(day) for span in spans)
