"""Seasons of a club."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, PAGED, Input, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.stages import ShiftOutput
from league import permissions
from league.core.actions import Action
from league.core.enums import CountingRule, CountingUnit, SeasonState
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.occasions import seasons as known
from league.queries.office import rules as shelf
from league.queries.standings import previews
from league.services.occasions import removals, seasons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club
    from league.services.occasions.seasons import SeasonFields

MOST_RESULTS = 10_000


class SeasonOutput(Output):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    state = serializers.ChoiceField(choices=SeasonState.values)
    counting = serializers.ChoiceField(choices=CountingRule.values)
    counting_n = serializers.IntegerField(allow_null=True)
    counting_unit = serializers.ChoiceField(choices=CountingUnit.values)
    min_matches = serializers.IntegerField()
    scheme = serializers.DictField()
    chain = serializers.ListField(child=serializers.CharField())


class OneSeasonOutput(SeasonOutput):
    version = serializers.IntegerField()
    counting_more = serializers.DictField(
        help_text="Further settings of the counting rule, such as `attendance` or `places`."
    )
    periods = serializers.DictField(help_text="When its parts begin; empty: it has none.")
    rank_guests = serializers.BooleanField()
    ruleset = serializers.IntegerField(allow_null=True, help_text="Of the usual game.")
    auto_publish = serializers.BooleanField()


class SeasonPreviewOutput(Output):
    moves = ShiftOutput(many=True, help_text="Whose rank would change; empty: no one.")


class SeasonPatch(Input):
    name = serializers.CharField(required=False, max_length=seasons.LONGEST_NAME)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False, help_text="This day still belongs to it.")
    counting = serializers.ChoiceField(required=False, choices=CountingRule.values)
    counting_n = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_RESULTS
    )
    counting_unit = serializers.ChoiceField(required=False, choices=CountingUnit.values)
    min_matches = serializers.IntegerField(required=False, min_value=0, max_value=MOST_RESULTS)
    counting_more = serializers.DictField(
        required=False,
        help_text="As a whole: `attendance`, `sit_out`, `places`, `k`, `judged`, `minimum_unit`, "
        "`guest_minimum`; what is left out is the usual.",
    )
    periods = serializers.DictField(
        required=False,
        help_text="When a new part begins, as a whole; empty: no parts. `kind` is `week` with "
        "`weekday` (1 for Monday), `month` with `day`, or `days` with `days`; `time` such as "
        "20:30 and `zone`, the club's where it is empty.",
    )
    rank_guests = serializers.BooleanField(required=False)
    scheme = serializers.DictField(
        required=False, help_text="Of new evenings; those that exist keep their own."
    )
    chain = serializers.ListField(child=serializers.CharField(max_length=40), required=False)
    ruleset = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=LARGEST_ID
    )
    auto_publish = serializers.BooleanField(required=False)


class SeasonInput(SeasonPatch):
    name = serializers.CharField(max_length=seasons.LONGEST_NAME)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(help_text="This day still belongs to it.")


class SeasonStateInput(Input):
    state = serializers.ChoiceField(choices=SeasonState.values)


@operation(
    "club_seasons",
    "Seasons of a club, newest first",
    answer=page_of(SeasonOutput),
    parameters=PAGED,
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = known.of_club(viewer, by_id.club(viewer, slug))
    return pagination.of_rows(request, rows, keys=("-starts_on", "-id"), shape=shapes.season)


@operation("season", "One season, and how it counts", answer=OneSeasonOutput)
def one(request: Request, season_id: int) -> Response:
    row = by_id.season(actor_of(request), season_id)
    return conditional.versioned(Response(shapes.season_settings(row)), row.version)


@operation(
    "season_make",
    "Creates a season of the club; anything left out keeps its default",
    answer=OneSeasonOutput,
    status=201,
    sends=SeasonInput,
    writes=True,
)
def make(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_SEASON, club)
    fields = _fields(by, club, SeasonInput.read(request))

    def do() -> dict[str, JSON]:
        with _named():
            return shapes.season_settings(seasons.create(by=by, club=club, **fields))

    return once(request, do, status=201)


@operation(
    "season_change",
    "Changes a season and how it counts; anything left out stays as it is",
    answer=OneSeasonOutput,
    sends=SeasonPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    row = by_id.season(by, season_id)
    permissions.require(by, Action.MANAGE_SEASON, row)
    version = conditional.expected_version(request)
    fields = _fields(by, row.club, SeasonPatch.read(request))

    def do() -> dict[str, JSON]:
        with _named():
            changed = seasons.change(by=by, season=row, expected_version=version, **fields)
        return shapes.season_settings(changed)

    return once(request, do)


@operation(
    "season_remove",
    "Removes a season without results, with its events; it can be brought back from the journal",
    status=204,
    writes=True,
    has_key=False,
    also=(428,),
    parameters=(IF_MATCH,),
)
def remove(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    row = by_id.season(by, season_id)
    removals.remove(by=by, thing=row, expected_version=conditional.expected_version(request))
    return Response(status=204)


@operation(
    "season_state",
    "Begins or finishes a season, or takes one step back",
    answer=OneSeasonOutput,
    sends=SeasonStateInput,
    writes=True,
)
def set_state(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    row = by_id.season(by, season_id)
    state = SeasonState(SeasonStateInput.read(request)["state"])

    def do() -> dict[str, JSON]:
        return shapes.season_settings(seasons.set_state(by=by, season=row, state=state))

    return once(request, do)


@operation(
    "season_preview",
    "Whose ranks these season changes would move; nothing is stored",
    answer=SeasonPreviewOutput,
    sends=SeasonPatch,
    writes=True,
    has_key=False,
)
def preview(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    row = by_id.season(by, season_id)
    permissions.require(by, Action.MANAGE_SEASON, row)
    with _named():
        wanted = seasons.as_stored(row, _fields(by, row.club, SeasonPatch.read(request)))
    return Response({"moves": [shapes.shift(one) for one in previews.change(by, row, wanted)]})


def _fields(by: Actor, club: Club, data: dict[str, Any]) -> SeasonFields:  # of many types
    """What was sent, as the service takes it."""
    fields = dict(data)
    if data.get("ruleset") is not None:
        try:
            fields["ruleset"] = shelf.ruleset(by, club, data["ruleset"])
        except NotFound:
            raise BadInput("ruleset_of_other_club", field="ruleset") from None
    if "counting" in data:
        fields["counting"] = CountingRule(data["counting"])
    if "counting_unit" in data:
        fields["counting_unit"] = CountingUnit(data["counting_unit"])
    return cast("SeasonFields", fields)


@contextmanager
def _named() -> Iterator[None]:
    """A fault in a further setting of the counting rule is named by its path."""
    try:
        yield
    except BadInput as error:
        if not error.field or error.field.split(".")[0] in SeasonPatch().fields:
            raise
        path = f"counting_more.{error.field}"
        raise BadInput(error.code, field=path, **error.params) from error
