"""The chances of a match as a picture: one line for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.chances import WHOLE
from league.queries.play.chances import Cause
from league.web.charts import Chart, Cursor, Frame, GridLine, Line, Tick, number, points, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Play
    from league.queries.play.chances import ChancesShown, Turn

# The picture's own measures; it is shown as wide as there is room. At 360 px, 12 are 11 px.
FRAME = Frame(width=320, height=190, left=36, right=284, top=8, bottom=168)
APART, BESIDE = 17, 14


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of the match, as the words below the picture name it."""

    number: int
    name: str


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
class ChancesChart:
    """All of it: the picture, the same as a table, and the steps at which the match turned."""

    is_ready: bool
    is_coming: bool
    drawn: Chart
    seats: tuple[SeatLine, ...]
    rows: tuple[StepRow, ...]
    turns: tuple[TurnLine, ...]


def chart_of(play: Play, found: ChancesShown, at: int) -> ChancesChart:
    """The picture of these chances on the page of step ``at``."""
    seats = tuple(SeatLine(seat, name) for seat, name in enumerate(found.names, start=1))
    rows = tuple(
        StepRow(step.seq, _href(play, step.seq), tuple(percent(share) for share in step.shares))
        for step in found.steps
    )
    turns = tuple(
        TurnLine(_href(play, turn.seq), turn.seq, _words(turn, found.names), " ".join(turn.words))
        for turn in found.turns
    )
    return ChancesChart(
        is_ready=found.is_ready,
        is_coming=found.is_coming,
        drawn=_drawn(play, found, at),
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


def _drawn(play: Play, found: ChancesShown, at: int) -> Chart:
    def y(share: int) -> float:
        return FRAME.y(share / WHOLE)

    ends = [y(share) for share in found.steps[-1].shares] if found.steps else []
    return Chart(
        look="chances",
        frame=FRAME,
        words=_("How the chances stood"),
        lines=tuple(
            Line(
                look=f"way seat-{seat + 1}",
                runs=(
                    points(
                        (FRAME.x(step.seq, play.seq), y(step.shares[seat])) for step in found.steps
                    ),
                ),
                end_x=number(FRAME.right + BESIDE),
                end_y=number(end),
                mark=str(seat + 1),
                title=found.names[seat],
            )
            for seat, end in enumerate(spread(ends, APART, FRAME.bottom))
        ),
        grid=tuple(GridLine(number(y(part * WHOLE // 100)), str(part)) for part in (100, 50, 0)),
        ticks=(
            Tick(number(FRAME.left), "0", "start"),
            Tick(number(FRAME.right), str(play.seq)),
        ),
        cursor=Cursor("chances-now", number(FRAME.x(at, play.seq)), play.seq),
    )


def _href(play: Play, seq: int) -> str:
    return f"{reverse('play_replay', args=[play.code])}?{urlencode({'at': seq})}"
