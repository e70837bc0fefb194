"""All points schemes, and how a stored one is read."""

from __future__ import annotations

from collections.abc import Mapping

from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.points.linear7 import Linear7
from league.standings.points.place_plus_score import PlacePlusScore
from league.standings.points.plain import PLAIN
from league.standings.points.win_bonus import WinBonus
from league.standings.types import JSON

SCHEMES: tuple[type[PointsScheme], ...] = (*PLAIN, PlacePlusScore, WinBonus)

DEFAULT_SCHEME: PointsScheme = Linear7()


def scheme_from_json(spec: JSON) -> PointsScheme:
    """Read a scheme such as `{"key": "custom", "rows": {"3": [10, 6, 2]}, "ties": "share"}`.

    Raises StandingsError with the field (and row and place, where one is wrong).
    """
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected")
    for scheme in SCHEMES:
        if scheme.key == spec.get("key"):
            return scheme.from_json(spec)
    raise StandingsError("unknown_scheme", "key", key=str(spec.get("key"))[:40])
