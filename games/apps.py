"""The name of the room for Django; nothing else in games/ knows that Django exists."""

from __future__ import annotations

from django.apps import AppConfig  # noqa: TID251  (the one place that may know it)


class GamesConfig(AppConfig):
    name = "games"
