"""Addresses of standings and their reasons, cuts, ratings, the lab."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.standings import (
    cuts,
    explanations,
    lab,
    moves,
    needs,
    ratings,
    season_files,
    standings,
)

_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"
_STAGE = "e/<slug:slug>/stages/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("lab/", lab.lab, name="lab"),
    path("lab/results/", lab.results, name="lab_results"),
    path("lab/tables/", lab.tables, name="lab_tables"),
    path("e/<slug:slug>/stages/<int:number>/cut/", cuts.cut, name="cut"),
    path("e/<slug:slug>/stages/<int:number>/called/", cuts.called, name="cut_called"),
    path(f"{_SEASON}standings.csv", standings.season_file, name="season_standings_csv"),
    path(
        f"{_SEASON}standings.xlsx",
        standings.season_file,
        {"kind": "xlsx"},
        name="season_standings_xlsx",
    ),
    path(f"{_SEASON}season.json", season_files.download, name="season_file"),
    path(".well-known/stammtisch-key.json", season_files.key, name="signing_key"),
    path(f"{_SEASON}standings/<int:player_id>/", explanations.of_season, name="season_why"),
    path(f"{_SEASON}need/", needs.season, name="season_need"),
    path(f"{_SEASON}moves/", moves.of_season, name="season_moves"),
    path(f"{_SEASON}scoring/", standings.season_scoring, name="season_scoring"),
    path(f"{_SEASON}publishing/", standings.season_publishing, name="season_publishing"),
    path(f"{_SEASON}adjustments/", standings.season_adjustments, name="season_adjustments"),
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
    path("c/<slug:slug>/ratings/", ratings.club, name="club_ratings"),
    path("ratings/", ratings.everywhere, name="ratings"),
    path("ratings/<int:scope_id>/", ratings.listing, name="rating_list"),
    path("ratings/<int:scope_id>/settings/", ratings.settings, name="rating_settings"),
    path("ratings/<int:scope_id>/p/<int:player_id>/", ratings.history, name="rating_history"),
]
