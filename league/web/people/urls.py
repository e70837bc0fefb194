"""Addresses of people, merges, the own account."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from league.web.people import (
    account,
    against,
    import_players,
    merges,
    one_record,
    openid,
    own_data,
    people,
    person,
    player,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("me/", account.own_account, name="own_account"),
    path("me/sign-in/disconnect/", openid.disconnect, name="openid_disconnect"),
    path("me/data/", own_data.page, name="own_data"),
    path("me/data.json", own_data.download, name="own_data_file"),
    path("me/tokens/<int:token_id>/end/", account.token_revoke, name="token_revoke"),
    path("me/speak-for/", account.speak_for, name="speak_for"),
    path("me/acts-for/<int:player_id>/end/", account.stop_acting, name="stop_acting"),
    path("i/<str:secret>/", account.invitation, name="invitation"),
    path("c/<slug:slug>/office/people/", people.people, name="club_people"),
    path(
        "c/<slug:slug>/office/people/import/",
        import_players.import_players,
        name="club_import_players",
    ),
    path("c/<slug:slug>/office/people/export.csv", people.export, name="club_export_players"),
    path("c/<slug:slug>/office/people/<int:player_id>/join/", person.join, name="membership_start"),
    path(
        "c/<slug:slug>/office/people/<int:player_id>/invite/", person.invite, name="player_invite"
    ),
    path(
        "c/<slug:slug>/office/memberships/<int:membership_id>/",
        person.membership,
        name="membership_change",
    ),
    path(
        "c/<slug:slug>/office/people/<int:player_id>/record/",
        one_record.record,
        name="player_record",
    ),
    path("c/<slug:slug>/office/same-person/", merges.same_person, name="club_same_person"),
    path("c/<slug:slug>/office/same-person/merge/", merges.merge, name="players_merge"),
    path("c/<slug:slug>/office/same-person/<int:merge_id>/undo/", merges.undo, name="merge_undo"),
    path(
        "c/<slug:slug>/office/same-person/claims/<int:claim_id>/",
        merges.decide,
        name="claim_decide",
    ),
    path("p/<int:player_id>/claim/", merges.ask, name="player_claim"),
    path("p/<int:player_id>/edit/", person.edit, name="player_edit"),
    path("p/<int:player_id>/", player.player, name="player"),
    path("p/<int:player_id>/against/<int:other_id>/", against.against, name="player_against"),
]
