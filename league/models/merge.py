"""Two records of one person made one, and the names a person was known by before."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.models.player import Player


class Merge(models.Model):
    """``gone`` was found to be ``kept``: everything that hung on it hangs on ``kept`` now.

    The row of ``gone`` stays with nothing on it, so that its number still leads somewhere.
    ``moved`` says which rows followed and holds those that became one with another, in the
    form in which ``services.merges`` puts them back.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged")
    gone = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_into")
    moved = models.JSONField(default=dict)
    made_by = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["gone"], condition=Q(undone_at__isnull=True), name="merge_gone_once"
            ),
            models.CheckConstraint(condition=~Q(kept=F("gone")), name="merge_of_two"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.kept_id}"


class FormerName(models.Model):
    """A name under which a club may still look for somebody: before a rename or a merge."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=200)
    search_key = models.CharField(max_length=320, db_index=True)
    merge = models.ForeignKey(
        Merge, null=True, blank=True, on_delete=models.CASCADE, related_name="names"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["player_id", "id"]

    def __str__(self) -> str:
        return self.name
