"""Points schemes: one file each, listed in `SCHEMES`."""

from __future__ import annotations

from league.standings.points.beaten import Beaten
from league.standings.points.bga import Bga
from league.standings.points.custom import Custom
from league.standings.points.examples import ExampleRow, example_rows
from league.standings.points.game_points import GamePoints
from league.standings.points.linear7 import Linear7
from league.standings.points.newport import Newport
from league.standings.points.paderborn import Paderborn
from league.standings.points.papa import Papa
from league.standings.points.pinburgh import Pinburgh
from league.standings.points.place_plus_score import PlacePlusScore
from league.standings.points.podium import Podium
from league.standings.points.pool10 import Pool10
from league.standings.points.raw_bonus import RawBonus
from league.standings.points.registry import DEFAULT_SCHEME, SCHEMES, scheme_from_json
from league.standings.points.table_share import TableShare
from league.standings.points.vtes36 import Vtes36
from league.standings.points.win_bonus import WinBonus
from league.standings.points.winner import Winner

__all__ = [
    "DEFAULT_SCHEME",
    "SCHEMES",
    "Beaten",
    "Bga",
    "Custom",
    "ExampleRow",
    "GamePoints",
    "Linear7",
    "Newport",
    "Paderborn",
    "Papa",
    "Pinburgh",
    "PlacePlusScore",
    "Podium",
    "Pool10",
    "RawBonus",
    "TableShare",
    "Vtes36",
    "WinBonus",
    "Winner",
    "example_rows",
    "scheme_from_json",
]
