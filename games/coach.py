"""What a bot would do and why: ``python -m games.coach --seat 0 < FILE``.

Reads the record of a match that goes on, up to a decision of that seat, and writes one JSON object.
It has a process of its own, lest others wait for a page while it thinks, and lets them go first.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from games.beside import answered
from games.catalogue import get
from games.core.coach import TRIALS, advice
from games.core.transcript import Transcript, opening, replay
from games.core.types import Seat

LOW_PRIORITY = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m games.coach", description=__doc__)
    parser.add_argument("--seat", type=int, required=True, help="whose decision it is, from 0")
    parser.add_argument("--trials", type=int, default=TRIALS, help=f"at most ({TRIALS})")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other luck (1)")
    given = parser.parse_args()

    def work(record: Transcript) -> dict[str, object]:
        package = get(record.header.game)
        state = opening(package, record)
        for step in replay(package, record):
            state = step.after
        found = advice(package, state, Seat(given.seat), seed=given.seed, trials=given.trials)
        return {**asdict(found), "verdict": found.verdict.value}

    return answered(work, nice=LOW_PRIORITY)


if __name__ == "__main__":
    sys.exit(main())
