"""Seasons of a club."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.schema import PAGED, Output, operation, page_of
from api.v1 import shapes
from league.enums import CountingRule, CountingUnit, SeasonState
from league.queries import by_id
from league.queries import seasons as known


class SeasonOutput(Output):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    state = serializers.ChoiceField(choices=SeasonState.values)
    counting = serializers.ChoiceField(choices=CountingRule.values)
    counting_n = serializers.IntegerField(allow_null=True)
    counting_unit = serializers.ChoiceField(choices=CountingUnit.values)
    min_matches = serializers.IntegerField()
    scheme = serializers.DictField()
    chain = serializers.ListField(child=serializers.CharField())


@operation(
    "club_seasons",
    "Seasons of a club, the latest first",
    answer=page_of(SeasonOutput),
    parameters=PAGED,
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = known.of_club(viewer, by_id.club(viewer, slug))
    return pagination.of_rows(request, rows, keys=("-starts_on", "-id"), shape=shapes.season)


@operation("season", "One season", answer=SeasonOutput)
def one(request: Request, season_id: int) -> Response:
    return Response(shapes.season(by_id.season(actor_of(request), season_id)))
