"""The engines by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from league.ratings.elo_pairs import EloPairs
from league.ratings.errors import RatingSettingsError
from league.ratings.plackett_luce import PlackettLuce

if TYPE_CHECKING:
    from league.ratings.contract import RatingEngine, Settings

ENGINES = (PlackettLuce, EloPairs)
DEFAULT = PlackettLuce.key
_MAKERS: Mapping[str, Callable[[Settings], RatingEngine]] = {
    engine.key: engine.from_settings for engine in ENGINES
}


def engine(key: str, settings: Settings) -> RatingEngine:
    """The engine ``key`` under ``settings``; what is not given is as usual.

    Raises:
        RatingSettingsError: an unknown engine or setting, or a value out of its limits.
    """
    maker = _MAKERS.get(key)
    if maker is None:
        raise RatingSettingsError("rating_unknown_engine", field="engine", engine=key)
    made = maker(settings)
    for name in settings:
        if name not in made.settings():
            raise RatingSettingsError("rating_unknown_setting", field=name)
    return made
