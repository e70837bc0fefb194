"""Addresses of tables, results, records."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.records import (
    desk_table,
    import_results,
    next_table,
    results,
    table_clock,
    table_start,
    tables,
)

_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:code>/", tables.table_link, name="table_link"),
    path("t/<str:code>/start/", table_start.table_start, name="table_start"),
    path("t/<str:code>/preview/", tables.table_preview, name="table_preview"),
    path("t/<str:code>/state/", tables.table_state, name="table_state"),
    path("t/<str:code>/clock/", table_clock.table_clock, name="table_clock"),
    path("t/<str:code>/follow/", next_table.table_follow, name="table_follow"),
    path("e/<slug:slug>/tables/<int:table_id>/", desk_table.table, name="table"),
    path(
        "e/<slug:slug>/tables/<int:table_id>/preview/",
        desk_table.table_preview,
        name="table_desk_preview",
    ),
    path("e/<slug:slug>/results/", results.results, name="results"),
    path("e/<slug:slug>/records/<int:record_id>/", desk_table.record, name="record"),
    path(
        f"{_SEASON}import-results/",
        import_results.season_import_results,
        name="season_import_results",
    ),
]
