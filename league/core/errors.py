"""The league's errors: a stable code and parameters, never a sentence.

Sentences live in ``words/phrases.py``; the doors translate: 422 issues, 409 conflict,
403 and 404 permission, 400 shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.sheet import Issue
    from league.models import MatchRecord

Param = int | str


class LeagueError(Exception):
    """Something cannot be done; ``code`` says what, ``params`` fill its sentence.

    ``field`` names the input that is at fault, where there is one.
    """

    status = 400

    def __init__(self, code: str, *, field: str = "", **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params: Mapping[str, Param] = params


class Refused(LeagueError):
    """The rules of the league or the state of the thing forbid it."""

    status = 409


class Uncountable(Refused):
    """A standing cannot be computed from what is stored; ``code`` says what stands against it."""


class BadInput(LeagueError):
    """The input is wrong at ``field``."""

    status = 400


class BadInputs(LeagueError):
    """Several inputs are wrong at once; ``errors`` holds one ``LeagueError`` per fault."""

    status = 400

    def __init__(self, errors: Sequence[LeagueError]) -> None:
        super().__init__("bad_inputs", count=len(errors))
        self.errors = tuple(errors)


class Refusals(BadInputs):
    """Several rules forbid it at once; ``errors`` holds one ``LeagueError`` per reason."""

    status = 409


class NotAllowed(LeagueError):
    """The actor may see the thing, but not do this to it."""

    status = 403


class NotFound(LeagueError):
    """There is no such thing, or it is hidden from this viewer."""

    status = 404


class Gone(LeagueError):
    """A link or token that was valid once."""

    status = 410


class Unreachable(LeagueError):
    """Another machine that is needed does not answer."""

    status = 502


class TooMany(LeagueError):
    """Too many attempts; try again later."""

    status = 429


class Conflict(LeagueError):
    """Somebody saved first. ``current`` is what stands now."""

    status = 409

    def __init__(
        self, code: str, *, current: MatchRecord | None = None, field: str = "", **params: Param
    ) -> None:
        super().__init__(code, field=field, **params)
        self.current = current


class SheetRejected(LeagueError):
    """A score sheet with errors; ``issues`` point at its cells."""

    status = 422

    def __init__(self, issues: Sequence[Issue], code: str = "sheet_rejected") -> None:
        super().__init__(code, count=len(issues))
        self.issues = tuple(issues)
