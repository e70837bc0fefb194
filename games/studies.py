"""What matches among bots gave, kept in a file to measure real results against.

``games/measure.py`` plays them and writes the file; here it is only read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("studies.json")


@dataclass(frozen=True, slots=True)
class Studied:
    """Matches of one game at tables of one size, under the rules' own defaults.

    ``seats`` are wins by seat, ``starts`` wins and matches by what a seat started as (see
    ``Game.starts``); a shared win counts as parts of one. ``points`` are those that five, fifty
    and 95 of a hundred scores do not exceed; None for a game without points.
    """

    bot: str
    matches: int
    seats: tuple[float, ...]
    starts: dict[str, tuple[float, int]]
    points: tuple[float, float, float] | None


def studied(key: str, edition: int, size: int) -> Studied | None:
    """The study of a game, if there is one of this edition of its rules for so many players."""
    game = _all().get(key)
    if game is None or game["edition"] != edition:
        return None
    found = game["sizes"].get(str(size))
    if found is None:
        return None
    return Studied(
        bot=game["bot"],
        matches=found["matches"],
        seats=tuple(found["seats"]),
        starts={start: (wins, many) for start, (wins, many) in found["starts"].items()},
        points=tuple(found["points"]) if found["points"] else None,
    )


# The shape is that of ``games/measure.py``; a test plays some of it again.
@cache
def _all() -> dict[str, dict]:  # type: ignore[type-arg]
    found: dict[str, dict] = json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[type-arg]
    return found
