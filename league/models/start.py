"""What chance said at a table before its first turn: ranks, colours, who begins."""

from __future__ import annotations

from django.db import models

from league.models.seating import Seat, Table


class TableStart(models.Model):
    """One draw. The newest of a table counts; earlier ones stay to be seen.

    ``entries`` are the entries in seat order at that moment, ``roles`` and ``first`` (an index)
    follow that order. Everything comes out of ``seed`` (hex) and the game's rules again. ``seat``
    asked for it; none is an organizer.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="starts")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    entries = models.JSONField()
    roles = models.JSONField(default=list)
    first = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    reason = models.CharField(max_length=400, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="start_number_once")
        ]
        ordering = ["table_id", "number"]

    def __str__(self) -> str:
        return f"start {self.number} of {self.table_id}"
