"""Backup and restore as an operator does them, on both databases."""

from __future__ import annotations

import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.installation import Installation
from tests.prepared import stored
from tests.services import ROOT

pytestmark = pytest.mark.gates
# The database of this process may not grow, as on a disk without room.
ON_A_FULL_DISK = """
import runpy, sqlite3, sys
connect = sqlite3.dbapi2.connect
def cramped(*arguments, **options):
    made = connect(*arguments, **options)
    made.execute("PRAGMA max_page_count = 8")
    return made
sqlite3.dbapi2.connect = sqlite3.connect = cramped
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
# No file of this process may grow beyond a few kilobytes, as on a disk that fails.
ON_A_FAILING_DISK = """
import resource, runpy, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


DOWNLOAD = """
import django, sys
django.setup()
from django.test import Client
from league.models import Account, Grant
account = Account.objects.create(email="edda@club.example")
Grant.objects.create(account=account, role="site_admin")
client = Client(HTTP_HOST="localhost")
client.force_login(account)
answer = client.post("/site/backups/")
sys.stdout.write(f"\\n{answer.status_code} {b''.join(answer.streaming_content)[:15].decode()}\\n")
"""


@pytest.fixture(scope="module")
def migrated_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every table and nothing in them: what is kept, else made once."""
    kept = stored(request.config)
    if kept is not None and kept.exists():
        return kept
    installation = Installation(tmp_path_factory.mktemp("migrated"))
    installation.manage("migrate", "--verbosity", "0")
    return installation.folder / "data" / "league.sqlite3"


@pytest.fixture
def embedded(embedded: Installation, migrated_file: Path) -> Installation:
    with (
        closing(sqlite3.connect(migrated_file)) as made,
        closing(sqlite3.connect(embedded.folder / "data" / "league.sqlite3")) as copy,
    ):
        made.backup(copy)
    return embedded


def clubs(installation: Installation) -> list[str]:
    with closing(sqlite3.connect(installation.folder / "data" / "league.sqlite3")) as database:
        return [
            str(row[0])
            for row in database.execute("SELECT domain FROM tests_marks ORDER BY domain").fetchall()
        ]


def mark(installation: Installation, word: str) -> None:
    """Writes something beside the product's tables that a restore must bring back or take away."""
    with closing(sqlite3.connect(installation.folder / "data" / "league.sqlite3")) as database:
        database.execute("CREATE TABLE IF NOT EXISTS tests_marks (domain TEXT)")
        database.execute("INSERT INTO tests_marks VALUES (?)", [word])
        database.commit()


def test_a_restore_brings_the_old_state_back_and_keeps_a_copy_of_the_new_one(
    embedded: Installation,
) -> None:
    mark(embedded, "before")
    backup = Path(embedded.manage("backup").strip())
    mark(embedded, "after")

    said = embedded.manage("restore", "latest").splitlines()

    assert clubs(embedded) == ["before"]
    assert said[0] == f"Restored from {backup}"
    safety = Path(said[1].removeprefix("What was there before: "))
    embedded.manage("restore", str(safety))
    assert clubs(embedded) == ["after", "before"]
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_a_backup_comes_back_on_a_machine_that_never_ran_before(
    embedded: Installation, tmp_path: Path
) -> None:
    mark(embedded, "moved")
    backup = Path(embedded.manage("backup").strip())
    fresh = Installation(tmp_path / "fresh")
    (fresh.folder / "data" / "league.sqlite3").unlink(missing_ok=True)

    said = fresh.manage("restore", str(backup)).splitlines()

    assert said == [f"Restored from {backup}"]
    assert clubs(fresh) == ["moved"]


