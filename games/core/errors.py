"""What games raise. Sentences for the codes live in the ``texts.py`` next to the code."""

from __future__ import annotations

from games.core.types import Path


class GameError(Exception):
    """Something a game cannot accept.

    ``code`` is stable, ``path`` points into the JSON that was handed in, ``params`` fill the
    placeholders of the sentence for the code.
    """

    def __init__(self, code: str, path: Path = (), **params: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.path = path
        self.params: dict[str, int | str] = params

    def __str__(self) -> str:
        where = ".".join(str(step) for step in self.path)
        return f"{self.code} at {where}" if where else self.code


class MalformedSheet(GameError):
    """A sheet whose shape cannot be read."""


class BadOptions(GameError):
    """Options that cannot be read or exclude each other; ``path`` names the field."""


class MalformedAction(GameError):
    """An action whose shape cannot be read."""


class MalformedTranscript(GameError):
    """A record that cannot be read or replayed; ``params["line"]`` counts from 1."""


class NotYourTurn(GameError):
    """An action by somebody who owes none."""


class IllegalAction(GameError):
    """An action the rules forbid; ``rule`` is the one that does: ``DD R9``."""

    def __init__(self, code: str, path: Path = (), *, rule: str, **params: int | str) -> None:
        super().__init__(code, path, rule=rule, **params)


class UnknownGame(GameError):
    """A key that no game in the catalogue has."""


class UnknownBot(GameError):
    """A name that no bot of the game has."""
