"""Who is who, for a club's organizers: results of somebody else, two kept apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import PAGED, Input, Output, operation, page_of
from api.v1.entries import LARGEST_ID
from league import permissions
from league.core.actions import Action
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.people import players as known
from league.queries.seating import apart as pairs
from league.services.people import splits
from league.services.seating import apart

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Apart, Club, Player

MOST_TABLES = 1000


class PairOutput(Output):
    id = serializers.IntegerField()
    player = serializers.IntegerField()
    other = serializers.IntegerField(help_text="Whom no draw seats beside them.")


class PairInput(Input):
    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    other = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Whom no draw of the club seats beside them."
    )


class ResultsMoveInput(Input):
    player = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Who has the results now."
    )
    to = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Whose results they are."
    )
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        allow_empty=False,
        max_length=MOST_TABLES,
        help_text="Ids of the tables that somebody else played at.",
    )


class ResultsMovedOutput(Output):
    player = serializers.IntegerField(help_text="Who had the results.")
    to = serializers.IntegerField(help_text="Who has them now.")


@operation(
    "club_apart",
    "Pairs of people whom no draw of the club seats at one table",
    answer=page_of(PairOutput),
    parameters=PAGED,
    also=(403,),
)
def kept_apart(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug, Action.MANAGE_PEOPLE)
    rows = pairs.of_club(viewer=by, club=club)
    return pagination.of_rows(request, rows, keys=("id",), shape=_pair)


@operation(
    "club_apart_keep",
    "Keeps two people apart in all draws to come",
    answer=PairOutput,
    status=201,
    sends=PairInput,
    writes=True,
)
def keep_apart(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug, Action.MANAGE_PEOPLE)
    data = PairInput.read(request)
    player, other = (_named(by, data[field], field) for field in ("player", "other"))

    def do() -> dict[str, JSON]:
        return _pair(apart.keep(by=by, club=club, player=player, other=other))

    return once(request, do, status=201)


@operation(
    "club_apart_lift",
    "Lets two people share a table again",
    status=204,
    writes=True,
    has_key=False,
)
def lift(request: Request, slug: str, pair_id: int) -> Response:
    by, club = _organizer(request, slug, Action.MANAGE_PEOPLE)
    row = pairs.of_club(viewer=by, club=club).filter(pk=pair_id).first()
    if row is None:
        raise NotFound("not_found")
    apart.lift(by=by, club=club, player=row.first, other=row.second)
    return Response(status=204)


@operation(
    "club_split",
    "Gives the results of some tables to whoever really played there",
    answer=ResultsMovedOutput,
    sends=ResultsMoveInput,
    writes=True,
)
def split(request: Request, slug: str) -> Response:
    by, club = _organizer(request, slug, Action.MANAGE_CLUB)
    data = ResultsMoveInput.read(request)
    player, to = (_named(by, data[field], field) for field in ("player", "to"))

    def do() -> dict[str, JSON]:
        splits.split(by=by, club=club, player=player, to=to, tables=data["tables"])
        return {"player": player.pk, "to": to.pk}

    return once(request, do)


def _organizer(request: Request, slug: str, action: Action) -> tuple[Actor, Club]:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, action, club)
    return by, club


def _named(by: Actor, player_id: int, field: str) -> Player:
    player = known.by_id(viewer=by, player_id=player_id)
    if player is None:
        raise BadInput("bad_choice", field=field, value=str(player_id))
    return player


def _pair(row: Apart) -> dict[str, JSON]:
    return {"id": row.pk, "player": row.first_id, "other": row.second_id}
