"""Browsers that an account has signed in from: guesses elsewhere do not lock them out.

A signed cookie names the browser and the accounts that signed in with it. It opens nothing; it only
gives the browser a count of wrong passwords of its own.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "known_device"
_SALT = "league.known-device"
_AGE_S = 60 * 60 * 24 * 365
_MOST_ACCOUNTS = 8


def remember(request: HttpRequest, response: HttpResponse, account_id: int) -> None:
    """After a successful sign-in: this browser is known to the account from now on."""
    name, accounts = _read(request)
    accounts = [account_id, *(each for each in accounts if each != account_id)][:_MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([name or secrets.token_urlsafe(9), accounts], salt=_SALT),
        max_age=_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SECURE,
    )


def name_for(request: HttpRequest, account_id: int | None) -> str:
    """The browser's name where the account knows it; else empty."""
    name, accounts = _read(request)
    return name if account_id in accounts else ""


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        name, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_AGE_S)
    except (signing.BadSignature, ValueError):
        return "", []
    return str(name), list(accounts)
