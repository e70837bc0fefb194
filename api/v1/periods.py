"""The parts of a season that have tables of their own."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Output, operation
from league.queries import by_id
from league.queries.standings import moments
from league.times import periods


class PeriodOutput(Output):
    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(help_text="The first moment that is no longer in it.")
    is_running = serializers.BooleanField()
    standings = serializers.CharField(help_text="The address of its table.")


class PeriodsOutput(Output):
    zone = serializers.CharField(help_text="By whose clock a new one begins.")
    periods = PeriodOutput(many=True)


@operation("season_periods", "The weeks, months or other parts of a season", answer=PeriodsOutput)
def of_season(request: Request, season_id: int) -> Response:
    season = by_id.season(actor_of(request), season_id)
    now = timezone.now()
    page = reverse("v1:season_standings", args=[season.pk])
    return Response(
        {
            "zone": periods.zone_of(season).key,
            "periods": [
                {
                    "number": one.number,
                    "starts_at": one.first.isoformat(),
                    "ends_at": one.end.isoformat(),
                    "is_running": one.has(now),
                    "standings": f"{page}?{moments.PERIOD}={one.number}",
                }
                for one in periods.of_season(season)
            ],
        }
    )
