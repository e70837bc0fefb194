"""Events with their stages: made, changed, taken through their states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, PAGED, Input, Moment, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.stage_settings import NewStageInput, chosen_ruleset, new_stage
from league import permissions
from league.core.actions import Action
from league.core.enums import AsksEmail, Confirmation, EventKind, EventState, StageKind, StageMode
from league.core.errors import BadInput, NotFound
from league.lists.whole_numbers import chosen
from league.queries import by_id
from league.queries.occasions import events as known
from league.services.evening import rounds
from league.services.occasions import events as services
from league.services.occasions import removals

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Event, Season


BY_NAME = "Whether anybody may sign up by name on the event's page, without an account."
NEEDS_CODE = "Whether who signs up by name needs the code at the club's door."
ASKS_EMAIL = (
    "Whether who signs up by name is asked for an e-mail address; `needed`: the place is held "
    "until it is confirmed. Nobody is asked where the installation sends no e-mail."
)
FEE = "What taking part costs, in a few words, such as `€5`; empty: nothing."


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
    last_entry_round = serializers.IntegerField(
        allow_null=True, help_text="Nobody enters for a later round; null: no limit."
    )
    by_name = serializers.BooleanField(help_text=BY_NAME)
    needs_code = serializers.BooleanField(help_text=NEEDS_CODE)
    asks_email = serializers.ChoiceField(choices=AsksEmail.values, help_text=ASKS_EMAIL)
    fee = serializers.CharField(help_text=FEE)
    rank_guests = serializers.BooleanField(help_text="Whether guests have a rank, too.")
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


class EventPatch(Input):
    name = serializers.CharField(required=False, max_length=services.LONGEST_NAME)
    starts_at = Moment(required=False)
    ends_at = Moment(required=False, allow_null=True)
    time_zone = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=64,
        help_text="Of the room, such as `Europe/Berlin`; empty: the club's.",
    )
    place = serializers.CharField(
        required=False, allow_blank=True, max_length=services.LONGEST_PLACE
    )
    notes = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=services.LONGEST_NOTES,
        help_text="For organizers; in no answer of the API.",
    )
    season = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="The season it counts in; null: none.",
    )
    kind = serializers.ChoiceField(required=False, choices=EventKind.values)
    confirmation = serializers.ChoiceField(
        required=False,
        choices=Confirmation.values,
        help_text="Whose second look turns a reported sheet into a result.",
    )
    capacity = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=services.MOST_PEOPLE,
        help_text="Places; null: for everybody. With more places those who wait move up.",
    )
    offer_hours = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=services.MOST_HOURS
    )
    last_entry_round = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=services.MOST_PEOPLE
    )
    by_name = serializers.BooleanField(required=False, help_text=BY_NAME)
    needs_code = serializers.BooleanField(required=False, help_text=NEEDS_CODE)
    asks_email = serializers.ChoiceField(
        required=False, choices=AsksEmail.values, help_text=ASKS_EMAIL
    )
    fee = serializers.CharField(
        required=False, allow_blank=True, max_length=services.LONGEST_FEE, help_text=FEE
    )
    rank_guests = serializers.BooleanField(required=False)
    is_announced = serializers.BooleanField(
        required=False, help_text="False: it exists for its organizers alone."
    )


class EventInput(EventPatch):
    name = serializers.CharField(max_length=services.LONGEST_NAME)
    starts_at = Moment()
    stage = NewStageInput(
        required=False, help_text="Its first stage; what is left out comes from the season."
    )


class EventStateInput(Input):
    state = serializers.ChoiceField(choices=EventState.values)
    accept_missing = serializers.BooleanField(
        default=False, help_text="Finishes although tables have no confirmed result."
    )


class EventCopyInput(Input):
    starts_at = Moment()
    season = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="Left out: that of the original; null: none.",
    )
    name = serializers.CharField(
        required=False,
        max_length=services.LONGEST_NAME,
        help_text="Left out: that of the original, with the day of the copy where it says one.",
    )
    ruleset = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="What its first stage plays; left out: what the original plays.",
    )


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
    return conditional.versioned(Response(_shown(viewer, row)), row.version)


@operation(
    "event_make",
    "Makes an event with one stage; anything left out keeps its default",
    answer=OneEventOutput,
    status=201,
    sends=EventInput,
    writes=True,
)
def make(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = EventInput.read(request)
    fields = _fields(by, data)
    permissions.require(by, Action.CREATE_EVENT, fields.get("season") or club)
    stage = new_stage(by, club, data.get("stage", {}), "stage.")

    def do() -> dict[str, JSON]:
        return _shown(by, services.create(by=by, club=club, stage=stage, **fields))

    return once(request, do, status=201)


@operation(
    "event_change",
    "Changes an event; anything left out stays as it is",
    answer=OneEventOutput,
    sends=EventPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    row = by_id.event(by, event_id)
    permissions.require(by, Action.MANAGE_EVENT, row)
    version = conditional.expected_version(request)
    fields = _fields(by, EventPatch.read(request))

    def do() -> dict[str, JSON]:
        return _shown(by, services.change(by=by, event=row, expected_version=version, **fields))

    return once(request, do)


@operation(
    "event_state",
    "Takes an event to another state: open for sign-up, running, finished, cancelled, and back",
    answer=OneEventOutput,
    sends=EventStateInput,
    writes=True,
)
def set_state(request: Request, event_id: int) -> Response:
    """Finishing closes what is still being played; reopening opens what was closed by that."""
    by = actor_of(request)
    row = by_id.event(by, event_id)
    data = EventStateInput.read(request)
    state = EventState(data["state"])

    def do() -> dict[str, JSON]:
        if state == EventState.FINISHED and row.state == EventState.RUNNING:
            changed = rounds.finish(by=by, event=row, accept_missing=data["accept_missing"])
        elif state == EventState.RUNNING and row.state == EventState.FINISHED:
            changed = rounds.resume(by=by, event=row)
        else:
            changed = services.set_state(by=by, event=row, state=state)
        return _shown(by, changed)

    return once(request, do)


@operation(
    "event_copy",
    "The same event at another time: everything but people, rounds and results",
    answer=OneEventOutput,
    status=201,
    sends=EventCopyInput,
    writes=True,
)
def copy(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    row = by_id.event(by, event_id)
    data = EventCopyInput.read(request)
    season: Season | Literal["same"] | None = "same"
    if "season" in data:
        season = _season(by, data["season"])

    def do() -> dict[str, JSON]:
        made = services.copy(
            by=by,
            event=row,
            starts_at=data["starts_at"],
            season=season,
            name=data.get("name", ""),
            ruleset=chosen_ruleset(by, row.club, data["ruleset"]) if "ruleset" in data else None,
        )
        return _shown(by, made)

    return once(request, do, status=201)


def _fields(by: Actor, data: dict[str, Any]) -> services.EventFields:  # of many types
    found: services.EventFields = {  # type: ignore[assignment]  # as the body declares them
        name: value for name, value in data.items() if name != "stage"
    }
    if "season" in data:
        found["season"] = _season(by, data["season"])
    return found


def _season(by: Actor, pk: int | None) -> Season | None:
    try:
        return None if pk is None else by_id.season(by, pk)
    except NotFound:
        raise BadInput("unknown_choice", field="season", choice=str(pk)) from None


def _shown(viewer: Actor, row: Event) -> dict[str, JSON]:
    stages = [shapes.stage(view.stage) for view in known.stages(viewer, row)]
    return {**shapes.event(row), "stages": list(stages)}
