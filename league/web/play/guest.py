"""Who plays: the signed-in, and whoever took a seat under a key that only this browser has."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

from league.core.actors import Actor, as_guest
from league.web.actor import actor_of
from league.web.sent_once import key_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE = "play-guest"
SALT = "league.play-guest"
KEY_LENGTH = 32  # of the key of a form
DAYS_180 = 180 * 24 * 3600  # a match by turns may take its time


def player_of(request: HttpRequest) -> Actor:
    """Whoever asks, with the seats that this browser took as a guest."""
    return as_guest(actor_of(request), _key_of(request))


def sitting_down(request: HttpRequest) -> tuple[Actor, str]:
    """Whoever asks, able to hold a seat; and the key that the answer has to give them, if any."""
    return with_key(request, actor_of(request))


def with_key(request: HttpRequest, actor: Actor) -> tuple[Actor, str]:
    """``actor``, able to hold a seat; and the key that the answer has to give them, if any.

    It follows from the key of the form: a form that is sent twice before the first answer is there
    comes from one guest.
    """
    actor = as_guest(actor, _key_of(request))
    if actor.account_id is not None or actor.guest:
        return actor, ""
    form = key_of(request)
    if len(form) < KEY_LENGTH:  # no page of ours; what is short could be somebody else's too
        form = secrets.token_urlsafe(24)
    key = salted_hmac(SALT, form, algorithm="sha256").hexdigest()
    return as_guest(actor, key), key


def remember(response: HttpResponse, key: str) -> None:
    """Gives the browser its key, for the pages of matches only; an empty one changes nothing."""
    if not key:
        return
    response.set_signed_cookie(
        COOKIE,
        key,
        salt=SALT,
        max_age=DAYS_180,
        path="/play/",
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def _key_of(request: HttpRequest) -> str:
    return request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=DAYS_180) or ""
