"""Occasions: office pages of seasons, events, games, rulesets, points schemes; the lab."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.occasions import events, presets, seasons, stages
from league.web.office import rules
from league.web.standings import cuts, lab

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<slug:slug>/office/seasons/new/", seasons.new, name="season_new"),
    path("c/<slug:slug>/s/<slug:season_slug>/settings/", seasons.settings, name="season_settings"),
    path("c/<slug:slug>/s/<slug:season_slug>/state/", seasons.state, name="season_state"),
    path("lab/", lab.lab, name="lab"),
    path("lab/results/", lab.results, name="lab_results"),
    path("lab/tables/", lab.tables, name="lab_tables"),
    path("c/<slug:slug>/office/events/new/", events.new, name="event_new"),
    path("e/<slug:slug>/settings/", events.settings, name="event_settings"),
    path("e/<slug:slug>/state/", events.state, name="event_state"),
    path("e/<slug:slug>/copy/", events.copy, name="event_copy"),
    path("e/<slug:slug>/stages/new/", stages.new, name="stage_new"),
    path("e/<slug:slug>/stages/<int:number>/cut/", cuts.cut, name="cut"),
    path("e/<slug:slug>/stages/<int:number>/called/", cuts.called, name="cut_called"),
    path("e/<slug:slug>/stages/<int:number>/", events.stage, name="stage_settings"),
    path("c/<slug:slug>/office/presets/", presets.listed, name="presets"),
    path("c/<slug:slug>/office/presets/new/", presets.keep, name="preset_keep"),
    path("c/<slug:slug>/office/presets/<int:pk>/", presets.edit, name="preset_edit"),
    path("c/<slug:slug>/office/presets/<int:pk>/remove/", presets.remove, name="preset_remove"),
    path("c/<slug:slug>/office/rules/", rules.games, name="club_games"),
    path("c/<slug:slug>/office/rules/games/<int:pk>/", rules.game, name="club_game"),
    path(
        "c/<slug:slug>/office/rules/games/<int:game_id>/new/",
        rules.ruleset_new,
        name="ruleset_new",
    ),
    path("c/<slug:slug>/office/rules/<int:pk>/", rules.ruleset_edit, name="ruleset_edit"),
    path("c/<slug:slug>/office/rules/<int:pk>/luck/", rules.ruleset_luck, name="ruleset_luck"),
    path(
        "c/<slug:slug>/office/rules/<int:pk>/retire/", rules.ruleset_retire, name="ruleset_retire"
    ),
    path("c/<slug:slug>/office/rules/schemes/new/", rules.scheme_new, name="scheme_new"),
    path("c/<slug:slug>/office/rules/schemes/<int:pk>/", rules.scheme_edit, name="scheme_edit"),
    path(
        "c/<slug:slug>/office/rules/schemes/<int:pk>/remove/",
        rules.scheme_remove,
        name="scheme_remove",
    ),
]
