"""A match that is over, step by step, as one seat could know it or in full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.retelling import told
from games.core.transcript import played
from games.core.types import CHANCE, Audience, Seat
from league.core.errors import Refused
from league.queries.play import states
from league.queries.play.plays import Sight, seat_called, worded
from league.queries.play.transcripts import ENDED

if TYPE_CHECKING:
    from games.core.types import Viewer
    from league.models import Play

# So many steps before the one shown are told with it.
TOLD = 8


@dataclass(frozen=True, slots=True)
class StepTold:
    """What one step says; ``seat`` is None for a draw."""

    seq: int
    seat: int | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after step ``at``, as it was for one of its viewers.

    Attributes:
        sight: the position as the engine has it, and the one before the step.
        told: this step and those before it, the newest first.
        decision_before, decision_after: the nearest steps at which somebody decided.
    """

    at: int
    last: int
    names: tuple[str, ...]
    sight: Sight
    description: tuple[str, ...]
    told: tuple[StepTold, ...]
    decision_before: int | None
    decision_after: int | None


def require_over(play: Play) -> None:
    """Raises Refused while there is anything left to hide."""
    if play.state not in ENDED:
        raise Refused("play_not_over")


def moment(*, play: Play, at: int, seat: int | None = None) -> Moment:
    """The match after step ``at``: all of it, or what ``seat`` could know then.

    Raises Refused while it is not over; a step or a seat that there is none of is the nearest.
    """
    require_over(play)
    rows = list(play.seats.all())
    called = seat_called(rows)
    at = max(0, min(at, play.seq))
    viewer: Viewer = Audience.REFEREE
    if seat is not None and 0 <= seat < play.size:
        viewer = Seat(seat)
    package = states.package_of(play)
    game = played(package)
    steps = states.ended(play)
    view = game.view(steps[at - 1].after if at else states.opening(play), viewer)
    decisions = [step.number for step in steps if step.actor is not CHANCE]
    return Moment(
        at=at,
        last=play.seq,
        names=tuple(called),
        sight=Sight(view, game.view(steps[at - 1].before, viewer) if at else None),
        description=worded(game.describe(view), called),
        told=tuple(
            StepTold(
                seq=step.number,
                seat=None if step.actor is CHANCE else step.actor,
                words=worded(told(package, step, viewer), called),
            )
            for step in reversed(steps[max(0, at - TOLD) : at])
        ),
        decision_before=max((number for number in decisions if number < at), default=None),
        decision_after=min((number for number in decisions if number > at), default=None),
    )
