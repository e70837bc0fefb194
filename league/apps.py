"""The league app."""

from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Stammtisch"

    def ready(self) -> None:
        from league import tasks  # noqa: F401  (app ready: registers tasks)
        from league.config import checks  # noqa: F401  (app ready: registers checks)
