"""The device in somebody's hand: a random id in a signed cookie, and where it calls from."""

from __future__ import annotations

import secrets

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "table-device"
SALT = "league.table-device"
DAYS_30 = 30 * 24 * 3600
DOOR_COOKIE = "table-door"
DAY = 24 * 3600


def device_of(request: HttpRequest) -> str:
    """The id this browser was given; empty where it has none, or one we did not sign."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=DAYS_30)
    return value or ""


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(response: HttpResponse, device: str) -> None:
    """Gives the browser its id, for table pages only."""
    response.set_signed_cookie(
        COOKIE,
        device,
        salt=SALT,
        max_age=DAYS_30,
        path="/t/",
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def remember_entry(response: HttpResponse, token: str) -> None:
    """Tells the tables' pages whom this browser checked in at the door; ``token`` is signed."""
    response.set_cookie(
        DOOR_COOKIE,
        token,
        max_age=DAY,
        path="/t/",
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_entry(response: HttpResponse) -> None:
    response.delete_cookie(DOOR_COOKIE, path="/t/", samesite="Lax")


def address_of(request: HttpRequest) -> str:
    """The address behind the trusted proxies."""
    return str(get_adapter(request).get_client_ip(request))


def private(response: HttpResponse) -> HttpResponse:
    """The address is a key: not indexed, not cached, told to nobody outside.

    "no-referrer" would make browsers send their own forms with the origin "null", which the
    check against forged requests refuses; "same-origin" tells outsiders just as little.
    """
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = "no-store"
    return response
