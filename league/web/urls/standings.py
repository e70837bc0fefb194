"""Addresses beside the standings: files, scoring, penalties, the check, importing results."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.records import import_results
from league.web.standings import explanations, moves, needs, standings

_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"
_STAGE = "e/<slug:slug>/stages/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_SEASON}standings.csv", standings.season_file, name="season_standings_csv"),
    path(
        f"{_SEASON}standings.xlsx",
        standings.season_file,
        {"kind": "xlsx"},
        name="season_standings_xlsx",
    ),
    path(f"{_SEASON}standings/<int:player_id>/", explanations.of_season, name="season_why"),
    path(f"{_SEASON}need/", needs.season, name="season_need"),
    path(f"{_SEASON}moves/", moves.of_season, name="season_moves"),
    path(f"{_SEASON}scoring/", standings.season_scoring, name="season_scoring"),
    path(f"{_SEASON}publishing/", standings.season_publishing, name="season_publishing"),
    path(f"{_SEASON}adjustments/", standings.season_adjustments, name="season_adjustments"),
    path(
        f"{_SEASON}import-results/",
        import_results.season_import_results,
        name="season_import_results",
    ),
    path(f"{_STAGE}standings.csv", standings.stage_file, name="stage_standings_csv"),
    path(
        f"{_STAGE}standings.xlsx",
        standings.stage_file,
        {"kind": "xlsx"},
        name="stage_standings_xlsx",
    ),
    path(f"{_STAGE}standings/<int:player_id>/", explanations.of_stage, name="stage_why"),
    path(f"{_STAGE}moves/", moves.of_stage, name="stage_moves"),
    path(f"{_STAGE}scoring/", standings.stage_scoring, name="stage_scoring"),
    path(f"{_STAGE}adjustments/", standings.stage_adjustments, name="stage_adjustments"),
    path("e/<slug:slug>/check/", standings.check, name="event_check"),
]
