"""What ``serve`` does before Django reads its settings: folder, key, lock, variables.

The settings look for the secret key in the data folder, and ask whether this is the one-process
run and whether the room's network is welcome. All of that must stand before they are imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from league.config import env

LOCK = "serve.lock"
# The open descriptor is the lock; it must live as long as the process.
_held: list[int] = []


def prepare(arguments: Sequence[str]) -> None:
    """Makes the data folder ready for a run with these arguments, or ends with a clear message."""
    if {"-h", "--help"} & set(arguments):
        return
    folder = env.data_folder()
    os.umask(0o077)  # what is written here is for this user alone, whatever the folder allows
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not take_lock(folder):
            give_up(
                f"Stammtisch already runs on {folder}{where(folder)}.\n"
                "Stop that one first, or name another folder in LEAGUE_DATA."
            )
        if not env.text("LEAGUE_SECRET_KEY"):
            make_key(folder)
    except OSError as error:
        give_up(
            f"The data folder {folder} cannot be used: {error.strerror}.\n"
            "Make it writable for this user, or name another one in LEAGUE_DATA."
        )
    env.announce_one_process(in_room="--lan" in arguments)


def take_lock(folder: Path) -> bool:
    """Holds the folder for this process; the system frees it however the process ends."""
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt  # exists on this platform alone

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # exists on the other platforms alone

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return False
    os.ftruncate(descriptor, 0)
    _held.append(descriptor)
    return True


def is_running(folder: Path) -> bool:
    """Whether a ``serve`` of another process holds the folder."""
    if _held or not (folder / LOCK).exists():
        return False
    if not take_lock(folder):
        return True
    os.close(_held.pop())
    return False


def note_address(address: str) -> None:
    """Leaves the address in the lock file, for the message of a second start."""
    for descriptor in _held:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, address.encode())


def where(folder: Path) -> str:
    try:
        address = (folder / LOCK).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return f" at {address}" if address else ""


def make_key(folder: Path) -> None:
    """A signing key that only this user can read; an existing one is kept."""
    path = folder / "secret-key"
    if path.exists():
        path.read_bytes()  # an unreadable key must not be replaced by a passing one
        with suppress(PermissionError):  # readable, and not ours to change
            path.chmod(0o600)
        return
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(env.new_key() + "\n")


def give_up(reason: str) -> NoReturn:
    print(reason, file=sys.stderr)
    sys.exit(1)
