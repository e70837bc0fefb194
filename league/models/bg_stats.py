"""Whom the people of files from BG Stats are."""

from __future__ import annotations

from django.db import models

from league.models.club import Club
from league.models.player import Player


class BgStatsPlayer(models.Model):
    """Whom a club means by somebody in files from the app BG Stats; ``uuid`` is the app's own."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bg_stats_players")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bg_stats")
    uuid = models.CharField(max_length=64)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "uuid"], name="bg_stats_player_once_per_club"),
        ]

    def __str__(self) -> str:
        return f"{self.uuid} is {self.player_id}"
