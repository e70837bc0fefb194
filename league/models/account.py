"""The account: a login, and nothing more. Rights live in grants."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> Account:
        return self.get(email__iexact=username)

    # Django's management of users passes free keyword fields.
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Account:
        account = self.model(email=self.normalize_email(email), **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account


class Account(AbstractBaseUser):
    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=8, blank=True, default="")
    player = models.OneToOneField(
        "league.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="account"
    )
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AccountManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="account_email_once")]

    def __str__(self) -> str:
        return self.email


class ActsFor(models.Model):
    """``account`` acts for ``player`` too, as a parent does for a child.

    Who is the player keeps the right to an account of their own.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="acts_for")
    player = models.ForeignKey(
        "league.Player", on_delete=models.CASCADE, related_name="acted_for_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "player"], name="acts_for_once")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.account_id} for {self.player_id}"
