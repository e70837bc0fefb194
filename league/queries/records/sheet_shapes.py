"""What a score sheet looks like to programs: its shape, and one that fits it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext

from games import catalogue
from games.core.sheet_schema import example_of, examples_of, schema_of
from league.queries.records.sheets import rules_of

if TYPE_CHECKING:
    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.models import Ruleset

_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class SheetShape:
    """The JSON Schema of a sheet that tells as much as ``level`` says, and one that fits it."""

    level: str
    schema: JSON
    example: JSON


def of(ruleset: Ruleset, seats: int) -> tuple[SheetShape, ...]:
    """One shape for each depth of detail, that which is asked for first."""
    rules = rules_of(ruleset)
    examples = _examples(ruleset.club_game.game, _key(ruleset), seats)
    return tuple(
        SheetShape(
            level,
            schema_of(rules.layout(seats, level), seats=seats, say=gettext),
            examples.get(level),
        )
        for level in rules.levels
    )


def example(ruleset: Ruleset, seats: int) -> JSON:
    """A finished sheet without a fault; None where these rules know none."""
    return _example(ruleset.club_game.game, _key(ruleset), seats)


def usual(game: str) -> dict[str, JSON]:
    """An example for each depth of detail, as the game is usually played by as few as may."""
    package = catalogue.get(game)
    rules = package.sheet
    options = rules.default_options()
    options = rules.past_options(options) or options  # asked for the least, all depths are taken
    return examples_of(package, options, seats=rules.seats(options)[0])


def _key(ruleset: Ruleset) -> str:
    return json.dumps(ruleset.options, sort_keys=True)


@lru_cache(_REMEMBERED)  # a match is played for it
def _example(game: str, options: str, seats: int) -> JSON:
    package, read = _read(game, options)
    return example_of(package, read, seats=seats)


@lru_cache(_REMEMBERED)  # likewise
def _examples(game: str, options: str, seats: int) -> dict[str, JSON]:
    package, read = _read(game, options)
    return examples_of(package, read, seats=seats)


def _read(game: str, options: str) -> tuple[GamePackage, Any]:  # as the game types them
    package = catalogue.get(game)
    return package, package.sheet.options_from_json(cast("JSON", json.loads(options)))
