"""Standings explained: how a row came about, and who moved between two moments and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Output, operation
from api.v1.rounds import NumberOutput
from api.v1.standings import DAY, PERIOD, ROUND, StandingRowOutput
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.standings import explanations, moments, moves
from league.standings import payload as plain

if TYPE_CHECKING:
    from fractions import Fraction

    from league.queries.standings.decisions import Decision
    from league.queries.standings.explanations import Explained
    from league.queries.standings.moves import Comparison
    from league.standings.contract import Term
    from league.standings.diff import Cause, ExplainedMove
    from league.standings.payload import Number
    from league.standings.table import Cell

BEFORE, AFTER = "before", "after"
Json = dict[str, Any]  # any JSON

FROM_DAY = OpenApiParameter(BEFORE, str, required=True, description="As `as_of` of the season.")
TO_DAY = OpenApiParameter(AFTER, str, description="As `as_of` of the season; else now.")
FROM_ROUND = OpenApiParameter(BEFORE, str, required=True, description="As `as_of` of the stage.")
TO_ROUND = OpenApiParameter(AFTER, str, description="As `as_of` of the stage; else now.")


class ExplanationOutput(Output):
    player = serializers.IntegerField()
    as_of = serializers.CharField(help_text="The moment asked for; empty for now.")
    period = serializers.IntegerField(
        allow_null=True, help_text="The period of a season that was asked for."
    )
    is_exact = serializers.BooleanField(
        help_text="False where settings changed since this was published: then there is only "
        "the row."
    )
    row = StandingRowOutput()
    results = serializers.ListField(child=serializers.DictField())
    adjustments = serializers.ListField(child=serializers.DictField())
    extras = serializers.ListField(child=serializers.DictField())
    values = serializers.ListField(child=serializers.DictField())
    partings = serializers.ListField(child=serializers.DictField())


class MoveOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    tied_before = serializers.BooleanField()
    tied_after = serializers.BooleanField()
    points_before = NumberOutput(allow_null=True)
    points_after = NumberOutput(allow_null=True)
    reasons = serializers.ListField(child=serializers.DictField())


class DecisionOutput(Output):
    fact = serializers.CharField()
    event = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    by = serializers.CharField(help_text="Empty for those who may not know.")


class MovesOutput(Output):
    before = serializers.CharField()
    after = serializers.CharField(help_text="Empty for now.")
    is_published = serializers.BooleanField()
    moves = MoveOutput(many=True)
    decisions = DecisionOutput(
        many=True,
        help_text="What was decided in between and holds on both sides, so that no one moves "
        "by it: rules, merged records, evenings that came or went.",
    )


@operation(
    "season_standing_row",
    "How a row of a season's standings came about",
    answer=ExplanationOutput,
    parameters=[DAY, PERIOD],
)
def of_season(request: Request, season_id: int, player_id: int) -> Response:
    viewer = actor_of(request)
    season = by_id.season(viewer, season_id)
    moment = moments.of_season(season, request.query_params)
    return Response(_explained(explanations.of_player(season, viewer, player_id, moment=moment)))


@operation(
    "stage_standing_row",
    "How a row of a stage's standings came about",
    answer=ExplanationOutput,
    parameters=[ROUND],
)
def of_stage(request: Request, stage_id: int, player_id: int) -> Response:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    moment = moments.of_stage(stage, request.query_params)
    return Response(_explained(explanations.of_player(stage, viewer, player_id, moment=moment)))


@operation(
    "season_standing_moves",
    "Who moved in a season between two moments, and why",
    answer=MovesOutput,
    parameters=[FROM_DAY, TO_DAY],
)
def moves_of_season(request: Request, season_id: int) -> Response:
    viewer = actor_of(request)
    season = by_id.season(viewer, season_id)
    before = moments.of_season(season, _asked(request), BEFORE)
    after = moments.of_season(season, request.query_params, AFTER)
    return Response(_compared(moves.between(season, viewer, before=before, after=after)))


@operation(
    "stage_standing_moves",
    "Who moved in a stage between two moments, and why",
    answer=MovesOutput,
    parameters=[FROM_ROUND, TO_ROUND],
)
def moves_of_stage(request: Request, stage_id: int) -> Response:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    before = moments.of_stage(stage, _asked(request), BEFORE)
    after = moments.of_stage(stage, request.query_params, AFTER)
    return Response(_compared(moves.between(stage, viewer, before=before, after=after)))


def _asked(request: Request) -> dict[str, str]:
    """The fields of the query, of which the earlier moment has to be one."""
    if not request.query_params.get(BEFORE, "").strip():
        raise BadInput("value_missing", field=BEFORE)
    return request.query_params.dict()


def _explained(found: Explained) -> Json:
    row = found.counted
    return {
        "player": found.row["player"],
        "as_of": moments.written(found.moment),
        "period": found.moment.period.number if found.moment.period else None,
        "is_exact": found.is_exact,
        "row": found.row,
        "results": [_result(found, cell) for cell in row.cells] if row else [],
        "adjustments": [
            {
                "points": plain.number(entry.points),
                "reason": found.reasons.get(entry.reason, ""),
            }
            for entry in row.adjustments
        ]
        if row
        else [],
        "extras": [_term(term) for term in row.extras] if row else [],
        "values": [
            {
                "key": one.key,
                "value": found.row["values"].get(one.key),
                "terms": [_term(term) for term in one.terms],
                "divisor": _number(one.divisor),
            }
            for one in found.explanations
        ],
        "partings": [
            {
                "key": one.key,
                "criterion": one.position + 1,
                "groups": [
                    [{"player": player, "name": found.names.get(player, "")} for player in group]
                    for group in one.groups
                ],
            }
            for one in found.partings
        ],
    }


def _result(found: Explained, cell: Cell) -> Json:
    round_, table = found.tables.get(cell.match or 0, (cell.round, None))
    is_won = found.together.get(cell.match or 0)
    return {
        "kind": cell.kind,
        "event": cell.event,
        "round": round_,
        "table": table,
        "match": cell.match,
        "size": cell.size,
        "place": cell.place if is_won is None else None,
        "tied": is_won is None and cell.tied,
        "drawn": is_won is None and cell.drawn,
        "is_won": is_won,
        "points": _number(cell.points),
        "weight": plain.number(cell.weight),
        "counted": cell.counted,
        "note": cell.note,
        "why": cell.why,
    }


def _term(term: Term) -> Json:
    return {
        "kind": term.kind,
        "value": plain.number(term.value),
        "match": term.match,
        "event": term.event,
        "round": term.round,
        "opponent": term.opponent,
        "counted": term.counted,
        "why": term.why,
    }


def _compared(found: Comparison) -> Json:
    return {
        "before": moments.written(found.before),
        "after": moments.written(found.after),
        "is_published": found.is_published,
        "moves": [_move(found, one) for one in found.moves],
        "decisions": [_decision(found, one) for one in found.decisions],
    }


def _decision(found: Comparison, one: Decision) -> Json:
    told = found.lines.get(one.line)
    return {
        "fact": one.kind,
        "event": one.event if one.event in found.events else None,
        "player": one.player,
        "at": told.at.isoformat() if told else None,
        "by": told.who if told else "",
    }


def _move(found: Comparison, one: ExplainedMove) -> Json:
    move = one.move
    was, now = found.points.get(move.player, (None, None))
    return {
        "player": move.player,
        "name": found.names.get(move.player, ""),
        "rank_before": move.before,
        "rank_after": move.after,
        "tied_before": move.before_tied,
        "tied_after": move.after_tied,
        "points_before": _number(was),
        "points_after": _number(now),
        "reasons": [_reason(found, cause) for cause in one.causes],
    }


def _reason(found: Comparison, cause: Cause) -> Json:
    """A fact and how it bears on the player; ``by`` is empty for those who may not know."""
    fact = cause.fact
    told = found.lines.get(fact.line)
    round_, table = found.tables.get(fact.match or 0, (None, None))
    return {
        "kind": cause.kind,
        "fact": fact.kind,
        "match": fact.match,
        "event": fact.event,
        "round": round_,
        "table": table,
        "at": told.at.isoformat() if told else None,
        "by": told.who if told else "",
        "others": [
            {"player": player, "name": found.names.get(player, "")} for player in cause.others
        ],
    }


def _number(value: Fraction | None) -> Number | None:
    return None if value is None else plain.number(value)
