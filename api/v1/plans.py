"""All rounds of a stage planned at once: asked for, looked at, stopped, put away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1.entries import LARGEST_ID
from league import permissions
from league.core.actions import Action
from league.core.enums import PlanState
from league.queries import by_id
from league.queries.seating import round_plans
from league.services.seating import plans

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.queries.seating.round_plans import PlanView


class NoteOutput(Output):
    after_ms = serializers.IntegerField()
    steps = serializers.IntegerField()
    cost = serializers.IntegerField(help_text="Thousandths of one pair that meets again.")


class OnePlanOutput(Output):
    state = serializers.ChoiceField(choices=PlanState.values)
    first_round = serializers.IntegerField()
    count = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Rounds of the plan that are not seated yet.")
    seed = serializers.CharField()
    sizes = serializers.ListField(child=serializers.IntegerField())
    players = serializers.IntegerField()
    byes = serializers.IntegerField()
    repeats = serializers.IntegerField()
    repeat_cost = serializers.IntegerField(
        help_text="What they cost: 2 for the third meeting of two, 3 for the fourth."
    )
    lower_bound = serializers.IntegerField()
    least_cost = serializers.IntegerField(help_text="No plan costs less.")
    most_meetings = serializers.IntegerField()
    unusual_spread = serializers.IntegerField()
    refusal = serializers.CharField(help_text="Why there is no plan; empty otherwise.")
    progress = NoteOutput(many=True)


class PlanOutput(Output):
    stage = serializers.IntegerField()
    plan = OnePlanOutput(
        allow_null=True, help_text="Empty without one, and for everyone but the organizers."
    )


class PlanInput(Input):
    count = serializers.IntegerField(min_value=1, max_value=plans.MOST_ROUNDS)
    seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)


@operation("stage_plan", "The plan of all rounds that holds for a stage", answer=PlanOutput)
def one(request: Request, stage_id: int) -> Response:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    may_see = permissions.can(viewer, Action.MANAGE_EVENT, stage)
    found = round_plans.current(viewer, stage) if may_see else None
    return Response(_shape(found, stage.pk))


@operation(
    "stage_plan_make",
    "Plans all rounds at once; a large plan is ready later",
    answer=PlanOutput,
    status=201,
    sends=PlanInput,
    writes=True,
)
def make(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = PlanInput.read(request)

    def do() -> dict[str, JSON]:
        plans.plan_rounds(by=by, stage=stage, count=data["count"], seed=data.get("seed"))
        return _shape(round_plans.current(by, stage), stage.pk)

    return once(request, do, status=201)


@operation("stage_plan_drop", "Puts the plan of all rounds away", status=204, writes=True)
def drop(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    plans.drop(by=by, stage=by_id.stage(by, stage_id))
    return Response(status=204)


@operation("stage_plan_stop", "Uses the best plan found so far", answer=PlanOutput, writes=True)
def stop(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)

    def do() -> dict[str, JSON]:
        plans.stop(by=by, stage=stage)
        return _shape(round_plans.current(by, stage), stage.pk)

    return once(request, do)


def _shape(found: PlanView | None, stage: int) -> dict[str, JSON]:
    return {"stage": stage, "plan": None if found is None else _plan(found)}


def _plan(found: PlanView) -> dict[str, JSON]:
    return {
        "state": found.state.value,
        "first_round": found.first_round,
        "count": found.count,
        "left": found.left,
        "seed": found.seed,
        "sizes": list(found.sizes),
        "players": found.players,
        "byes": found.byes,
        "repeats": found.repeats,
        "repeat_cost": found.repeat_cost,
        "lower_bound": found.lower_bound,
        "least_cost": found.least_cost,
        "most_meetings": found.most_meetings,
        "unusual_spread": found.short_spread,
        "refusal": found.refusal,
        "progress": [
            {"after_ms": note.after_ms, "steps": note.steps, "cost": note.cost}
            for note in found.notes
        ],
    }
