"""Addresses of the API: version 1, its description, and a 404 in its own shape."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from api import docs
from api.errors import nothing_here

urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", include("api.v1.urls")),
    path("docs/", docs.page, name="api_docs"),
    path("docs/<slug:name>.py", docs.example, name="api_example"),
    path("openapi.yaml", docs.document, name="api_document"),
    path("season-file-1.schema.json", docs.season_file, name="season_file_schema"),
    re_path(r"^(?:[\s\S]*/)?\Z", nothing_here),
]
