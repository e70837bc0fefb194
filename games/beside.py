"""Work on a record in a process of its own: JSON lines come in, one JSON object goes out.

Whoever asks has something better to do meanwhile: such a process lets others go first.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping

from games.core.errors import GameError
from games.core.lines import from_lines
from games.core.transcript import Transcript


def answered(work: Callable[[Transcript], Mapping[str, object]], *, nice: int) -> int:
    """Reads the record from the standard input and writes what ``work`` finds; the exit status.

    ``nice`` is how far others go first, up to 19. A record that cannot be read is told by the code
    of its error, and ends with 2.
    """
    if hasattr(os, "nice"):
        os.nice(nice)
    try:
        found = work(from_lines(sys.stdin))
    except GameError as error:
        sys.stderr.write(f"{error.code} {dict(error.params)}\n")
        return 2
    json.dump(found, sys.stdout, separators=(",", ":"))
    return 0
