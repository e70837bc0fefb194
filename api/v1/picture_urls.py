"""Addresses of pictures."""

from __future__ import annotations

from django.urls import URLPattern, path

from api import converters  # noqa: F401  (makes `<id:…>` known)
from api.doors import resource
from api.parsers import PictureBody
from api.v1 import pictures

urlpatterns: list[URLPattern] = [
    path(
        "players/<id:player_id>/picture/",
        resource(
            "PlayerPicture",
            get=pictures.of_player,
            post=pictures.put_player,
            delete=pictures.remove_player,
            parsers=(PictureBody,),
        ),
        name="player_picture",
    ),
    path(
        "clubs/<slug:slug>/logo/",
        resource(
            "ClubLogo",
            get=pictures.logo,
            post=pictures.put_logo,
            delete=pictures.remove_logo,
            parsers=(PictureBody,),
        ),
        name="club_logo",
    ),
    path(
        "clubs/<slug:slug>/cover/",
        resource(
            "ClubCover",
            get=pictures.cover,
            post=pictures.put_cover,
            delete=pictures.remove_cover,
            parsers=(PictureBody,),
        ),
        name="club_cover",
    ),
    path(
        "clubs/<slug:slug>/games/<id:game_id>/picture/",
        resource(
            "ClubGamePicture",
            get=pictures.of_game,
            post=pictures.put_game,
            delete=pictures.remove_game,
            parsers=(PictureBody,),
        ),
        name="club_game_picture",
    ),
]
