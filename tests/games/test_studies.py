"""What bots reached is kept in a file; it is what the matches give again."""

from __future__ import annotations

from math import sqrt

import pytest

from games.catalogue import all_games
from games.core.package import GamePackage
from games.measure import MATCHES, USUAL, measured
from games.studies import Studied, studied

PLAYED = [game for game in all_games() if game.play is not None]
CELLS = [(game, size) for game in PLAYED for size in game.seats]
NAMES = [f"{game.key}-{size}" for game, size in CELLS]


def kept(package: GamePackage, size: int) -> Studied:
    found = studied(package.key, package.edition, size)
    assert found is not None, "python -m games.measure"
    return found


@pytest.mark.parametrize(("package", "size"), CELLS, ids=NAMES)
def test_every_size_of_every_game_is_studied_and_every_match_has_its_winners(
    package: GamePackage, size: int
) -> None:
    found = kept(package, size)

    assert len(found.seats) == size
    assert sum(found.seats) <= found.matches + 1e-3
    assert sum(many for _, many in found.starts.values()) == size * found.matches
    assert sum(wins for wins, _ in found.starts.values()) == pytest.approx(sum(found.seats))


def test_an_edition_or_a_size_that_was_not_studied_has_no_figures() -> None:
    package = PLAYED[0]

    assert studied(package.key, package.edition + 1, 4) is None
    assert studied(package.key, package.edition, 9) is None
    assert studied("free-form", 1, 4) is None


def test_matches_played_today_agree_with_what_is_kept() -> None:
    (package,) = (game for game in PLAYED if game.key == "dice-devils")
    many, found = 200, kept(package, 3)

    again = measured(package, 3, many)

    assert isinstance(again["seats"], list)
    for now, before in zip(again["seats"], found.seats, strict=True):
        share = before / found.matches
        assert abs(now / many - share) < 5 * sqrt(share * (1 - share) / many)


@pytest.mark.slow
@pytest.mark.parametrize("package", PLAYED, ids=lambda package: package.key)
def test_the_file_holds_just_what_the_matches_give(package: GamePackage) -> None:
    size = package.seats[0]
    found = kept(package, size)

    again = measured(package, size, MATCHES.get(package.key, USUAL))

    assert again == {
        "matches": found.matches,
        "seats": list(found.seats),
        "starts": {start: list(pair) for start, pair in found.starts.items()},
        "points": list(found.points) if found.points else None,
    }
