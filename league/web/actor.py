"""The actor behind a request."""

from __future__ import annotations

from django.http import HttpRequest

from league.core.actors import Actor
from league.queries.people import account_actors

SPEAKS_FOR = "speaks-for"


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person or the visitor; read once per request.

    Who acts for several players speaks for the one chosen last on this device.
    """
    actor = getattr(request, "_actor", None)
    if actor is None:
        user = request.user
        if user.is_authenticated:
            actor = account_actors.person(user, speaks_for=request.session.get(SPEAKS_FOR))
        else:
            actor = account_actors.person(None)
        request._actor = actor  # type: ignore[attr-defined]
    return actor
