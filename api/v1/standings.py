"""Standings: the stored bytes with their tag, the same as a table, and rows by the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.schema import PAGED, Output, operation, page_of
from api.v1.rounds import NumberOutput
from league.core.enums import ActorKind
from league.core.errors import BadInput, Conflict
from league.queries import by_id
from league.queries.standings import moments, standings

if TYPE_CHECKING:
    from league.queries.standings.standings import Shown


DAY = OpenApiParameter(
    moments.FIELD,
    str,
    description="A day up to the last of the season: what was played until then. A time such as "
    "2026-11-28T21:15: what was known then. What there is none of is refused.",
)
PERIOD = OpenApiParameter(
    moments.PERIOD,
    int,
    description="The number of a period of the season: what belongs to it alone.",
)
ROUND = OpenApiParameter(
    moments.FIELD,
    str,
    description="The number of a published round: what was played until then. A time such as "
    "2026-11-28T21:15: what was known then. What there is none of is refused.",
)


def _header(name: str, kind: type, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=text, response=[200])


MOMENT = (
    _header(
        "As-Of",
        int,
        "The last line of the club's journal that is counted here. It stays where later lines "
        "change no result: wait for `Is-Current`, never for a number.",
    ),
    _header("Is-Current", bool, "False while newer results are still being counted."),
    _header("Computed-At", str, "When it was computed; missing where that is now."),
    _header(
        "Not-Counted-Since", str, "Since when results cannot be counted; missing where they can."
    ),
)


class ColumnOutput(Output):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field named so
    kind = serializers.ChoiceField(
        choices=["rank", "name", "count", "number", "counts", "numbers"],
        help_text="How its values look.",
    )
    criterion = serializers.IntegerField(allow_null=True)


class StandingCellOutput(Output):
    kind = serializers.CharField(help_text="`match`, or why there was none.")
    event = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The number of the round in its stage.")
    match = serializers.IntegerField(allow_null=True, help_text="The table, by its number.")
    size = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(
        allow_null=True,
        help_text="As the game counts it; all are first where the table played together, and "
        "`drawn` then says that it lost.",
    )
    tied = serializers.BooleanField(help_text="Whether the place is shared.")
    drawn = serializers.BooleanField()
    points = NumberOutput(allow_null=True, help_text="League points.")
    score = NumberOutput(allow_null=True, help_text="Points within the game.")
    counted = serializers.BooleanField(help_text="False: this result is dropped.")
    note = serializers.CharField(help_text="A short sign for the cell; mostly empty.")
    why = serializers.CharField(help_text="Why it counts as it does; mostly empty.")


class StandingAdjustmentOutput(Output):
    reason = serializers.IntegerField(help_text="The number of the adjustment.")
    points = NumberOutput()
    text = serializers.CharField(allow_null=True, help_text="The reason in words.")


class StandingRoundOutput(Output):
    event = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The number of the round in its stage.")


class EveningPointsOutput(NumberOutput):
    matches = serializers.IntegerField()
    counted = serializers.BooleanField(help_text="False: the season's rule drops it.")


class StandingEveningOutput(Output):
    event = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    day = serializers.CharField(help_text="The day on the clock of the room.")
    points = serializers.DictField(
        child=EveningPointsOutput(), help_text="What it gave, by the number of the player."
    )


class StandingRowOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    rank_text = serializers.CharField()
    values = serializers.DictField(
        help_text="By the key of the column. What stands there follows from its `kind`: for "
        '`number` `{"exact": "16/3", "shown": "5.33"}`, for `count` a whole number, for `counts` '
        "and `numbers` a list of such; null where there is nothing."
    )
    cells = StandingCellOutput(many=True, help_text="Of a stage, round by round.")
    adjustments = StandingAdjustmentOutput(many=True)
    state = serializers.CharField()
    unranked = serializers.CharField(allow_null=True)
    have = serializers.IntegerField(allow_null=True)
    need = serializers.IntegerField(allow_null=True)
    joined_round = serializers.IntegerField(allow_null=True)


class StandingOutput(Output):
    id = serializers.IntegerField(help_text="Of the stage or season.")
    format = serializers.IntegerField()
    kind = serializers.CharField()
    chain = serializers.ListField(child=serializers.CharField())
    scheme = serializers.DictField(allow_null=True)
    rule = serializers.DictField(allow_null=True)
    ranked = serializers.IntegerField()
    columns = ColumnOutput(many=True)
    rounds = StandingRoundOutput(many=True)
    rows = StandingRowOutput(many=True)
    evenings = StandingEveningOutput(many=True, help_text="Of a season, in order.")


@operation(
    "season_standings",
    "The standings of a season",
    answer=StandingOutput,
    media=("text/csv",),
    parameters=[DAY, PERIOD, *MOMENT],
)
def of_season(request: Request, season_id: int) -> HttpResponseBase:
    return _whole(request, _season(request, season_id))


@operation(
    "stage_standings",
    "The standings of a stage",
    answer=StandingOutput,
    media=("text/csv",),
    parameters=[ROUND, *MOMENT],
)
def of_stage(request: Request, stage_id: int) -> HttpResponseBase:
    return _whole(request, _stage(request, stage_id))


@operation(
    "season_standings_rows",
    "Rows of a season's standings, in pages",
    answer=page_of(StandingRowOutput),
    parameters=[*PAGED, DAY, PERIOD, *MOMENT],
    also=(409,),
)
def rows_of_season(request: Request, season_id: int) -> Response:
    return _rows(request, _season(request, season_id))


@operation(
    "stage_standings_rows",
    "Rows of a stage's standings, in pages",
    answer=page_of(StandingRowOutput),
    parameters=[*PAGED, ROUND, *MOMENT],
    also=(409,),
)
def rows_of_stage(request: Request, stage_id: int) -> Response:
    return _rows(request, _stage(request, stage_id))


def _season(request: Request, season_id: int) -> Shown:
    viewer = actor_of(request)
    season = by_id.season(viewer, season_id)
    return standings.stored(season, viewer, moments.of_season(season, request.query_params))


def _stage(request: Request, stage_id: int) -> Shown:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    return standings.stored(stage, viewer, moments.of_stage(stage, request.query_params))


def _whole(request: Request, shown: Shown) -> HttpResponseBase:
    """The permission has been asked by whoever made ``shown``; only then the tag is compared."""
    kind = getattr(request.accepted_renderer, "format", "json")
    tag = shown.etag if kind == "json" else f'{shown.etag[:-1]}-{kind}"'
    answer: HttpResponseBase
    if conditional.is_known(request, tag):
        answer = conditional.unchanged(tag)
    else:
        answer = Response(shown, headers={"ETag": tag})
    for name, text in _moment(shown).items():
        answer.headers[name] = text
    if shown.uncounted is not None:
        answer.headers["Not-Counted-Since"] = shown.uncounted.since.isoformat(timespec="seconds")
    if actor_of(request).kind == ActorKind.ANONYMOUS:
        answer.headers["X-Shared"] = "1"  # see league.server.front
    return answer


def _rows(request: Request, shown: Shown) -> Response:
    """One page of rows; all pages are of one standing, or the asker begins again."""
    limit = pagination.limit_of(request)
    rows = shown.payload["rows"]
    cursor = pagination.cursor_of(request)
    start = 0
    if cursor is not None:
        if len(cursor) != 2 or not isinstance(cursor[1], int):
            raise BadInput("bad_cursor", field="cursor")
        if cursor[0] != shown.etag:
            raise Conflict("standings_moved_on", field="cursor")
        start = cursor[1]
    end = start + limit
    link = pagination.next_link(request, [shown.etag, end]) if end < len(rows) else None
    return Response({"results": rows[start:end], "next": link}, headers=_moment(shown))


def _moment(shown: Shown) -> dict[str, str]:
    """Which state of things this is: the stored bytes say nothing of it, and stay as they are."""
    told = {"As-Of": str(shown.as_of), "Is-Current": str(shown.is_current).lower()}
    if shown.computed_at is not None:
        told["Computed-At"] = shown.computed_at.isoformat(timespec="seconds")
    return told
