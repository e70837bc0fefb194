"""People and where they belong."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Unpack, cast

from django.db import transaction
from django.utils import timezone

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import MembershipKind, NameLevel
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.core.person_fields import FROM_START, OF_PLAYER, PUBLIC_NAME
from league.lists import person
from league.models import Club, Event, FormerName, Membership, Player
from league.queries.people import players as known
from league.services.people.memberships import counted_in, kind_of, refuse_taken_number
from league.times import days, wall_time
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.person_fields import Changes, Listed, Written

_WRITTEN = [field.name for field in FROM_START if not field.of_membership]


def add(
    *,
    by: Actor,
    club: Club,
    kind: str = MembershipKind.MEMBER,
    since: date | None = None,
    allow_similar: bool = False,
    at: Event | None = None,
    **written: Unpack[Listed],
) -> Player:
    """Writes down a new person with a membership in ``club`` from ``since`` (today) on.

    Args:
        allow_similar: adds although somebody of the same or nearly the same name is known.
        at: an event of the club whose own organizer adds a walk-in guest; guests only.

    Raises:
        BadInputs: every fault, each with its field.
        Refused: ``similar_player``, ``member_no_taken``.
    """
    if at is not None and at.club_id == club.pk and kind == MembershipKind.GUEST:
        permissions.require(by, Action.MANAGE_PEOPLE, at)
    else:
        permissions.require(by, Action.MANAGE_PEOPLE, club)
    days.require("since", since)
    with transaction.atomic():
        journal.lock_club(club.pk)
        new = person.checked(today=wall_time.today(club), **written)
        chosen = kind_of(kind)
        refuse_taken_number(club, new.member_no)
        if not allow_similar:
            _refuse_similar(club, new)
        player = write(new)
        row = Membership.objects.create(
            club=club,
            player=player,
            kind=chosen,
            member_no=new.member_no,
            since=since or wall_time.today(club),
        )
        journal.append(
            Fact.PLAYER_ADDED,
            by=by,
            club=club,
            payload={"player": player.pk, "membership": row.pk, "kind": chosen.value},
        )
    return player


def write(new: person.Person) -> Player:
    """The row of a checked person; journal and membership are the caller's."""
    player = row_of(new)
    player.save()
    return player


def row_of(new: person.Person) -> Player:
    """A row not yet stored."""
    row = Player()
    _take(row, new)
    return row


def _take(row: Player, new: person.Person) -> None:
    for name in _WRITTEN:
        setattr(row, name, getattr(new, name))
    row.search_key, row.sort_key = new.search_key, new.sort_key


def change(
    *,
    by: Actor,
    player: Player,
    expected_version: int,
    parents_word: bool = False,
    **fields: Unpack[Changes],
) -> Player:
    """Changes what is written down about a person; standings that show the name follow.

    Args:
        parents_word: a parent has agreed that the public sees more of a minor's name.

    Raises:
        Refused: ``minor_stays_unnamed``: a minor's name is widened by an organizer alone.
        NotAllowed: for a field that ``queries.players.editable`` does not offer to ``by``.
        Conflict: ``changed_meanwhile`` when somebody saved since ``expected_version``.
        BadInput: ``parents_word_missing``.
        BadInputs: every fault, each with its field.
    """
    allowed = known.editable(viewer=by, player=player)
    if not allowed or not set(fields) <= allowed:
        if not permissions.can_see(by, player):
            raise NotFound("not_found")
        raise NotAllowed("not_allowed", action="edit_profile")
    with transaction.atomic():
        # Clubs first, as everybody does; and the player not against entries that point here:
        # who writes them may hold a club that has met the person only just now.
        held = Club.objects.select_for_update(no_key=True)
        list(held.filter(pk__in=_clubs_of(player)).order_by("pk"))
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if row.version != expected_version:
            raise Conflict("changed_meanwhile")
        before = _data(row)
        merged: Changes = {**before, **fields}
        level = merged["name_level"]
        if level and level not in NameLevel.values:
            raise BadInput("bad_choice", field="name_level", value=level[:40])
        if merged["name"] == before["name"]:
            parts = (before["given"], before["family"])
            if " ".join(parts).strip() == before["name"]:
                merged["name"] = ""  # the name follows the parts it was made of
        new = person.checked(today=timezone.now().date(), **_written(merged))
        _take(row, new)
        # An organizer who unticks "minor" knows better than the year.
        by_year = "birth_year" in fields and "is_minor" not in fields
        row.is_minor = new.is_minor if by_year else merged["is_minor"]
        row.name_level = level
        after = _data(row)
        changed = sorted(key for key, value in after.items() if before.get(key) != value)
        if not changed:
            return row
        widened = _widened(before, after)
        if widened and not known.speaks_for(by, row):
            raise Refused("minor_stays_unnamed", field=widened)
        if widened and not parents_word:
            raise BadInput("parents_word_missing", field="parents_word")
        row.version += 1
        row.save()
        former = _note_former(row, before["name"])
        _log_everywhere(by, row, changed, former, parents_word=bool(widened))
    return row


