"""Addresses of the pages."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("league.web.office.urls")),
    path("", include("league.web.people.urls")),
    path("", include("league.web.occasions.urls")),
    path("", include("league.web.evening.urls")),
    path("", include("league.web.seating.urls")),
    path("", include("league.web.records.urls")),
    path("", include("league.web.standings.urls")),
    path("", include("league.web.play.urls")),
    path("", include("league.web.notices.urls")),
    path("", include("league.web.public.urls")),
]
