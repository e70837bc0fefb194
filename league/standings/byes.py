"""What a round without a match is worth.

Which rule holds for a stage stands in `settings.value_of`; how many byes count, and a value given
to one bye alone, in `account`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.settings import StageSettings
from league.standings.types import ByeValue


def bye_points(
    value: ByeValue,
    scheme: PointsScheme,
    settings: StageSettings,
    own_average: Callable[[], Fraction | None],
) -> Fraction:
    """What a round without a match is worth, given the player's own match average of the stage.

    `own_average` is the mean while nothing was played; `mean` is the own average under
    schemes that have no mean per seat, and nothing while nothing was played.
    """
    if value.rule == "fixed":
        return value.amount
    if value.rule == "zero":
        return Fraction(0)
    mean = usual_mean(scheme, settings)
    if value.rule == "mean" and mean is not None:
        return mean
    average = own_average()
    if average is not None:
        return average
    return mean if mean is not None else Fraction(0)


def usual_mean(scheme: PointsScheme, settings: StageSettings) -> Fraction | None:
    """The mean per seat at the usual size, or at the nearest covered size, larger first."""
    size = mean_size(scheme, settings)
    return None if size is None else scheme.mean_per_seat(size)


def mean_size(scheme: PointsScheme, settings: StageSettings) -> int | None:
    """The table size whose mean a `mean` bye is worth; None where the scheme has no mean."""
    usual = settings.usual_size
    for distance in range(12):
        for size in (usual + distance, usual - distance):
            if 2 <= size <= 12 and scheme.covers(size):
                return None if scheme.mean_per_seat(size) is None else size
    return None
