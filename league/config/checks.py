"""System checks: refuse to start wrongly, warn of what an operator should know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from league.queries.storage import LOW_BYTES, free_bytes

ROOM = "room"  # what a command asks that needs no page: reading every address takes a second


# Django calls a check with the installed apps and keywords that we do not use.
@register(Tags.security, deploy=True)
def key_lasts(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.SECRET_KEY_LASTS:
        return []
    return [
        Error(
            "No secret key: sessions and links would end with this process.",
            hint="Set LEAGUE_SECRET_KEY, or start with `python3 manage.py serve` once.",
            id="league.E001",
        )
    ]


@register(Tags.security, deploy=True)
def cookies_are_secure(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.SECURE or not settings.LEAGUE_URL:
        return []
    return [
        Warning(
            "LEAGUE_URL is plain http: cookies are not marked secure.",
            hint="Put a proxy with HTTPS in front (deploy/docs/README.md).",
            id="league.W001",
        )
    ]


@register(Tags.security, deploy=True)
def network_is_closed(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if not settings.ALLOW_PRIVATE_ADDRESSES:
        return []
    return [
        Warning(
            "LEAGUE_ALLOW_PRIVATE_ADDRESSES is on: whoever organizes reaches this network.",
            hint="Set it to 0 unless a webhook or a chat of yours is in this network.",
            id="league.W003",
        )
    ]


@register(Tags.security)
def somebody_gets_in(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.LEAGUE_PASSWORD_SIGN_IN or settings.LEAGUE_OPENID is not None:
        return []
    return [
        Error(
            "Passwords are off and there is no server to sign in by: nobody gets in.",
            hint="Set LEAGUE_OIDC_SERVER, or LEAGUE_PASSWORD_SIGN_IN=1.",
            id="league.E002",
        )
    ]


# Not for the set-up alone: every command says so, as long as there is time to make room.
@register(ROOM)
def has_room(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    free = free_bytes(str(settings.DATA_DIR))
    if free >= LOW_BYTES:
        return []
    return [
        Warning(
            f"Only {free // 1_000_000} MB are free for {settings.DATA_DIR}.",
            hint="Make room: without any, nothing can be entered and no backup is made.",
            id="league.W002",
        )
    ]
