"""Sets of rules that are known to work together, for a club to begin from.

A set has a part for stages and, where a league is counted so, one for seasons; both are written
as ``league.services.occasions.presets`` stores those of a club.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.text import gettext_noop

if TYPE_CHECKING:
    from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules; ``season`` is None where it is for single events alone."""

    key: str
    name: str
    text: str
    stage: Mapping[str, JSON]
    season: Mapping[str, JSON] | None = None


PRESETS: tuple[Preset, ...] = (
    Preset(
        "club-league",
        gettext_noop("Club league"),
        gettext_noop("7 for a win at any table size; the best eight evenings count."),
        stage={"scheme": {"key": "linear7"}, "chain": ["points", "wins", "places", "head_to_head"]},
        season={
            "scheme": {"key": "linear7"},
            "chain": ["points", "best", "average", "matches"],
            "counting": "best_n",
            "counting_n": 8,
            "counting_unit": "evenings",
        },
    ),
    Preset(
        "evening-races",
        gettext_noop("Race of evenings"),
        gettext_noop("Every evening has a winner: its ranking earns 25, 20, 16… for the season."),
        stage={"scheme": {"key": "linear7"}, "chain": ["points", "wins", "places", "head_to_head"]},
        season={
            "scheme": {"key": "linear7"},
            "chain": ["points", "best", "matches"],
            "counting": "evening_places",
            "counting_n": 8,
            "counting_unit": "evenings",
        },
    ),
    Preset(
        "wins-first",
        gettext_noop("Won tables first, then a final"),
        gettext_noop(
            "Tables won come first, then points that are worth the same at tables of "
            "three to five. Lots decide ties at the cut."
        ),
        stage={"scheme": {"key": "vtes36"}, "chain": ["wins", "points", "places", "lot"]},
    ),
    Preset(
        "fours-by-strength",
        gettext_noop("Rounds of four, 3-2-1-0"),
        gettext_noop(
            "Points by place, then first places, then how well the opponents did: for "
            "tournaments seated by standings."
        ),
        stage={
            "scheme": {"key": "pinburgh"},
            "chain": ["points", "places", "opponents_average", "lot"],
        },
    ),
    Preset(
        "table-share",
        gettext_noop("Share of the table"),
        gettext_noop(
            "Everyone gets their share of all points at the table: for games where the "
            "margin matters."
        ),
        stage={
            "scheme": {"key": "table_share"},
            "chain": ["points", "wins", "share_mean", "lot"],
        },
        season={
            "scheme": {"key": "table_share"},
            "chain": ["points", "best", "matches"],
            "counting": "average",
            "min_matches": 4,
        },
    ),
    Preset(
        "score-and-place",
        gettext_noop("Score and place, as in riichi"),
        gettext_noop(
            "The score above 30000 in thousands, plus or minus a bonus by place; everything counts."
        ),
        stage={"scheme": {"key": "raw_bonus"}, "chain": ["points", "places"]},
        season={
            "scheme": {"key": "raw_bonus"},
            "chain": ["points", "average", "matches"],
            "counting": "sum",
        },
    ),
)
