"""Celery's worker and clock as threads of the one-process run.

Embedding is no documented interface of Celery, so all of it stands in this file under one test.
``WorkController`` is used and not the command's worker, which would install signal handlers.
"""

from __future__ import annotations

import logging
import threading

from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController

from league.after_commit.processes import processes

log = logging.getLogger(__name__)


class Background:
    """A worker with a few threads and the clock of the periodic tasks."""

    def __init__(self, app: Celery, *, threads: int = 2) -> None:
        self.is_ready = threading.Event()
        self.worker = WorkController(
            app=app,
            hostname="serve@localhost",
            pool_cls="threads",
            concurrency=threads,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            ready_callback=lambda consumer: self.is_ready.set(),
        )
        self.clock = EmbeddedService(app, thread=True)
        self.thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def start(self) -> None:
        self.thread.start()
        self.clock.daemon = True
        self.clock.start()

    def _work(self) -> None:
        try:
            self.worker.start()
        except (SystemExit, KeyboardInterrupt):
            # Celery ends its loop with these; in a thread of ours they mean nothing more.
            log.debug("The worker has ended.")

    def stop(self, *, patience_s: float = 10) -> None:
        """Lets running tasks finish, then ends; what is left over is in the database.

        What tasks have put into processes of their own takes too long for that and is ended.

        Safe at any moment after ``start``, however early: Celery's own stop waits forever for a
        worker that is still starting, so that is waited for first, and nothing without a limit.
        """
        with processes.ended():
            self._stop(patience_s)

    def _stop(self, patience_s: float) -> None:
        self.clock.service.stop(wait=False)
        if self.thread.ident is None:
            return
        self.is_ready.wait(patience_s)
        stopping = threading.Thread(target=self.worker.stop, name="stop worker", daemon=True)
        stopping.start()
        stopping.join(patience_s)
        self.thread.join(patience_s)
        if self.clock.ident is not None:
            self.clock.join(patience_s)
