"""Notes on the lines of a file that somebody uploads."""

from __future__ import annotations

from dataclasses import dataclass

from league.core.errors import LeagueError
from league.words import names


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with (or worth knowing of) a line: ``error.field`` is the column.

    ``value`` is the cell as it stands in the file.
    """

    line: int
    error: LeagueError
    value: str = ""


def note(line: int, error: LeagueError, value: str = "") -> Note:
    """A note whose sentence can name the line."""
    error.params = {**error.params, "line": line}
    return Note(line, error, names.clean(value)[:80])