def _widened(before: Changes, after: Changes) -> str:
    """The field by which the public would see more of a minor's name; empty where it does not."""
    if not (before["is_minor"] and after["is_minor"]):
        return ""
    levels = list(NameLevel)  # from the whole name to none of it
    was, now = (each["name_level"] or NameLevel.NICKNAME for each in (before, after))
    if levels.index(NameLevel(now)) < levels.index(NameLevel(was)):
        return "name_level"
    family = names.fold(after["family"] or after["name"].partition(" ")[2])
    told = after["nickname"] != before["nickname"] and family in names.fold(after["nickname"])
    if family and told:
        return "nickname"
    return ""


def _refuse_similar(club: Club, new: person.Person) -> None:
    found = known.resembling(club, new.name, new.birth_year)
    likely = [likeness.player for likeness in found if likeness.is_warning]
    if likely:
        raise Refused("similar_player", field="name", name=likely[0].name, count=len(likely))


def _data(row: Player) -> Changes:
    return cast("Changes", {field.name: getattr(row, field.name) for field in OF_PLAYER})


def _written(changes: Changes) -> Written:
    return cast("Written", {k: v for k, v in changes.items() if k in _WRITTEN})


def _note_former(player: Player, name: str) -> FormerName | None:
    """Keeps a name that is one no more, so that the club still finds the person by it.

    It is kept here and not in the journal, whose lines stay when personal data are erased.
    """
    if person.is_same_name(player.name, name):
        return None
    key = person.search_key(name, "")
    return FormerName.objects.create(player=player, name=name, search_key=key)


def _clubs_of(player: Player) -> list[int]:
    clubs = Club.objects.filter(memberships__player=player) | Club.objects.filter(
        events__entries__player=player
    )
    return list(clubs.distinct().order_by("pk").values_list("pk", flat=True))


def _log_everywhere(
    by: Actor,
    player: Player,
    changed: list[str],
    former: FormerName | None,
    *,
    parents_word: bool = False,
) -> None:
    """One line per club that knows the person; a changed name puts their standings out of date."""
    told: dict[str, JSON] = {"player": player.pk, "fields": list(changed)}
    if former is not None:
        told["former"] = former.pk
    if parents_word:
        told["consent"] = "parent"
    for club in Club.objects.filter(pk__in=_clubs_of(player)).order_by("pk"):
        stages: list[int] = []
        seasons: list[int] = []
        if PUBLIC_NAME & set(changed):
            stages, seasons = counted_in(club, [player.pk])
        journal.append(
            Fact.PLAYER_CHANGED,
            by=by,
            club=club,
            payload=told,
            stale_stages=stages,
            stale_seasons=seasons,
        )
