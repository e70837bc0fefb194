"""A rating's way as a drawing: its line and the band of its uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from league.web.charts import Chart, Frame, GridLine, Line, even_step, number, points, thinned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.queries.standings.ratings import Step

FRAME = Frame(width=480, height=220, left=52, right=468, top=12, bottom=192)
MOST_POINTS = 240
TOLD_BAND = 2  # a band more than so many times as high as the line's own span says nothing


def chart(steps: Sequence[Step]) -> Chart | None:
    """The chart of somebody's way; None for a single match.

    The axis is fitted to the line. Its band is drawn where it leaves something to be seen of the
    line. More matches than a screen has room for are thinned evenly; the first and the last stay.
    """
    numbers = [steps[0].before, *(step.after for step in steps)] if steps else []
    if len(numbers) < 3:
        return None
    last = len(numbers) - 1
    chosen = thinned(len(numbers), MOST_POINTS)
    values = [one.value for one in numbers]
    lows = [one.value - 2 * (one.spread or 0.0) for one in numbers]
    highs = [one.value + 2 * (one.spread or 0.0) for one in numbers]
    span = max(max(values) - min(values), 1.0)
    low, high = min(values) - span / 2, max(values) + span / 2
    ends_within = highs[-1] - lows[-1] <= TOLD_BAND * span
    has_band = numbers[0].spread is not None and ends_within
    if has_band:
        low, high = min(low, lows[-1]), max(high, highs[-1])
    step = even_step(high - low)
    low, high = step * (low // step), step * (high // step + 1)

    def way(heights: Sequence[float], order: Sequence[int]) -> str:
        return points((FRAME.x(at, last), y(heights[at])) for at in order)

    def y(value: float) -> float:
        return FRAME.y((min(max(value, low), high) - low) / (high - low))

    return Chart(
        look="rating",
        frame=FRAME,
        lines=(
            Line(
                look="way",
                runs=(way(values, chosen),),
                end_x=number(FRAME.x(last, last)),
                end_y=number(y(values[last])),
            ),
        ),
        band=f"{way(highs, chosen)} {way(lows, chosen[::-1])}" if has_band else "",
        grid=tuple(
            GridLine(number(y(value)), str(value))
            for value in range(round(low), round(high) + 1, round(step))
        ),
        words=_(
            "From %(first)d to %(last)d over %(matches)d matches; lowest %(low)d, highest %(high)d."
        )
        % {
            "first": round(values[0]),
            "last": round(values[last]),
            "matches": last,
            "low": round(min(values)),
            "high": round(max(values)),
        },
        note=_("The band shows how certain the rating is.") if has_band else "",
    )
