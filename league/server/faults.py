"""What an operator reads where the database or the disk fails, in the place of a traceback."""

from __future__ import annotations

import sqlite3

from django.db import OperationalError, connection

from league.core.errors import Refused
from league.queries.storage import full_place, is_full
from league.services.office import backup_sqlite
from league.words.sentences import sentence

AWAY = "PostgreSQL does not answer: {reason}\nStart it, or correct DATABASE_URL."


def said(error: Exception) -> str | None:
    """A sentence that says what is wrong and what to do; nothing where only a traceback helps."""
    if is_full(error):
        return sentence(Refused("disk_full", path=full_place(error)))
    if isinstance(error, OSError):
        return None
    if connection.vendor == "sqlite":
        cause = error.__cause__
        code = backup_sqlite.refusal_code(cause) if isinstance(cause, sqlite3.Error) else None
        path = str(connection.settings_dict["NAME"])
        return sentence(Refused(code, path=path)) if code else None
    if isinstance(error, OperationalError) and connection.connection is None:
        return AWAY.format(reason=str(error).strip().splitlines()[0])
    return None
