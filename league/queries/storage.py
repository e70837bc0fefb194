"""Whether the database is there at all."""

from __future__ import annotations

import sqlite3

from django.db import InterfaceError, OperationalError

AGAIN_S = 10
# Connections refused, broken or ended, a server that starts or stops, no connection left.
_CLASS, _STATES = "08", frozenset({"53300", "57P01", "57P02", "57P03", "57P05"})


def is_away(error: BaseException) -> bool:
    """Whether the error says that the database cannot be reached now, but may be in a moment."""
    if not isinstance(error, InterfaceError | OperationalError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return bool(code & 0xFF == sqlite3.SQLITE_BUSY)
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(_CLASS) or state in _STATES
