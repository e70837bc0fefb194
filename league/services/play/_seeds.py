"""From what the service and every seat bring along to the seed of a match."""

from __future__ import annotations

import re

from games.core.rng import commitment, new_seed
from league.core.errors import BadInput

LONGEST = 64
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


def drawn() -> tuple[str, str]:
    """Fresh bytes of the service in hex, and their commitment."""
    seed = new_seed()
    return seed.hex(), commitment(seed)


def contributed(text: str) -> str:
    """What a seat adds, in hex: its own bytes as they came, or its words; empty for nothing.

    Raises BadInput for more than 64 bytes.
    """
    text = text.strip()
    if not text:
        return ""
    lower = text.lower()
    written = lower if _HEX.fullmatch(lower) else text.encode("utf-8", "surrogatepass").hex()
    if len(written) > 2 * LONGEST:
        raise BadInput("too_long", field="contribution", most=LONGEST)
    return written
