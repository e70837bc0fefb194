"""What a bot would do and why: ``python -m games.coach --seat 0 < FILE``.

Reads the record of a match that goes on, up to a decision of that seat, and writes one JSON object.
It has a process of its own, lest others wait for a page while it thinks, and lets them go first.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict

from games.catalogue import get
from games.core.coach import TRIALS, advice
from games.core.errors import GameError
from games.core.lines import from_lines
from games.core.transcript import opening, replay
from games.core.types import Seat

LOW_PRIORITY = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m games.coach", description=__doc__)
    parser.add_argument("--seat", type=int, required=True, help="whose decision it is, from 0")
    parser.add_argument("--trials", type=int, default=TRIALS, help=f"at most ({TRIALS})")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other luck (1)")
    given = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    try:
        record = from_lines(sys.stdin)
        package = get(record.header.game)
        state = opening(package, record)
        for step in replay(package, record):
            state = step.after
        found = advice(package, state, Seat(given.seat), seed=given.seed, trials=given.trials)
    except GameError as error:
        sys.stderr.write(f"{error.code} {dict(error.params)}\n")
        return 2
    json.dump({**asdict(found), "verdict": found.verdict.value}, sys.stdout, separators=(",", ":"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
