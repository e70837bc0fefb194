"""How well bots play is kept in a file; it is what matches among them give again."""

from __future__ import annotations

import pytest

from games import ladder
from games.catalogue import all_games, get
from games.core.levels import LEVELS
from games.core.package import GamePackage

PLAYED = [game for game in all_games() if game.play is not None]


@pytest.mark.parametrize("package", PLAYED, ids=lambda package: package.key)
def test_each_measured_level_stands_against_the_one_below(package: GamePackage) -> None:
    levels = [level for level in LEVELS if level in package.bots]

    found = ladder.rungs(package.key, package.edition)

    assert found
    for rung in found:
        assert levels[levels.index(rung.level) - 1] == rung.below
        assert rung.size in package.seats
        assert 0 <= rung.low <= rung.share <= rung.high <= 1


def test_an_edition_that_was_not_measured_has_no_figures() -> None:
    assert ladder.rungs("dice-devils", 99) == ()
    assert ladder.among("dice-devils", 99) is None
    assert ladder.rungs("free-form", 1) == ()


def test_matches_played_today_agree_with_the_ladder() -> None:
    (kept,) = (
        rung for rung in ladder.rungs("dice-devils", 1) if (rung.size, rung.level) == (4, "easy")
    )

    again = ladder.paired(get("dice-devils"), 4, "easy", "random", 60)

    assert isinstance(again["share"], float)
    assert abs(again["share"] - kept.share) < 0.2


def test_the_same_seed_gives_the_same_figures() -> None:
    package = get("dice-devils")

    assert ladder.paired(package, 3, "smart", "random", 4) == ladder.paired(
        package, 3, "smart", "random", 4
    )
