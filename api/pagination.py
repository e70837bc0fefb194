"""Pages by cursor: each begins right after the last row of the one before.

Rows are in a strict order (the last key is the id), so equal values never repeat or vanish at
the border of two pages, and rows that come in meanwhile move nothing. A cursor is signed and
belongs to one address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from django.core import signing
from django.db.models import Model, Q
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from league.core.errors import BadInput
from league.lists.whole_numbers import asked

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.core.types import JSON

USUAL = 50
MOST = 200


M = TypeVar("M", bound=Model)
T = TypeVar("T")
Shape = Callable[[T], Mapping[str, "JSON"]]


def limit_of(request: Request) -> int:
    """How many rows are asked for: ``limit``, 1 to 200."""
    return asked(request.query_params, "limit", low=1, high=MOST, usual=USUAL)


def of_rows(
    request: Request,
    rows: QuerySet[M],
    *,
    keys: Sequence[str],
    shape: Shape[M],
    know: Callable[[Sequence[M]], None] | None = None,
) -> Response:
    """One page of a queryset in the order of ``keys``, all rising or (``-``) all falling.

    Args:
        know: told the rows of the page before they are shaped, to look up what they share.
    """
    limit = limit_of(request)
    names = [key.removeprefix("-") for key in keys]
    compare = "lt" if keys[0].startswith("-") else "gt"
    after = _after(request, len(names))
    if after is not None:
        beyond = Q()
        equal: dict[str, object] = {}
        for name, value in zip(names, after, strict=True):
            beyond |= Q(**equal, **{f"{name}__{compare}": value})
            equal[name] = value
        rows = rows.filter(beyond)
    found = list(rows.order_by(*keys)[: limit + 1])
    page = found[:limit]
    if know is not None:
        know(page)
    last = [getattr(page[-1], name) for name in names] if len(found) > limit else None
    return _answer(request, [shape(row) for row in page], last)


def of_list(
    request: Request,
    rows: Sequence[T],
    *,
    key: Callable[[T], tuple[str | int, ...]],
    shape: Shape[T],
) -> Response:
    """One page of rows that are all at hand, sorted by ``key``, which no two of them share."""
    limit = limit_of(request)
    ordered = sorted(rows, key=key)
    after = _after(request, len(key(ordered[0]))) if ordered else None
    if after is not None:
        ordered = [row for row in ordered if key(row) > tuple(after)]
    page = ordered[:limit]
    last = list(key(page[-1])) if len(ordered) > limit else None
    return _answer(request, [shape(row) for row in page], last)


def cursor_of(request: Request) -> list[str | int] | None:
    """The values in the request's cursor, None on the first page."""
    text = request.query_params.get("cursor", "")
    if not text:
        return None
    try:
        values: list[str | int] = signing.loads(text, salt=_salt(request))
    except signing.BadSignature:
        raise BadInput("bad_cursor", field="cursor") from None
    return values


def next_link(request: Request, values: Sequence[object]) -> str:
    plain = [value.isoformat() if isinstance(value, date) else value for value in values]
    cursor = signing.dumps(plain, salt=_salt(request))
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def _after(request: Request, length: int) -> list[str | int] | None:
    values = cursor_of(request)
    if values is not None and len(values) != length:
        raise BadInput("bad_cursor", field="cursor")
    return values


def _answer(
    request: Request, results: Sequence[Mapping[str, JSON]], last: Sequence[object] | None
) -> Response:
    link = None if last is None else next_link(request, last)
    return Response({"results": list(results), "next": link})


def _salt(request: Request) -> str:
    return f"api-cursor:{request.path}"
