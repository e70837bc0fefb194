"""The league app."""

from __future__ import annotations

import gc

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Stammtisch"

    def ready(self) -> None:
        from django.conf import settings  # app ready

        from league import tasks  # noqa: F401  (app ready: registers tasks)
        from league.config import checks  # noqa: F401  (app ready: registers checks)
        from league.documents import letters  # app ready

        letters.look_in(settings.LEAGUE_FONTS)
        gc.freeze()  # what was imported stays: nobody looks for garbage among it
        gc.enable()
