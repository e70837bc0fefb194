"""The description of the API: the committed document, and a page that draws it offline."""

from __future__ import annotations

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

DOCUMENT = Path(__file__).parent / "openapi.yaml"
# The page's own library sets styles from its script; nothing else is open.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    response = render(request, "api/docs.html")
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(DOCUMENT.read_bytes(), content_type="application/yaml; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
