"""Addresses of tables, results and records."""

from __future__ import annotations

from django.urls import path

from league.web.evening import my_evening
from league.web.public import prints
from league.web.records import next_table, results, table_clock, table_start, tables

urlpatterns = [
    path("t/<str:code>/", tables.table_link, name="table_link"),
    path("t/<str:code>/start/", table_start.table_start, name="table_start"),
    path("t/<str:code>/preview/", tables.table_preview, name="table_preview"),
    path("t/<str:code>/state/", tables.table_state, name="table_state"),
    path("t/<str:code>/clock/", table_clock.table_clock, name="table_clock"),
    path("t/<str:code>/evening/", my_evening.from_table, name="table_evening"),
    path("t/<str:code>/follow/", next_table.table_follow, name="table_follow"),
    path("e/<slug:slug>/tables/<int:table_id>/", results.table, name="table"),
    path(
        "e/<slug:slug>/tables/<int:table_id>/preview/",
        results.table_preview,
        name="table_desk_preview",
    ),
    path("e/<slug:slug>/results/", results.results, name="results"),
    path("e/<slug:slug>/records/<int:record_id>/", results.record, name="record"),
    path("e/<slug:slug>/sheets/", prints.sheets_page, name="sheets"),
    path("e/<slug:slug>/cards/", prints.table_cards, name="table_cards"),
]
