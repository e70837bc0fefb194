"""Addresses of tables, results, records."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.lists.files import Kind
from league.web.records import (
    bg_stats,
    by_code,
    desk_table,
    downloads,
    import_bg_stats,
    import_results,
    next_table,
    results,
    table_clock,
    table_start,
    tables,
)

_SEASON = "c/<slug:slug>/s/<slug:season_slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", by_code.by_code, name="table_by_code"),
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
    path("e/<slug:slug>/download/", downloads.event_downloads, name="event_downloads"),
    *(
        path(
            f"e/<slug:slug>/download/list.{kind}",
            downloads.event_download,
            {"kind": kind},
            name=f"event_download_{kind}",
        )
        for kind in Kind
    ),
    path("c/<slug:slug>/bg-stats.json", bg_stats.club_bg_stats, name="club_bg_stats"),
    path(f"{_SEASON}download/", downloads.season_downloads, name="season_downloads"),
    *(
        path(
            f"{_SEASON}download/list.{kind}",
            downloads.season_download,
            {"kind": kind},
            name=f"season_download_{kind}",
        )
        for kind in Kind
    ),
    path(
        f"{_SEASON}import-results/",
        import_results.season_import_results,
        name="season_import_results",
    ),
    path(
        f"{_SEASON}import-bg-stats/",
        import_bg_stats.season_import_bg_stats,
        name="season_import_bg_stats",
    ),
]
