"""Something to be done after the commit, once however often it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

if TYPE_CHECKING:
    from collections.abc import Callable


def call_once(call: Callable[[], None]) -> None:
    """Calls after the commit; of equal calls one is made, and a failure is nobody's but its own."""
    waiting = transaction.get_connection().run_on_commit
    if not any(entry[1] == call for entry in waiting):
        transaction.on_commit(call, robust=True)
