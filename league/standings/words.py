"""Which sentences of `texts.py` tell how a season counts, and what fills them."""

from __future__ import annotations

from league.standings.exact import shown
from league.standings.rules import SeasonRule
from league.standings.texts import MINIMUM_TEXTS, RULE_TEXTS


def rule_sentences(rule: SeasonRule) -> tuple[tuple[str, dict[str, str | int]], ...]:
    """Marked sentences with their parameters, in the order to be read."""
    params: dict[str, str | int] = {"n": rule.n, "k": rule.k, "c": rule.c}
    found: list[tuple[str, dict[str, str | int]]] = [(RULE_TEXTS[_kind(rule)], params)]
    if rule.judged != "after":
        found.append((RULE_TEXTS[f"judged_{rule.judged}"], {}))
    for key, points in (("attendance", rule.attendance), ("sit_out", rule.sit_out)):
        if points:
            found.append((RULE_TEXTS[key], {"points": shown(points)}))
    unit = rule.minimum_unit or rule.unit
    if rule.minimum:
        found.append((MINIMUM_TEXTS[unit], {"minimum": rule.minimum}))
    if rule.guest_minimum:
        found.append((MINIMUM_TEXTS[f"guest_{unit}"], {"minimum": rule.guest_minimum}))
    return tuple(found)


def _kind(rule: SeasonRule) -> str:
    if rule.kind in ("best_n", "drop_worst_k"):
        return f"{rule.kind}_{rule.unit}"
    if rule.kind == "average" and rule.k:
        return f"average_without_worst_{rule.unit}"
    if rule.kind == "evening_places" and rule.n:
        return "evening_places_best"
    return rule.kind
