"""What a browser keeps for the moment without a connection: its worker, and a page that says so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.web import tagged
from league.web.rendering import page

# A worker asks this server alone, and runs nothing that it was not handed here.
WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class NoConnection:
    """Nothing of anybody: the page is kept by whoever uses this browser."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that stands between a browser's tabs and the network, for the whole site."""
    response = tagged.answer(request, _script(), "text/javascript; charset=utf-8")
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """The page that stands in for all others where there is no connection."""
    return page(request, "league/public/offline.html", NoConnection())


@cache
def _script() -> bytes:
    found = finders.find("league/js/worker.js")
    assert isinstance(found, str)
    return Path(found).read_bytes()
