"""Rights and keys: grants, invitations, tokens, table links, idempotency keys."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.core.enums import InvitationKind, Role, TokenKind
from league.models.account import Account
from league.models.club import Club
from league.models.event import Event
from league.models.player import Player
from league.models.season import Season
from league.models.seating import Table

_SCOPES = (
    Q(role="site_admin", club__isnull=True, season__isnull=True, event__isnull=True)
    | Q(role="club_admin", club__isnull=False, season__isnull=True, event__isnull=True)
    | (
        Q(role="organizer")
        & (
            Q(club__isnull=False, season__isnull=True, event__isnull=True)
            | Q(club__isnull=True, season__isnull=False, event__isnull=True)
            | Q(club__isnull=True, season__isnull=True, event__isnull=False)
        )
    )
    | Q(role="scorekeeper", club__isnull=True, season__isnull=True, event__isnull=False)
)


class Grant(models.Model):
    """A role of an account on one club, season or event, or (site admin) on everything.

    One given ``by_group`` ends when the server that people sign in by no longer names the group.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="grants")
    role = models.CharField(max_length=12, choices=Role.choices)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE)
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.CASCADE)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE)
    by_group = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_SCOPES, name="grant_role_fits_scope"),
            models.UniqueConstraint(
                fields=["account", "role", "club", "season", "event"],
                nulls_distinct=False,
                name="grant_once",
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.account_id} {self.role}"


class Invitation(models.Model):
    """A link that gives a role, links an account to a player, or sets a new password.

    Only the hash of the link's secret is stored. ``maker`` is the account whose rights the link
    hands on; the service's own links have none.
    """

    kind = models.CharField(max_length=8, choices=InvitationKind.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, blank=True, default="")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE)
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.CASCADE)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE)
    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    note = models.CharField(max_length=200, blank=True, default="")
    created_by = models.CharField(max_length=200)
    maker = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="made_invitations"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.role}"


class ApiToken(models.Model):
    """A token of an account (scopes), or a read-only device of one event."""

    kind = models.CharField(max_length=8, choices=TokenKind.choices, default=TokenKind.TOKEN)
    account = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.CASCADE, related_name="tokens"
    )
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="devices"
    )
    name = models.CharField(max_length=120)
    secret_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_on = models.DateField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="token", account__isnull=False)
                | Q(kind="device", event__isnull=False),
                name="token_kind_fits_owner",
            )
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class TableLink(models.Model):
    """The address on a table's QR card. It opens one table until its round closes."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="link")
    code = models.CharField(max_length=24, unique=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"link of table {self.table_id}"


class IdempotencyKey(models.Model):
    """The answer to a write, kept under the key its sender chose."""

    actor_key = models.CharField(max_length=120)
    key = models.CharField(max_length=120)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["actor_key", "key"], name="idempotency_key_once")
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return self.key
