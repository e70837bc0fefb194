"""Addresses of the pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("league.web.urls.people")),
    path("", include("league.web.urls.desk")),
    path("", include("league.web.urls.embed")),
    path("", include("league.web.urls.public")),
    path("", include("league.web.urls.records")),
    path("", include("league.web.urls.occasions")),
    path("", include("league.web.urls.standings")),
    path("", include("league.web.urls.paper")),
]
