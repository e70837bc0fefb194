"""Addresses of the desk, the door, one's own evening."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.evening import check_in, clocks, desk, entries, matches, my_evening

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/desk/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/clock/", clocks.desk_clock, name="desk_clock"),
    path("e/<slug:slug>/here/<slug:code>/", check_in.check_in, name="check_in"),
    path("e/<slug:slug>/matches/", matches.matches, name="matches"),
    path("e/<slug:slug>/matches/<int:table_id>/", matches.match, name="match"),
    path("e/<slug:slug>/mine/", my_evening.mine, name="my_evening"),
    path("e/<slug:slug>/poster/", check_in.poster, name="check_in_poster"),
    path("e/<slug:slug>/entries/<int:entry_id>/disqualify/", entries.disqualify, name="disqualify"),
    path("t/<str:code>/evening/", my_evening.from_table, name="table_evening"),
]
