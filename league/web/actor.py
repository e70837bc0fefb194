"""The actor behind a request."""

from __future__ import annotations

from django.http import HttpRequest

from league import permissions
from league.actors import Actor


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person or the visitor; read once per request."""
    actor = getattr(request, "_actor", None)
    if actor is None:
        user = request.user
        actor = permissions.person(user if user.is_authenticated else None)
        request._actor = actor  # type: ignore[attr-defined]
    return actor
