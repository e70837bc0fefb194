"""The guests of a season: who played in it without being a member."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Output, operation
from api.v1.rounds import NumberOutput
from league.queries import by_id
from league.queries.occasions import season_guests
from league.standings import payload as plain


class GuestOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    evenings = serializers.IntegerField()
    matches = serializers.IntegerField()
    points = NumberOutput(help_text="Those that the matches would bring if guests were ranked.")


class SeasonGuestsOutput(Output):
    is_published = serializers.BooleanField()
    guests = GuestOutput(many=True)


@operation("season_guests", "The guests who played in a season", answer=SeasonGuestsOutput)
def of_season(request: Request, season_id: int) -> Response:
    viewer = actor_of(request)
    found = season_guests.of_season(viewer, by_id.season(viewer, season_id))
    return Response(
        {
            "is_published": found.is_published,
            "guests": [
                {
                    "player": one.player_id,
                    "name": one.name,
                    "evenings": one.evenings,
                    "matches": one.matches,
                    "points": plain.number(one.points),
                }
                for one in found.guests
            ],
        }
    )
