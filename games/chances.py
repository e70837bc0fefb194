"""How likely each seat was to win, step by step: ``python -m games.chances --seconds 60 < FILE``.

Reads a record as JSON lines, writes one JSON object. It runs beside whatever else the machine has
to do: at the lowest priority, in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict

from games.catalogue import get
from games.core.chances import measured
from games.core.errors import GameError
from games.core.lines import from_lines

LEAST_PRIORITY = 19


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m games.chances", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long bots play (60)")
    given = parser.parse_args()
    if hasattr(os, "nice"):
        os.nice(LEAST_PRIORITY)
    try:
        record = from_lines(sys.stdin)
        package = get(record.header.game)
        found = measured(package, record, seconds=given.seconds, clock=time.monotonic)
    except GameError as error:
        sys.stderr.write(f"{error.code} {dict(error.params)}\n")
        return 2
    json.dump(asdict(found), sys.stdout, separators=(",", ":"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
