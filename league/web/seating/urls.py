"""Addresses of wishes, who is kept apart, fairness."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.seating import apart, fairness, wishes

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<slug:slug>/office/people/<int:player_id>/apart/", apart.change, name="player_apart"),
    path("e/<slug:slug>/entries/<int:entry_id>/wishes/", wishes.entry, name="entry_wishes"),
    path("c/<slug:slug>/s/<slug:season_slug>/fairness/", fairness.season, name="season_fairness"),
    path("e/<slug:slug>/fairness/", fairness.event, name="event_fairness"),
]
