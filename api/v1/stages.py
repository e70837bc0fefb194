"""What a stage says about points, rank and seating: read, tried out, changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, IssueOutput, Output, operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.seating_settings import SplitOutput, TablesInput, TablesOutput, split
from league import permissions
from league.core.actions import Action
from league.core.enums import StageKind
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.occasions import events, remarks
from league.queries.play import reserves
from league.queries.standings import previews
from league.queries.standings.stage_scoring import MOST_BYES, MOST_SEATS, SETTINGS, SHARED_WINS
from league.services.occasions import stages
from league.standings.settings import DROPPED_SEATS, SIDE_POINTS
from league.standings.types import BYE_RULES

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Stage
    from league.services.occasions.stages import StageFields


class ValueInput(Input):
    kind = serializers.ChoiceField(choices=BYE_RULES)
    points = serializers.CharField(
        required=False, max_length=20, help_text='With `fixed`: an exact number such as `"5/2"`.'
    )


class ValueOutput(Output):
    kind = serializers.ChoiceField(choices=BYE_RULES)
    points = serializers.CharField(required=False, help_text="With `fixed`.")


class StageSettingsOutput(TablesOutput):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=StageKind.values)
    name = serializers.CharField()
    version = serializers.IntegerField()
    scheme = serializers.DictField(help_text="The points scheme, with its rule for ties.")
    chain = serializers.ListField(child=serializers.CharField(), help_text="Tie-breaks, in order.")
    bye = ValueOutput(help_text="What a bye is worth.")
    late = ValueOutput(help_text="What a round missed by coming late is worth.")
    no_show = ValueOutput(help_text="What a seat left empty is worth.")
    requested_bye = ValueOutput(allow_null=True, help_text="Empty: what any bye is worth.")
    absent = ValueOutput()
    sits_out = ValueOutput()
    bye_limit = serializers.IntegerField(
        allow_null=True, help_text="Byes per player that are worth points; empty: all."
    )
    guests_hold_places = serializers.BooleanField(
        help_text="Whether guests and fillers hold their place at the table."
    )
    filler_points = serializers.CharField(
        allow_null=True,
        help_text="What every match of a filler is booked at; empty: fillers are not listed.",
    )
    shared_win = serializers.ChoiceField(choices=SHARED_WINS)
    dropped = serializers.ChoiceField(choices=DROPPED_SEATS)
    cooperative_won = serializers.CharField(
        allow_null=True,
        help_text="Points for each when a co-operative game is won; empty: those of the first.",
    )
    cooperative_lost = serializers.CharField(
        allow_null=True, help_text="When it is lost; empty: those of the last."
    )
    side_points = serializers.ChoiceField(
        choices=SIDE_POINTS,
        help_text="Whether the members of a side share what their places pay, or each get all.",
    )
    full_size = serializers.IntegerField(
        allow_null=True,
        help_text="The size that shorter tables are raised to where shares of points are taken.",
    )
    opponents_floor = serializers.CharField(
        help_text="Percent of their tables that an opponent is at least taken to have won."
    )
    weight = serializers.CharField(help_text="How many times it counts in its season.")
    carry = serializers.CharField(help_text="Percent of the points that a final's people bring.")
    level_by_earlier = serializers.BooleanField(
        help_text="Whether ties in a final are broken by the rank before it."
    )
    source_season = serializers.IntegerField(
        allow_null=True, help_text="The season whose final this is."
    )
    auto_publish = serializers.BooleanField()
    plays_here = serializers.BooleanField(help_text="Whether its tables may play in the browser.")
    play_reserve = serializers.IntegerField(
        allow_null=True,
        help_text="In the browser: the seconds of each seat's clock; empty without one.",
    )
    play_increment = serializers.IntegerField(
        allow_null=True, help_text="What each decision adds to it, in seconds."
    )


class StageChangedOutput(StageSettingsOutput):
    remarks = IssueOutput(many=True, help_text="Worth knowing; nothing is refused for it.")


class ShiftOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    before = serializers.CharField(help_text="The rank as it is shown.")
    after = serializers.CharField()


class StagePreviewOutput(Output):
    moves = ShiftOutput(many=True, help_text="Whose rank would change; empty: no one.")
    split = SplitOutput(help_text="The tables that the people here would fill.")
    remarks = IssueOutput(many=True)


class StagePatch(TablesInput):
    scheme = serializers.DictField(required=False)
    chain = serializers.ListField(child=serializers.CharField(max_length=40), required=False)
    bye = ValueInput(required=False)
    late = ValueInput(required=False)
    no_show = ValueInput(required=False)
    requested_bye = ValueInput(required=False, allow_null=True)
    absent = ValueInput(required=False)
    sits_out = ValueInput(required=False)
    bye_limit = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST_BYES
    )
    guests_hold_places = serializers.BooleanField(required=False)
    filler_points = serializers.CharField(required=False, allow_null=True, max_length=20)
    shared_win = serializers.ChoiceField(required=False, choices=SHARED_WINS)
    dropped = serializers.ChoiceField(required=False, choices=DROPPED_SEATS)
    cooperative_won = serializers.CharField(required=False, allow_null=True, max_length=20)
    cooperative_lost = serializers.CharField(required=False, allow_null=True, max_length=20)
    side_points = serializers.ChoiceField(required=False, choices=SIDE_POINTS)
    full_size = serializers.IntegerField(
        required=False, allow_null=True, min_value=2, max_value=MOST_SEATS
    )
    opponents_floor = serializers.CharField(required=False, max_length=20)
    weight = serializers.CharField(required=False, max_length=20)
    carry = serializers.CharField(required=False, max_length=20)
    level_by_earlier = serializers.BooleanField(required=False)
    source_season = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=LARGEST_ID
    )
    auto_publish = serializers.BooleanField(required=False)
    plays_here = serializers.BooleanField(required=False)
    play_reserve = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=reserves.RESERVES[0],
        max_value=reserves.RESERVES[-1],
        help_text="The clock in the browser, for matches that have not begun; only with "
        "`play_increment`. When a player's time is over, a bot decides, and the result counts.",
    )
    play_increment = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=reserves.INCREMENTS[0],
        max_value=reserves.INCREMENTS[-1],
    )


@operation("stage", "What a stage says about points, rank and seating", answer=StageSettingsOutput)
def one(request: Request, stage_id: int) -> Response:
    row = by_id.stage(actor_of(request), stage_id)
    return conditional.versioned(Response(shapes.stage_settings(row)), row.version)


@operation(
    "stage_change",
    "Changes a stage's points, ranking and seating; anything left out stays as it is",
    answer=StageChangedOutput,
    sends=StagePatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    row = by_id.stage(by, stage_id)
    permissions.require(by, Action.MANAGE_EVENT, row)
    version = conditional.expected_version(request)
    fields = _fields(by, row, StagePatch.read(request))

    def do() -> dict[str, JSON]:
        changed = stages.change(by=by, stage=row, expected_version=version, **fields)
        return {**shapes.stage_settings(changed), "remarks": _remarks(by, changed)}

    return once(request, do)


@operation(
    "stage_preview",
    "Whose ranks and tables these stage changes would move; nothing is stored",
    answer=StagePreviewOutput,
    sends=StagePatch,
    writes=True,
    has_key=False,
)
def preview(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    row = by_id.stage(by, stage_id)
    permissions.require(by, Action.MANAGE_EVENT, row)
    wanted = stages.as_stored(row, _fields(by, row, StagePatch.read(request)))
    moves = previews.change(by, row, wanted)
    for name, value in wanted.items():
        setattr(row, name, value)
    told = {"moves": [shapes.shift(one) for one in moves], "split": split(row)}
    return Response({**told, "remarks": _remarks(by, row)})


def _fields(by: Actor, row: Stage, data: dict[str, Any]) -> StageFields:  # of many types
    """What was sent, as the service takes it; of settings stored together the others stay."""
    fields: StageFields = {}
    for name in ("scheme", "chain", "bye", "late", "no_show", "auto_publish"):
        if name in data:
            fields[name] = data[name]
    plain = (*shapes.IN_BROWSER, *shapes.SEATING)
    fields |= {name: data[name] for name in plain if name in data}  # type: ignore[typeddict-item]
    if "seating" in data:
        fields["seating"] = {**row.seating, **data["seating"]}
    told = {name: data[name] for name in SETTINGS if name in data}
    if told:
        kept = {**row.scoring, **told}
        fields["scoring"] = {name: value for name, value in kept.items() if value is not None}
    if "source_season" in data:
        pk = data["source_season"]
        try:
            fields["source_season"] = by_id.season(by, pk) if pk is not None else None
        except NotFound:
            raise BadInput("unknown_choice", field="source_season", choice=str(pk)) from None
    return fields


def _remarks(by: Actor, row: Stage) -> list[JSON]:
    found: list[JSON] = [shapes.remark(one) for one in remarks.of_stage(row)]
    if events.has_results(by, row):
        found.append(shapes.remark(remarks.Remark("results_rerank")))
    return found
