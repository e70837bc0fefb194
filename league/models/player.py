"""A person known to this installation; may have no account."""

from __future__ import annotations

from django.db import models

from league.core.enums import NameLevel


class Player(models.Model):
    """``name`` is the full name as organizers see it; ``name_level`` is the person's own
    choice (empty: minors show their nickname, others follow the club). Of somebody erased only
    a neutral name is left; ``erasure_asked_at`` is when the person asked for it.
    """

    name = models.CharField(max_length=200)
    given = models.CharField(max_length=100, blank=True, default="")
    family = models.CharField(max_length=100, blank=True, default="")
    nickname = models.CharField(max_length=100, blank=True, default="")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    is_minor = models.BooleanField(default=False)
    email = models.EmailField(max_length=254, blank=True, default="")
    name_level = models.CharField(max_length=12, choices=NameLevel.choices, blank=True, default="")
    search_key = models.CharField(max_length=320, db_index=True)
    sort_key = models.CharField(max_length=220)
    erased_at = models.DateTimeField(null=True, blank=True)
    erasure_asked_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name
