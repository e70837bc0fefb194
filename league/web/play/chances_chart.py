"""The chances of a match as a picture: one line for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.chances import WHOLE
from league.queries.play.chances import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Play
    from league.queries.play.chances import ChancesShown, Turn

# The picture's own measures; it is shown as wide as there is room. At 360 px, 12 are 11 px.
LEFT, RIGHT, TOP, BOTTOM = 36, 284, 8, 168
APART = 17


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat's way through the match: ``points`` of a polyline, ``end`` where its number stands."""

    number: int
    name: str
    points: str
    end: int


@dataclass(frozen=True, slots=True)
class StepRow:
    """The same as text, of one step."""

    seq: int
    href: str
    shares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One step at which the match turned, in words."""

    href: str
    seq: int
    words: str
    told: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All of it; ``now`` is where the step stands that is being looked at."""

    is_ready: bool
    is_coming: bool
    last: int
    now: int
    seats: tuple[SeatLine, ...]
    rows: tuple[StepRow, ...]
    turns: tuple[TurnLine, ...]
    left: int = LEFT
    right: int = RIGHT


def chart_of(play: Play, found: ChancesShown, at: int) -> Chart:
    """The picture of these chances on the page of step ``at``."""
    ends = _spread([_y(share) for share in found.steps[-1].shares]) if found.steps else ()
    seats = tuple(
        SeatLine(
            number=seat + 1,
            name=name,
            points=" ".join(
                f"{_x(step.seq, play.seq)},{_y(step.shares[seat])}" for step in found.steps
            ),
            end=end,
        )
        for seat, (name, end) in enumerate(zip(found.names, ends, strict=False))
    )
    rows = tuple(
        StepRow(step.seq, _href(play, step.seq), tuple(percent(share) for share in step.shares))
        for step in found.steps
    )
    turns = tuple(
        TurnLine(_href(play, turn.seq), turn.seq, _words(turn, found.names), " ".join(turn.words))
        for turn in found.turns
    )
    return Chart(
        is_ready=found.is_ready,
        is_coming=found.is_coming,
        last=play.seq,
        now=_x(at, play.seq),
        seats=seats,
        rows=rows,
        turns=turns,
    )


def percent(share: int) -> str:
    """Thousandths as whole percents."""
    return _("%(number)s%%") % {"number": (share + 5) // 10}


def _words(turn: Turn, names: Sequence[str]) -> str:
    facts = {
        "step": turn.seq,
        "share": percent(turn.share),
        "loser": names[turn.loser],
        "winner": names[turn.winner],
        "by": "" if turn.by is None else names[turn.by],
    }
    match turn.cause:
        case Cause.DRAW:
            words = _("Step %(step)s, luck: %(share)s from %(loser)s to %(winner)s.")
        case Cause.TURNED_UP:
            words = _("Step %(step)s, hidden until then: %(share)s from %(loser)s to %(winner)s.")
        case Cause.DECISION:
            words = _("Step %(step)s, %(by)s decided: %(share)s from %(loser)s to %(winner)s.")
    return words % facts


def _x(seq: int, last: int) -> int:
    return LEFT + (RIGHT - LEFT) * seq // max(1, last)


def _y(share: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * share // WHOLE


def _spread(heights: Sequence[int]) -> tuple[int, ...]:
    """Where numbers stand that must not cover each other, from the bottom up."""
    placed: dict[int, int] = {}
    lowest = BOTTOM
    for seat in sorted(range(len(heights)), key=lambda seat: -heights[seat]):
        placed[seat] = min(heights[seat], lowest)
        lowest = placed[seat] - APART
    return tuple(placed[seat] for seat in range(len(heights)))


def _href(play: Play, seq: int) -> str:
    return f"{reverse('play_replay', args=[play.code])}?{urlencode({'at': seq})}"
