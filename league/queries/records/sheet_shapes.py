"""What a score sheet looks like to programs: its shape, and one that fits it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from django.utils.translation import gettext

from games import catalogue
from games.core.sheet_schema import example_of, schema_of
from league.queries.records.sheets import rules_of

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Ruleset

_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class SheetShape:
    """The JSON Schema of a sheet that tells as much as ``level`` says."""

    level: str
    schema: JSON


def of(ruleset: Ruleset, seats: int) -> tuple[SheetShape, ...]:
    """One shape for each depth of detail, that which is asked for first."""
    rules = rules_of(ruleset)
    return tuple(
        SheetShape(level, schema_of(rules.layout(seats, level), seats=seats, say=gettext))
        for level in rules.levels
    )


def example(ruleset: Ruleset, seats: int) -> JSON:
    """A finished sheet without a fault; None where these rules know none."""
    return _example(ruleset.club_game.game, json.dumps(ruleset.options, sort_keys=True), seats)


@lru_cache(_REMEMBERED)  # a match is played for it
def _example(game: str, options: str, seats: int) -> JSON:
    package = catalogue.get(game)
    read = package.sheet.options_from_json(cast("JSON", json.loads(options)))
    return example_of(package, read, seats=seats)
