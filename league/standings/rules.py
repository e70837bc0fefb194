"""How a season counts: the rule as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from league.standings.errors import StandingsError
from league.standings.types import JSON

RuleKind = Literal["sum", "best_n", "average"]
RULE_KINDS: tuple[RuleKind, ...] = ("sum", "best_n", "average")
Unit = Literal["matches", "evenings"]
UNITS: tuple[Unit, ...] = ("matches", "evenings")
MAX_COUNT = 10_000


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """What of a player's results counts, and from how many on a player is ranked.

    `n` belongs to `best_n`. `unit` says whether `n` and the minimums count matches or
    evenings. `average` compares the average per match before the rest of the chain.
    `guest_minimum` is for guests of the club; None ranks guests like members.
    """

    kind: RuleKind = "sum"
    n: int = 0
    unit: Unit = "matches"
    minimum: int = 0
    guest_minimum: int | None = None


def rule_from_json(spec: JSON) -> SeasonRule:
    """Read a rule such as `{"kind": "best_n", "n": 8, "unit": "evenings", "minimum": 4}`."""
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected")
    for key in spec:
        if key not in {"kind", "n", "unit", "minimum", "guest_minimum"}:
            raise StandingsError("unknown_key", str(key)[:40], key=str(key)[:40])
    kind = next((kind for kind in RULE_KINDS if kind == spec.get("kind")), None)
    if kind is None:
        raise StandingsError("unknown_rule", "kind", key=str(spec.get("kind"))[:40])
    unit = next((unit for unit in UNITS if unit == spec.get("unit", "matches")), None)
    if unit is None:
        raise StandingsError("unknown_choice", "unit", choice=str(spec.get("unit"))[:40])
    guests = spec.get("guest_minimum")
    return SeasonRule(
        kind=kind,
        n=_count(spec, "n", 1) if kind == "best_n" else 0,
        unit=unit,
        minimum=_count(spec, "minimum", 0),
        guest_minimum=None if guests is None else _count(spec, "guest_minimum", 0),
    )


def rule_to_json(rule: SeasonRule) -> dict[str, JSON]:
    written: dict[str, JSON] = {
        "kind": rule.kind,
        "unit": rule.unit,
        "minimum": rule.minimum,
        "guest_minimum": rule.guest_minimum,
    }
    if rule.kind == "best_n":
        written["n"] = rule.n
    return written


def _count(spec: Mapping[str, JSON], key: str, least: int) -> int:
    value = spec.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_COUNT:
        raise StandingsError("count_expected", key)
    return value
