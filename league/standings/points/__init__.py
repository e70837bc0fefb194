"""Points schemes: one file each, listed in `SCHEMES`."""

from __future__ import annotations

from league.standings.points.beaten import Beaten
from league.standings.points.custom import Custom
from league.standings.points.examples import ExampleRow, example_rows
from league.standings.points.game_points import GamePoints
from league.standings.points.linear7 import Linear7
from league.standings.points.podium import Podium
from league.standings.points.registry import DEFAULT_SCHEME, SCHEMES, scheme_from_json

__all__ = [
    "DEFAULT_SCHEME",
    "SCHEMES",
    "Beaten",
    "Custom",
    "ExampleRow",
    "GamePoints",
    "Linear7",
    "Podium",
    "example_rows",
    "scheme_from_json",
]
