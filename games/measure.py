"""Plays the matches that real results are measured against: ``python -m games.measure``.

Bots of the level ``smart``, at every size of table, under the rules' own defaults; ``ladder.json``
says how well they play. The same seed gives the same file. It is written anew when the rules of a
game or its bots change.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from games.catalogue import all_games
from games.core.package import GamePackage
from games.simulate import Study, run
from games.studies import FILE

BOT, SEED = "smart", 1
# As many as each game's bots play in a few minutes.
MATCHES = {"dice-devils": 1000}
USUAL = 400


def main() -> int:
    found: dict[str, object] = {}
    for package in all_games():
        if package.play is None:
            continue
        sizes = {}
        for seats in package.seats:
            sizes[str(seats)] = measured(package, seats, MATCHES.get(package.key, USUAL))
            sys.stderr.write(f"{package.key}, {seats} seats\n")
        found[package.key] = {"edition": package.edition, "bot": BOT, "seed": SEED, "sizes": sizes}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def measured(package: GamePackage, seats: int, matches: int) -> dict[str, object]:
    """The figures of one size, as the file keeps them."""
    # Any: figures are JSON of any depth
    figures: dict[str, Any] = {**run(_study(package, seats, matches), quiet=True)}
    points = figures["points"]
    return {
        "matches": matches,
        "seats": figures["wins_by_seat"],
        "starts": {
            start: [group["wins"], group["matches"]] for start, group in figures["by_start"].items()
        },
        "points": [points["p5"], points["median"], points["p95"]] if points else None,
    }


def _study(package: GamePackage, seats: int, matches: int) -> Study:
    options = package.sheet.options_to_json(package.sheet.default_options())
    return Study(
        game=package.key,
        seats=seats,
        bots=(BOT,) * seats,
        options=json.dumps(options),
        seed=SEED,
        matches=matches,
        workers=1,
    )


if __name__ == "__main__":
    sys.exit(main())
