"""What a table hands in: versions of a sheet with their outcome, seat by seat."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import ActorKind, RecordState
from league.models.event import Entry, Stage
from league.models.rules import Ruleset
from league.models.seating import Seat, Table


class MatchRecord(models.Model):
    """One stored version of a sheet. Nothing is overwritten or deleted.

    ``from_seq``/``to_seq`` say between which journal positions this version counted.
    ``issues`` are the warnings (or, with a reason, the errors) it was accepted with.
    ``outcome``: ``{"points": [...]|null, "places": [...], "reason", "drawn", "low_tie",
    "scale", "sides": [...]|null}`` in the order of ``sheet["seats"]``, which is the order of
    seat positions at the time of reporting. ``badges_as`` is the edition of badges by which it was
    gone through for them; 0 not yet.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="records")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="records")
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=RecordState.choices)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="records")
    sheet = models.JSONField()
    outcome = models.JSONField()
    issues = models.JSONField(default=list)
    reason = models.CharField(max_length=400, blank=True, default="")
    reported_by = models.CharField(max_length=200)
    reporter_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    reporter_key = models.CharField(max_length=120)
    reporter_seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reported_at = models.DateTimeField()
    confirmed_by = models.CharField(max_length=200, blank=True, default="")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    disputed_by = models.CharField(max_length=200, blank=True, default="")
    dispute_reason = models.CharField(max_length=400, blank=True, default="")
    closed_at = models.DateTimeField(null=True, blank=True)  # superseded or voided
    closed_by = models.CharField(max_length=200, blank=True, default="")
    closed_reason = models.CharField(max_length=400, blank=True, default="")
    from_seq = models.BigIntegerField(null=True, blank=True)
    to_seq = models.BigIntegerField(null=True, blank=True)
    badges_as = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="record_version_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(state="confirmed"), name="record_confirmed_once"
            ),
        ]
        indexes = [
            models.Index(fields=["stage", "state"], name="record_by_stage"),
            models.Index(
                fields=["badges_as"], condition=Q(state="confirmed"), name="record_badges_due"
            ),
        ]
        ordering = ["table_id", "version"]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.version} {self.state}"


class RecordConfirmation(models.Model):
    """One pair of eyes that agreed with a reported version (events that ask all seats)."""

    record = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="confirmations")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    actor_key = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "seat"], name="confirmation_seat_once")
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.seat_id} on {self.record_id}"


class SeatScore(models.Model):
    """What one version says of one entry: place and the game's own points (scaled).

    ``side`` is empty where everybody plays alone; a co-operative table is one side.
    """

    record = models.ForeignKey(MatchRecord, on_delete=models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="scores")
    position = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    points = models.BigIntegerField(null=True, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "entry"], name="score_entry_once"),
            models.UniqueConstraint(fields=["record", "position"], name="score_position_once"),
        ]
        indexes = [models.Index(fields=["entry", "record"], name="score_by_entry")]
        ordering = ["record_id", "position"]

    def __str__(self) -> str:
        return f"{self.entry_id}: place {self.place}"


class EarnedBadge(models.Model):
    """A badge of its game that one seat earned in one version; it goes where the score goes.

    ``key`` is that of ``games.core.badges.Badge``. It counts as long as its version does.
    """

    score = models.ForeignKey(SeatScore, on_delete=models.CASCADE, related_name="badges")
    key = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["score", "key"], name="badge_once_a_score"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.key} of {self.score_id}"
