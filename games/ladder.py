"""How well each level of bots plays against the one below: ``python -m games.ladder``.

At each size every second seat has the better level and the others the one below, in turns; of each
two seats of different levels it counts who has the better place, a shared one as a half. One strong
player among three smart ones is measured as well. Figures are kept in a file beside; pages read it.
The same seed gives the same figures, however busy a machine is: bots that think do so by a number
of trials.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from games.catalogue import get, playable
from games.core.levels import LEVELS, SMART, STRONG
from games.core.package import GamePackage
from games.core.playouts import match_seed, player
from games.core.tally import Z, wilson
from games.core.types import Outcome

FILE = Path(__file__).with_name("ladder.json")
SEED = 7
TABLE = 4
"""The size at which one strong player is measured among smart ones."""
_ROUNDED = 3


@dataclass(frozen=True, slots=True)
class Rung:
    """A level against the one below at tables of one size, in matches so many.

    ``share``: how often it has the better place of a pair, with the ends of the 95 % interval.
    """

    size: int
    level: str
    below: str
    matches: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Among:
    """The matches one strong player has won among three smart ones, with a 95 % interval."""

    matches: int
    share: float
    low: float
    high: float


def rungs(key: str, edition: int) -> tuple[Rung, ...]:
    """What was measured of a game's bots, by size, the weakest first."""
    found = [Rung(**each) for each in _kept(key, edition).get("pairs", [])]
    return tuple(sorted(found, key=lambda rung: (rung.size, LEVELS.index(rung.level))))


def among(key: str, edition: int) -> Among | None:
    """What one strong player has won among three smart ones, where it was measured."""
    found = _kept(key, edition).get(STRONG)
    return None if found is None else Among(**found)


def _kept(key: str, edition: int) -> dict[str, Any]:  # Any: figures are JSON of any depth
    found = _all().get(key, {})
    return found if found.get("edition") == edition else {}


@cache
def _all() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


# --- measuring


def paired(
    package: GamePackage, size: int, level: str, below: str, matches: int
) -> dict[str, object]:
    """The figures of one rung."""
    options = package.sheet.default_options()
    ways = []
    for first in range(2):
        bots = [level if (seat + first) % 2 else below for seat in range(size)]
        ways.append((bots, player(package, size, options, bots)))
    shares = []
    for match in range(matches):
        bots, play = ways[match % 2]
        shares.append(_share(bots, level, play(match_seed(SEED, match // 2)).outcome))
    mean = sum(shares) / matches
    error = sqrt(sum((share - mean) ** 2 for share in shares) / max(1, matches - 1) / matches)
    return {
        "size": size,
        "level": level,
        "below": below,
        "matches": matches,
        "share": round(mean, _ROUNDED),
        "low": round(max(0.0, mean - Z * error), _ROUNDED),
        "high": round(min(1.0, mean + Z * error), _ROUNDED),
    }


def _share(bots: list[str], level: str, outcome: Outcome) -> float:
    better = [place for place, bot in zip(outcome.places, bots, strict=True) if bot == level]
    others = [place for place, bot in zip(outcome.places, bots, strict=True) if bot != level]
    won = sum((one < other) + 0.5 * (one == other) for one in better for other in others)
    return won / (len(better) * len(others))


def alone(package: GamePackage, matches: int) -> dict[str, object]:
    """One strong player among smart ones, on each seat in turn."""
    options = package.sheet.default_options()
    won = Fraction(0)
    ways = [
        player(package, TABLE, options, [STRONG if at == seat else SMART for at in range(TABLE)])
        for seat in range(TABLE)
    ]
    for match in range(matches):
        seat = match % TABLE
        outcome = ways[seat](match_seed(SEED, match // TABLE)).outcome
        if outcome.winners and outcome.places[seat] == 1:
            won += Fraction(1, outcome.winners)
    interval = wilson(won, matches)
    assert interval is not None
    low, high = (round(float(str(end)), _ROUNDED) for end in interval)
    return {
        "matches": matches,
        "share": round(float(won / matches), _ROUNDED),
        "low": low,
        "high": high,
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m games.ladder", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--sizes", default="2,3,4,6", help="as far as a game has them (2,3,4,6)")
    parser.add_argument("--levels", default=",".join(LEVELS[1:]), help="the better of each pair")
    parser.add_argument("--matches", type=int, default=100, help="how many for each figure (100)")
    parser.add_argument(
        "--alone", action="store_true", help="only one strong player among smart ones"
    )
    given = parser.parse_args()
    packages = [get(key) for key in given.games] or playable()
    for package in packages:
        if given.alone:
            _write(package, alone(package, given.matches))
            continue
        fewest = package.seats[0]
        for size in sorted({max(fewest, int(text)) for text in given.sizes.split(",")}):
            levels = list(package.bots)
            for below, level in pairwise(levels):
                if level in given.levels.split(","):
                    _write(package, paired(package, size, level, below, given.matches))
    return 0


def _write(package: GamePackage, figures: dict[str, object]) -> None:
    """Puts one figure into the file, so that a long run can be left at any time."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    game = kept.get(package.key)
    if game is None or game["edition"] != package.edition:
        game = kept[package.key] = {"edition": package.edition, "pairs": []}
    if "level" in figures:
        same = ("size", "level", "below")
        others = [rung for rung in game["pairs"] if any(rung[k] != figures[k] for k in same)]
        game["pairs"] = [*others, figures]
    else:
        game[STRONG] = figures
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    sys.stderr.write(f"{package.key}: {figures}\n")


if __name__ == "__main__":
    sys.exit(main())
