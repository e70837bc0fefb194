"""Fixtures: tables that exist before their day, and how their people find one."""

from __future__ import annotations

from django.db import models

from league.models.event import Entry
from league.models.seating import Table


class Fixture(models.Model):
    """A table whose people agree on when and where they play.

    ``due_on`` is the last day on which it should be played, by the event's zone (empty: any).
    ``agreed_at`` is the moment they agreed on, ``place`` where: both empty until then.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="fixture")
    due_on = models.DateField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(agreed_at__isnull=False) | models.Q(place=""),
                name="fixture_place_with_moment",
            )
        ]
        indexes = [models.Index(fields=["due_on"], name="fixture_by_due_day")]
        ordering = ["table_id"]

    def __str__(self) -> str:
        return f"fixture {self.table_id}"


class FixtureMoment(models.Model):
    """A moment that somebody of the table proposed, until one is agreed on."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="moments")
    starts_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "starts_at"], name="fixture_moment_once")
        ]
        ordering = ["fixture_id", "starts_at"]

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.starts_at}"


class FixtureAnswer(models.Model):
    """Whether a proposed moment suits somebody of the table."""

    moment = models.ForeignKey(FixtureMoment, on_delete=models.CASCADE, related_name="answers")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    suits = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["moment", "entry"], name="fixture_answer_once")
        ]
        ordering = ["moment_id", "id"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.moment_id} {self.suits}"
