"""The stored bytes of one standing at one journal position."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import Audience
from league.models.event import Stage
from league.models.season import Season


class Snapshot(models.Model):
    """Two per scope: ``live`` for organizers and ``public``, what was last published."""

    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="snapshots"
    )
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.CASCADE, related_name="snapshots"
    )
    audience = models.CharField(max_length=8, choices=Audience.choices)
    as_of = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    body = models.BinaryField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__isnull=True) ^ Q(season__isnull=True),
                name="snapshot_has_one_scope",
            ),
            models.UniqueConstraint(
                fields=["stage", "audience"],
                condition=Q(stage__isnull=False),
                name="snapshot_stage_once",
            ),
            models.UniqueConstraint(
                fields=["season", "audience"],
                condition=Q(season__isnull=False),
                name="snapshot_season_once",
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.audience} {self.stage_id or self.season_id} @{self.as_of}"
