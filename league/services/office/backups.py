"""Backups of the whole database: made before every migration and daily, restored by a command.

SQLite is copied through its own online interface, so a running service is no obstacle;
PostgreSQL through its own tools. The newest of them are kept in the data folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from league import journal
from league.core.actors import Actor
from league.core.errors import NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.queries.storage import is_full
from league.services.office import backup_postgresql, backup_sqlite

KEPT = 14


def folder() -> Path:
    return Path(settings.DATA_DIR) / "backups"


def suffix() -> str:
    return ".sqlite3" if connection.vendor == "sqlite" else ".pgdump"


def kept() -> tuple[Path, ...]:
    """The backups of this kind of database, newest first."""
    return tuple(sorted(folder().glob("league-*" + suffix()), reverse=True))


def refuse_damaged(*, by: Actor) -> None:
    """Refuses to go on with an embedded database that cannot be read to its end."""
    operators_only(by)
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        if path.is_file() and not backup_sqlite.is_sound(path):
            raise Refused("database_damaged", path=str(path))


def is_empty_database() -> bool:
    """Whether nothing was ever migrated here."""
    return not MigrationRecorder(connection).applied_migrations()


def has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def create(*, by: Actor, reason: str = "manual", spare: Path | None = None) -> Path:
    """Writes a complete, checked copy of the database and returns its file.

    Older ones beyond the newest fourteen are removed, after the new one is safe; ``spare`` stays.
    """
    operators_only(by)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    target = folder() / f"league-{stamp}-{reason}{suffix()}"
    unfinished = target.with_name(f".{target.name}.part")
    try:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished.touch(mode=0o600)
        if connection.vendor == "sqlite":
            backup_sqlite.copy(Path(connection.settings_dict["NAME"]), unfinished)
        else:
            backup_postgresql.dump(unfinished)
        unfinished.replace(target)
    except OSError as error:
        raise unwritable(error, folder()) from error
    finally:
        unfinished.unlink(missing_ok=True)
    for old in kept()[KEPT:]:
        if old != spare:
            old.unlink(missing_ok=True)
    return target


@dataclass(frozen=True, slots=True)
class Listed:
    """A backup as an admin sees it."""

    name: str
    size: int


def listed(*, by: Actor) -> tuple[Listed, ...]:
    """The backups that are kept, newest first."""
    operators_only(by)
    return tuple(Listed(path.name, path.stat().st_size) for path in kept())


def hand_out(*, by: Actor, name: str) -> Path:
    """The file of a kept backup, or of a new one where ``name`` is empty; the journal says so."""
    operators_only(by)
    path = create(by=by) if not name else next((p for p in kept() if p.name == name), None)
    if path is None:
        raise NotFound("backup_missing", path=name[:120])
    journal.append(Fact.BACKUP_DOWNLOADED, by=by, payload={"name": path.name})
    return path


def before_migration(*, by: Actor) -> Path | None:
    """A backup if there is something to lose and something about to change; else nothing."""
    if is_empty_database() or not has_pending_migrations():
        return None
    return create(by=by, reason="migrate")


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was there before a restore: a copy, or the broken file; on a new machine nothing."""

    copy: Path | None = None
    broken: Path | None = None


def restore(*, by: Actor, source: Path) -> Replaced:
    """Puts a backup in the place of the database; returns where that is now which was there before.

    Refused for files that are no backup, for backups of a newer version, and while other processes
    use the database. The caller asks whether one runs on the data folder, and migrates afterwards.
    """
    operators_only(by)
    if not source.is_file():
        raise NotFound("backup_missing", path=str(source))
    refuse_newer(
        backup_sqlite.applied(source)
        if connection.vendor == "sqlite"
        else backup_postgresql.applied(source)
    )
    if connection.vendor == "sqlite":
        return restore_sqlite(by=by, source=source)
    if others := backup_postgresql.others():
        raise Refused("backup_in_use", count=others)
    copy = create(by=by, reason="before-restore", spare=source)
    backup_postgresql.replace(source, folder())
    return Replaced(copy=copy)


def restore_sqlite(*, by: Actor, source: Path) -> Replaced:
    """The part of ``restore`` that is about files."""
    target = Path(connection.settings_dict["NAME"])
    connection.close()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not target.is_file():
            replaced = Replaced()
        elif backup_sqlite.is_sound(target):
            replaced = Replaced(copy=create(by=by, reason="before-restore", spare=source))
        else:
            replaced = Replaced(broken=backup_sqlite.put_aside(target))
        target.touch(mode=0o600)
    except OSError as error:
        raise unwritable(error, target.parent) from error
    connection.close()
    try:
        backup_sqlite.copy(source, target)
    except Refused:
        if replaced.broken is not None:
            backup_sqlite.put_back(replaced.broken, target)
        raise
    return replaced


def refuse_newer(applied: frozenset[tuple[str, str]]) -> None:
    """Refuses a backup with migrations that this program does not know."""
    known = set(MigrationLoader(None).disk_migrations)
    unknown = sorted(name for app, name in applied - known if app == "league")
    if unknown:
        raise Refused("backup_newer", name=unknown[-1])


def unwritable(error: OSError, where: Path) -> Refused:
    """Why nothing can be written there, as a refusal that says so."""
    if is_full(error):
        return Refused("disk_full", path=str(where))
    return Refused("backup_failed", reason=f"{where}: {error.strerror}")


def operators_only(by: Actor) -> None:
    if not by.is_site_admin:
        raise NotAllowed("not_allowed")
