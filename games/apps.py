"""The name of the room for Django; nothing else in games/ knows that Django exists."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
