"""The Celery app; its settings are the ``CELERY_*`` names of the settings file."""

from __future__ import annotations

import os

from celery import Celery, signals

from league.config import env
from league.server import presence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

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


signals.worker_init.connect(enter)
signals.beat_init.connect(enter)
