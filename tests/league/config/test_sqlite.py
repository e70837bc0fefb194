"""Writers of one process queue for their turn instead of polling for the file's lock."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, transaction
from django.db.utils import ConnectionHandler

from league.config import env
from league.config.sqlite import base


class Connections:
    """Connections of several threads to one file, as the threads of ``serve`` have them."""

    def __init__(self, path: Path, *, patience_s: float = 20) -> None:
        settings = env.sqlite(path)
        settings["OPTIONS"]["timeout"] = patience_s
        self.handler = ConnectionHandler({"default": settings})

    def connection(self) -> base.DatabaseWrapper:
        found = self.handler["default"]
        assert isinstance(found, base.DatabaseWrapper)
        found.queues = True
        return found


def in_thread(work: object) -> threading.Thread:
    assert callable(work)
    thread = threading.Thread(target=work)
    thread.start()
    return thread


@pytest.fixture
def connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: pytest.FixtureRequest
) -> Iterator[Connections]:
    made = Connections(tmp_path / "test.sqlite3")
    # ``atomic`` finds its connection by alias; these tests bring their own file.
    monkeypatch.setattr("django.db.transaction.connections", made.handler)
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        with made.connection().cursor() as cursor:
            cursor.execute("CREATE TABLE counts (n INTEGER)")
            cursor.execute("INSERT INTO counts VALUES (0)")
        yield made
        made.handler.close_all()


def count(connections: Connections) -> int:
    with connections.connection().cursor() as cursor:
        return int(cursor.execute("SELECT n FROM counts").fetchone()[0])


def test_twenty_writers_lose_no_change_and_none_is_turned_away(connections: Connections) -> None:
    faults: list[BaseException] = []

    def write() -> None:
        connection = connections.connection()
        try:
            for _ in range(10):
                with transaction.atomic(), connection.cursor() as cursor:
                    n = cursor.execute("SELECT n FROM counts").fetchone()[0]
                    cursor.execute("UPDATE counts SET n = %s", [n + 1])
        except Exception as fault:  # a door: the thread must tell
            faults.append(fault)
        finally:
            connection.close()

    for thread in [in_thread(write) for _ in range(20)]:
        thread.join()

    assert faults == []
    assert count(connections) == 200


def test_the_turn_is_passed_on_after_a_commit_an_error_and_a_broken_connection(
    connections: Connections,
) -> None:
    connection = connections.connection()

    with transaction.atomic(), connection.cursor() as cursor:
        assert base.WRITERS.locked()
        with transaction.atomic():
            cursor.execute("UPDATE counts SET n = 1")
        assert base.WRITERS.locked()
    assert not base.WRITERS.locked()

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        1 / 0  # noqa: B018
    assert not base.WRITERS.locked()

    with pytest.raises(OperationalError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE nothing SET n = 1")
    assert not base.WRITERS.locked()

    connection._start_transaction_under_autocommit()
    assert base.WRITERS.locked()
    connection.close()
    assert not base.WRITERS.locked()
    assert count(connections) == 1


def test_a_writer_who_waits_too_long_is_told_so(connections: Connections) -> None:
    impatient = connections.connection()
    impatient.settings_dict["OPTIONS"]["timeout"] = 0.1

    with (
        base.WRITERS,
        pytest.raises(OperationalError, match="database is locked"),
        transaction.atomic(),
    ):
        pass

    assert count(connections) == 0


def test_the_first_command_makes_the_folder_of_the_database(
    tmp_path: Path, django_db_blocker: pytest.FixtureRequest
) -> None:
    one = Connections(tmp_path / "data" / "of the club" / "league.sqlite3").connection()

    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        one.ensure_connection()
        one.close()

    assert (tmp_path / "data" / "of the club" / "league.sqlite3").exists()


def test_a_new_file_and_what_lies_beside_it_are_for_this_user_alone(
    connections: Connections, tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    count(connections)

    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}

    assert modes == {f"test.sqlite3{end}": "0o600" for end in ("", "-wal", "-shm")}
