"""SQLite whose writers of one process queue for a lock instead of polling for the file's.

SQLite's own wait is a sleep that grows and is not fair: with twenty writers the slowest
wait seconds. In the one-process run a plain lock around the outermost ``atomic`` hands the
turn over at once. Other processes (a command beside the server) still meet at the file.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

WRITERS = threading.Lock()


def make_for_this_user_alone(path: Path) -> None:
    """An empty file that nobody else can read, whatever its folder, where there is none yet.

    It comes to its name by a link: opening and closing the database itself would take the locks
    that another connection of this process holds on it.
    """
    with contextlib.suppress(OSError):  # no links on this disk: the mode is set afterwards
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        os.close(handle)
        try:
            os.link(name, path)
        finally:
            os.unlink(name)


def close_to_others(path: Path) -> None:
    """Takes other users' rights on the database and on what SQLite puts beside it."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(OSError):  # gone again, or another user's
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the lock of all writers from BEGIN to COMMIT or ROLLBACK of the outermost block."""

    # Django passes its settings dict and alias through.
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queues = bool(getattr(settings, "LEAGUE_EMBEDDED", False))
        self.has_turn = False

    # Django hands the connection's settings over as a free dict.
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Opens the file, in a folder that a first command makes as ``serve`` would."""
        name = str(conn_params["database"])
        if name.startswith(("file:", ":")):  # in memory: the tests' own
            return super().get_new_connection(conn_params)
        path = Path(name)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            make_for_this_user_alone(path)
        connection = super().get_new_connection(conn_params)
        close_to_others(path)
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        if not self.queues or self.has_turn:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # private, so not in Django's types
            return
        patience = float(self.settings_dict.get("OPTIONS", {}).get("timeout", 20))
        if not WRITERS.acquire(timeout=patience):
            raise OperationalError("database is locked")
        self.has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # private, so not in Django's types
        except BaseException:
            self._pass_turn()
            raise

    def _pass_turn(self) -> None:
        if self.has_turn:
            self.has_turn = False
            WRITERS.release()

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # private, so not in Django's types
        # Not when it raises: the transaction is still open and a rollback follows.
        self._pass_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # private, so not in Django's types
        finally:
            self._pass_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # private, so not in Django's types
        finally:
            self._pass_turn()
