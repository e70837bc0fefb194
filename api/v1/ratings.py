"""Ratings: the lists, everybody's number in them, and the history of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional, pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, PAGED, Input, Output, operation, page_of
from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.office import rules
from league.queries.standings import ratings
from league.ratings.registry import ENGINES
from league.services.standings import ratings as changing

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import RatingScope, Ruleset
    from league.queries.standings.ratings import Number, Row, Step


class RatingListOutput(Output):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(["club_game", "game", "all"])
    club = serializers.SlugField(allow_null=True, help_text="Where it is a club's own list.")
    game = serializers.CharField(help_text="Title; empty where all games are rated together.")
    engine = serializers.CharField()
    settings = serializers.DictField()
    provisional = serializers.IntegerField(help_text="Matches before which there is no rank.")
    matches = serializers.IntegerField()
    behind = serializers.BooleanField(help_text="New results are being rated.")


class RatingSettingsOutput(RatingListOutput):
    include_guests = serializers.BooleanField(help_text="Whether guests are rated, too.")
    version = serializers.IntegerField(help_text="For `If-Match`.")


class RatingSettingsPatch(Input):
    engine = serializers.ChoiceField(choices=[made.key for made in ENGINES], required=False)
    settings = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="Those of the engine; what is left out stays, or is the engine's usual.",
    )
    provisional = serializers.IntegerField(required=False, min_value=0, max_value=1000)
    include_guests = serializers.BooleanField(
        required=False, help_text="Whether guests are rated, too."
    )


class LuckOutput(Output):
    beta = serializers.FloatField(
        allow_null=True, help_text="More is more luck; null: as the list of the game says."
    )


class LuckInput(Input):
    beta = serializers.FloatField(
        allow_null=True,
        min_value=0.5,
        max_value=1000,
        help_text="More is more luck; null: as the list of the game says.",
    )


class RatingNumberOutput(Output):
    value = serializers.FloatField(help_text="On the scale where everyone starts at 1000.")
    deviation = serializers.FloatField(
        allow_null=True, help_text="One standard deviation, if the engine knows it."
    )
    matches = serializers.IntegerField()
    provisional = serializers.BooleanField()


class RatingRowOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    rating = RatingNumberOutput()


class RatingStepOutput(Output):
    number = serializers.IntegerField(help_text="In the sequence of all matches of the list.")
    at = serializers.DateTimeField()
    event = serializers.SlugField(
        allow_null=True, help_text="Null where it is not yours to see, and for a casual match."
    )
    casual = serializers.BooleanField(help_text="Played in the browser beside all events.")
    play = serializers.CharField(
        allow_null=True, help_text="The code of a casual match whose replay you can find."
    )
    place = serializers.IntegerField()
    size = serializers.IntegerField()
    before = RatingNumberOutput()
    change = serializers.FloatField()
    after = RatingNumberOutput()


class RatingHistoryOutput(Output):
    list = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    rating = RatingNumberOutput()
    behind = serializers.BooleanField()
    steps = RatingStepOutput(many=True)


class RatingListsOutput(Output):
    results = RatingListOutput(many=True)


@operation("ratings", "The rating lists over all clubs", answer=RatingListsOutput)
def everywhere(request: Request) -> Response:
    return Response({"results": [_list(row) for row in ratings.scopes_everywhere()]})


@operation("club_ratings", "The rating lists of a club and of its games", answer=RatingListsOutput)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = ratings.scopes_of_club(viewer, by_id.club(viewer, slug))
    return Response({"results": [_list(row) for row in rows]})


@operation(
    "rating_list",
    "A rating list, in pages: ranked players, then provisional ones",
    answer=page_of(RatingRowOutput),
    parameters=PAGED,
)
def one(request: Request, scope_id: int) -> Response:
    viewer = actor_of(request)
    rows = ratings.listing(viewer, ratings.by_id(viewer, scope_id)).rows
    limit = pagination.limit_of(request)
    cursor = pagination.cursor_of(request)
    start = 0
    if cursor is not None:
        if len(cursor) != 1 or not isinstance(cursor[0], int):
            raise BadInput("bad_cursor", field="cursor")
        start = cursor[0]
    end = start + limit
    link = pagination.next_link(request, [end]) if end < len(rows) else None
    return Response({"results": [_row(row) for row in rows[start:end]], "next": link})


@operation("rating_settings", "How a rating list is made", answer=RatingSettingsOutput)
def settings(request: Request, scope_id: int) -> Response:
    scope = ratings.by_id(actor_of(request), scope_id)
    return conditional.versioned(Response(_settings(scope)), scope.version)


@operation(
    "rating_settings_change",
    "Rates a list in another way, from its first match on; anything left out stays as it is",
    answer=RatingSettingsOutput,
    sends=RatingSettingsPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change_settings(request: Request, scope_id: int) -> Response:
    by = actor_of(request)
    scope = ratings.changeable(by, scope_id)
    version = conditional.expected_version(request)
    data = RatingSettingsPatch.read(request)
    engine = data.get("engine", scope.engine)
    kept = scope.settings if engine == scope.engine else {}

    def do() -> dict[str, JSON]:
        changed = changing.change(
            by=by,
            scope=scope,
            expected_version=version,
            engine_key=engine,
            settings={**kept, **data.get("settings", {})},
            provisional=data.get("provisional", scope.provisional),
            include_guests=data.get("include_guests", scope.include_guests),
        )
        return _settings(changed)

    return once(request, do)


@operation(
    "ruleset_luck",
    "How much luck the ratings see in a ruleset, for the club's admins",
    answer=LuckOutput,
    also=(403,),
)
def luck(request: Request, slug: str, ruleset_id: int) -> Response:
    _by, row = _ruleset(request, slug, ruleset_id)
    return Response({"beta": rules.luck(row)})


@operation(
    "ruleset_luck_set",
    "Says how much luck the ratings see in a ruleset",
    answer=LuckOutput,
    sends=LuckInput,
    writes=True,
)
def set_luck(request: Request, slug: str, ruleset_id: int) -> Response:
    by, row = _ruleset(request, slug, ruleset_id)
    beta = LuckInput.read(request)["beta"]

    def do() -> dict[str, JSON]:
        changing.set_luck(by=by, ruleset=row, beta=beta)
        return cast("dict[str, JSON]", {"beta": rules.luck(row)})  # a double, as ratings are

    return once(request, do)


@operation(
    "rating_history",
    "A player's rating match by match, oldest first",
    answer=RatingHistoryOutput,
)
def history(request: Request, scope_id: int, player_id: int) -> Response:
    viewer = actor_of(request)
    found = ratings.history(viewer, ratings.by_id(viewer, scope_id), player_id)
    return Response(
        {
            "list": found.scope.pk,
            "player": player_id,
            "name": found.name,
            "rank": found.rank,
            "rating": _number(found.number),
            "behind": found.is_behind,
            "steps": [_step(step) for step in found.steps],
        }
    )


def _ruleset(request: Request, slug: str, ruleset_id: int) -> tuple[Actor, Ruleset]:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_CLUB, club)
    return by, rules.ruleset(by, club, ruleset_id)


def _settings(scope: RatingScope) -> dict[str, JSON]:
    return {**_list(scope), "include_guests": scope.include_guests, "version": scope.version}


# Ratings are doubles: unlike points they go out as plain numbers.


def _list(scope: RatingScope) -> dict[str, JSON]:
    return {
        "id": scope.pk,
        "kind": scope.kind,
        "club": scope.club_game.club.slug if scope.club_game else None,
        "game": scope.club_game.title if scope.club_game else scope.title,
        "engine": scope.engine,
        "settings": scope.settings,
        "provisional": scope.provisional,
        "matches": scope.count,
        "behind": ratings.is_behind(scope),
    }


def _number(number: Number) -> dict[str, object]:
    return {
        "value": number.value,
        "deviation": number.spread,
        "matches": number.matches,
        "provisional": number.is_provisional,
    }


def _row(row: Row) -> dict[str, object]:
    return {
        "player": row.player_id,
        "name": row.name,
        "rank": row.rank,
        "tied": row.is_tied,
        "rating": _number(row.number),
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "number": step.number,
        "at": step.at.isoformat(),
        "event": step.event_slug or None,
        "casual": step.is_casual,
        "play": step.play or None,
        "place": step.place,
        "size": step.size,
        "before": _number(step.before),
        "change": step.change,
        "after": _number(step.after),
    }
