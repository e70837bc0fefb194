"""The Celery app; its settings are the ``CELERY_*`` names of the settings file."""

from __future__ import annotations

import logging
import os

from celery import Celery, signals

from league.config import env
from league.server import presence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

log = logging.getLogger(__name__)

app = Celery("league")
# Every thread of the process finds it as ``celery.current_app``.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["league"])


# The library calls it with keywords of its own.
def enter(**_: object) -> None:
    """A restore is refused while a worker or the clock runs; their files are this user's alone."""
    os.umask(0o077)
    presence.enter(env.data_folder())


# The library calls it with keywords of its own.
def tell_of_full_disk(exception: BaseException, **_: object) -> None:
    """The worker's log says where to make room, beside what the library says of the failure."""
    from league.queries.storage import full_place, is_full  # app ready

    if is_full(exception):
        log.error("the disk is full: make room in %s", full_place(exception))


signals.task_failure.connect(tell_of_full_disk)
signals.worker_init.connect(enter)
signals.beat_init.connect(enter)
