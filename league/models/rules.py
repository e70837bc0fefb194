"""How a club plays and scores: rulesets (never edited once used) and points schemes."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.models.club import Club, ClubGame


class Ruleset(models.Model):
    """One version of a game, its edition and options as a club plays it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rulesets")
    club_game = models.ForeignKey(ClubGame, on_delete=models.PROTECT, related_name="rulesets")
    name = models.CharField(max_length=120)
    version = models.PositiveSmallIntegerField(default=1)
    edition = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict)
    seats_min = models.PositiveSmallIntegerField()
    seats_max = models.PositiveSmallIntegerField()
    is_retired = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name", "version"], name="ruleset_version_once"
            ),
            models.CheckConstraint(
                condition=Q(seats_min__gte=1, seats_max__lte=12, seats_max__gte=F("seats_min")),
                name="ruleset_seats_1_to_12",
            ),
        ]
        ordering = ["name", "-version", "id"]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class PointsScheme(models.Model):
    """A club's own points scheme under a name; stages keep a copy of the spec they use."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="schemes")
    name = models.CharField(max_length=120)
    spec = models.JSONField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="scheme_name_once")]
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Preset(models.Model):
    """A set of rules that a club keeps under a name; what begins from it has its own copy.

    ``stage`` and ``season`` are written as ``league.services.occasions.presets`` reads them;
    ``season`` is empty where the set is for single events.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="presets")
    name = models.CharField(max_length=120)
    stage = models.JSONField()
    season = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="preset_name_once")]
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
