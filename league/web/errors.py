"""Failure is a page too: error pages that look like the site."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

log = logging.getLogger(__name__)


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


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token, or sent from another site: nothing was changed."""
    return render(request, "errors/csrf.html", status=403)
