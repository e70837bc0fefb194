"""Pictures of players, clubs and boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Output, operation
from api.v1.files_in import body
from league import permissions
from league.core.actions import Action
from league.core.enums import PictureKind
from league.core.errors import NotAllowed
from league.pictures.encoding import SIZES
from league.queries import by_id
from league.queries.office import pictures as read
from league.queries.office import rules as shelf
from league.queries.people import players as known
from league.services.office import pictures

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, ClubGame, Player
    from league.services.office.pictures import Owner

# Whatever is sent is looked at itself: the document names the one kind that every client can send.
_FILE: dict[str, Any] = {"application/octet-stream": OpenApiTypes.BINARY}  # Any: as the tool has it


class PictureOutput(Output):
    small = serializers.CharField(help_text="The address of the picture; empty: there is none.")
    large = serializers.CharField(help_text="The same, larger.")


@operation(
    "player_picture",
    "The picture of a player, as far as the asker may see it",
    answer=PictureOutput,
)
def of_player(request: Request, player_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_shape(read.of_player(viewer, by_id.player(viewer, player_id))))


@operation(
    "player_picture_put",
    "Gives a player a picture: JPEG, PNG or WebP as the body; it replaces the one before",
    answer=PictureOutput,
    sends=_FILE,
    writes=True,
)
def put_player(request: Request, player_id: int) -> Response:
    return _put(request, _player(actor_of(request), player_id), PictureKind.PLAYER)


@operation(
    "player_picture_remove",
    "Removes the picture of a player",
    status=204,
    writes=True,
    has_key=False,
)
def remove_player(request: Request, player_id: int) -> Response:
    return _remove(request, _player(actor_of(request), player_id), PictureKind.PLAYER)


@operation("club_logo", "A club's logo", answer=PictureOutput)
def logo(request: Request, slug: str) -> Response:
    return _of_club(request, slug, PictureKind.LOGO)


@operation(
    "club_logo_put",
    "Gives a club a logo: JPEG, PNG or WebP as the body; it replaces the one before",
    answer=PictureOutput,
    sends=_FILE,
    writes=True,
)
def put_logo(request: Request, slug: str) -> Response:
    return _put(request, _club(actor_of(request), slug), PictureKind.LOGO)


@operation("club_logo_remove", "Removes a club's logo", status=204, writes=True, has_key=False)
def remove_logo(request: Request, slug: str) -> Response:
    return _remove(request, _club(actor_of(request), slug), PictureKind.LOGO)


@operation("club_cover", "A club's cover picture", answer=PictureOutput)
def cover(request: Request, slug: str) -> Response:
    return _of_club(request, slug, PictureKind.COVER)


@operation(
    "club_cover_put",
    "Gives a club a cover picture: JPEG, PNG or WebP as the body; it replaces the one before",
    answer=PictureOutput,
    sends=_FILE,
    writes=True,
)
def put_cover(request: Request, slug: str) -> Response:
    return _put(request, _club(actor_of(request), slug), PictureKind.COVER)


@operation(
    "club_cover_remove", "Removes a club's cover picture", status=204, writes=True, has_key=False
)
def remove_cover(request: Request, slug: str) -> Response:
    return _remove(request, _club(actor_of(request), slug), PictureKind.COVER)


@operation("club_game_picture", "The picture of a box on the shelf", answer=PictureOutput)
def of_game(request: Request, slug: str, game_id: int) -> Response:
    viewer = actor_of(request)
    box = shelf.club_game(viewer, by_id.club(viewer, slug), game_id)
    return Response(_shape(read.of_boxes([box.pk]).get(box.pk, "")))


@operation(
    "club_game_picture_put",
    "Gives a box a picture: JPEG, PNG or WebP as the body; it replaces the one before",
    answer=PictureOutput,
    sends=_FILE,
    writes=True,
)
def put_game(request: Request, slug: str, game_id: int) -> Response:
    return _put(request, _box(actor_of(request), slug, game_id), PictureKind.BOX)


@operation(
    "club_game_picture_remove",
    "Removes the picture of a box",
    status=204,
    writes=True,
    has_key=False,
)
def remove_game(request: Request, slug: str, game_id: int) -> Response:
    return _remove(request, _box(actor_of(request), slug, game_id), PictureKind.BOX)


def _player(by: Actor, player_id: int) -> Player:
    row = by_id.player(by, player_id)
    if not known.editable(viewer=by, player=row):
        raise NotAllowed("not_allowed", action="edit_profile")
    return row


def _club(by: Actor, slug: str) -> Club:
    club = by_id.club(by, slug)
    permissions.require(by, Action.MANAGE_CLUB, club)
    return club


def _box(by: Actor, slug: str, game_id: int) -> ClubGame:
    return shelf.club_game(by, _club(by, slug), game_id)


def _of_club(request: Request, slug: str, kind: PictureKind) -> Response:
    club = by_id.club(actor_of(request), slug)
    return Response(_shape(read.of_club(club).get(kind, "")))


def _put(request: Request, of: Owner, kind: PictureKind) -> Response:
    by = actor_of(request)
    new = pictures.drawn(by=by, of=of, kind=kind, data=body(request))

    def do() -> dict[str, JSON]:
        return _shape(pictures.put(by=by, of=of, kind=kind, data=new).key)

    return once(request, do)


def _remove(request: Request, of: Owner, kind: PictureKind) -> Response:
    pictures.take_away(by=actor_of(request), of=of, kind=kind)
    return Response(status=204)


def _shape(key: str) -> dict[str, JSON]:
    return {size: reverse("picture", args=[key, size]) if key else "" for size in SIZES}
