"""The description of the API: the committed document, and a page that draws it offline."""

from __future__ import annotations

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

DOCUMENT = Path(__file__).parent / "openapi.yaml"
EXAMPLES = {path.stem: path for path in (Path(__file__).parent / "examples").glob("*.py")}
SEASON_FILE = Path(__file__).parent / "season-file-1.schema.json"


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Drawn by a library of this installation, under the same strict policy as every page."""
    return render(request, "api/docs.html")


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(DOCUMENT.read_bytes(), content_type="application/yaml; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def example(request: HttpRequest, name: str) -> HttpResponse:
    """A script that uses the API with Python alone."""
    if name not in EXAMPLES:
        raise Http404
    return HttpResponse(EXAMPLES[name].read_bytes(), content_type="text/plain; charset=utf-8")


@require_safe
def season_file(request: HttpRequest) -> HttpResponse:
    """What a season in one file looks like, as a JSON Schema."""
    response = HttpResponse(SEASON_FILE.read_bytes(), content_type="application/schema+json")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
