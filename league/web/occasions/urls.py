"""Addresses of seasons, events, stages, presets, calendars, signing up."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.occasions import (
    calendars,
    confirm_place,
    door,
    events,
    presets,
    region_tables,
    removals,
    season_guests,
    season_imports,
    season_joins,
    seasons,
    sign_up,
    sign_up_by_name,
    stages,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<slug:slug>/office/seasons/new/", seasons.new, name="season_new"),
    path("c/<slug:slug>/s/<slug:season_slug>/settings/", seasons.settings, name="season_settings"),
    path("c/<slug:slug>/s/<slug:season_slug>/state/", seasons.state, name="season_state"),
    path("c/<slug:slug>/s/<slug:season_slug>/remove/", removals.season, name="season_remove"),
    path("c/<slug:slug>/office/remove/", removals.club, name="club_remove"),
    path("c/<slug:slug>/office/journal/<int:line_id>/undo/", removals.undo, name="removal_undo"),
    path("site/season-import/", season_imports.take_in, name="season_import"),
    path("c/<slug:slug>/office/season-import/", season_joins.into_club, name="club_season_import"),
    path("c/<slug:slug>/office/region/", region_tables.of_club, name="club_region"),
    path("site/removed-clubs/", removals.removed_clubs, name="removed_clubs"),
    path("c/<slug:slug>/office/events/new/", events.new, name="event_new"),
    path("e/<slug:slug>/settings/", events.settings, name="event_settings"),
    path("e/<slug:slug>/state/", events.state, name="event_state"),
    path("e/<slug:slug>/remove/", removals.event, name="event_remove"),
    path("e/<slug:slug>/copy/", events.copy, name="event_copy"),
    path("e/<slug:slug>/stages/new/", stages.new, name="stage_new"),
    path("e/<slug:slug>/stages/<int:number>/", stages.settings, name="stage_settings"),
    path("c/<slug:slug>/office/presets/", presets.listed, name="presets"),
    path("c/<slug:slug>/office/presets/new/", presets.keep, name="preset_keep"),
    path("c/<slug:slug>/office/presets/<int:pk>/", presets.edit, name="preset_edit"),
    path("c/<slug:slug>/office/presets/<int:pk>/remove/", presets.remove, name="preset_remove"),
    path("c/<slug:slug>/calendar.ics", calendars.club, name="club_calendar"),
    path(
        "c/<slug:slug>/s/<slug:season_slug>/calendar.ics", calendars.season, name="season_calendar"
    ),
    path("p/<int:player_id>/calendar/", calendars.own_address, name="own_calendar"),
    path("p/<int:player_id>/calendar/<str:code>.ics", calendars.player, name="player_calendar"),
    path("c/<slug:slug>/s/<slug:season_slug>/guests/", season_guests.season, name="season_guests"),
    path("e/<slug:slug>/enter/", sign_up.enter, name="event_enter"),
    path("c/<slug:slug>/office/door/", door.poster, name="door_poster"),
    path("c/<slug:slug>/office/door/new/", door.renew, name="door_renew"),
    path("c/<slug:slug>/door/<str:code>/", door.enter, name="door"),
    path("e/<slug:slug>/sign-up/", sign_up_by_name.by_name, name="sign_up_by_name"),
    path("e/<slug:slug>/mail/<str:code>/", confirm_place.confirm, name="confirm_place"),
    path("e/<slug:slug>/place/<str:code>/", sign_up_by_name.place, name="place"),
]