def test_fourteen_backups_are_kept_and_the_restored_one_survives_its_safety_copy(
    embedded: Installation,
) -> None:
    oldest = Path(embedded.manage("backup").strip())
    for n in range(13):
        copy = oldest.with_name(f"league-2999010{n // 10}T0{n % 10}0000.000000Z-manual.sqlite3")
        copy.write_bytes(oldest.read_bytes())

    embedded.manage("restore", str(oldest))

    assert oldest.exists()
    assert len(embedded.manage("backup", "--list").splitlines()) == 15
    embedded.manage("backup")
    assert len(embedded.manage("backup", "--list").splitlines()) == 14


def test_a_file_that_is_no_backup_changes_nothing(embedded: Installation, tmp_path: Path) -> None:
    mark(embedded, "kept")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear club")

    said = embedded.manage("restore", str(letter), expect=1)

    assert "letter.txt is not a backup of Stammtisch, or it is damaged." in said
    assert clubs(embedded) == ["kept"]


def test_a_backup_of_a_newer_version_is_refused_by_name(embedded: Installation) -> None:
    backup = Path(embedded.manage("backup").strip())
    with closing(sqlite3.connect(backup)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('league', '9999_of_tomorrow', '2030-01-01')"
        )
        database.commit()

    said = embedded.manage("restore", str(backup), expect=1)

    assert "comes from a newer version (it knows 9999_of_tomorrow)" in said


def test_a_running_service_is_not_restored_under_its_feet(embedded: Installation) -> None:
    embedded.serve("--empty")
    embedded.manage("backup")

    said = embedded.manage("restore", "latest", expect=1)

    assert "Stammtisch is running on this data folder. Stop it first." in said


def test_a_migration_is_preceded_by_a_backup_only_when_something_changes(
    embedded: Installation,
) -> None:
    embedded.manage("migrate", "--verbosity", "0")
    assert embedded.manage("backup", "--list") == ""

    embedded.manage("migrate", "sessions", "zero", "--verbosity", "0")
    embedded.manage("migrate", "--verbosity", "0")

    names = [Path(line).name for line in embedded.manage("backup", "--list").splitlines()]
    assert [name.split("Z-")[1] for name in names] == ["migrate.sqlite3"]


@pytest.mark.services
def test_postgresql_is_restored_in_one_transaction(
    larger: Installation, postgresql_url: str
) -> None:
    with psycopg.connect(postgresql_url) as database:
        database.execute("CREATE TABLE tests_marks (word TEXT)")
        database.execute("INSERT INTO tests_marks VALUES ('before')")
    larger.manage("backup")
    with psycopg.connect(postgresql_url) as database:
        database.execute("INSERT INTO tests_marks VALUES ('after')")

    larger.manage("restore", "latest")

    with psycopg.connect(postgresql_url) as database:
        assert database.execute("SELECT word FROM tests_marks").fetchall() == [("before",)]
    assert len(larger.manage("backup", "--list").splitlines()) == 2


@pytest.mark.services
def test_postgresql_refuses_a_backup_of_a_newer_version_by_name(
    larger: Installation, postgresql_url: str
) -> None:
    with psycopg.connect(postgresql_url) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('league', '9999_of_tomorrow', '2030-01-01')"
        )
    larger.manage("backup")
    with psycopg.connect(postgresql_url) as database:
        database.execute("DELETE FROM django_migrations WHERE name = '9999_of_tomorrow'")

    said = larger.manage("restore", "latest", expect=1)

    assert "comes from a newer version (it knows 9999_of_tomorrow)" in said
    assert len(larger.manage("backup", "--list").splitlines()) == 1


@pytest.mark.services
def test_postgresql_is_not_restored_under_the_feet_of_web_worker_or_clock(
    larger: Installation, tmp_path: Path
) -> None:
    backup = larger.manage("backup").strip()

    refused = {}
    for process in (larger.web, larger.worker, larger.beat):
        running = process()
        refused[process.__name__] = larger.manage("restore", backup, expect=1).strip()
        running.kill()
    elsewhere = Installation(tmp_path / "elsewhere", larger.variables)
    web = elsewhere.web()
    web.wait_for_page("/")
    refused["another machine"] = larger.manage("restore", backup, expect=1).strip()
    web.kill()

    here = "CommandError: Stammtisch is running on this data folder. Stop it first."
    there = "CommandError: Stammtisch is using this database. Stop web, worker and beat first."
    assert refused == {"web": here, "worker": here, "beat": here, "another machine": there}
    assert larger.manage("restore", backup).startswith(f"Restored from {backup}")


