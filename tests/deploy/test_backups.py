"""Backup and restore as an operator does them, on both databases."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.installation import Installation


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every table and nothing in them, made once."""
    installation = Installation(tmp_path_factory.mktemp("migrated"))
    installation.manage("migrate", "--verbosity", "0")
    return installation.folder / "data" / "league.sqlite3"


@pytest.fixture
def embedded(embedded: Installation, migrated: Path) -> Installation:
    with (
        closing(sqlite3.connect(migrated)) as made,
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
