"""Addresses of what is printed as PDF, and of the pages that list it."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.public import (
    blank_sheets,
    certificates,
    cross_tables,
    name_tags,
    paper_pages,
    prints,
    wall_lists,
)

_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"
_STAGE = "e/<slug:slug>/stages/<int:number>/"
_RULESET = "c/<slug:slug>/rulesets/<int:pk>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<slug:key>/paper/", paper_pages.game, name="game_paper"),
    path("games/<slug:key>/sheet.pdf", blank_sheets.of_game, name="game_sheet"),
    path(f"{_RULESET}paper/", paper_pages.ruleset, name="ruleset_paper"),
    path(f"{_RULESET}sheet.pdf", blank_sheets.of_ruleset, name="ruleset_sheet"),
    path(f"{_SEASON}paper/", paper_pages.season, name="season_paper"),
    path(f"{_SEASON}standings.pdf", wall_lists.season_standings, name="season_standings_pdf"),
    path(f"{_SEASON}cross-table.pdf", cross_tables.of_season, name="season_cross_table"),
    path(f"{_SEASON}certificates.pdf", certificates.of_season, name="season_certificates"),
    path("e/<slug:slug>/paper/", paper_pages.event, name="event_paper"),
    path("e/<slug:slug>/seating.pdf", wall_lists.seating, name="event_seating_pdf"),
    path("e/<slug:slug>/tables.pdf", prints.table_slips_pdf, name="table_slips_pdf"),
    path("e/<slug:slug>/sheets.pdf", prints.sheets_pdf, name="sheets_pdf"),
    path("e/<slug:slug>/name-tags.pdf", name_tags.of_event, name="event_name_tags"),
    path("e/<slug:slug>/certificates.pdf", certificates.of_event, name="event_certificates"),
    path(f"{_STAGE}standings.pdf", wall_lists.stage_standings, name="stage_standings_pdf"),
    path(f"{_STAGE}cross-table.pdf", cross_tables.of_stage, name="stage_cross_table"),
]
