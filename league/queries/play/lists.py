"""Lists of matches in the browser: the lobby, one's own, those that wait for oneself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import (
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    Subquery,
    Value,
)
from django.utils import timezone
from django.utils.translation import gettext

from league.core.enums import PlayAccess, PlayPace, PlayState
from league.models import PlaySeat
from league.queries.play import of_clubs, paces, states
from league.queries.play.plays import seat_called, seat_of
from league.queries.play.reach import of_person, visible
from league.queries.play.seats import seats_shown
from league.words.play_clocks import clock_words

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.paces import Deadline
    from league.queries.play.seats import SeatShown

MOST_LISTED = 100
# Whoever opened a table longer ago has gone by now: its link still works, the lobby is for others.
LISTED_HOURS = 24


@dataclass(frozen=True, slots=True)
class Listed:
    """One play in a list."""

    code: str
    game: str
    title: str
    state: PlayState
    club: str
    opened_at: datetime
    moved_at: datetime
    seats: tuple[SeatShown, ...]
    owes: bool  # whether the viewer is to decide
    pace: PlayPace = PlayPace.TOGETHER
    until: Deadline | None = None  # the viewer's, by turns
    reserve: int | None = None  # of its clock, in seconds
    increment: int | None = None
    zone: str | None = None  # of the club's clock; the site's where it belongs to none

    @property
    def clock(self) -> str:
        """Its clock in words."""
        return clock_words(self.reserve, self.increment)

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)


def lobby(*, viewer: Actor) -> tuple[Listed, ...]:
    """Open tables with a free seat, the newest first."""
    free = PlaySeat.objects.filter(account__isnull=True, guest="", bot="", at_host=False)
    found_by = Q(access=PlayAccess.LOBBY)
    own = of_clubs.of_viewer(viewer=viewer)
    if own:
        found_by |= Q(access=PlayAccess.CLUB, club__in=own)
    rows = visible(viewer).filter(
        states.can_go_on(),
        found_by,
        state=PlayState.OPEN,
        opened_at__gte=timezone.now() - timedelta(hours=LISTED_HOURS),
        pk__in=free.values("play"),
    )
    return _listed(viewer, rows.order_by("-opened_at", "-pk")[:MOST_LISTED])


def mine(*, viewer: Actor) -> tuple[Listed, ...]:
    """Plays that the viewer sits at and that can go on: those that wait for it first."""
    own = of_person(viewer)
    if own is None:
        return ()
    seats = PlaySeat.objects.filter(own)
    rows = visible(viewer).filter(
        states.can_go_on(),
        pk__in=seats.values("play"),
        state__in=[PlayState.OPEN, PlayState.RUNNING],
    )
    owing = seats.filter(play=OuterRef("pk"), bot="", owes_since__isnull=False)
    days = (F("play__days") + F("more_days")) * Value(timedelta(days=1))
    length = ExpressionWrapper(days, output_field=DurationField())
    due = owing.annotate(due=F("owes_since") + length).values("due")
    rows = rows.annotate(is_owed=Exists(owing), due=Subquery(due[:1]))
    rows = rows.order_by("-is_owed", F("due").asc(nulls_last=True), "-moved_at", "-pk")
    found = _listed(viewer, rows[:MOST_LISTED])
    return tuple(sorted(found, key=_urgency))


def _urgency(row: Listed) -> tuple[bool, bool, datetime]:
    """What waits for the viewer comes first, and by turns what is due first."""
    if row.until is None:
        return not row.owes, True, timezone.now()
    return not row.owes, False, row.until.at


def following(*, viewer: Actor, after: str = "") -> str | None:
    """The code of the next play that waits for the viewer, another than ``after``."""
    codes = [row.code for row in mine(viewer=viewer) if row.owes]
    behind = codes.index(after) + 1 if after in codes else 0
    return next((code for code in [*codes[behind:], *codes[:behind]] if code != after), None)


def _listed(viewer: Actor, rows: QuerySet[Play]) -> tuple[Listed, ...]:
    found = []
    plays = [(play, list(play.seats.all())) for play in rows.prefetch_related("seats")]
    of_viewer = [seat_of(viewer, seats) for _, seats in plays]
    by_turns = [
        seat
        for (play, _), seat in zip(plays, of_viewer, strict=True)
        if seat is not None and play.pace == PlayPace.TURNS
    ]
    pauses = paces.pauses_of(by_turns)
    for (play, seats), own in zip(plays, of_viewer, strict=True):
        package = states.package_of(play)
        until = paces.deadlines(play, [own], pauses) if own is not None else {}
        told_seats = seats_shown(play, seats, own, seat_called(seats))
        found.append(
            Listed(
                code=play.code,
                game=play.game,
                title=gettext(package.title),
                state=PlayState(play.state),
                club=play.club.name if play.club else "",
                opened_at=play.opened_at,
                moved_at=play.moved_at,
                seats=told_seats,
                owes=own is not None and told_seats[own.number].owes and not own.bot,
                pace=PlayPace(play.pace),
                until=None if own is None else until.get(own.number),
                reserve=play.reserve,
                increment=play.increment,
                zone=play.club.time_zone if play.club else None,
            )
        )
    return tuple(found)
