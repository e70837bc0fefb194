"""Seasons that came in a file, and the keys whose files are believed."""

from __future__ import annotations

from django.db import models

from league.models.season import Season


class TrustedKey(models.Model):
    """The public key of another installation, to which an admin has said yes once."""

    key = models.CharField(max_length=44, unique=True)
    trusted_at = models.DateTimeField(auto_now_add=True)
    trusted_by = models.CharField(max_length=200)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.key


class SeasonImport(models.Model):
    """Which file a season came from; ``digest`` is that of what was signed.

    A club has a file once: its row is locked while one comes in.
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="came_by")
    digest = models.CharField(max_length=64, db_index=True)
    key = models.CharField(max_length=44)
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.season_id} from {self.digest[:12]}"
