"""Plans of who sits where: seatings, their tables and seats."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import PlanState, RoundEntryState, SeatingState
from league.models.event import Entry, Round, Stage
from league.models.rules import Ruleset


class Seating(models.Model):
    """A plan for one round. A rolling round has one published seating that grows.

    ``explanation`` holds cost per criterion, lower bound, penalties by name, split and its
    alternatives, as ``league.seating`` gave them.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    number = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(
        max_length=10, choices=SeatingState.choices, default=SeatingState.DRAFT
    )
    method = models.CharField(max_length=20)
    seed = models.CharField(max_length=64, blank=True, default="")
    explanation = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="seating_number_once"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(state="published"), name="seating_published_once"
            ),
            models.UniqueConstraint(
                fields=["round"], condition=Q(state="draft"), name="seating_draft_once"
            ),
        ]
        ordering = ["round_id", "number"]

    def __str__(self) -> str:
        return f"{self.round_id} #{self.number} {self.state}"


class Table(models.Model):
    """One group playing one match of one ruleset.

    ``record_version`` is the number of the newest record (0: none yet). ``played_at`` is
    the moment that decides the season's day, ``reminded_at`` when the desk last asked for a result.
    ``plays_here``: this table may play in the browser, whatever its stage says. ``about`` is what
    an imported match brought beside its result, as ``league.lists.bg_stats_beside`` has it: for
    those who see whole names.
    """

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="tables")
    is_locked = models.BooleanField(default=False)
    played_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    record_version = models.PositiveIntegerField(default=0)
    plays_here = models.BooleanField(default=False)
    about = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seating", "number"], name="table_number_once")
        ]
        ordering = ["seating_id", "number"]

    def __str__(self) -> str:
        return f"table {self.number}"


class Seat(models.Model):
    """An entry in a seating: at a table (position from 1), or without one (bye, sits out).

    ``is_open``: published, and the table has no closed record yet. ``claim`` is the device
    that took this seat through the table's link. ``is_fixture``: one of several tables at which
    this entry may sit at once, each on its own day.
    """

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="seats"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    state = models.CharField(
        max_length=14, choices=RoundEntryState.choices, default=RoundEntryState.SEATED
    )
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    is_locked = models.BooleanField(default=False)
    is_rolling = models.BooleanField(default=False)
    is_fixture = models.BooleanField(default=False)
    is_open = models.BooleanField(default=False)
    claim = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "entry"],
                condition=Q(is_rolling=False, is_fixture=False),
                name="seat_entry_once_in_timed_round",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(is_rolling=True, is_open=True),
                name="seat_entry_once_open_when_rolling",
            ),
            models.UniqueConstraint(
                fields=["table", "entry"],
                condition=Q(table__isnull=False),
                name="seat_entry_once_at_table",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True, position__isnull=True)
                | Q(table__isnull=False, position__gte=1, position__lte=12),
                name="seat_position_with_table",
            ),
        ]
        indexes = [models.Index(fields=["entry", "seating"], name="seat_by_entry")]
        ordering = ["seating_id", "table_id", "position", "id"]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.table_id}:{self.position}"


class RoundsPlan(models.Model):
    """All rounds of a stage planned at once, and the work of planning them.

    ``rounds`` holds per round, from number ``first_round`` on, tables of entries in seat order
    and who sits out. ``progress`` holds what the search had found after how many steps.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="plans")
    state = models.CharField(max_length=10, choices=PlanState.choices, default=PlanState.WAITING)
    is_current = models.BooleanField(default=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    count = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True, default="")
    rounds = models.JSONField(default=list, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    progress = models.JSONField(default=list, blank=True)
    refusal = models.JSONField(default=dict, blank=True)
    wants_stop = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=Q(is_current=True), name="rounds_plan_current_once"
            )
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="rounds_plan_by_state")]
        ordering = ["stage_id", "id"]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.count} rounds from {self.first_round}"
