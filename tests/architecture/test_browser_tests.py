"""Browser tests wait for what they read: a page may still be the old one after a click."""

from __future__ import annotations

import re
from pathlib import Path

ROOM = Path(__file__).parents[1] / "browser"
AT_ONCE = re.compile(r"\.(all_inner_texts|all_text_contents)\(|\bpage\.url\b")


def test_no_browser_test_reads_a_page_without_waiting() -> None:
    found = [
        f"{path.name}:{number}: use expect(...), which waits"
        for path in sorted(ROOM.glob("test_*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if AT_ONCE.search(line)
    ]

    assert found == []
