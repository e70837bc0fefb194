"""What the machine could not work out, so that it is shown, and tried again."""

from __future__ import annotations

from django.db import models

from league.core.enums import TroubleKind


class Trouble(models.Model):
    """One scope that could not be computed, for as long as it cannot.

    ``subject`` is the id of the stage, season, rating list, club or plan; 0 for a job that has
    none. ``code`` and ``params`` are the reason as ``league.core.errors`` tells it, ``fault`` names
    the error of the program where that is the reason. After ``tries`` it is tried again at
    ``again_at``.
    """

    kind = models.CharField(max_length=20, choices=TroubleKind.choices)
    subject = models.BigIntegerField(default=0)
    code = models.CharField(max_length=60)
    params = models.JSONField(default=dict, blank=True)
    fault = models.CharField(max_length=80, blank=True, default="")
    tries = models.PositiveIntegerField(default=1)
    since = models.DateTimeField()
    again_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="trouble_once_per_scope")
        ]
        ordering = ["since", "id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}: {self.code}"
