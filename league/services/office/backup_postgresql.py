"""PostgreSQL's own tools on the service's database.

Its driver is loaded where one of them is used: every start without PostgreSQL would pay for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import connection

from league.core.errors import Refused

if TYPE_CHECKING:
    from psycopg.sql import Composed

PATIENCE = "20s"
HISTORY = "django_migrations"


def dump(target: Path) -> None:
    """Writes the whole database as one compressed file."""
    _run("pg_dump", "--format=custom", "--no-owner", f"--file={target}", _address())


def applied(source: Path) -> frozenset[tuple[str, str]]:
    """The migrations that a backup knows; refuses what is none of ours or is damaged."""
    try:
        listed = _run(
            "pg_restore", "--data-only", f"--table={HISTORY}", "--file=-", str(source)
        ).splitlines()
    except Refused as refused:
        if refused.code == "backup_tool_missing":
            raise
        raise Refused("backup_unreadable", path=source.name) from refused
    head = next((n for n, line in enumerate(listed) if line.startswith("COPY ")), None)
    if head is None:
        raise Refused("backup_unreadable", path=source.name)
    columns = listed[head].partition("(")[2].partition(")")[0].split(", ")
    app, name = columns.index("app"), columns.index("name")
    rows = [line.split("\t") for line in listed[head + 1 : listed.index("\\.", head)]]
    return frozenset((row[app], row[name]) for row in rows)


def others() -> int:
    """How many connections of other processes of ours the database has now."""
    own = connection.settings_dict["OPTIONS"].get("application_name", "")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND application_name = %s",
            [own],
        )
        return int(cursor.fetchone()[0])


def replace(source: Path, room: Path) -> None:
    """Puts a backup in the place of our tables, in one transaction: all of it or nothing.

    Our tables go first, also those that the backup does not know: they point at the others.
    What is run is written into the folder ``room`` first, and taken away afterwards.
    """
    with tempfile.TemporaryDirectory(dir=room, prefix=".restore-") as folder:
        content, before = Path(folder) / "content.sql", Path(folder) / "before.sql"
        before.write_text(_drop_our_tables(), encoding="utf-8")
        connection.close()
        _run(
            *("pg_restore", "--clean", "--if-exists", "--no-owner"),
            *(f"--file={content}", str(source)),
        )
        _run(
            *("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
            *(f"--file={before}", f"--file={content}", "--output=" + os.devnull, _address()),
        )


def _drop_our_tables() -> str:
    from psycopg.sql import SQL, Identifier  # only where PostgreSQL is

    labels = {config.label for config in apps.get_app_configs()} | {"django"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema = cursor.fetchone()[0]
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema])
        tables = sorted(row[0] for row in cursor.fetchall())
        if HISTORY in tables:  # a newer version may have had applications that we do not know
            cursor.execute(f"SELECT DISTINCT app FROM {HISTORY}")
            labels |= {row[0] for row in cursor.fetchall()}
    drops: list[Composed] = [
        SQL("DROP TABLE {} CASCADE;\n").format(Identifier(schema, table))
        for table in tables
        if any(table.startswith(f"{label}_") for label in labels)
    ]
    return f"SET LOCAL lock_timeout = '{PATIENCE}';\n" + "".join(
        drop.as_string(None) for drop in drops
    )


def _run(tool: str, *arguments: str) -> str:
    found = shutil.which(tool)
    if found is None:
        raise Refused("backup_tool_missing", tool=tool)
    result = subprocess.run(
        [found, *arguments],
        env={**os.environ, **_variables()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        if "No space left on device" in result.stderr:
            raise Refused("disk_full", path=tempfile.gettempdir())
        lines = result.stderr.strip().splitlines()
        raise Refused("backup_failed", reason=lines[-1] if lines else tool)
    return result.stdout


def _variables() -> dict[str, str]:
    """Everything that has a variable goes by it: other users of the machine see arguments."""
    names = _variable_names()
    return {names[key]: value for key, value in _parameters().items() if names[key]}


def _address() -> str:
    """The name of the database, and what has no variable."""
    from psycopg.conninfo import make_conninfo  # only where PostgreSQL is

    names = _variable_names()
    rest = {key: value for key, value in _parameters().items() if not names[key]}
    return "--dbname=" + make_conninfo("", **rest, dbname=connection.settings_dict["NAME"])


def _parameters() -> dict[str, str]:
    """What the driver is told, the query of ``DATABASE_URL`` included, as libpq names it."""
    given = connection.get_connection_params()
    return {key: str(given[key]) for key in _variable_names() if given.get(key) not in {None, ""}}


def _variable_names() -> dict[str, str]:
    from psycopg import pq  # only where PostgreSQL is

    return {
        option.keyword.decode(): (option.envvar or b"").decode()
        for option in pq.Conninfo.get_defaults()
    }
