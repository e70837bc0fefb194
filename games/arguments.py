"""What the command lines of this room share: reading arguments, and refusing them in one line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NoReturn

from games import catalogue
from games.catalogue import get, sentences
from games.core.errors import BadOptions, GameError
from games.core.package import GamePackage
from games.core.sheet import path_name
from games.core.words import refusal

BAD_INPUT = 2
"""The exit code for an argument that cannot be used."""


class Refused(Exception):
    """An argument that cannot be used: its name and a sentence."""

    def __init__(self, argument: str, sentence: str) -> None:
        super().__init__(f"{argument}: {sentence}")


class OneLineParser(argparse.ArgumentParser):
    """Says in one line what it cannot read."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


def playable() -> list[str]:
    """The keys of the games that have full play."""
    return [package.key for package in catalogue.playable()]


def game(key: str) -> GamePackage:
    """The game with full play that has this key. Raises Refused."""
    try:
        package = get(key)
        if package.play is None:
            raise GameError("game.no_play", game=package.key)
    except GameError as error:
        raise Refused("GAME", f"{sentence(error)} There are: {', '.join(playable())}.") from None
    return package


def options(package: GamePackage, file: str | None) -> Any:  # each game has its own options
    """The house rules a file holds, the usual ones for None. Raises Refused."""
    if file is None:
        return package.sheet.default_options()
    try:
        # games take a number with a fraction as text: it stays exact
        data = json.loads(Path(file).read_text(encoding="utf-8"), parse_float=str)
    except OSError as error:
        raise Refused("--options", f"{file}: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise Refused("--options", f"{file} is not JSON.") from None
    try:
        return package.sheet.options_from_json(data)
    except BadOptions as error:
        where = f"{path_name(error.path)}: " if error.path else ""
        raise Refused("--options", where + sentence(error)) from None


def seats(package: GamePackage, chosen: Any, text: str | None) -> int:  # Any: as above
    """The number of players; four, or what is nearest to it, for None. Raises Refused."""
    allowed = package.sheet.seats(chosen)
    if text is None:
        return min(max(4, allowed[0]), allowed[-1])
    return whole("--seats", text, allowed[0], allowed[-1])


def whole(argument: str, text: str, least: int, most: int) -> int:
    """A whole number within limits. Raises Refused."""
    try:
        number = int(text) if len(text) < 30 else None
    except ValueError:
        number = None
    if number is None:
        raise Refused(argument, f"“{text[:40]}” is not a whole number.")
    if not least <= number <= most:
        raise Refused(argument, f"{number} is not between {least} and {most}.")
    return number


def sentence(error: GameError) -> str:
    """What is wrong, in English."""
    return refusal(error, sentences()[error.code])
