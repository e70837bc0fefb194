"""Wiring. Loading the settings loads the Celery app, so shared tasks always bind to it."""

from league.config.celery import app as celery_app

__all__ = ["celery_app"]
