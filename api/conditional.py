"""Tags of answers, 304 without a body, and the version a write was made from."""

from __future__ import annotations

import hashlib
import re

from django.http import HttpResponse
from django.utils.http import parse_etags, quote_etag
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.errors import BadInput, LeagueError

_VERSION = re.compile(r"(?:W/)?\"?(\d{1,9})(?:-[0-9a-f]+)?\"?")


class VersionMissing(LeagueError):
    """A write that must say which version it was made from does not."""

    status = 428


def expected_version(request: Request) -> int:
    """The version in ``If-Match``: ``"3"``, or the whole tag of the answer it was read from."""
    text = request.headers.get("If-Match", "").strip()
    if not text:
        raise VersionMissing("if_match_missing", field="If-Match")
    found = _VERSION.fullmatch(text)
    if found is None:
        raise BadInput("if_match_unreadable", field="If-Match")
    return int(found[1])


def is_known(request: Request, tag: str) -> bool:
    """Whether the asker already holds the answer with this tag."""
    known = [
        one.removeprefix("W/") for one in parse_etags(request.headers.get("If-None-Match", ""))
    ]
    return "*" in known or tag.removeprefix("W/") in known


def unchanged(tag: str) -> HttpResponse:
    """304 without a body."""
    response = HttpResponse(status=304)
    del response.headers["Content-Type"]
    response.headers["ETag"] = tag
    return response


def tagged(request: Request, response: Response) -> HttpResponse:
    """A finished answer with the tag of its bytes, or 304 for who holds them.

    Called after the view, and so after every question of permission. A ``version`` that the
    view has put on the answer leads the tag, so that the tag serves as ``If-Match``.
    """
    response.render()
    digest = hashlib.sha256(response.content).hexdigest()[:20]
    version = getattr(response, "version", None)
    tag = quote_etag(digest if version is None else f"{version}-{digest}")
    if is_known(request, tag):
        return unchanged(tag)
    response.headers["ETag"] = tag
    return response


def versioned(response: Response, version: int) -> Response:
    """Marks an answer with the version of what it shows."""
    response.version = version  # type: ignore[attr-defined]
    response.headers["ETag"] = f'"{version}"'
    return response
