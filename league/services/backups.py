"""Backups of the whole database: made before every migration and daily, restored by a command.

SQLite is copied through its own online interface, so a running service is no obstacle;
PostgreSQL through ``pg_dump`` and ``pg_restore``. The newest of them are kept in the data folder.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league.actors import Actor
from league.errors import NotAllowed, NotFound, Refused

KEPT = 14


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def suffix() -> str:
    return ".sqlite3" if connection.vendor == "sqlite" else ".pgdump"


def kept() -> tuple[Path, ...]:
    """The backups of this kind of database, newest first."""
    return tuple(sorted(folder().glob("league-*" + suffix()), reverse=True))


def is_empty_database() -> bool:
    """Whether nothing was ever migrated here."""
    return not MigrationRecorder(connection).applied_migrations()


def has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def create(*, by: Actor, reason: str = "manual") -> Path:
    """Writes a complete, checked copy of the database and returns its file.

    Older ones beyond the newest fourteen are removed, after the new one is safe.
    """
    operators_only(by)
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    target = folder() / f"league-{stamp}-{reason}{suffix()}"
    unfinished = target.with_name(f".{target.name}.part")
    try:
        unfinished.touch(mode=0o600)
        if connection.vendor == "sqlite":
            copy_sqlite(Path(settings.DATABASES["default"]["NAME"]), unfinished)
        else:
            postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={unfinished}")
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in kept()[KEPT:]:
        old.unlink(missing_ok=True)
    return target


def before_migration(*, by: Actor) -> Path | None:
    """A backup if there is something to lose and something about to change; else nothing."""
    if is_empty_database() or not has_pending_migrations():
        return None
    return create(by=by, reason="migrate")


def restore(*, by: Actor, source: Path) -> Path | None:
    """Puts a backup in the place of the database; returns the copy of what was there before.

    On a new machine nothing was there, and nothing is copied.

    Refused for files that are no backup, and for backups of a newer version. The caller makes sure
    that no service runs on the database, and migrates afterwards.
    """
    operators_only(by)
    if not source.is_file():
        raise NotFound("backup_missing", path=str(source))
    if connection.vendor == "sqlite":
        check_sqlite(source)
        # The safety copy may push the oldest backup out, which may be the one to restore.
        original = source.read_bytes() if source.parent == folder() else None
        target = Path(connection.settings_dict["NAME"])
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        safety = create(by=by, reason="before-restore") if target.is_file() else None
        if original is not None and not source.exists():
            source.write_bytes(original)
        connection.close()
        copy_sqlite(source, target)
    else:
        postgresql("pg_restore", "--list", str(source))
        kept_copy = source.with_name(f".{source.name}.restoring")
        shutil.copyfile(source, kept_copy)
        try:
            safety = create(by=by, reason="before-restore")
            connection.close()
            postgresql(
                "pg_restore",
                *(
                    "--clean",
                    "--if-exists",
                    "--no-owner",
                    "--single-transaction",
                    "--exit-on-error",
                ),
                f"--dbname={connection.settings_dict['NAME']}",
                str(kept_copy),
            )
        finally:
            kept_copy.unlink(missing_ok=True)
    return safety


def operators_only(by: Actor) -> None:
    if not by.is_site_admin:
        raise NotAllowed("not_allowed")


# ---------------------------------------------------------------- SQLite


def copy_sqlite(source: Path, target: Path) -> None:
    """A consistent copy, also while others write; the copy is checked."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=20)) as before,
            closing(sqlite3.connect(target, timeout=20)) as after,
        ):
            before.backup(after)
            faults = after.execute("PRAGMA quick_check").fetchall()
    except sqlite3.Error as error:
        raise Refused("backup_failed", reason=str(error)) from error
    if faults != [("ok",)]:
        raise Refused("backup_failed", reason=str(faults[0][0]))


def check_sqlite(source: Path) -> None:
    """Refuses what is no backup of ours, is damaged, or comes from a newer version."""
    try:
        with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as database:
            faults = database.execute("PRAGMA quick_check").fetchall()
            applied = {
                (str(app), str(name))
                for app, name in database.execute("SELECT app, name FROM django_migrations")
            }
    except sqlite3.Error as error:
        raise Refused("backup_unreadable", path=source.name) from error
    if faults != [("ok",)]:
        raise Refused("backup_unreadable", path=source.name)
    known = set(MigrationLoader(None).disk_migrations)
    unknown = sorted(name for app, name in applied - known if app == "league")
    if unknown:
        raise Refused("backup_newer", name=unknown[-1])


# ---------------------------------------------------------------- PostgreSQL


def postgresql(tool: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's own tools on the service's database."""
    found = shutil.which(tool)
    if found is None:
        raise Refused("backup_tool_missing", tool=tool)
    where = connection.settings_dict
    variables = {
        **os.environ,
        "PGHOST": str(where["HOST"] or ""),
        "PGPORT": str(where["PORT"] or ""),
        "PGUSER": str(where["USER"] or ""),
        "PGPASSWORD": str(where["PASSWORD"] or ""),
        "PGDATABASE": str(where["NAME"]),
    }
    variables = {name: value for name, value in variables.items() if value}
    result = subprocess.run(
        [found, "--no-password", *arguments] if tool == "pg_dump" else [found, *arguments],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        lines = result.stderr.strip().splitlines()
        raise Refused("backup_failed", reason=lines[-1] if lines else tool)
