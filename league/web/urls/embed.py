"""Pages for other sites; nothing else may be framed."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.public import embed

_SEASON = "embed/c/<slug:slug>/s/<slug:season_slug>/standings"
_CLUB = "embed/c/<slug:slug>/next"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_SEASON}/", embed.standings, name="embed_standings"),
    path(f"{_SEASON}.json", embed.standings_json, name="embed_standings_json"),
    path(f"{_CLUB}/", embed.next_evening, name="embed_next"),
    path(f"{_CLUB}.json", embed.next_json, name="embed_next_json"),
]
