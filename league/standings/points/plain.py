"""The schemes that stand on their own, and how one inside another scheme is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.points.beaten import Beaten
from league.standings.points.bga import Bga
from league.standings.points.custom import Custom
from league.standings.points.game_points import GamePoints
from league.standings.points.linear7 import Linear7
from league.standings.points.newport import Newport
from league.standings.points.paderborn import Paderborn
from league.standings.points.papa import Papa
from league.standings.points.pinburgh import Pinburgh
from league.standings.points.podium import Podium
from league.standings.points.pool10 import Pool10
from league.standings.points.raw_bonus import RawBonus
from league.standings.points.table_share import TableShare
from league.standings.points.vtes36 import Vtes36
from league.standings.points.winner import Winner
from league.standings.types import JSON

BY_PLACE: tuple[type[PointsScheme], ...] = (
    Linear7,
    Beaten,
    Podium,
    Custom,
    Vtes36,
    Pinburgh,
    Papa,
    Paderborn,
    Newport,
    Bga,
    Pool10,
    Winner,
)
PLAIN: tuple[type[PointsScheme], ...] = (*BY_PLACE, GamePoints, TableShare, RawBonus)


def place_scheme_from_json(spec: JSON, field: str) -> PointsScheme:
    """Read a scheme that pays by place and stands inside another one."""
    return inner_scheme_from_json(spec, field, BY_PLACE)


def inner_scheme_from_json(
    spec: JSON, field: str, choices: Sequence[type[PointsScheme]]
) -> PointsScheme:
    """Read a scheme inside another; fields of errors begin with `field`."""
    if not isinstance(spec, Mapping):
        raise StandingsError("object_expected", field)
    for scheme in choices:
        if scheme.key == spec.get("key"):
            try:
                return scheme.from_json(spec)
            except StandingsError as error:
                where = f"{field}.{error.field}" if error.field else field
                raise StandingsError(error.code, where, **error.params) from error
    raise StandingsError("unknown_scheme", f"{field}.key", key=str(spec.get("key"))[:40])
