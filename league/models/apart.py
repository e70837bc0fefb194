"""Two people whom a club never seats at one table."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Apart(models.Model):
    """An unordered pair, stored once: ``first`` is the player with the smaller id."""

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="apart")
    first = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "first", "second"], name="apart_pair_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="apart_pair_in_order"),
        ]
        ordering = ["club_id", "id"]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} in {self.club_id}"
