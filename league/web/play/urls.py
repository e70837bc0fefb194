"""Addresses of matches in the browser."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.play import (
    choice_list,
    coach,
    ladder_page,
    lobby,
    opening,
    replay,
    table_door,
    tables,
    talk,
    talk_reports,
    turns,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("play/", lobby.lobby, name="play_lobby"),
    path("play/open/", opening.opening, name="play_open"),
    path("play/bots/", ladder_page.ladder_page, name="play_ladder"),
    path("play/turns/", turns.turns, name="play_turns"),
    path("play/next/", turns.following, name="play_next"),
    path("play/at-table/", table_door.sit_down, name="play_at_table"),
    path("play/<str:code>/", tables.table, name="play_table"),
    path("play/<str:code>/choices/", choice_list.choice_list, name="play_choices"),
    path("c/<slug:slug>/office/talk/", talk_reports.reports, name="club_talk"),
    path("play/<str:code>/talk/", talk.press, name="play_talk"),
    path("play/<str:code>/coach/", coach.coach, name="play_coach"),
    path("play/<str:code>/replay/", replay.replay, name="play_replay"),
    path("play/<str:code>/record.jsonl", replay.record, name="play_record"),
]
