"""Sign-in rules for allauth."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnly(DefaultAccountAdapter):
    """Accounts come from invitations; there is no open sign-up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
