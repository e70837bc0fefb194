"""Pictures of players, clubs and boxes: taken in, replaced, taken away."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import PictureKind
from league.core.errors import NotAllowed, NotFound
from league.core.facts import Fact
from league.models import Club, ClubGame, Picture, Player
from league.pictures import encoding
from league.queries.people import merges
from league.queries.people import players as known
from league.services.office import picture_files

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor

Owner = Player | Club | ClubGame
FIELD = "picture"


def drawn(
    *, by: Actor, of: Player | Club | ClubGame, kind: PictureKind, data: bytes
) -> encoding.Encoded:
    """The file drawn anew for who may give it, as ``put`` takes it.

    Slow: to be called before a transaction, in which nobody else could write.

    Raises:
        BadInput: what ``pictures.encoding.encoded`` finds wrong with the file.
    """
    _require(by, of)
    return encoding.encoded(data, kind, field=FIELD)


def put(
    *, by: Actor, of: Player | Club | ClubGame, kind: PictureKind, data: bytes | encoding.Encoded
) -> Picture:
    """Gives the owner this picture in place of the one before; the same one again is no change.

    Args:
        data: a file, or what ``drawn`` made of it.
    """
    _require(by, of)
    new = drawn(by=by, of=of, kind=kind, data=data) if isinstance(data, bytes) else data
    with transaction.atomic():
        clubs = _hold(of)
        stands = _of(of, kind)
        if stands is not None and stands.digest == new.digest:
            return stands
        if stands is not None:
            _remove(stands)
        key = secrets.token_urlsafe(18)
        picture_files.keep(key, new.sizes)
        row = Picture.objects.create(
            kind=kind,
            key=key,
            digest=new.digest,
            player=of if isinstance(of, Player) else None,
            club=of if isinstance(of, Club) else None,
            club_game=of if isinstance(of, ClubGame) else None,
        )
        _log(by, of, kind, clubs, is_there=True)
    return row


def take_away(*, by: Actor, of: Player | Club | ClubGame, kind: PictureKind) -> None:
    """Removes the picture, with its bytes; without one nothing happens."""
    _require(by, of)
    with transaction.atomic():
        clubs = _hold(of)
        stands = _of(of, kind)
        if stands is not None:
            _remove(stands)
            _log(by, of, kind, clubs, is_there=False)


def forget(of: Q) -> None:
    """A step of erasing and deleting: pictures go with whom they show, before the owner's row."""
    for row in Picture.objects.filter(of):
        _remove(row)


def _remove(row: Picture) -> None:
    picture_files.drop(row.key)
    row.delete()


def _require(by: Actor, of: Owner) -> None:
    if isinstance(of, Player):
        if not known.editable(viewer=by, player=of):
            if not permissions.can_see(by, of):
                raise NotFound("not_found")
            raise NotAllowed("not_allowed", action="edit_profile")
    else:
        permissions.require(by, Action.MANAGE_CLUB, of if isinstance(of, Club) else of.club)


def _hold(of: Owner) -> list[Club]:
    """The clubs that are told, locked with the owner: two uploads at once go one after the other.

    Clubs first, as everybody does.
    """
    if not isinstance(of, Player):
        return [journal.lock_club(of.pk if isinstance(of, Club) else of.club_id)]
    held = Club.objects.select_for_update(no_key=True)
    clubs = list(held.filter(pk__in=[club.pk for club in merges.clubs_of(of)]).order_by("pk"))
    row = Player.objects.select_for_update(no_key=True).filter(pk=of.pk).first()
    if row is None or row.erased_at is not None:
        raise NotFound("not_found")
    return clubs


def _of(of: Owner, kind: PictureKind) -> Picture | None:
    rows = Picture.objects.filter(kind=kind)
    if isinstance(of, Player):
        return rows.filter(player=of).first()
    return rows.filter(**{"club" if isinstance(of, Club) else "club_game": of}).first()


def _log(by: Actor, of: Owner, kind: PictureKind, clubs: list[Club], *, is_there: bool) -> None:
    told: dict[str, JSON] = {"picture": kind.value, "is_there": is_there}
    if isinstance(of, Player):
        told["player"] = of.pk
    elif isinstance(of, ClubGame):
        told["club_game"] = of.pk
    for club in clubs:
        journal.append(Fact.PICTURE_CHANGED, by=by, club=club, payload=told)
