"""How a season counts: the rule as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeVar

from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.points.place_rows import row_from_json
from league.standings.types import JSON

RuleKind = Literal["sum", "best_n", "drop_worst_k", "average", "shrunk_average", "evening_places"]
RULE_KINDS: tuple[RuleKind, ...] = (
    "sum",
    "best_n",
    "drop_worst_k",
    "average",
    "shrunk_average",
    "evening_places",
)
Unit = Literal["matches", "evenings"]
UNITS: tuple[Unit, ...] = ("matches", "evenings")
Judged = Literal["after", "before", "best"]
JUDGED: tuple[Judged, ...] = ("after", "before", "best")
MAX_COUNT = 10_000
MAX_PLACES = 200
EVENING_PLACES: Final = tuple(
    Fraction(points) for points in (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """What of a player's results counts, and from how many on a player is ranked.

    `n` belongs to `best_n` and, where 0 is all, to `evening_places`; `k` to `drop_worst_k`, and
    to `average`, which leaves the worst `k` out first; `c` to `shrunk_average`. `unit` says
    whether these and the minimums count matches or evenings; `minimum_unit` overrides it for
    the minimums. The averages are compared before the rest of the chain.

    `judged` says which result is the worst where evenings have weights: judged `before` or
    `after` weighting, or whichever is `best` for the player to lose.
    `attendance` is paid for every evening with a match, `sit_out` for every round sat out; both
    are never dropped. `places` is what `evening_places` pays for the ranks of an evening.
    `guest_minimum` is for guests of the club; None ranks guests like members.
    """

    kind: RuleKind = "sum"
    n: int = 0
    unit: Unit = "matches"
    minimum: int = 0
    guest_minimum: int | None = None
    k: int = 0
    c: int = 0
    judged: Judged = "after"
    minimum_unit: Unit | None = None
    attendance: Fraction = Fraction(0)
    sit_out: Fraction = Fraction(0)
    places: tuple[Fraction, ...] = EVENING_PLACES

    @property
    def by_average(self) -> bool:
        return self.kind in ("average", "shrunk_average")

    @property
    def counted_unit(self) -> Unit:
        """What may be dropped: whole evenings under `evening_places`."""
        return "evenings" if self.kind == "evening_places" else self.unit


_KEYS = frozenset(SeasonRule.__slots__)


def rule_from_json(spec: JSON) -> SeasonRule:
    """Read a rule such as `{"kind": "best_n", "n": 8, "unit": "evenings", "minimum": 4}`."""
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected")
    for key in spec:
        if key not in _KEYS:
            raise StandingsError("unknown_key", str(key)[:40], key=str(key)[:40])
    kind = next((kind for kind in RULE_KINDS if kind == spec.get("kind")), None)
    if kind is None:
        raise StandingsError("unknown_rule", "kind", key=str(spec.get("kind"))[:40])
    guests = spec.get("guest_minimum")
    counts_n = kind in ("best_n", "evening_places")
    counts_k = kind in ("drop_worst_k", "average")
    return SeasonRule(
        kind=kind,
        n=_count(spec, "n", 1 if kind == "best_n" else 0) if counts_n else 0,
        unit=_choice(spec, "unit", UNITS, "matches"),
        minimum=_count(spec, "minimum", 0),
        guest_minimum=None if guests is None else _count(spec, "guest_minimum", 0),
        k=_count(spec, "k", 1 if kind == "drop_worst_k" else 0) if counts_k else 0,
        c=_count(spec, "c", 1) if kind == "shrunk_average" else 0,
        judged=_choice(spec, "judged", JUDGED, "after"),
        minimum_unit=None
        if spec.get("minimum_unit") is None
        else _choice(spec, "minimum_unit", UNITS, "matches"),
        attendance=_bonus(spec, "attendance"),
        sit_out=_bonus(spec, "sit_out"),
        places=_places(spec) if kind == "evening_places" else EVENING_PLACES,
    )


def rule_to_json(rule: SeasonRule) -> dict[str, JSON]:
    """Write a rule; what belongs to other kinds or is not used is left out."""
    written: dict[str, JSON] = {
        "kind": rule.kind,
        "unit": rule.unit,
        "minimum": rule.minimum,
        "guest_minimum": rule.guest_minimum,
    }
    if rule.kind in ("best_n", "evening_places"):
        written["n"] = rule.n
    if rule.kind == "drop_worst_k" or (rule.kind == "average" and rule.k):
        written["k"] = rule.k
    if rule.kind == "shrunk_average":
        written["c"] = rule.c
    if rule.judged != "after":
        written["judged"] = rule.judged
    if rule.minimum_unit is not None:
        written["minimum_unit"] = rule.minimum_unit
    if rule.attendance:
        written["attendance"] = exact_text(rule.attendance)
    if rule.sit_out:
        written["sit_out"] = exact_text(rule.sit_out)
    if rule.kind == "evening_places":
        written["places"] = [exact_text(value) for value in rule.places]
    return written


def _choice(spec: Mapping[str, JSON], key: str, choices: tuple[_T, ...], default: _T) -> _T:
    told = spec.get(key, default)
    for choice in choices:
        if choice == told:
            return choice
    raise StandingsError("unknown_choice", key, choice=str(told)[:40])


def _count(spec: Mapping[str, JSON], key: str, least: int) -> int:
    value = spec.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_COUNT:
        raise StandingsError("count_expected", key)
    return value


def _bonus(spec: Mapping[str, JSON], key: str) -> Fraction:
    value = fraction_from_json(spec.get(key, 0), key)
    if value < 0:
        raise StandingsError("negative_number", key)
    return value


def _places(spec: Mapping[str, JSON]) -> tuple[Fraction, ...]:
    if "places" not in spec:
        return EVENING_PLACES
    row = row_from_json(spec["places"], "places")
    if not row:
        raise StandingsError("list_empty", "places")
    if len(row) > MAX_PLACES:
        raise StandingsError("list_too_long", "places", places=MAX_PLACES)
    if row[-1] < 0:
        # The next rank would get 0, more than the one before it.
        raise StandingsError("list_row_rises", f"places.{len(row)}", place=len(row) + 1)
    return row
