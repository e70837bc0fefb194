"""Who sees a standing, and penalties and bonuses in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.rounds import NumberOutput
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.standings import adjustments as known
from league.queries.standings import standings as reading
from league.services.standings import adjustments, standings

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Season, Stage
    from league.queries.standings.adjustments import AdjustmentRow

PUBLISH, HIDE, AT_ONCE, BY_HAND = "publish", "hide", "at_once", "by_hand"


class PublishingInput(Input):
    do = serializers.ChoiceField(
        choices=[PUBLISH, HIDE, AT_ONCE, BY_HAND],
        help_text="What becomes of the public's standings.",
    )


class PublishingOutput(Output):
    auto_publish = serializers.BooleanField(help_text="Whether every result is public at once.")
    is_public = serializers.BooleanField(help_text="Whether the public sees any standings.")
    published_at = serializers.DateTimeField(
        allow_null=True, help_text="When what it sees was published by hand."
    )


class AdjustmentOutput(Output):
    id = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = NumberOutput(help_text="League points; below zero for a penalty.")
    reason = serializers.CharField(help_text="Everybody can read it.")
    author = serializers.CharField(help_text="Who made it; empty for the public.")
    created_at = serializers.DateTimeField()
    is_revoked = serializers.BooleanField(help_text="It counts no more.")


class AdjustmentInput(Input):
    player = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Somebody who takes part."
    )
    points = serializers.CharField(
        max_length=20, help_text='Exact, such as `"-2"`, `"5.5"` or `"16/3"`.'
    )
    reason = serializers.CharField(max_length=adjustments.LONGEST_REASON)


@operation(
    "stage_publishing",
    "Shows a stage's standings to everybody, hides them, or lets them go public by themselves",
    answer=PublishingOutput,
    sends=PublishingInput,
    writes=True,
)
def publish_stage(request: Request, stage_id: int) -> Response:
    return _publish(request, by_id.stage(actor_of(request), stage_id))


@operation(
    "season_publishing",
    "Shows a season's standings to everybody, hides them, or lets them go public by themselves",
    answer=PublishingOutput,
    sends=PublishingInput,
    writes=True,
)
def publish_season(request: Request, season_id: int) -> Response:
    return _publish(request, by_id.season(actor_of(request), season_id))


@operation(
    "stage_adjustments",
    "Penalties and bonuses of a stage",
    answer=page_of(AdjustmentOutput),
)
def of_stage(request: Request, stage_id: int) -> Response:
    return _listed(request, by_id.stage(actor_of(request), stage_id))


@operation(
    "season_adjustments",
    "Penalties and bonuses of a season",
    answer=page_of(AdjustmentOutput),
)
def of_season(request: Request, season_id: int) -> Response:
    return _listed(request, by_id.season(actor_of(request), season_id))


@operation(
    "stage_adjust",
    "Gives a player league points in a stage, or takes some",
    answer=AdjustmentOutput,
    status=201,
    sends=AdjustmentInput,
    writes=True,
)
def adjust_stage(request: Request, stage_id: int) -> Response:
    return _adjust(request, by_id.stage(actor_of(request), stage_id))


@operation(
    "season_adjust",
    "Gives a player league points in a season, or takes some",
    answer=AdjustmentOutput,
    status=201,
    sends=AdjustmentInput,
    writes=True,
)
def adjust_season(request: Request, season_id: int) -> Response:
    return _adjust(request, by_id.season(actor_of(request), season_id))


@operation(
    "stage_adjustment_revoke",
    "Takes a penalty or bonus of a stage back; it stays listed as revoked",
    status=204,
    writes=True,
    has_key=False,
)
def revoke_in_stage(request: Request, stage_id: int, adjustment_id: int) -> Response:
    return _revoke(request, by_id.stage(actor_of(request), stage_id), adjustment_id)


@operation(
    "season_adjustment_revoke",
    "Takes a penalty or bonus of a season back; it stays listed as revoked",
    status=204,
    writes=True,
    has_key=False,
)
def revoke_in_season(request: Request, season_id: int, adjustment_id: int) -> Response:
    return _revoke(request, by_id.season(actor_of(request), season_id), adjustment_id)


def _publish(request: Request, scope: Stage | Season) -> Response:
    by = actor_of(request)
    chosen = PublishingInput.read(request)["do"]

    def do() -> dict[str, JSON]:
        if chosen == PUBLISH:
            standings.publish(by=by, scope=scope)
        elif chosen == HIDE:
            standings.hide(by=by, scope=scope)
        else:
            standings.set_auto_publish(by=by, scope=scope, auto_publish=chosen == AT_ONCE)
        scope.refresh_from_db()
        now = reading.publishing(scope)
        return {
            "auto_publish": scope.auto_publish,
            "is_public": bool(now.is_live or now.at),
            "published_at": shapes.moment(now.at),
        }

    return once(request, do)


def _listed(request: Request, scope: Stage | Season) -> Response:
    rows = known.of_scope(scope, actor_of(request))
    return Response({"results": [_shape(row) for row in rows], "next": None})


def _adjust(request: Request, scope: Stage | Season) -> Response:
    by = actor_of(request)
    data = AdjustmentInput.read(request)

    def do() -> dict[str, JSON]:
        try:
            player = by_id.player(by, data["player"])
        except NotFound:
            raise BadInput("not_found", field="player") from None
        made = adjustments.make(
            by=by, scope=scope, player=player, points=data["points"], reason=data["reason"]
        )
        return _shape(next(row for row in known.of_scope(scope, by) if row.id == made.pk))

    return once(request, do, status=201)


def _revoke(request: Request, scope: Stage | Season, pk: int) -> Response:
    by = actor_of(request)
    adjustments.revoke(by=by, adjustment=known.one(scope, by, pk))
    return Response(status=204)


def _shape(row: AdjustmentRow) -> dict[str, JSON]:
    return {
        "id": row.id,
        "player": row.player_id,
        "name": row.name,
        "points": shapes.exact(row.points),
        "reason": row.reason,
        "author": row.author,
        "created_at": shapes.moment(row.created_at),
        "is_revoked": row.is_revoked,
    }
