"""Which long-running processes use a data folder: each holds a shared lock on one file.

The system frees a lock however its process ends. Web, worker and clock of one installation share
the folder, also where the database is elsewhere.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

LOCK = "running.lock"
# The open descriptors are the locks; they must live as long as the process.
_held: list[int] = []


def enter(folder: Path) -> None:
    """Marks the folder as used by this process; waits while a restore has it to itself."""
    if sys.platform == "win32" or _held:  # web, worker and clock do not run there
        return
    import fcntl  # exists on the other platforms alone

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    _held.append(descriptor)


def take_alone(folder: Path) -> bool:
    """Keeps the folder from all others until this process ends; false while one of them runs."""
    if sys.platform == "win32":
        return True
    import fcntl  # exists on the other platforms alone

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    _held.append(descriptor)
    return True
