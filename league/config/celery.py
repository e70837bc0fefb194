"""The Celery app; its settings are the ``CELERY_*`` names of the settings file."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

app = Celery("league")
# Every thread of the process finds it as ``celery.current_app``.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["league"])
