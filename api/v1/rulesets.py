"""What a club plays: its rulesets, and what a score sheet under them looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.schema import PAGED, Output, operation, page_of
from league.lists.whole_numbers import asked
from league.queries import by_id
from league.queries.office import rules as shelf
from league.queries.records import sheet_shapes

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Ruleset

SEATS = OpenApiParameter(
    "seats",
    {"type": "integer", "minimum": 1, "maximum": 12},
    description="How many sit at the table; left out: as few as may.",
)


class RulesetOutput(Output):
    id = serializers.IntegerField(help_text="For `ruleset` of a stage.")
    game = serializers.CharField(help_text="The key of the game, such as `dice-devils`.")
    title = serializers.CharField(help_text="What the club calls the game.")
    name = serializers.CharField(help_text="What the club calls these rules.")
    version = serializers.IntegerField(help_text="Rules that were played by get a new version.")
    seats_min = serializers.IntegerField(help_text="As few may play.")
    seats_max = serializers.IntegerField(help_text="As many may play.")


class OneRulesetOutput(RulesetOutput):
    options = serializers.JSONField(help_text="How the club plays the game, in its own fields.")
    is_retired = serializers.BooleanField(help_text="New events do not offer it.")


class SheetShapeOutput(Output):
    level = serializers.CharField(help_text="How much the sheet tells: its field `level`.")
    schema = serializers.JSONField(help_text="A JSON Schema (2020-12) of the sheet.")
    example = serializers.JSONField(
        allow_null=True, help_text="A finished sheet in this detail, which is taken as a result."
    )


class SheetOutput(Output):
    ruleset = serializers.IntegerField(help_text="The rules by which it is judged.")
    seats = serializers.IntegerField(help_text="How many sit at the table.")
    shapes = SheetShapeOutput(
        many=True, help_text="One for each depth of detail; the first is asked for at tables."
    )
    example = serializers.JSONField(
        allow_null=True, help_text="A finished sheet that `POST /tables/{id}/records/` takes."
    )


@operation(
    "club_rulesets",
    "The rulesets that a club's new events and seasons may choose",
    answer=page_of(RulesetOutput),
    parameters=PAGED,
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = shelf.choices(viewer, by_id.club(viewer, slug))
    return pagination.of_rows(request, rows, keys=("name", "pk"), shape=_shape)


@operation("club_ruleset", "One ruleset with its options", answer=OneRulesetOutput)
def one(request: Request, slug: str, ruleset_id: int) -> Response:
    return Response(shown(_row(request, slug, ruleset_id)))


@operation(
    "ruleset_sheet",
    "What a score sheet under a ruleset looks like, with an example",
    answer=SheetOutput,
    parameters=(SEATS,),
)
def sheet(request: Request, slug: str, ruleset_id: int) -> Response:
    row = _row(request, slug, ruleset_id)
    low, high = row.seats_min, row.seats_max
    seats = asked(request.query_params, "seats", low=low, high=high, usual=low)
    return Response(_sheet(row, seats))


@operation("table_sheet", "What the score sheet of a table looks like", answer=SheetOutput)
def of_table(request: Request, table_id: int) -> Response:
    table = by_id.table(actor_of(request), table_id)
    return Response(_sheet(table.ruleset, table.seats.count()))


def _row(request: Request, slug: str, ruleset_id: int) -> Ruleset:
    viewer = actor_of(request)
    return shelf.ruleset(viewer, by_id.club(viewer, slug), ruleset_id)


def _shape(row: Ruleset) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "game": row.club_game.game,
        "title": row.club_game.title,
        "name": row.name,
        "version": row.version,
        "seats_min": row.seats_min,
        "seats_max": row.seats_max,
    }


def shown(row: Ruleset) -> dict[str, JSON]:
    return {**_shape(row), "options": row.options, "is_retired": row.is_retired}


def _sheet(row: Ruleset, seats: int) -> dict[str, JSON]:
    return {
        "ruleset": row.pk,
        "seats": seats,
        "shapes": [
            {"level": one.level, "schema": one.schema, "example": one.example}
            for one in sheet_shapes.of(row, seats)
        ],
        "example": sheet_shapes.example(row, seats),
    }
