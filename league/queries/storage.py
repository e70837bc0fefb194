"""Whether the database is there at all, and whether there is room for what is written."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

AGAIN_S = 10
# Connections refused, broken or ended, a server that starts or stops, no connection left.
_CLASS, _STATES = "08", frozenset({"53300", "57P01", "57P02", "57P03", "57P05"})
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_ROOM_STATE = "53100"
# SQLite needs more than this beside the database to open it.
_NONE = 100_000
# What a busy evening and the copies of its night may need.
LOW_BYTES = 200_000_000


def is_away(error: BaseException) -> bool:
    """Whether the error says that the database cannot be reached now, but may be in a moment."""
    if not isinstance(error, InterfaceError | OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return sqlite_kind(cause) == sqlite3.SQLITE_BUSY
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(_CLASS) or state in _STATES


def is_full(error: BaseException) -> bool:
    """Whether the error says that a disk has no room left: only somebody who makes room helps."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    if isinstance(cause, sqlite3.Error):
        is_unwritten = (
            sqlite_kind(cause) == sqlite3.SQLITE_IOERR and free_bytes(_database()) < _NONE
        )
        return is_unwritten or sqlite_kind(cause) == sqlite3.SQLITE_FULL
    return getattr(cause, "sqlstate", None) == _NO_ROOM_STATE


def full_place(error: BaseException) -> str:
    """Where room is to be made, for those who look after the installation."""
    if isinstance(error, OSError):
        if isinstance(error.filename, str):
            return os.path.dirname(os.path.abspath(error.filename))
        # A write into an open file does not say which: uploads and sorting use the other one.
        return min((str(settings.DATA_DIR), tempfile.gettempdir()), key=free_bytes)
    if connection.vendor == "sqlite":
        return _database()
    return f"the disk of the database server ({connection.settings_dict['HOST'] or 'this machine'})"


def free_bytes(folder: str) -> int:
    """The room that is left where ``folder`` is, or will be."""
    place = Path(folder)
    while not place.exists():
        place = place.parent
    return shutil.disk_usage(place).free


def _database() -> str:
    """The folder of the embedded database."""
    return str(Path(connection.settings_dict["NAME"]).parent)


def sqlite_kind(error: sqlite3.Error) -> int:
    """The kind of failure: the low byte of SQLite's code, absent where the module itself raised."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
