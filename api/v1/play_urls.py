"""Addresses of matches in the browser."""

from __future__ import annotations

from django.urls import URLPattern, path
from rest_framework.renderers import JSONRenderer

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.renderers import JsonLines
from api.v1 import play_chances, play_coach, play_pauses, play_talk, plays

urlpatterns: list[URLPattern] = [
    path("plays/", resource("Plays", get=plays.listed, post=plays.start), name="plays"),
    path(
        "plays/pause/",
        resource("PlayPause", get=play_pauses.one, post=play_pauses.change),
        name="play_pause",
    ),
    path("plays/<slug:code>/", resource("Play", get=plays.one), name="play"),
    path("plays/<slug:code>/do/", resource("PlayDo", post=plays.do), name="play_do"),
    path("plays/<slug:code>/seats/", resource("PlaySeats", post=plays.sit), name="play_seats"),
    path("plays/<slug:code>/actions/", resource("PlayActions", post=plays.act), name="play_act"),
    path("plays/<slug:code>/draws/", resource("PlayDraws", post=plays.enter), name="play_enter"),
    path("plays/<slug:code>/again/", resource("PlayAgain", post=plays.again), name="play_again"),
    path(
        "plays/<slug:code>/talk/",
        resource("PlayTalk", get=play_talk.one, post=play_talk.do),
        name="play_talk",
    ),
    path(
        "plays/<slug:code>/since/<id:seq>/",
        resource("PlaySince", get=plays.since),
        name="play_since",
    ),
    path(
        "plays/<slug:code>/chances/",
        resource("PlayChances", get=play_chances.after_match),
        name="play_chances",
    ),
    path(
        "plays/<slug:code>/coach/", resource("PlayCoach", get=play_coach.advice), name="play_coach"
    ),
    path(
        "plays/<slug:code>/transcript/",
        resource("PlayTranscript", get=plays.transcript, renderers=(JSONRenderer, JsonLines)),
        name="play_transcript",
    ),
]
