"""Reads ``Idempotency-Key``; the rule itself is in ``league.services.idempotency``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from league.services import idempotency

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor


def once(
    request: Request,
    do: Callable[[], Mapping[str, JSON]],
    *,
    status: int = 200,
    by: Actor | None = None,
) -> Response:
    """Answers with what ``do`` returns; a repeat under the same key gets the first answer.

    ``do`` calls the service and describes what it changed. An error leaves no key behind.

    Args:
        by: who asks, where the request says more of them than ``actor_of`` knows.
    """
    digest = idempotency.digest_of(
        request.method or "",
        request.get_full_path(),
        request.headers.get("If-Match", ""),
        cast("JSON", request.data),
    )
    answer = idempotency.once(
        by=by or actor_of(request),
        key=request.headers.get("Idempotency-Key", "").strip(),
        digest=digest,
        do=lambda: dict(do()),
    )
    response = Response(answer, status=status)
    if isinstance(answer.get("version"), int):
        response.headers["ETag"] = f'"{answer["version"]}"'
    return response
