"""Somebody with an account says which player they are."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import ClaimState
from league.models.account import Account
from league.models.club import Club
from league.models.player import Player


class Claim(models.Model):
    """``account`` asks ``club`` to be taken for ``player``; the club's organizers decide."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="claims")
    note = models.CharField(max_length=200, blank=True, default="")
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=ClaimState.ASKED)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "player"],
                condition=Q(state="asked"),
                name="claim_asked_once",
            )
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.account_id} as {self.player_id}"
