"""A stage as it begins: what can be said of it besides what a change can say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.stages import StagePatch, StageSettingsOutput
from league import permissions
from league.core.actions import Action
from league.core.enums import StageKind, StageMode
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.office import rules as shelf
from league.queries.standings.stage_scoring import SETTINGS
from league.services.occasions import stages

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Ruleset
    from league.services.occasions.stages import StageFields


class NewStageInput(StagePatch):
    kind = serializers.ChoiceField(required=False, choices=StageKind.values)
    name = serializers.CharField(required=False, allow_blank=True, max_length=stages.LONGEST_NAME)
    mode = serializers.ChoiceField(
        required=False,
        choices=StageMode.values,
        help_text="Whether tables start together, in rounds, or form when people are free.",
    )
    ruleset = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="What is played, from `/clubs/{slug}/rulesets/`; else the season's, or the "
        "club's oldest.",
    )
    rulesets = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=50,
        help_text="Others that a table may play instead.",
    )
    round_minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=stages.LONGEST_ROUND_MIN,
        help_text="How long a round lasts by the clock; null: no clock.",
    )
    clock_starts = serializers.BooleanField(
        required=False, help_text="Whether the clock starts when a round is published."
    )


@operation(
    "stage_make",
    "Adds a stage to an event, after its last",
    answer=StageSettingsOutput,
    status=201,
    sends=NewStageInput,
    writes=True,
)
def make(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    event = by_id.event(by, event_id)
    permissions.require(by, Action.MANAGE_EVENT, event)
    fields = new_stage(by, event.club, NewStageInput.read(request))

    def do() -> dict[str, JSON]:
        return shapes.stage_settings(stages.add(by=by, event=event, fields=fields))

    return once(request, do, status=201)


@operation(
    "stage_remove",
    "Removes a stage in which nothing was drawn yet",
    status=204,
    writes=True,
    has_key=False,
)
def remove(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stages.remove_empty(by=by, stage=by_id.stage(by, stage_id))
    return Response(status=204)


def new_stage(by: Actor, club: Club, data: dict[str, Any], prefix: str = "") -> StageFields:
    """What was sent of a stage to be, as the service takes it. ``data`` is of many types."""
    fields: StageFields = {  # type: ignore[assignment]  # as the body declares them
        name: value
        for name, value in data.items()
        if name not in {*SETTINGS, "ruleset", "rulesets", "source_season"}
    }
    scoring = {name: data[name] for name in SETTINGS if data.get(name) is not None}
    if scoring:
        fields["scoring"] = scoring
    if "ruleset" in data:
        fields["ruleset"] = chosen_ruleset(by, club, data["ruleset"], f"{prefix}ruleset")
    if "rulesets" in data:
        where = f"{prefix}rulesets"
        fields["rulesets"] = [chosen_ruleset(by, club, pk, where) for pk in data["rulesets"]]
    if data.get("source_season") is not None:
        pk = data["source_season"]
        try:
            fields["source_season"] = by_id.season(by, pk)
        except NotFound:
            where = f"{prefix}source_season"
            raise BadInput("unknown_choice", field=where, choice=str(pk)) from None
    return fields


def chosen_ruleset(by: Actor, club: Club, pk: int, field: str = "ruleset") -> Ruleset:
    """A ruleset of the club; any other is a wrong input."""
    try:
        return shelf.ruleset(by, club, pk)
    except NotFound:
        raise BadInput("unknown_choice", field=field, choice=str(pk)) from None
