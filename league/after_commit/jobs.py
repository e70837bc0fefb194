"""Waking the worker: a row is the truth, a message is only a wake-up.

A lost message costs the time until the next sweep, never a result, so no broker error
reaches the person whose write has just been stored.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from league.after_commit.calls import call_once

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Wake:
    task: str
    id: int

    def __call__(self) -> None:
        from celery import current_app as app  # slow: loaded where a message is sent

        try:
            if app.conf.task_always_eager:
                app.tasks[self.task].apply(args=(self.id,))
            else:
                app.send_task(self.task, args=(self.id,), retry=False)
        except Exception:
            log.exception("could not wake %s(%s); the sweeper will", self.task, self.id)


def wake(task: str, id: int) -> None:
    """Sends ``task(id)`` after the commit, once per transaction, whatever the broker does."""
    call_once(_Wake(task, id))
