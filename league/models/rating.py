"""Ratings: what is rated together and how, everybody's rating, and every match as it was rated."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import RatingKind
from league.models.club import ClubGame
from league.models.event import Stage
from league.models.play import Play
from league.models.player import Player
from league.models.rules import Ruleset
from league.models.seating import Table


class RatingScope(models.Model):
    """Matches that are rated together: a club's game, a game everywhere, or all games.

    ``game`` is what boxes of several clubs have in common (``league.words.game_identity``).
    ``engine`` and ``settings`` are read by ``league.ratings``. ``count`` matches are stored,
    numbered from 1 without gaps; what has a higher number is left over.

    While ``is_stale``, what was played from ``stale_from`` on
    (empty: everything) is to be compared and rated again; ``mark`` rises with every such wish
    and ``run`` with every store, so that no older computation overwrites a newer one.
    """

    kind = models.CharField(max_length=10, choices=RatingKind.choices)
    club_game = models.ForeignKey(
        ClubGame, null=True, blank=True, on_delete=models.CASCADE, related_name="rating_scopes"
    )
    game = models.CharField(max_length=200, blank=True, default="")
    title = models.CharField(max_length=120, blank=True, default="")
    engine = models.CharField(max_length=20)
    settings = models.JSONField(default=dict, blank=True)
    provisional = models.PositiveSmallIntegerField(default=10)
    include_guests = models.BooleanField(default=False)
    is_stale = models.BooleanField(default=True)
    stale_from = models.DateTimeField(null=True, blank=True)
    mark = models.BigIntegerField(default=0)
    run = models.BigIntegerField(default=0)
    count = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="club_game", club_game__isnull=False)
                | Q(kind="game", club_game__isnull=True) & ~Q(game="")
                | Q(kind="all", club_game__isnull=True, game=""),
                name="rating_scope_fits_kind",
            ),
            models.UniqueConstraint(
                fields=["club_game"],
                condition=Q(kind="club_game"),
                name="rating_scope_club_game_once",
            ),
            models.UniqueConstraint(
                fields=["kind", "game"],
                condition=Q(club_game__isnull=True),
                name="rating_scope_game_once",
            ),
        ]
        ordering = ["kind", "title", "id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.title}" if self.title else self.kind


class RulesetRating(models.Model):
    """How much luck a ruleset has, for engines that ask; without a row the scope's value holds."""

    ruleset = models.OneToOneField(Ruleset, on_delete=models.CASCADE, related_name="rating")
    beta = models.FloatField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(beta__gte=0.5, beta__lte=1000), name="ruleset_beta_in_range"
            )
        ]

    def __str__(self) -> str:
        return f"beta {self.beta} of {self.ruleset_id}"


class RatingMark(models.Model):
    """A stage or a casual play in which something counts anew: written with what says so."""

    stage = models.ForeignKey(
        Stage, null=True, blank=True, on_delete=models.CASCADE, related_name="rating_marks"
    )
    play = models.ForeignKey(
        Play, null=True, blank=True, on_delete=models.CASCADE, related_name="rating_marks"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__isnull=False, play__isnull=True)
                | Q(stage__isnull=True, play__isnull=False),
                name="rating_mark_of_one",
            )
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"play {self.play_id}" if self.stage_id is None else f"stage {self.stage_id}"


class Rating(models.Model):
    """A player's rating after their last rated match in a scope."""

    scope = models.ForeignKey(
        RatingScope, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    value = models.FloatField()
    deviation = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "player"], name="rating_player_once")
        ]
        indexes = [models.Index(fields=["scope", "-value"], name="rating_by_value")]
        ordering = ["scope_id", "-value", "id"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value}"


class RatedMatch(models.Model):
    """A match as it was rated: every seat with the rating before and after.

    It was one of a ``table``, or a casual ``play``.
    ``body`` holds the seats as ``league.ratings.replay`` packs them: doubles, to the bit.
    """

    scope = models.ForeignKey(
        RatingScope, on_delete=models.CASCADE, related_name="matches", db_index=False
    )
    number = models.PositiveIntegerField()
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="rated"
    )
    play = models.ForeignKey(
        Play,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="rated",
        db_index=False,
    )
    at = models.DateTimeField()
    beta = models.FloatField(null=True, blank=True)
    body = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "number"], name="rated_match_number_once"),
            models.CheckConstraint(
                condition=Q(table__isnull=False, play__isnull=True)
                | Q(table__isnull=True, play__isnull=False),
                name="rated_match_of_one",
            ),
        ]
        indexes = [
            models.Index(fields=["play"], condition=Q(play__isnull=False), name="rated_play")
        ]
        ordering = ["scope_id", "number"]

    def __str__(self) -> str:
        return f"{self.scope_id} #{self.number}"
