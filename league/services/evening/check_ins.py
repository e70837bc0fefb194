"""Checking in by oneself, with the code that hangs at the door."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import transaction

from league.core import actors
from league.core.enums import EntryState, MembershipKind
from league.core.errors import BadInput, NotFound, Refused
from league.models import Entry, Event, Player
from league.queries.evening import check_ins as door
from league.queries.evening import open_play
from league.queries.people import player_history
from league.services.evening import dropouts, entries
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Sequence

# The journal names the door, for nobody signed in.
DOOR = actors.system("door")
_SIGNS = re.compile(r"[^\w]+")


def check_in(*, slug: str, code: str, entry_id: int) -> Entry:
    """Marks somebody of the list as here. Once more changes nothing."""
    with transaction.atomic():
        event = door.find(slug=slug, code=code)
        entry = Entry.objects.filter(event=event, pk=entry_id, state=EntryState.REGISTERED).first()
        if entry is None:
            raise NotFound("not_found")
        entries.set_present(by=DOOR, event=event, entries=[entry.pk], present=True)
        entry.refresh_from_db()
    return entry


def arrive(*, slug: str, code: str, name: str) -> Entry:
    """Marks whoever bears ``name`` as here: somebody entered, or a member who enters by that.

    Raises:
        BadInput: ``name_missing``, ``name_of_several``.
        Refused: ``nobody_of_that_name``; ``event_full`` and ``late_entry_closed`` for members.
    """
    wanted = names.fold(names.clean(name))
    if not wanted:
        raise BadInput("name_missing", field="name")
    with transaction.atomic():
        event = door.find(slug=slug, code=code)
        people = Player.objects.filter(entries__event=event, entries__state=EntryState.REGISTERED)
        members = Player.objects.filter(
            memberships__club=event.club,
            memberships__until__isnull=True,
            memberships__kind=MembershipKind.MEMBER,
        )
        found = _named([*people], [*members], wanted)
        if len(found) > 1:
            raise BadInput("name_of_several", field="name", name=name, count=len(found))
        if not found:
            raise Refused("nobody_of_that_name", field="name", name=names.clean(name))
        player = Player.objects.get(pk=player_history.standing(found[0].pk))
        entries.call_roll(by=DOOR, event=event, players=[player], present=True)
        return Entry.objects.get(event=event, player=player)


def _named(people: Sequence[Player], members: Sequence[Player], wanted: str) -> list[Player]:
    """Whoever is called that; hyphens, points and apostrophes count only to part people."""
    for spelling in (names.fold, _spoken):
        for rows in (people, members):
            same = {
                row.pk: row
                for row in rows
                if spelling(wanted) in {spelling(row.name), spelling(row.nickname)} - {""}
            }
            if same:
                return list(same.values())
    return []


def _spoken(name: str) -> str:
    return " ".join(_SIGNS.sub(" ", names.fold(name)).split())


def take_back(*, slug: str, code: str, token: str) -> Entry:
    """Marks as not here whom this browser had checked in."""
    with transaction.atomic():
        event = door.find(slug=slug, code=code)
        entry = door.just_now(event, token)
        if entry is None:
            raise Refused("too_late_to_undo")
        entries.set_present(by=DOOR, event=event, entries=[entry.pk], present=False)
    return entry


def speak(*, event: Event, token: str, present: bool) -> Entry:
    """The person of this token says that they are free, or pause. Once more changes nothing.

    Who is back right after pausing or going home, before a table formed, keeps the old turn.

    Raises:
        NotFound: the token is of another evening, or too old.
        Refused: ``event_over``.
    """
    with transaction.atomic():
        entry = _own(event, token)
        slip = open_play.slip_of(entry) if present else None
        if present and entry.state == EntryState.DROPPED:
            return dropouts.reinstate(by=DOOR, entry=entry, undoes=slip)
        entries.set_present(
            by=DOOR,
            event=event,
            entries=[entry.pk],
            present=present,
            pauses=not present,
            undoes=slip,
        )
        entry.refresh_from_db()
    return entry


def go_home(*, event: Event, token: str) -> Entry:
    """The person of this token has gone home: results stay, an open seat is free again."""
    with transaction.atomic():
        entry = _own(event, token)
        if entry.state != EntryState.DROPPED:
            entry = dropouts.drop(by=DOOR, entry=entry)
    return entry


def _own(event: Event, token: str) -> Entry:
    entry = door.of_own_token(event, token)
    if entry is None or entry.state == EntryState.DISQUALIFIED:
        raise NotFound("not_found")
    return entry
