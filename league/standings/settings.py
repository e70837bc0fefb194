"""The settings of a stage that are not the scheme and not the chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.types import (
    BYE_KINDS,
    BYE_RULES,
    JSON,
    ByeKind,
    ByeValue,
    SharedWin,
)

MEAN: Final = ByeValue("mean")
ZERO: Final = ByeValue("zero")


@dataclass(frozen=True, slots=True)
class StageSettings:
    """How a stage treats guests, shared wins and rounds without a match.

    `usual_size` is the table size whose mean per seat a `mean` bye is worth, so that a bye
    never changes with other people's tables. From bye number `bye_limit` + 1 on, a player's
    further byes are worth nothing and are marked.
    """

    guests_hold_places: bool = True
    shared_win: SharedWin = "one"
    usual_size: int = 4
    bye_limit: int | None = None
    bye: ByeValue = MEAN
    requested_bye: ByeValue = MEAN
    late: ByeValue = ZERO
    no_show: ByeValue = ZERO
    absent: ByeValue = ZERO
    sits_out: ByeValue = ZERO

    def value_of(self, kind: ByeKind) -> ByeValue:
        by_kind: dict[ByeKind, ByeValue] = {
            "bye": self.bye,
            "requested_bye": self.requested_bye,
            "late": self.late,
            "no_show": self.no_show,
            "absent": self.absent,
            "sits_out": self.sits_out,
        }
        return by_kind[kind]


DEFAULT_SETTINGS: Final = StageSettings()


def bye_value_from_json(spec: JSON, field: str = "") -> ByeValue:
    """Read `"mean"`, `"zero"`, `"own_average"`, or an exact number for a fixed value."""
    for rule in BYE_RULES:
        if spec == rule and rule != "fixed":
            return ByeValue(rule)
    return ByeValue("fixed", fraction_from_json(spec, field))


def bye_value_to_json(value: ByeValue) -> str:
    return exact_text(value.amount) if value.rule == "fixed" else value.rule


def settings_from_json(spec: Mapping[str, JSON]) -> StageSettings:
    """Read stage settings; missing keys take their defaults, unknown ones are refused."""
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected")
    known = {"guests_hold_places", "shared_win", "usual_size", "bye_limit", *BYE_KINDS}
    for key in spec:
        if key not in known:
            raise StandingsError("unknown_key", str(key)[:40], key=str(key)[:40])
    default = DEFAULT_SETTINGS
    holds = spec.get("guests_hold_places", default.guests_hold_places)
    if not isinstance(holds, bool):
        raise StandingsError("yes_or_no_expected", "guests_hold_places")
    shared = spec.get("shared_win", default.shared_win)
    shared_win: SharedWin
    if shared == "one":
        shared_win = "one"
    elif shared == "share":
        shared_win = "share"
    else:
        raise StandingsError("unknown_choice", "shared_win", choice=str(shared)[:40])
    size = spec.get("usual_size", default.usual_size)
    if not isinstance(size, int) or isinstance(size, bool) or not 2 <= size <= 12:
        raise StandingsError("size_out_of_range", "usual_size", low=2, high=12)
    limit = spec.get("bye_limit")
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 0):
        raise StandingsError("count_expected", "bye_limit")
    values = {
        kind: bye_value_from_json(spec[kind], kind) if kind in spec else default.value_of(kind)
        for kind in BYE_KINDS
    }
    return StageSettings(
        guests_hold_places=holds,
        shared_win=shared_win,
        usual_size=size,
        bye_limit=limit,
        bye=values["bye"],
        requested_bye=values["requested_bye"],
        late=values["late"],
        no_show=values["no_show"],
        absent=values["absent"],
        sits_out=values["sits_out"],
    )


def settings_to_json(settings: StageSettings) -> dict[str, JSON]:
    written: dict[str, JSON] = {
        "guests_hold_places": settings.guests_hold_places,
        "shared_win": settings.shared_win,
        "usual_size": settings.usual_size,
        "bye_limit": settings.bye_limit,
    }
    for kind in BYE_KINDS:
        written[kind] = bye_value_to_json(settings.value_of(kind))
    return written


def fixed(amount: Fraction | int) -> ByeValue:
    """A bye worth this many league points."""
    return ByeValue("fixed", Fraction(amount))
