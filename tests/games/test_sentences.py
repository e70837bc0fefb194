"""Every code has a sentence, and every sentence has a code that uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import GAMES, all_games, get, sentences
from games.core.errors import UnknownGame
from games.core.package import GamePackage
from games.core.texts import TEXTS

ROOM = Path(__file__).resolve().parents[2] / "games"
ROOMS = "|".join(
    sorted({code.split(".")[0] for code in TEXTS} | {name.removeprefix("games.") for name in GAMES})
)
CODE = re.compile(rf'"((?:{ROOMS})\.[a-z_]+)"')


def _used() -> set[str]:
    return {
        code
        for file in ROOM.rglob("*.py")
        if file.name != "texts.py"
        for code in CODE.findall(file.read_text(encoding="utf-8"))
    }


def test_every_code_that_is_raised_or_reported_has_a_sentence_and_the_other_way_round() -> None:
    assert _used() == set(sentences())


def test_no_two_rooms_share_a_code() -> None:
    rooms = [TEXTS, *(game.texts for game in all_games())]

    assert sum(map(len, rooms)) == len(sentences())


def test_the_catalogue_finds_each_game_by_its_key() -> None:
    assert [get(game.key) is game for game in all_games()] == [True] * len(GAMES)
    assert [game.ruleset for game in all_games()] == [
        f"{folder.removeprefix('games.').replace('_', '-')}/{game.edition}"
        for folder, game in zip(GAMES, all_games(), strict=True)
    ]


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(UnknownGame) as caught:
        get("go")

    assert (caught.value.code, caught.value.params) == ("game.unknown", {"key": "go"})


_COUNTED = re.compile(r"%\((?:count|hidden|number|own|pieces|points)\)s [a-z]+s\b")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_numbers_in_the_story_of_a_match_stand_behind_their_nouns(game: GamePackage) -> None:
    """Nobody reads “1 points”, and no language needs a plural of its own."""
    play = ROOM / game.key.replace("-", "_") / "play"

    counted = [
        found for file in play.glob("*.py") for found in _COUNTED.findall(file.read_text("utf-8"))
    ]

    assert counted == []
