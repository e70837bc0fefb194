"""Which pictures a viewer may see, and their bytes."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from django.core.files.storage import storages
from django.db.models import Q
from django.utils import timezone

from league import permissions
from league.core.enums import MembershipKind, NameLevel, PictureKind
from league.core.errors import NotFound, Unreachable
from league.models import Club, Membership, Picture, Player
from league.pictures.encoding import MEDIA, SIZES, name_of
from league.queries.people import players as known
from league.queries.people import profiles

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from games.core.types import JSON
    from league.core.actors import Actor

_TO_FELLOWS = {NameLevel.INITIAL, NameLevel.NICKNAME}


def file(viewer: Actor, key: str, size: str) -> bytes:
    """One size of a picture, for those who may see whom or what it shows."""
    rows = Picture.objects.select_related("player", "club", "club_game__club")
    picture = rows.filter(key=key).first()
    if picture is None or size not in SIZES or not _is_seen(viewer, picture):
        raise NotFound("not_found")
    data = _stored(name_of(key, size))
    if data is None:
        raise NotFound("not_found")
    return data


def of_players(viewer: Actor, people: Collection[int]) -> dict[int, str]:
    """The keys of the pictures of those of ``people`` whose picture the viewer may see.

    Who shows the whole name to the public shows the picture, too; who shows less of it, to people
    of their own clubs; who is hidden, to the organizers. Minors show less unless a parent agreed.
    """
    rows = Picture.objects.filter(player__in=list(people)).select_related("player")
    found = {row.player: row.key for row in rows if row.player is not None}
    shown = _shown(viewer, list(found))
    return {player.pk: key for player, key in found.items() if player.pk in shown}


def of_player(viewer: Actor, player: Player) -> str:
    """The key of this player's picture; empty where there is none for the viewer."""
    return of_players(viewer, [player.pk]).get(player.pk, "")


def own(player: Player) -> dict[str, JSON] | None:
    """The picture of a person for themselves, with its bytes in Base64."""
    row = Picture.objects.filter(player=player).first()
    data = None if row is None else _stored(name_of(row.key, SIZES[-1]))
    if row is None or data is None:
        return None
    encoded = base64.b64encode(data).decode("ascii")
    return {"at": row.at.isoformat(), "type": MEDIA, "data": encoded}


def of_club(club: Club) -> Mapping[str, str]:
    """The keys of logo and cover, of a club that the viewer sees."""
    return dict(Picture.objects.filter(club=club).values_list("kind", "key"))


def logo_file(club: Club) -> bytes:
    """The large logo of a club that the viewer sees; nothing without one."""
    key = of_club(club).get(PictureKind.LOGO)
    if key is None:
        return b""
    try:
        with storages["pictures"].open(name_of(key, SIZES[-1])) as stored:
            data: bytes = stored.read()
    except FileNotFoundError:
        return b""
    return data


def of_boxes(boxes: Collection[int]) -> dict[int, str]:
    """The keys of pictures on the shelf of a club that the viewer sees."""
    rows = Picture.objects.filter(club_game__in=list(boxes))
    return dict(rows.values_list("club_game", "key"))


def _stored(name: str) -> bytes | None:
    try:
        with storages["pictures"].open(name) as stored:
            data: bytes = stored.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unreachable("pictures_away") from error
    return data


def _is_seen(viewer: Actor, picture: Picture) -> bool:
    if picture.player is not None:
        return picture.player.pk in _shown(viewer, [picture.player])
    club = picture.club or (picture.club_game.club if picture.club_game else None)
    return club is not None and permissions.can_see(viewer, club)


def _shown(viewer: Actor, people: Sequence[Player]) -> frozenset[int]:
    people = [player for player in people if player.erased_at is None]
    if not people:
        return frozenset()
    clubs = {club.pk: club for club in permissions.visible(Club.objects.all(), viewer)}
    faces = profiles.faces(viewer, people, clubs)
    fellows = _fellows(viewer, people)
    return frozenset(
        player.pk
        for player in people
        if player.pk in faces
        and (
            faces[player.pk].level == NameLevel.FULL
            or (faces[player.pk].level in _TO_FELLOWS and player.pk in fellows)
            or permissions.speaks_for(viewer, player.pk)
            or known.manages(viewer, player)
        )
    )


def _fellows(viewer: Actor, people: Sequence[Player]) -> frozenset[int]:
    """Those who belong at present to a club of which the viewer is a member, not a guest."""
    if viewer.player_id is None:
        return frozenset()
    lasting = Q(until__isnull=True) | Q(until__gte=timezone.now().date())
    there = Membership.objects.filter(lasting)
    joined = there.filter(player=viewer.player_id, kind=MembershipKind.MEMBER)
    own = joined.filter(club__removed_at__isnull=True).values("club")
    rows = there.filter(club__in=own, player__in=[player.pk for player in people])
    return frozenset(rows.values_list("player_id", flat=True))
