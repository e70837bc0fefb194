"""Work of the worker that waits for others, beside its own threads: it holds up nothing else.

What is lost with the process is in the database, and the next sweep finds it.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING

from django.db import connections

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

# So many at once of each kind: those who wait for one kind hold up no other.
MOST = {"webhooks": 8, "notices": 4}


def aside(do: Callable[[], object], pool: str) -> None:
    """Does it soon in another thread; at once where tasks run at once (in tests)."""
    from celery import current_app as app  # slow: loaded where something is handed over

    if app.conf.task_always_eager:
        do()
    else:
        _threads(pool).submit(_alone, do)


@cache
def _threads(pool: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST[pool], thread_name_prefix=pool)


def _alone(do: Callable[[], object]) -> None:
    try:
        do()
    except Exception:
        log.exception("what was handed over has failed; the sweeper tries again")
    finally:
        connections.close_all()
