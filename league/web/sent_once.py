"""A form that is sent twice acts once: the way of forms to ``league.services.idempotency``.

The page makes a key and carries it in a hidden field: ``key``, or ``idempotency_key`` where the
browser keeps it together with what was typed (``app.js``).
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, TypeVar

from league.services import idempotency

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from games.core.types import JSON
    from league.core.actors import Actor

T = TypeVar("T", bound="JSON")


def fresh_key() -> str:
    """The key of a form that is shown for the first time."""
    return uuid.uuid4().hex


def key_of(request: HttpRequest) -> str:
    """The key that a form was sent with; empty without one, and then every sending acts."""
    return request.POST.get("key", "") or request.POST.get("idempotency_key", "")


def once(request: HttpRequest, *, by: Actor, about: tuple[JSON, ...], do: Callable[[], T]) -> T:
    """What ``do`` answers to the form; the same form sent again gets the answer of the first.

    Args:
        about: what makes two forms the same; another form under the same key is refused.
    """
    digest = idempotency.digest_of(*about)
    return idempotency.once(by=by, key=key_of(request), digest=digest, do=do)
