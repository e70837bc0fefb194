"""What a season's standing was last ranked by, so that one more result needs few rows."""

from __future__ import annotations

from django.db import models

from league.models.player import Player
from league.models.season import Season


class SeasonState(models.Model):
    """As of which position the sums of a season are, and what belongs to no player.

    ``run`` rises with every store: whoever read an older one stores nothing.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="sums_state")
    position = models.BigIntegerField()
    run = models.BigIntegerField(default=1)
    whole = models.JSONField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"sums of {self.season_id} @{self.position}"


class SeasonSum(models.Model):
    """One player's sums in a season, as ``league.standings.summary`` writes them, as text.

    ``summary`` is empty for who is only listed. ``evenings`` says what each evening gave,
    ``evening_count`` how many these are.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sums")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    is_enrolled = models.BooleanField()
    summary = models.TextField(blank=True, default="")
    evenings = models.TextField(blank=True, default="")
    evening_count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="season_sum_once")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}"
