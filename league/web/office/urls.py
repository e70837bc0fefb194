"""Addresses of a club's settings, roles and rules, backups."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.office import backups, clubs, faces, pictures, rules, webhooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("site/backups/", backups.page, name="backups"),
    path("c/new/", clubs.new, name="club_new"),
    path("c/<slug:slug>/office/settings/", clubs.settings_page, name="club_settings"),
    path("pictures/<str:picture>/<slug:size>.webp", pictures.file, name="picture"),
    path("p/<int:player_id>/picture/", pictures.of_player, name="player_picture"),
    path("c/<slug:slug>/office/pictures/<slug:kind>/", pictures.of_club, name="club_picture"),
    path(
        "c/<slug:slug>/office/rules/games/<int:pk>/picture/",
        pictures.of_game,
        name="game_picture",
    ),
    path("c/<slug:slug>/office/face/", faces.edit, name="club_face"),
    path("accent/<slug:colour>.css", faces.accent, name="accent"),
    path("c/<slug:slug>/imprint/", faces.imprint, name="club_imprint"),
    path("c/<slug:slug>/privacy/", faces.privacy, name="club_privacy"),
    path("c/<slug:slug>/office/roles/", clubs.roles, name="club_roles"),
    path("c/<slug:slug>/office/roles/<int:grant_id>/end/", clubs.grant_revoke, name="grant_revoke"),
    path(
        "c/<slug:slug>/office/roles/<int:grant_id>/password/",
        clubs.grant_reset,
        name="grant_reset",
    ),
    path(
        "c/<slug:slug>/office/invitations/<int:invitation_id>/end/",
        clubs.invitation_revoke,
        name="invitation_revoke",
    ),
    path("c/<slug:slug>/office/tokens/", clubs.tokens, name="club_tokens"),
    path("c/<slug:slug>/office/webhooks/", webhooks.listed, name="club_webhooks"),
    path("c/<slug:slug>/office/webhooks/<int:webhook_id>/", webhooks.one, name="club_webhook"),
    path("c/<slug:slug>/office/journal/", clubs.journal, name="club_journal"),
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
