"""How much memory processes hold."""

from __future__ import annotations

import os
import re
from pathlib import Path


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


def memory_of_group_mb(leader: int) -> float:
    """A process with all that it started; what they share counts for each."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            if os.getpgid(int(entry.name)) == leader:
                total += memory_mb(int(entry.name))
        except (ProcessLookupError, FileNotFoundError):
            continue  # it has just ended
    return total
