"""Append-only lines: what was decided, by whom, when."""

from __future__ import annotations

from django.db import models

from league.core.enums import ActorKind
from league.models.club import Club
from league.models.event import Event


class JournalLine(models.Model):
    """``seq`` counts per club without gaps; lines of the installation have no club."""

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="journal"
    )
    seq = models.BigIntegerField(null=True, blank=True)
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="journal"
    )
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    actor_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    actor_key = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "seq"], name="journal_seq_once")]
        indexes = [models.Index(fields=["event", "-id"], name="journal_by_event")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.club_id}#{self.seq} {self.kind}"
