"""Failure is a page too: error pages that look like the site."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from league.queries.storage import AGAIN_S
from league.web.redirects import is_own


def page(request: HttpRequest, status: int, message: str = "") -> HttpResponse:
    return render(request, f"errors/{status}.html", {"message": message}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return page(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return page(request, 500)


def away(request: HttpRequest) -> HttpResponse:
    """The database is away for a moment: a page comes back by itself, without a script too.

    What was typed into a form is kept in the answer, with a button that sends it once more.
    """
    response = _alone(request, 503)
    response.headers["Retry-After"] = str(AGAIN_S)
    return response


def full(request: HttpRequest) -> HttpResponse:
    """The disk is full: nothing tries again by itself, and what was typed is kept as above."""
    _sent(request)  # read now where nothing has read it yet: the rest of the request goes below
    for handler in request.upload_handlers:
        if begun := getattr(handler, "file", None):
            with suppress(OSError):
                begun.close()  # and gone: what came of an upload takes no room
    with suppress(OSError):
        while request.read(65_536):  # a browser shows no answer to an upload that it still sends
            pass
    return _alone(request, 507)


def _alone(request: HttpRequest, status: int) -> HttpResponse:
    """A page that asks nothing of the database."""
    context = {
        "again": AGAIN_S,
        "way": _way_back(request),
        "sent": _sent(request),
        "to": request.get_full_path(),
    }
    response = render(None, f"errors/{status}.html", context)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """What a form held, to be sent once more as it was; nothing where none of it may be shown."""
    if request.method != "POST":
        return []
    try:
        has_more = bool(request.FILES) or any("password" in name for name in request.POST)
    except (OSError, SuspiciousOperation, MultiPartParserError):  # nobody had read it yet
        return []
    if has_more:
        return []
    return [(name, value) for name, values in request.POST.lists() for value in values]


def _way_back(request: HttpRequest) -> str:
    """The page itself; for what was sent, the page that it was sent from."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    came_from = urlsplit(request.headers.get("Referer", ""))
    path = came_from._replace(scheme="", netloc="", fragment="").geturl()
    return path if came_from.netloc == request.get_host() and is_own(request, path) else "/"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token, or sent from another site: nothing was changed."""
    return render(request, "errors/csrf.html", status=403)
