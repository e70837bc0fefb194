"""Clubs and their people: names as far as the asker may know them, and nothing else of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.schema import PAGED, Output, operation, page_of
from api.v1 import shapes
from league.core.enums import MembershipKind, Visibility
from league.queries import by_id
from league.queries.occasions import clubs
from league.queries.people import rosters
from league.words import names

if TYPE_CHECKING:
    from league.queries.people.rosters import PersonInClub


class ClubOutput(Output):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField()
    visibility = serializers.ChoiceField(choices=Visibility.values)
    rates_casual = serializers.BooleanField(
        help_text="Whether casual matches of members count for the ratings."
    )


class PersonOutput(Output):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="As far as the asker may know it.")
    kind = serializers.ChoiceField(choices=MembershipKind.values, allow_null=True)


class ClubOfPlayerOutput(Output):
    slug = serializers.CharField()
    club = serializers.CharField()
    name = serializers.CharField(help_text="How this club shows the player.")
    kind = serializers.ChoiceField(choices=MembershipKind.values, allow_null=True)


class PlayerOutput(Output):
    id = serializers.IntegerField()
    clubs = ClubOfPlayerOutput(many=True)


@operation("clubs", "Clubs that want to be found", answer=page_of(ClubOutput), parameters=PAGED)
def listed(request: Request) -> Response:
    rows = clubs.listed(viewer=actor_of(request))
    return pagination.of_rows(request, rows, keys=("sort_key", "id"), shape=shapes.club)


@operation("club", "One club", answer=ClubOutput)
def one(request: Request, slug: str) -> Response:
    return Response(shapes.club(by_id.club(actor_of(request), slug)))


@operation(
    "club_players",
    "Everyone the club has met, by name",
    answer=page_of(PersonOutput),
    parameters=(*PAGED, OpenApiParameter("q", str, description="Part of the shown name.")),
)
def players(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = rosters.of_club(viewer, by_id.club(viewer, slug))
    # Only what is shown is searched: a hit must not tell a hidden name.
    words = names.fold(request.query_params.get("q", "")).split(" ")
    rows = tuple(row for row in rows if all(word in names.fold(row.name) for word in words))
    return pagination.of_list(request, rows, key=_by_name, shape=shapes.person)


@operation("player", "One player, by the names of each club", answer=PlayerOutput)
def player(request: Request, player_id: int) -> Response:
    viewer = actor_of(request)
    row = by_id.player(viewer, player_id)
    known = rosters.clubs_of(viewer, row)
    return Response({"id": row.pk, "clubs": [shapes.club_of_player(one) for one in known]})


def _by_name(row: PersonInClub) -> tuple[str | int, ...]:
    return row.sort_key, row.player_id
