"""What a stage says about points beyond scheme, chain and the three usual values.

Stored with the stage as JSON; what is usual is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeVar

from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.settings import DROPPED_SEATS, ONE, SIDE_POINTS, ZERO, DroppedSeat, SidePoints
from league.standings.types import BYE_RULES, ByeValue, SharedWin

if TYPE_CHECKING:
    from league.standings.types import JSON

_T = TypeVar("_T", bound=str)
MOST_BYES: Final = 100
MOST_SEATS: Final = 12
MOST_WEIGHT: Final = 1000
SHARED_WINS: Final[tuple[SharedWin, ...]] = ("one", "share")


@dataclass(frozen=True, slots=True)
class StageScoring:
    """The settings, read.

    ``weight`` multiplies the stage's results in its season. ``carry`` is how many percent of
    the points of the stage or season before a final's players bring along. Who is level in a
    final stands by the rank in the stage before (``level_by_earlier``) or shares the rank.
    Every match of a filler is booked at ``filler_points``; with None fillers are not listed.
    ``cooperative_won`` and ``cooperative_lost`` are None where the scheme's row tells them.
    ``requested_bye`` is None where it is worth what any bye is. ``full_size`` is the size that
    shorter tables are raised to where shares of points are taken; ``opponents_floor`` is how
    many percent of their tables an opponent is at least taken to have won.
    """

    shared_win: SharedWin = "one"
    guests_hold_places: bool = True
    filler_points: Fraction | None = None
    bye_limit: int | None = None
    dropped: DroppedSeat = "last"
    cooperative_won: Fraction | None = None
    cooperative_lost: Fraction | None = None
    side_points: SidePoints = "share"
    full_size: int | None = None
    opponents_floor: Fraction = Fraction(0)
    weight: Fraction = ONE
    carry: Fraction = Fraction(0)
    level_by_earlier: bool = True
    requested_bye: ByeValue | None = None
    absent: ByeValue = ZERO
    sits_out: ByeValue = ZERO


SETTINGS: Final = tuple(one.name for one in fields(StageScoring))


def scoring_from_json(spec: JSON) -> StageScoring:
    """Reads the settings; a fault is a ``StandingsError`` at its key."""
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected")
    for key in spec:
        if key not in SETTINGS:
            raise StandingsError("unknown_key", str(key)[:40], key=str(key)[:40])
    requested = spec.get("requested_bye")
    weight = fraction_from_json(spec.get("weight", "1"), "weight")
    if weight < 0:
        raise StandingsError("weight_negative", "weight")
    if weight > MOST_WEIGHT:
        raise StandingsError("number_too_large", "weight")
    carry = _percent(spec, "carry")
    won, lost = _points(spec, "cooperative_won"), _points(spec, "cooperative_lost")
    if won is not None and lost is not None and won < lost:
        raise StandingsError("cooperative_lost_above_won", "cooperative_lost")
    return StageScoring(
        shared_win=_choice(spec, "shared_win", SHARED_WINS, "one"),
        guests_hold_places=_flag(spec, "guests_hold_places"),
        filler_points=_points(spec, "filler_points"),
        bye_limit=_limit(spec),
        dropped=_choice(spec, "dropped", DROPPED_SEATS, "last"),
        cooperative_won=won,
        cooperative_lost=lost,
        side_points=_choice(spec, "side_points", SIDE_POINTS, "share"),
        full_size=_size(spec),
        opponents_floor=_percent(spec, "opponents_floor"),
        weight=weight,
        carry=carry,
        level_by_earlier=_flag(spec, "level_by_earlier"),
        requested_bye=None if requested is None else value_from_json(requested, "requested_bye"),
        absent=value_from_json(spec.get("absent"), "absent"),
        sits_out=value_from_json(spec.get("sits_out"), "sits_out"),
    )


def scoring_to_json(scoring: StageScoring) -> dict[str, JSON]:
    """Writes the settings; what is usual is left out."""
    usual = StageScoring()
    return {
        key: _written(value)
        for key in SETTINGS
        if (value := getattr(scoring, key)) != getattr(usual, key)
    }


def _written(value: object) -> JSON:
    if isinstance(value, ByeValue):
        return value_to_json(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    assert isinstance(value, str | int)
    return value


def value_from_json(spec: JSON, field: str) -> ByeValue:
    """A value rule such as ``{"kind": "fixed", "points": "5/2"}``; nothing is zero."""
    if spec is None:
        return ZERO
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected", field)
    kind = next((rule for rule in BYE_RULES if rule == spec.get("kind")), None)
    if kind is None:
        raise StandingsError("unknown_choice", field, choice=str(spec.get("kind"))[:40])
    if kind != "fixed":
        return ByeValue(kind)
    return ByeValue("fixed", fraction_from_json(spec.get("points"), field))


def value_to_json(value: ByeValue) -> dict[str, JSON]:
    if value.rule == "fixed":
        return {"kind": "fixed", "points": exact_text(value.amount)}
    return {"kind": value.rule}


def _choice(spec: Mapping[str, JSON], key: str, choices: tuple[_T, ...], usual: _T) -> _T:
    told = spec.get(key, usual)
    for choice in choices:
        if choice == told:
            return choice
    raise StandingsError("unknown_choice", key, choice=str(told)[:40])


def _points(spec: Mapping[str, JSON], key: str) -> Fraction | None:
    told = spec.get(key)
    return None if told is None else fraction_from_json(told, key)


def _flag(spec: Mapping[str, JSON], key: str) -> bool:
    told = spec.get(key, True)
    if not isinstance(told, bool):
        raise StandingsError("unknown_choice", key, choice=str(told)[:40])
    return told


def _percent(spec: Mapping[str, JSON], key: str) -> Fraction:
    percent = fraction_from_json(spec.get(key, "0"), key)
    if not 0 <= percent <= 100:
        raise StandingsError("percent_out_of_range", key)
    return percent


def _size(spec: Mapping[str, JSON]) -> int | None:
    size = spec.get("full_size")
    if size is None:
        return None
    if isinstance(size, bool) or not isinstance(size, int) or not 2 <= size <= MOST_SEATS:
        raise StandingsError("size_out_of_range", "full_size", low=2, high=MOST_SEATS)
    return size


def _limit(spec: Mapping[str, JSON]) -> int | None:
    told = spec.get("bye_limit")
    if told is None:
        return None
    if isinstance(told, bool) or not isinstance(told, int) or not 0 <= told <= MOST_BYES:
        raise StandingsError("count_expected", "bye_limit")
    return told
