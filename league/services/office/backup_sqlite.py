"""Files of the embedded database: copied while others write, looked at, put aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from league.core.errors import Refused
from league.queries.storage import sqlite_kind

SIDE_FILES = ("-wal", "-shm", "-journal")
# What an operator can do something about, by the kind of failure.
REFUSALS = {
    sqlite3.SQLITE_CORRUPT: "database_damaged",
    sqlite3.SQLITE_NOTADB: "database_damaged",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_failing",
    sqlite3.SQLITE_CANTOPEN: "database_unwritable",
    sqlite3.SQLITE_READONLY: "database_unwritable",
}


def copy(source: Path, target: Path) -> None:
    """A consistent copy, also while others write; the copy is checked."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=20)) as before,
            closing(sqlite3.connect(target, timeout=20)) as after,
        ):
            before.backup(after)
            # One file, readable where nothing can be written beside it.
            after.execute("PRAGMA journal_mode=DELETE")
            faults = after.execute("PRAGMA quick_check").fetchall()
    except sqlite3.Error as error:
        raise refusal(
            error, source if refusal_code(error) == "database_damaged" else target
        ) from error
    if faults != [("ok",)]:
        raise Refused("database_damaged", path=str(source))


def is_sound(path: Path) -> bool:
    """Whether the file can be read as a database from its first page to its last."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=20)) as database:
            return database.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    except sqlite3.Error as error:
        if refusal_code(error) != "database_damaged":
            raise refusal(error, path) from error
        return False


def applied(path: Path) -> frozenset[tuple[str, str]]:
    """The migrations that a backup knows; refuses what is none of ours or is damaged."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            faults = database.execute("PRAGMA quick_check").fetchall()
            found = database.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error as error:
        raise Refused("backup_unreadable", path=path.name) from error
    if faults != [("ok",)]:
        raise Refused("backup_unreadable", path=path.name)
    return frozenset((str(app), str(name)) for app, name in found)


def put_aside(path: Path) -> Path:
    """Gives a broken file a name of its own beside its place, with what belongs to it."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    aside = path.with_name(f"{path.name}.broken-{stamp}")
    _move(path, aside)
    return aside


def put_back(aside: Path, path: Path) -> None:
    """Undoes ``put_aside`` where nothing better could take the place."""
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    _move(aside, path)


def _move(source: Path, target: Path) -> None:
    for suffix in ("", *SIDE_FILES):
        part = source.with_name(source.name + suffix)
        if part.exists():
            part.replace(target.with_name(target.name + suffix))


def refusal_code(error: sqlite3.Error) -> str | None:
    """Which refusal says this failure, where one does."""
    return REFUSALS.get(sqlite_kind(error))


def refusal(error: sqlite3.Error, path: Path) -> Refused:
    code = refusal_code(error)
    if code is None:
        return Refused("backup_failed", reason=str(error))
    return Refused(code, path=str(path.parent if code == "disk_full" else path))
