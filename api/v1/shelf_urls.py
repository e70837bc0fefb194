"""Addresses of what a club plays, how it scores, and the badges of its games."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.v1 import badges, ratings, rulesets, scoring, shelves

urlpatterns: list[URLPattern] = [
    path("scoring/", resource("Scoring", get=scoring.catalogue), name="scoring"),
    path(
        "clubs/<slug:slug>/badges/",
        resource("ClubBadges", get=badges.of_club),
        name="club_badges",
    ),
    path(
        "players/<id:player_id>/badges/",
        resource("PlayerBadges", get=badges.of_player),
        name="player_badges",
    ),
    path(
        "clubs/<slug:slug>/games/",
        resource("ClubGames", get=shelves.games, post=shelves.add_game),
        name="club_games",
    ),
    path(
        "clubs/<slug:slug>/games/<id:game_id>/",
        resource("ClubGame", get=shelves.one_game, patch=shelves.change_game),
        name="club_game",
    ),
    path(
        "clubs/<slug:slug>/rulesets/",
        resource("ClubRulesets", get=rulesets.of_club, post=shelves.add_ruleset),
        name="club_rulesets",
    ),
    path(
        "clubs/<slug:slug>/rulesets/<id:ruleset_id>/",
        resource("ClubRuleset", get=rulesets.one, patch=shelves.change_ruleset),
        name="club_ruleset",
    ),
    path(
        "clubs/<slug:slug>/rulesets/<id:ruleset_id>/sheet/",
        resource("RulesetSheet", get=rulesets.sheet),
        name="ruleset_sheet",
    ),
    path(
        "clubs/<slug:slug>/rulesets/<id:ruleset_id>/luck/",
        resource("RulesetLuck", get=ratings.luck, patch=ratings.set_luck),
        name="ruleset_luck",
    ),
    path(
        "clubs/<slug:slug>/schemes/",
        resource("ClubSchemes", get=shelves.schemes, post=shelves.save_scheme),
        name="club_schemes",
    ),
    path(
        "clubs/<slug:slug>/schemes/<id:scheme_id>/",
        resource(
            "ClubScheme",
            get=shelves.one_scheme,
            patch=shelves.change_scheme,
            delete=shelves.remove_scheme,
        ),
        name="club_scheme",
    ),
]
