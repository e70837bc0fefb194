"""Events with their stages."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.schema import IF_MATCH, PAGED, Output, operation, page_of
from api.v1 import shapes
from league.core.enums import Confirmation, EventKind, EventState, StageKind, StageMode
from league.core.errors import BadInput
from league.lists.whole_numbers import chosen
from league.queries import by_id
from league.queries.occasions import events as known
from league.services.occasions import removals


class EventOutput(Output):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    season = serializers.IntegerField(allow_null=True)
    slug = serializers.CharField()
    kind = serializers.ChoiceField(choices=EventKind.values)
    name = serializers.CharField()
    place = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    state = serializers.ChoiceField(choices=EventState.values)
    confirmation = serializers.ChoiceField(choices=Confirmation.values)
    capacity = serializers.IntegerField(allow_null=True)
    offer_hours = serializers.IntegerField(
        allow_null=True,
        help_text="For how long a place that comes free is offered; null: it is given at once.",
    )
    is_announced = serializers.BooleanField(help_text="Else it exists for its organizers alone.")
    version = serializers.IntegerField()


class StageOutput(Output):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=StageKind.values)
    name = serializers.CharField()
    mode = serializers.ChoiceField(choices=StageMode.values)
    method = serializers.CharField()
    scheme = serializers.DictField()
    chain = serializers.ListField(child=serializers.CharField())
    game = serializers.CharField()
    ruleset = serializers.IntegerField()


class OneEventOutput(EventOutput):
    stages = StageOutput(many=True)


@operation(
    "club_events",
    "Events of a club, newest first",
    answer=page_of(EventOutput),
    parameters=(
        *PAGED,
        OpenApiParameter("state", str, enum=EventState.values),
        OpenApiParameter("season", int, description="The id of a season."),
        OpenApiParameter(
            "cancelled", bool, description="Cancelled ones too, which are left out otherwise."
        ),
    ),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = known.listed(viewer, club=by_id.club(viewer, slug))
    state = request.query_params.get("state", "")
    if state:
        if state not in EventState.values:
            raise BadInput("bad_choice", field="state", value=state[:40])
        rows = rows.filter(state=state)
    cancelled = request.query_params.get("cancelled", "false").lower()
    if cancelled not in {"true", "false"}:
        raise BadInput("bad_choice", field="cancelled", value=cancelled[:40])
    if cancelled == "false" and not state:
        rows = rows.exclude(state=EventState.CANCELLED)
    if request.query_params.get("season"):
        rows = rows.filter(season_id=chosen(request.query_params, "season"))
    return pagination.of_rows(request, rows, keys=("-starts_at", "-id"), shape=shapes.event)


@operation(
    "event_remove",
    "Removes an event without results; it can be brought back from the club's journal",
    status=204,
    writes=True,
    has_key=False,
    also=(428,),
    parameters=(IF_MATCH,),
)
def remove(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    row = by_id.event(by, event_id)
    removals.remove(by=by, thing=row, expected_version=conditional.expected_version(request))
    return Response(status=204)


@operation("event", "One event with its stages", answer=OneEventOutput)
def one(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    row = by_id.event(viewer, event_id)
    stages = [shapes.stage(view.stage) for view in known.stages(viewer, row)]
    return conditional.versioned(Response({**shapes.event(row), "stages": stages}), row.version)
