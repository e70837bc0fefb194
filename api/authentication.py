"""Who asks: a token in the ``Authorization`` header, or the account signed in on the pages."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from league.core.actors import Actor
from league.queries.people import access, account_actors

LONGEST_SECRET = 200


class Token(BaseAuthentication):
    """``Authorization: Bearer …``: an account within scopes, or a read-only device."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Actor] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.casefold() != "bearer":
            return None
        secret = secret.strip()
        actor = access.actor_by_token(secret) if 0 < len(secret) <= LONGEST_SECRET else None
        if actor is None:
            raise AuthenticationFailed(code="bad_token")
        return AnonymousUser(), actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Stammtisch"'


class Session(SessionAuthentication):
    """The account signed in on the pages; writes need the page's CSRF token too."""


def actor_of(request: Request) -> Actor:
    """The actor behind a request; read once per request."""
    if isinstance(request.auth, Actor):
        return request.auth
    actor: Actor | None = getattr(request, "_actor", None)
    if actor is None:
        user = request.user
        actor = account_actors.person(user if user.is_authenticated else None)
        request._actor = actor  # type: ignore[attr-defined]
    return actor
