"""Named starting points for stages and seasons; a club copies one and changes what it likes."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.text import gettext_noop
from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.points import Beaten, GamePoints, Linear7, Podium, scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.settings import DEFAULT_SETTINGS, StageSettings
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN, DEFAULT_STAGE_CHAIN


@dataclass(frozen=True, slots=True)
class StagePreset:
    """A scheme, a chain and settings that go well together."""

    key: str
    name: str
    scheme: PointsScheme
    chain: tuple[str, ...] = DEFAULT_STAGE_CHAIN
    settings: StageSettings = DEFAULT_SETTINGS


@dataclass(frozen=True, slots=True)
class SeasonPreset:
    """A counting rule and its chain."""

    key: str
    name: str
    rule: SeasonRule
    chain: tuple[str, ...] = DEFAULT_SEASON_CHAIN


STAGE_PRESETS: tuple[StagePreset, ...] = (
    StagePreset("even_tables", gettext_noop("Even at every table size"), Linear7()),
    StagePreset("beaten", gettext_noop("Share of opponents beaten"), Beaten()),
    StagePreset("podium", gettext_noop("Small prizes: 5, 3, 1"), Podium()),
    StagePreset(
        "grand_prix",
        gettext_noop("Grand prix: first place weighs more"),
        scheme_from_json(
            {
                "key": "custom",
                "rows": {"3": [10, 6, 2], "4": [11, 7, 4, 2], "5": [12, 8, 5, 3, 2]},
            }
        ),
    ),
    StagePreset(
        "wins_first",
        gettext_noop("Wins first, then the game's own points"),
        GamePoints(),
        ("wins", "points", "head_to_head"),
    ),
)

SEASON_PRESETS: tuple[SeasonPreset, ...] = (
    SeasonPreset("everything", gettext_noop("Everything counts"), SeasonRule()),
    SeasonPreset(
        "best_eight_evenings",
        gettext_noop("The best eight evenings count"),
        SeasonRule("best_n", n=8, unit="evenings"),
    ),
    SeasonPreset(
        "average_from_four",
        gettext_noop("Average per match, from four matches on"),
        SeasonRule("average", minimum=4),
        ("average", "points"),
    ),
)


def stage_preset(key: str) -> StagePreset:
    for preset in STAGE_PRESETS:
        if preset.key == key:
            return preset
    raise StandingsError("unknown_preset", key=key[:40])


def season_preset(key: str) -> SeasonPreset:
    for preset in SEASON_PRESETS:
        if preset.key == key:
            return preset
    raise StandingsError("unknown_preset", key=key[:40])
