"""Clocks of rounds, and what a single table has of its own."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.event import Round
from league.models.seating import Table


class Clock(models.Model):
    """How long a round still plays; with a ``table``, how that table departs from its round.

    Running: ``ends_at``. Held: ``left_s``, below zero when the time was over. Neither: a round's
    clock stands at its start, a table follows its round with ``extra_s`` more.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clocks")
    table = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="clock"
    )
    length_s = models.PositiveIntegerField(default=0)
    extra_s = models.IntegerField(default=0)
    ends_at = models.DateTimeField(null=True, blank=True)
    left_s = models.IntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(table__isnull=True), name="clock_round_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(left_s__isnull=True),
                name="clock_runs_or_is_held",
            ),
        ]
        ordering = ["round_id", "id"]

    def __str__(self) -> str:
        return f"clock of {self.table or self.round}"
