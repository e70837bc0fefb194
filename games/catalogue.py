"""The list of the games. A new game is one more line here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources

from games.core.errors import UnknownGame
from games.core.package import GamePackage
from games.core.texts import TEXTS

GAMES = ("games.dice_devils", "games.free_form", "games.teufel_teufel", "games.the_devil_with_it")


@cache
def all_games() -> tuple[GamePackage, ...]:
    """Every game, in the order of GAMES."""
    packages = []
    for name in GAMES:
        package = import_module(name).GAME
        assert isinstance(package, GamePackage), name
        packages.append(package)
    return tuple(packages)


def playable() -> tuple[GamePackage, ...]:
    """The games with full play."""
    return tuple(package for package in all_games() if package.play is not None)


def get(key: str) -> GamePackage:
    """The game with this key. Raises UnknownGame."""
    for package in all_games():
        if package.key == key:
            return package
    raise UnknownGame("game.unknown", key=key[:60])


@cache
def rules_text(key: str, language: str = "en") -> str:
    """The game's ``RULES.md``, or ``RULES.de.md``; empty for a game without rules of its own.

    Raises UnknownGame.
    """
    return _told("RULES", key, language)


@cache
def how_to_play(key: str, language: str = "en") -> str:
    """The game's ``HOW_TO_PLAY.md`` for people at the table, or that of a language; perhaps empty.

    Raises UnknownGame.
    """
    return _told("HOW_TO_PLAY", key, language)


def _told(stem: str, key: str, language: str) -> str:
    """A text in the game's folder; empty where the language has none."""
    folder = resources.files(_folders()[get(key).key])
    own = folder.joinpath(f"{stem}.md" if language == "en" else f"{stem}.{language}.md")
    return own.read_text(encoding="utf-8") if own.is_file() else ""


def _folders() -> dict[str, str]:
    return dict(zip((package.key for package in all_games()), GAMES, strict=True))


@cache
def sentences() -> Mapping[str, str]:
    """The untranslated sentence for every code that games raise or report."""
    merged = dict(TEXTS)
    for package in all_games():
        merged.update(package.texts)
    return merged
