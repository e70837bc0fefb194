"""Badges of games: all of a club with who holds them, and those of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Output, operation, page_of
from api.v1 import shapes
from api.v1.shelves import GAMES
from league.queries import by_id
from league.queries.people import badges, profiles
from league.queries.public import club_badges

if TYPE_CHECKING:
    from games.core.badges import Badge
    from games.core.types import JSON

VIA = OpenApiParameter(
    "club", str, description="The `slug` of a club found by its link alone, to count it as well."
)


class BadgeOutput(Output):
    game = serializers.ChoiceField(choices=GAMES, help_text="The key of the game.")
    key = serializers.CharField(help_text="One badge of this game has it.")
    title = serializers.CharField(help_text="In the language asked for.")
    meaning = serializers.CharField(help_text="What is to be done for it, in a sentence.")


class BadgeHolderOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    times = serializers.IntegerField(help_text="In how many matches.")
    first = serializers.DateTimeField(help_text="When the first of them was played.")


class ClubBadgeOutput(BadgeOutput):
    holders = BadgeHolderOutput(many=True, help_text="Whoever has it most often comes first.")


class PlayerBadgeOutput(BadgeOutput):
    times = serializers.IntegerField(help_text="In how many matches.")
    first = serializers.DateTimeField(help_text="When the first of them was played.")
    event = serializers.IntegerField(help_text="The event of that match.")


@operation(
    "club_badges",
    "All badges of a club's games, with who holds them",
    answer=page_of(ClubBadgeOutput),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows: list[JSON] = [
        {
            **_badge(row.game, row.badge),
            "holders": [
                {
                    "player": holder.player_id,
                    "name": holder.name,
                    "times": holder.times,
                    "first": shapes.moment(holder.first),
                }
                for holder in row.holders
            ],
        }
        for row in club_badges.of_club(viewer, by_id.club(viewer, slug))
    ]
    return Response({"results": rows, "next": None})


@operation(
    "player_badges",
    "The badges of a player, the latest first",
    answer=page_of(PlayerBadgeOutput),
    parameters=(VIA,),
)
def of_player(request: Request, player_id: int) -> Response:
    viewer = actor_of(request)
    player = by_id.player(viewer, player_id)
    clubs = profiles.clubs_seen(viewer, request.query_params.get("club", "")[:60])
    rows: list[JSON] = [
        {
            **_badge(row.game, row.badge),
            "times": row.times,
            "first": shapes.moment(row.first),
            "event": row.event.pk,
        }
        for row in badges.of_player(viewer, player, clubs)
    ]
    return Response({"results": rows, "next": None})


def _badge(game: str, badge: Badge) -> dict[str, JSON]:
    return {
        "game": game,
        "key": badge.key,
        "title": _(badge.title),
        "meaning": _(badge.meaning),
    }
