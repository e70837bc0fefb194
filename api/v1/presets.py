"""Presets: sets of rules to begin from, the house's and the club's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, Output, operation, page_of
from api.v1.seasons import MOST_RESULTS
from api.v1.stages import ValueInput
from league import permissions
from league.core.actions import Action
from league.core.enums import CountingRule, CountingUnit
from league.queries import by_id
from league.queries.occasions import presets as known
from league.services.occasions import presets

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.queries.occasions.presets import Offered
    from league.services.occasions.presets import PresetFields


class PresetOutput(Output):
    key = serializers.CharField()
    id = serializers.IntegerField(allow_null=True, help_text="Empty for a preset of the house.")
    version = serializers.IntegerField(
        allow_null=True, help_text="For `If-Match`; empty for a preset of the house."
    )
    name = serializers.CharField()
    text = serializers.CharField(help_text="What it is for; empty for a club's own.")
    stage = serializers.DictField(help_text="A body for `PATCH /stages/{id}/`.")
    season = serializers.DictField(
        allow_null=True,
        help_text="Part of a body for a new season, or for `PATCH /seasons/{id}/`; empty where "
        "the preset is for single events.",
    )


class PresetStageInput(Input):
    scheme = serializers.DictField()
    chain = serializers.ListField(child=serializers.CharField(max_length=40))
    bye = ValueInput(required=False)
    late = ValueInput(required=False)
    no_show = ValueInput(required=False)


class PresetSeasonInput(Input):
    scheme = serializers.DictField()
    chain = serializers.ListField(child=serializers.CharField(max_length=40))
    counting = serializers.ChoiceField(choices=CountingRule.values)
    counting_n = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_RESULTS
    )
    counting_unit = serializers.ChoiceField(required=False, choices=CountingUnit.values)
    min_matches = serializers.IntegerField(required=False, min_value=0, max_value=MOST_RESULTS)
    counting_more = serializers.DictField(required=False)
    rank_guests = serializers.BooleanField(required=False)


class PresetInput(Input):
    name = serializers.CharField(max_length=presets.LONGEST_NAME)
    stage = PresetStageInput()
    season = PresetSeasonInput(required=False, allow_null=True)


class PresetPatch(Input):
    name = serializers.CharField(required=False, max_length=presets.LONGEST_NAME)
    stage = PresetStageInput(required=False)
    season = PresetSeasonInput(required=False, allow_null=True)


@operation(
    "club_presets",
    "Sets of rules to start from: the club's own, then the built-in ones",
    answer=page_of(PresetOutput),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = known.offered(viewer, by_id.club(viewer, slug))
    return Response({"results": [_shape(row) for row in rows], "next": None})


@operation(
    "preset_keep",
    "Saves a set of rules under a name",
    answer=PresetOutput,
    status=201,
    sends=PresetInput,
    writes=True,
)
def keep(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = PresetInput.read(request)

    def do() -> dict[str, JSON]:
        made = presets.keep(
            by=by, club=club, name=data["name"], stage=data["stage"], season=data.get("season")
        )
        return _shape(known.as_offered(made))

    return once(request, do, status=201)


@operation("preset", "One preset of the club's own", answer=PresetOutput)
def one(request: Request, slug: str, preset_id: int) -> Response:
    viewer = actor_of(request)
    row = known.get(viewer, by_id.club(viewer, slug), preset_id)
    return conditional.versioned(Response(_shape(known.as_offered(row))), row.version)


@operation(
    "preset_change",
    "Renames a preset or changes its rules; seasons and stages started from it keep theirs",
    answer=PresetOutput,
    sends=PresetPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, slug: str, preset_id: int) -> Response:
    by = actor_of(request)
    row = known.get(by, by_id.club(by, slug), preset_id)
    permissions.require(by, Action.MANAGE_SEASON, row.club)
    version = conditional.expected_version(request)
    data = PresetPatch.read(request)
    fields: PresetFields = {}
    for name in ("name", "stage", "season"):
        if name in data:
            fields[name] = data[name]

    def do() -> dict[str, JSON]:
        changed = presets.change(by=by, preset=row, expected_version=version, **fields)
        return _shape(known.as_offered(changed))

    return once(request, do)


@operation("preset_remove", "Forgets a preset of the club's own", status=204, writes=True)
def remove(request: Request, slug: str, preset_id: int) -> Response:
    by = actor_of(request)
    presets.remove(by=by, preset=known.get(by, by_id.club(by, slug), preset_id))
    return Response(status=204)


def _shape(row: Offered) -> dict[str, JSON]:
    return {
        "key": row.key,
        "id": row.pk,
        "version": row.version,
        "name": row.name,
        "text": row.text,
        "stage": dict(row.stage),
        "season": None if row.season is None else dict(row.season),
    }
