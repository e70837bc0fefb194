"""What results say about a game, as pictures: who wins from where, and with how many points."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Final, TypeAlias

from django.utils.translation import gettext as _

from league.standings.exact import percent
from league.templatetags.league import number_shown
from league.web.charts import (
    Chart,
    Dot,
    Frame,
    GridLine,
    Mark,
    Tick,
    across,
    box,
    down,
    even_step,
    isolated,
    number,
    short,
    thinned,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.queries.public.game_statistics import PlacePoints

LEFT, RIGHT, TOP, ROW, BELOW = 118, 464, 8, 34, 32
LETTERS, MOST_OUTLIERS = 12, 40
ROOM: Final = Fraction(11, 10)  # what the widest interval leaves free beside it


# Label, share, lower and upper bound, and the bots' share where it is known.
ShareRow: TypeAlias = tuple[str, Fraction, float, float, Fraction | None]


def shares(rows: Sequence[ShareRow], fair: Fraction) -> Chart:
    """Shares of wins as dots with their intervals; a line where the chances would be equal."""
    most = max(fair, *(max(Fraction(high), bots or 0) for _label, _share, _low, high, bots in rows))
    last = min(10, ceil(most * ROOM * 10))
    frame = _frame(len(rows))

    def x(share: float | Fraction) -> float:
        return frame.x(float(share) * 10, last)

    marks = [Mark("equal", down(x(fair), frame.top, frame.bottom))]
    for at, (label, share, low, high, bots) in enumerate(rows):
        y = _middle(at)
        told = _percent(share)
        marks.append(
            Mark(
                "share",
                across(x(low), y, x(high))
                + down(x(low), y - 5, y + 5)
                + down(x(high), y - 5, y + 5),
                dots=(Dot(number(x(share)), number(y), "5"),),
                title=f"{label}: {told}",
            )
        )
        if bots is not None:
            diamond = f"M{number(x(bots))} {number(y - 7)}l6 7l-6 7l-6-7z"
            title = _("%(label)s, bots: %(share)s") % {"label": label, "share": _percent(bots)}
            marks.append(Mark("bots", diamond, title=title))
    steps = range(0, last + 1, 1 if last <= 5 else 2)
    return Chart(
        look="shares",
        frame=frame,
        words=_("Won, from the first to the last: %(shares)s")
        % {"shares": ", ".join(f"{label} {_percent(share)}" for label, share, *_more in rows)},
        marks=(_guides([x(Fraction(n, 10)) for n in steps], frame), *marks),
        grid=_labels([label for label, *_more in rows]),
        ticks=tuple(Tick(number(x(Fraction(n, 10))), _percent(Fraction(n, 10))) for n in steps),
    )


def boxes(places: Sequence[PlacePoints], labels: Sequence[str]) -> Chart:
    """Points by place: the middle half as a box with its median, the usual as whiskers, and what
    lies beyond as dots.
    """
    low = float(min(row.spread[0] for row in places))
    high = float(max(row.spread[-1] for row in places))
    step = even_step(max(high - low, 1.0))
    low, high = step * (low // step), step * -(-high // step)
    high = max(high, low + step)
    frame = _frame(len(places))

    def x(points: float | Fraction) -> float:
        return frame.x(float(points) - low, high - low)

    marks: list[Mark] = []
    for at, (row, label) in enumerate(zip(places, labels, strict=True)):
        y = _middle(at)
        _least, quarter, median, three, _most = map(x, row.spread)
        left, right = min(x(row.usual[0]), quarter), max(x(row.usual[1]), three)
        far = [row.outliers[n] for n in thinned(len(row.outliers), MOST_OUTLIERS)]
        marks += [
            Mark(
                "whiskers",
                across(left, y, quarter)
                + across(three, y, right)
                + down(left, y - 6, y + 6)
                + down(right, y - 6, y + 6),
            ),
            Mark(
                "box",
                box(quarter, y - 11, three - quarter, 22),
                dots=tuple(Dot(number(x(one)), number(y), "3") for one in far),
                title=f"{label}: {number_shown(row.spread[2])}",
            ),
            Mark("median", down(median, y - 11, y + 11)),
        ]
    steps = [low + step * n for n in range(round((high - low) / step) + 1)]
    return Chart(
        look="boxes",
        frame=frame,
        words=_("Half of the points by place: %(medians)s or less")
        % {
            "medians": ", ".join(
                f"{label} {number_shown(row.spread[2])}"
                for row, label in zip(places, labels, strict=True)
            )
        },
        marks=(_guides([x(one) for one in steps], frame), *marks),
        grid=_labels(labels),
        ticks=tuple(Tick(number(x(one)), number_shown(_plain(one), 3)) for one in steps),
    )


def _frame(rows: int) -> Frame:
    bottom = TOP + ROW * rows
    return Frame(480, bottom + BELOW, LEFT, RIGHT, TOP, bottom)


def _middle(at: int) -> float:
    return TOP + ROW * at + ROW / 2


def _guides(places: Sequence[float], frame: Frame) -> Mark:
    return Mark("guides", "".join(down(place, frame.top, frame.bottom) for place in places))


def _labels(labels: Sequence[str]) -> tuple[GridLine, ...]:
    return tuple(
        GridLine(number(_middle(at)), isolated(short(label, LETTERS)), quiet=True)
        for at, label in enumerate(labels)
    )


def _percent(share: Fraction) -> str:
    return _("%(number)s%%") % {"number": percent(share)}


def _plain(value: float) -> Fraction:
    return Fraction(value).limit_denominator(1000)
