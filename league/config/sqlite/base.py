"""SQLite whose writers of one process queue for a lock instead of polling for the file's.

SQLite's own wait is a sleep that grows and is not fair: with twenty writers the slowest
wait seconds. In the one-process run a plain lock around the outermost ``atomic`` hands the
turn over at once. Other processes (a command beside the server) still meet at the file.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

WRITERS = threading.Lock()


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
        Path(str(conn_params["database"])).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super().get_new_connection(conn_params)

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
