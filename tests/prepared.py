"""Tables are made by the migrations once and copied from then on, until a migration changes.

What migrating makes lies in pytest's cache, named by a hash of every migration there is, so that a
file that is out of date is never found.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

import pytest

from tests.installation import Installation
from tests.services import create_database


def fingerprint() -> str:
    """Of every migration of every application, in order."""
    from django.apps import apps  # app ready: the settings come with the plugin

    found = hashlib.sha256()
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            found.update(f"{app.label}/{path.name}".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def stored(config: pytest.Config) -> Path | None:
    """Where the tables of today's migrations lie, or would; nowhere without a cache."""
    cache = getattr(config, "cache", None)
    return None if cache is None else cache.mkdir("tables") / f"{fingerprint()}.sqlite3"


def store(connection: sqlite3.Connection, path: Path) -> None:
    """Keeps a copy at ``path``, whole or not at all, and forgets those of other migrations."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    os.close(handle)
    with contextlib.closing(sqlite3.connect(name)) as copy:
        connection.backup(copy)
    os.replace(name, path)
    for old in path.parent.glob("*.sqlite3"):
        if old != path:
            old.unlink(missing_ok=True)


def make_tables(config: pytest.Config, installation: Installation) -> None:
    """Gives an installation's empty PostgreSQL every table: what is kept, else by migrating."""
    kept = stored(config)
    if kept is None:
        installation.manage("migrate", "--verbosity", "0")
        return
    url, path = installation.variables["DATABASE_URL"], kept.with_suffix(".sql")
    with path.with_name("lock").open("w") as lock:  # one migrates, the others wait for its file
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists() and ran("psql", *ALL_OR_NOTHING, f"--file={path}", url):
            return
        installation.manage("migrate", "--verbosity", "0")
        made = path.with_suffix(".new")
        if ran("pg_dump", "--no-owner", f"--file={made}", url):
            os.replace(made, path)
        for old in path.parent.glob("*.sql"):
            if old != path:
                old.unlink(missing_ok=True)


ALL_OR_NOTHING = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")


def ran(tool: str, *arguments: str) -> bool:
    """Whether one of PostgreSQL's tools is there and did what it was told."""
    found = shutil.which(tool)
    return (
        found is not None
        and subprocess.run([found, *arguments], capture_output=True, check=False).returncode == 0
    )


@pytest.fixture(scope="session")
def migrated(
    request: pytest.FixtureRequest,
    postgresql_server: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The name of a database with every table and nothing in them, made once."""
    url = create_database(postgresql_server, f"stammtisch_migrated_{os.getpid()}")
    installation = Installation(tmp_path_factory.mktemp("migrated"), {"DATABASE_URL": url})
    make_tables(request.config, installation)
    return urlsplit(url).path.lstrip("/")


@pytest.fixture
def prepared(
    request: pytest.FixtureRequest, django_db_setup: None, embedded: Installation
) -> Installation:
    """A club's own machine whose tables are there before its first start."""
    path = stored(request.config)
    if path is None or not path.exists():
        embedded.manage("migrate", "--verbosity", "0")
        return embedded
    there = embedded.folder / "data" / "league.sqlite3"
    shutil.copyfile(path, there)
    there.chmod(0o600)  # as it makes it itself
    return embedded


MAKING = pytest.StashKey[TextIO]()


def made_meanwhile(config: pytest.Config, path: Path) -> bool:
    """Waits for the worker that makes the tables; where none does, it is this one."""
    lock = path.with_name("making").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    if path.exists():
        lock.close()
        return True
    config.stash[MAKING] = lock  # until they are stored, or this process ends
    return False


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_keepdb: bool, django_db_modify_db_settings: None
) -> bool:
    """Whether the database of the tests is there already: a copy of the tables, on SQLite.

    On PostgreSQL it is made as a copy of one that has them.
    """
    from django.db import connection  # app ready: the settings come with the plugin

    test = connection.settings_dict["TEST"]
    if connection.vendor == "postgresql":
        test |= {"TEMPLATE": request.getfixturevalue("migrated"), "MIGRATE": False}
        return django_db_keepdb
    path = stored(request.config)
    if path is None or not (path.exists() or made_meanwhile(request.config, path)):
        return django_db_keepdb
    shutil.copy(path, test["NAME"])
    test["MIGRATE"] = False
    return True


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[None]:
    """Keeps what was made, and ends what a thread of a test left open.

    PostgreSQL drops no database that is in use.
    """
    from django.db import connection  # app ready: the settings come with the plugin

    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            path = stored(request.config)
            if path is not None and not path.exists():
                connection.ensure_connection()
                store(connection.connection, path)
        if making := request.config.stash.get(MAKING, None):
            making.close()
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
