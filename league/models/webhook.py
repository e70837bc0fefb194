"""Programs of others that a club tells what happens, and what each was sent."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import DeliveryState, WebhookOff, WebhookRights
from league.models.club import Club
from league.models.journal import JournalLine


class Webhook(models.Model):
    """An address that is sent the lines of a club's journal whose kinds are among ``types``.

    The secret signs what is sent, so it is kept as it is, and shown once. ``former_secret`` signs
    beside it until ``former_until``. It rests while ``paused_at`` or ``off_at`` says so; one with
    ``removed_at`` exists for nobody. ``failing_since``: no success from then on; ``again_at``:
    left alone until then.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=2000)
    rights = models.CharField(
        max_length=10, choices=WebhookRights.choices, default=WebhookRights.PUBLIC
    )
    types = models.JSONField(default=list)
    secret = models.CharField(max_length=120)
    former_secret = models.CharField(max_length=120, blank=True, default="")
    former_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_why = models.CharField(max_length=10, choices=WebhookOff.choices, blank=True, default="")
    removed_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    again_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.club_id}"


class Delivery(models.Model):
    """A line of the journal (or a test) on its way to one webhook, under one ``key`` at every try.

    Whoever sends claims it until ``claimed_until``; who dies leaves it to the next. ``answered``
    is the last answer's number; ``reason`` says why there was none.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    line = models.ForeignKey(JournalLine, null=True, blank=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=40, unique=True)
    state = models.CharField(
        max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING
    )
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True, default="")
    took_ms = models.PositiveIntegerField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "line"], name="delivery_once")]
        indexes = [
            models.Index(
                fields=["webhook", "next_at"],
                condition=Q(state="waiting"),
                name="delivery_waiting",
            )
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.key} {self.state}"
