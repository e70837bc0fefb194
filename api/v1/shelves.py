"""What a club has on its shelf and how it scores: games, rulesets, points schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, Output, operation, page_of
from api.v1.entries import LARGEST_ID
from api.v1.rulesets import OneRulesetOutput, shown
from games import catalogue
from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.office import rules as shelf
from league.services.office import rules

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, ClubGame, PointsScheme

MOST_COPIES = 1000
_SAID = ("title", "short_title", "minutes", "copies", "is_retired")
GAMES = [package.key for package in catalogue.all_games()]
_OPTIONS = "How the club plays the game, in its own fields; what is left out is the usual."
_SPEC = 'A scheme of the house by its key, `{"key": "linear7"}`, or one that is spelled out.'


class GameOutput(Output):
    id = serializers.IntegerField()
    game = serializers.ChoiceField(choices=GAMES, help_text="The key of the game.")
    title = serializers.CharField(help_text="What the club calls it.")
    short_title = serializers.CharField(
        allow_blank=True, help_text="The club's own for narrow places; empty: the game's."
    )
    minutes = serializers.IntegerField(
        allow_null=True, help_text="How long a match takes about; null: the game's."
    )
    copies = serializers.IntegerField(
        allow_null=True, help_text="How many boxes the club owns; null: plenty."
    )
    is_retired = serializers.BooleanField(help_text="It is off the shelf, with its past.")
    version = serializers.IntegerField()


class GameInput(Input):
    game = serializers.ChoiceField(choices=GAMES, help_text="The key of the game.")
    title = serializers.CharField(required=False, max_length=rules.LONGEST_NAME)
    short_title = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=rules.LONGEST_SHORT,
        help_text="For narrow places; empty: the game's own, or the title.",
    )
    minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=rules.MOST_MINUTES,
        help_text="How long a match takes about; null: the game's own.",
    )
    copies = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_COPIES
    )


class GamePatch(Input):
    title = serializers.CharField(required=False, max_length=rules.LONGEST_NAME)
    short_title = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=rules.LONGEST_SHORT,
        help_text="For narrow places; empty: the game's own, or the title.",
    )
    minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=rules.MOST_MINUTES,
        help_text="How long a match takes about; null: the game's own.",
    )
    copies = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_COPIES
    )
    is_retired = serializers.BooleanField(required=False)


class RulesetInput(Input):
    game = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="The `id` of a game of the shelf."
    )
    name = serializers.CharField(max_length=rules.LONGEST_NAME)
    options = serializers.JSONField(default=dict, help_text=_OPTIONS)


class RulesetPatch(Input):
    options = serializers.JSONField(
        required=False, help_text="As a whole. Rules that were played by get a new version."
    )
    is_retired = serializers.BooleanField(
        required=False, help_text="Whether new events still offer it."
    )


class SchemeOutput(Output):
    id = serializers.IntegerField()
    name = serializers.CharField()
    spec = serializers.JSONField(help_text="For `scheme` of a stage or a season.")
    version = serializers.IntegerField()


class SchemeInput(Input):
    name = serializers.CharField(max_length=rules.LONGEST_NAME)
    spec = serializers.DictField(help_text=_SPEC)


@operation("club_games", "The games of a club's shelf", answer=page_of(GameOutput))
def games(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    boxes = shelf.shelf(viewer, by_id.club(viewer, slug))
    return Response({"results": [_game(box.game) for box in boxes], "next": None})


@operation(
    "club_game_add",
    "Puts a game on the club's shelf; describe next how it is played, as a ruleset",
    answer=GameOutput,
    status=201,
    sends=GameInput,
    writes=True,
)
def add_game(request: Request, slug: str) -> Response:
    by, club = _keeper(request, slug)
    data = GameInput.read(request)
    return once(request, lambda: _game(rules.add_game(by=by, club=club, **data)), status=201)


@operation("club_game", "One game of the shelf", answer=GameOutput)
def one_game(request: Request, slug: str, game_id: int) -> Response:
    viewer = actor_of(request)
    row = shelf.club_game(viewer, by_id.club(viewer, slug), game_id)
    return conditional.versioned(Response(_game(row)), row.version)


@operation(
    "club_game_change",
    "Changes what a game of the shelf says of itself, or takes it off the shelf",
    answer=GameOutput,
    sends=GamePatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change_game(request: Request, slug: str, game_id: int) -> Response:
    by, club = _keeper(request, slug)
    row = shelf.club_game(by, club, game_id)
    version = conditional.expected_version(request)
    kept = {name: getattr(row, name) for name in _SAID}
    fields = {**kept, **GamePatch.read(request)}

    def do() -> dict[str, JSON]:
        changed = rules.change_game(by=by, club_game=row, expected_version=version, **fields)
        return _game(changed)

    return once(request, do)


@operation(
    "club_ruleset_add",
    "Says how the club plays a game of its shelf",
    answer=OneRulesetOutput,
    status=201,
    sends=RulesetInput,
    writes=True,
)
def add_ruleset(request: Request, slug: str) -> Response:
    by, club = _keeper(request, slug)
    data = RulesetInput.read(request)

    def do() -> dict[str, JSON]:
        try:
            box = shelf.club_game(by, club, data["game"])
        except NotFound:
            raise BadInput("unknown_choice", field="game", choice=str(data["game"])) from None
        made = rules.add_ruleset(by=by, club_game=box, name=data["name"], options=data["options"])
        return shown(made)

    return once(request, do, status=201)


@operation(
    "club_ruleset_change",
    "Changes the options of a ruleset, or whether new events offer it",
    answer=OneRulesetOutput,
    sends=RulesetPatch,
    writes=True,
)
def change_ruleset(request: Request, slug: str, ruleset_id: int) -> Response:
    by, club = _keeper(request, slug)
    row = shelf.ruleset(by, club, ruleset_id)
    data = RulesetPatch.read(request)
    if len(data) != 1:
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        if "options" in data:
            return shown(rules.new_version(by=by, ruleset=row, options=data["options"]))
        return shown(rules.retire(by=by, ruleset=row, is_retired=data["is_retired"]))

    return once(request, do)


@operation("club_schemes", "The club's own points schemes", answer=page_of(SchemeOutput))
def schemes(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    rows = shelf.schemes(viewer, by_id.club(viewer, slug))
    return Response({"results": [_scheme(row) for row in rows], "next": None})


@operation(
    "club_scheme_save",
    "Keeps a points scheme under a name",
    answer=SchemeOutput,
    status=201,
    sends=SchemeInput,
    writes=True,
)
def save_scheme(request: Request, slug: str) -> Response:
    by, club = _keeper(request, slug)
    data = SchemeInput.read(request)
    return once(request, lambda: _scheme(rules.save_scheme(by=by, club=club, **data)), status=201)


@operation("club_scheme", "One of the club's own points schemes", answer=SchemeOutput)
def one_scheme(request: Request, slug: str, scheme_id: int) -> Response:
    viewer = actor_of(request)
    row = shelf.scheme(viewer, by_id.club(viewer, slug), scheme_id)
    return conditional.versioned(Response(_scheme(row)), row.version)


@operation(
    "club_scheme_change",
    "Changes a saved scheme; stages and seasons keep their copies",
    answer=SchemeOutput,
    sends=SchemeInput,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change_scheme(request: Request, slug: str, scheme_id: int) -> Response:
    by, club = _keeper(request, slug)
    row = shelf.scheme(by, club, scheme_id)
    version = conditional.expected_version(request)
    data = SchemeInput.read(request)

    def do() -> dict[str, JSON]:
        changed = rules.save_scheme(by=by, club=club, scheme=row, expected_version=version, **data)
        return _scheme(changed)

    return once(request, do)


@operation(
    "club_scheme_remove",
    "Forgets a saved scheme; whoever scores by it keeps a copy",
    status=204,
    writes=True,
    has_key=False,
)
def remove_scheme(request: Request, slug: str, scheme_id: int) -> Response:
    by, club = _keeper(request, slug)
    rules.remove_scheme(by=by, scheme=shelf.scheme(by, club, scheme_id))
    return Response(status=204)


def _keeper(request: Request, slug: str) -> tuple[Actor, Club]:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_CLUB, club)
    return by, club


def _game(row: ClubGame) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "game": row.game,
        "title": row.title,
        "short_title": row.short_title,
        "minutes": row.minutes,
        "copies": row.copies,
        "is_retired": row.is_retired,
        "version": row.version,
    }


def _scheme(row: PointsScheme) -> dict[str, JSON]:
    return {"id": row.pk, "name": row.name, "spec": row.spec, "version": row.version}
