"""Wide limits that stop a runaway script and never a club night on one Wi-Fi address."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.throttling import BaseThrottle

from api.authentication import actor_of
from league.core.enums import ActorKind

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

WINDOW_SECONDS = 60
PER_ACTOR = 1200
PER_ADDRESS = 3000


class PerActor(BaseThrottle):
    """So many requests a minute for one account or token, and for one address of visitors."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        actor = actor_of(request)
        is_visitor = actor.kind == ActorKind.ANONYMOUS
        who = address_of(request) if is_visitor else actor.key
        window = int(time.time()) // WINDOW_SECONDS
        counter = f"api-requests:{who}:{window}"
        if cache.add(counter, 1, WINDOW_SECONDS * 2):
            return True
        try:
            count = cache.incr(counter)
        except ValueError:  # thrown out of the cache between the two calls
            return True
        return count <= (PER_ADDRESS if is_visitor else PER_ACTOR)

    def wait(self) -> float:
        return WINDOW_SECONDS - time.time() % WINDOW_SECONDS


def address_of(request: Request) -> str:
    """The sender's address: the one that the outermost of our own proxies saw."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
    if proxies and len(hops) >= proxies and hops[-proxies]:
        return hops[-proxies][:64]
    return str(request.META.get("REMOTE_ADDR", ""))
