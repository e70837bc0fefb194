"""Matches that ended under an older edition of their rules: what their rows know.

Nobody can replay them here any more; their record stays, and plays where the old rules are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games import catalogue
from league.queries.play.plays import seat_called
from league.queries.play.seats import SeatShown, seats_shown
from league.queries.play.transcripts import ENDED

if TYPE_CHECKING:
    from datetime import datetime

    from league.models import Play


@dataclass(frozen=True, slots=True)
class Past:
    """Who played, and how it ended; ``edition`` is that of its rules, ``ours`` that of today."""

    code: str
    title: str
    edition: int
    ours: int
    ended_at: datetime | None
    seats: tuple[SeatShown, ...]


def is_of_the_past(play: Play) -> bool:
    """Whether the match has ended by rules that are no longer here."""
    return play.state in ENDED and catalogue.get(play.game).edition != play.edition


def told(*, play: Play) -> Past:
    """Such a match, the winner first."""
    package = catalogue.get(play.game)
    rows = list(play.seats.all())
    seats = seats_shown(play, rows, None, seat_called(rows))
    return Past(
        code=play.code,
        title=gettext(package.title),
        edition=play.edition,
        ours=package.edition,
        ended_at=play.ended_at,
        seats=tuple(sorted(seats, key=lambda seat: (seat.place or len(rows) + 1, seat.number))),
    )
