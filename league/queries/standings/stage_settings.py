"""How a stage is scored: its scheme and settings, read from its row."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from league.models import Season, Stage
from league.queries.standings.stage_scoring import StageScoring, scoring_from_json, value_from_json
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.settings import ZERO, StageSettings
from league.standings.types import ByeValue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.standings.contract import PointsScheme


def scheme_of(stage: Stage) -> PointsScheme:
    """The stage's points scheme; equal specs give one object."""
    return _scheme(json.dumps(stage.scheme, sort_keys=True))


@lru_cache(maxsize=256)
def _scheme(text: str) -> PointsScheme:
    return scheme_from_json(json.loads(text))


def settings_of(stage: Stage) -> StageSettings:
    """How the stage treats rounds without a match; a mean is that of its usual table."""
    bye = value_of(stage.bye)
    more = scoring_of(stage)
    return StageSettings(
        guests_hold_places=more.guests_hold_places,
        filler_points=more.filler_points,
        shared_win=more.shared_win,
        full_size=more.full_size,
        opponents_floor=more.opponents_floor / 100,
        usual_size=max(2, stage.size_preferred),
        bye_limit=more.bye_limit,
        bye=bye,
        requested_bye=bye if more.requested_bye is None else more.requested_bye,
        late=value_of(stage.late),
        no_show=value_of(stage.no_show),
        absent=more.absent,
        sits_out=more.sits_out,
        dropped=more.dropped,
        cooperative_won=more.cooperative_won,
        cooperative_lost=more.cooperative_lost,
        side_points=more.side_points,
    )


def settings_in(stage: Stage, scope: Stage | Season) -> StageSettings:
    """The settings of a stage; what is booked for fillers stands in its own standing alone."""
    settings = settings_of(stage)
    return settings if isinstance(scope, Stage) else replace(settings, filler_points=None)


def scoring_of(stage: Stage) -> StageScoring:
    """What the stage says beyond the usual; what another release stored and this one does not
    know counts as usual.
    """
    try:
        return scoring_from_json(stage.scoring)
    except StandingsError:
        return StageScoring()


def value_of(spec: Mapping[str, str]) -> ByeValue:
    """The value behind a stored rule such as ``{"kind": "fixed", "points": "5/2"}``."""
    try:
        return value_from_json(spec, "")
    except StandingsError:
        return ZERO
