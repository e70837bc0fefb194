"""Public pages, the projector, players, search."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.occasions import calendars, season_guests, sign_up
from league.web.people import player
from league.web.public import boards, club_records, evening, games, public, wall_pages
from league.web.seating import fairness
from league.web.standings import ratings

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.home, name="home"),
    path("search/", public.search, name="search"),
    path("games/", games.games, name="games"),
    path("games/<slug:key>/", games.game, name="game"),
    path("games/<slug:key>/statistics/", games.statistics, name="game_statistics"),
    path("c/<slug:slug>/", public.club, name="club"),
    path("c/<slug:slug>/s/<slug:season_slug>/", public.season, name="season"),
    path("c/<slug:slug>/s/<slug:season_slug>/fairness/", fairness.season, name="season_fairness"),
    path("c/<slug:slug>/records/", club_records.records, name="club_records"),
    path("c/<slug:slug>/calendar.ics", calendars.club, name="club_calendar"),
    path(
        "c/<slug:slug>/s/<slug:season_slug>/calendar.ics", calendars.season, name="season_calendar"
    ),
    path("p/<int:player_id>/calendar/", calendars.own_address, name="own_calendar"),
    path("p/<int:player_id>/calendar/<str:code>.ics", calendars.player, name="player_calendar"),
    path("c/<slug:slug>/s/<slug:season_slug>/guests/", season_guests.season, name="season_guests"),
    path("e/<slug:slug>/", evening.event, name="event"),
    path("e/<slug:slug>/enter/", sign_up.enter, name="event_enter"),
    path("e/<slug:slug>/seating/", wall_pages.seating, name="event_seating"),
    path("e/<slug:slug>/standings/", wall_pages.standings, name="event_standings"),
    path("e/<slug:slug>/fairness/", fairness.event, name="event_fairness"),
    path("e/<slug:slug>/board/", boards.board, name="board"),
    path("p/<int:player_id>/", player.player, name="player"),
    path("c/<slug:slug>/ratings/", ratings.club, name="club_ratings"),
    path("ratings/", ratings.everywhere, name="ratings"),
    path("ratings/<int:scope_id>/", ratings.listing, name="rating_list"),
    path("ratings/<int:scope_id>/settings/", ratings.settings, name="rating_settings"),
    path("ratings/<int:scope_id>/p/<int:player_id>/", ratings.history, name="rating_history"),
]
