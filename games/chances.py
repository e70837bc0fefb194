"""How likely each seat was to win, step by step: ``python -m games.chances --seconds 60 < FILE``.

Reads a record as JSON lines, writes one JSON object. It runs beside whatever else the machine has
to do: at the lowest priority, in a process of its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict

from games.beside import answered
from games.catalogue import get
from games.core.chances import measured
from games.core.transcript import Transcript

LEAST_PRIORITY = 19


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m games.chances", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long bots play (60)")
    given = parser.parse_args()

    def work(record: Transcript) -> dict[str, object]:
        package = get(record.header.game)
        return asdict(measured(package, record, seconds=given.seconds, clock=time.monotonic))

    return answered(work, nice=LEAST_PRIORITY)


if __name__ == "__main__":
    sys.exit(main())
