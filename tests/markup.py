"""Pages as tests compare them."""

from __future__ import annotations

import re

_AROUND = re.compile(r"\s*\n\s*(?=<)|(?<=>)\s*\n\s*")


def tight(page: str) -> str:
    """The page without the line breaks that templates put between their tags, and around them."""
    return _AROUND.sub("", page)
