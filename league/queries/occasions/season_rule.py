"""The rule by which a season counts, from its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.standings.errors import StandingsError
from league.standings.rules import SeasonRule, rule_from_json

if TYPE_CHECKING:
    from league.models import Season
    from league.standings.types import JSON

# Which key of a rule the column ``counting_n`` holds.
NUMBERS = {"best_n": "n", "evening_places": "n", "drop_worst_k": "k", "shrunk_average": "c"}


def rule_spec(season: Season) -> dict[str, JSON]:
    """The season's rule as ``league.standings.rules`` reads it."""
    kind = str(season.counting)
    spec: dict[str, JSON] = {
        **season.counting_more,
        "kind": kind,
        "unit": str(season.counting_unit),
        "minimum": season.min_matches,
    }
    if kind in NUMBERS and season.counting_n is not None:
        spec[NUMBERS[kind]] = season.counting_n
    return spec


def rule_of(season: Season) -> SeasonRule:
    """How the season counts; what another release stored and this one does not know is left out."""
    try:
        return rule_from_json(rule_spec(season))
    except StandingsError:
        return SeasonRule(minimum=season.min_matches)