@pytest.mark.services
def test_an_address_whose_query_says_everything_is_backed_up_and_restored(
    larger: Installation, postgresql_url: str
) -> None:
    parts = urlsplit(postgresql_url)
    larger.variables["DATABASE_URL"] = (
        f"postgresql:///?dbname={parts.path[1:]}&host={parts.hostname}&port={parts.port}"
        f"&user={parts.username}&sslmode=disable&connect_timeout=5"
    )
    with psycopg.connect(postgresql_url) as database:
        database.execute("CREATE TABLE league_marks (word TEXT)")
        database.execute("INSERT INTO league_marks VALUES ('before')")
    larger.manage("backup")
    with psycopg.connect(postgresql_url) as database:
        database.execute("INSERT INTO league_marks VALUES ('after')")

    larger.manage("restore", "latest")

    with psycopg.connect(postgresql_url) as database:
        assert database.execute("SELECT word FROM league_marks").fetchall() == [("before",)]


def test_a_damaged_database_is_put_aside_by_name_and_the_restore_goes_on(
    embedded: Installation,
) -> None:
    mark(embedded, "kept")
    backup = Path(embedded.manage("backup").strip())
    database = embedded.folder / "data" / "league.sqlite3"
    database.write_bytes(b"what a dying disk leaves" * 4096)

    said = embedded.manage("restore", "latest").splitlines()

    aside = Path(said[1].removeprefix("What was there before is damaged and was put aside: "))
    assert said[0] == f"Restored from {backup}"
    assert (aside.parent, aside.name.split("Z")[0].split("-")[0]) == (
        database.parent,
        "league.sqlite3.broken",
    )
    assert aside.read_bytes().startswith(b"what a dying disk leaves")
    assert clubs(embedded) == ["kept"]


@pytest.mark.parametrize("command", ["serve", "backup"])
def test_a_damaged_database_is_named_with_what_to_type(
    embedded: Installation, command: str
) -> None:
    database = embedded.folder / "data" / "league.sqlite3"
    content = bytearray(database.read_bytes())
    content[100:8192] = b"\xff" * 8092
    database.write_bytes(content)

    said = embedded.manage(command, expect=1)

    assert "Traceback" not in said
    assert (
        f"The database {database} is damaged. Put the newest backup in its place: "
        "python3 manage.py restore latest"
    ) in said


def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "full")

    said = installation.run("-c", ON_A_FULL_DISK, str(ROOT / "manage.py"), "serve", expect=1)

    folder = installation.folder / "data"
    assert "Traceback" not in said
    assert f"The disk is full: nothing can be written to {folder}. Make room there first." in said


def test_a_failing_disk_is_said_and_leaves_no_half_a_backup(embedded: Installation) -> None:
    said = embedded.run("-c", ON_A_FAILING_DISK, str(ROOT / "manage.py"), "backup", expect=1)

    assert "Traceback" not in said
    assert re.search(r"Writing to .+ failed\. Is the disk full, or failing\?", said)
    assert list((embedded.folder / "data" / "backups").iterdir()) == []


def test_an_admin_makes_and_downloads_a_backup_in_the_browser(embedded: Installation) -> None:
    embedded.variables["DJANGO_SETTINGS_MODULE"] = "league.config.settings"

    said = embedded.run("-c", DOWNLOAD)

    assert [line for line in said.splitlines() if line[:1].isdigit()] == ["200 SQLite format 3"]
    assert len(embedded.manage("backup", "--list").splitlines()) == 1
