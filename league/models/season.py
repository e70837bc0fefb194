"""A club's league over a span of days."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.core.enums import CountingRule, CountingUnit, SeasonState
from league.models.club import Club
from league.models.rules import Ruleset


class Season(models.Model):
    """Days are days of the club's zone, both included.

    ``scheme`` and ``chain`` are specs of ``league.standings``; new stages copy ``scheme``, and
    ``seating``, the preferences of ``league.seating.preferences``. ``counting_n`` is the number
    that belongs to ``counting`` (best n, worst k, matches added to an average), ``counting_more``
    holds those keys of ``league.standings.rules`` that have no column.
    ``periods`` are the turns of ``league.times.periods``; empty: it has none.
    ``stale_at`` is the club's ``seq`` at which the standing last went out of date. One with
    ``removed_at`` exists for nobody.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=120)
    starts_on = models.DateField()
    ends_on = models.DateField()
    state = models.CharField(
        max_length=10, choices=SeasonState.choices, default=SeasonState.RUNNING
    )
    counting = models.CharField(
        max_length=20, choices=CountingRule.choices, default=CountingRule.SUM
    )
    counting_n = models.PositiveSmallIntegerField(null=True, blank=True)
    counting_unit = models.CharField(
        max_length=10, choices=CountingUnit.choices, default=CountingUnit.MATCHES
    )
    min_matches = models.PositiveSmallIntegerField(default=0)
    counting_more = models.JSONField(default=dict, blank=True)
    periods = models.JSONField(default=dict, blank=True)
    rank_guests = models.BooleanField(default=False)
    scheme = models.JSONField()
    chain = models.JSONField()
    seating = models.JSONField(default=dict, blank=True)
    ruleset = models.ForeignKey(
        Ruleset, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    auto_publish = models.BooleanField(default=True)
    stale_at = models.BigIntegerField(default=0)
    removed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="season_slug_once"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_start"
            ),
            models.CheckConstraint(
                condition=~Q(counting="best_n") | Q(counting_n__gte=1), name="season_best_n_has_n"
            ),
        ]
        ordering = ["-starts_on", "id"]

    def __str__(self) -> str:
        return self.name
