"""What was made by mistake: what goes when it is removed, and what can be brought back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState
from league.core.facts import Fact
from league.models import Club, Entry, Event, JournalLine, MatchRecord, Play, Season

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from league.core.actors import Actor

Thing = Event | Season | Club

_KINDS: Final[Mapping[str, tuple[Fact, type[Event] | type[Season] | type[Club]]]] = {
    "event": (Fact.EVENT_REMOVED, Event),
    "season": (Fact.SEASON_REMOVED, Season),
    "club": (Fact.CLUB_REMOVED, Club),
}


@dataclass(frozen=True, slots=True)
class Going:
    """What a removal takes along: how many events, and how many people are signed up."""

    events: int
    people: int
    has_results: bool


def word(thing: Thing) -> str:
    """``event``, ``season`` or ``club``, as journal and messages call it."""
    return type(thing).__name__.lower()


def may_remove(viewer: Actor, thing: Thing) -> bool:
    """Whether the viewer may remove a thing: who may make one such may."""
    return permissions.can_see(viewer, thing) and permissions.can(viewer, *needed(thing))


def needed(thing: Thing) -> tuple[Action, Season | Club | None]:
    """What one must be allowed to do, and to what, to remove a thing or to bring it back."""
    if isinstance(thing, Event):
        return Action.CREATE_EVENT, thing.season or thing.club
    return (
        (Action.MANAGE_SEASON, thing.club)
        if isinstance(thing, Season)
        else (Action.CREATE_CLUB, None)
    )


def going(thing: Thing) -> Going:
    """What goes with a thing; anything that was ever entered at a table counts as a result."""
    events = events_of(thing)
    signed_up = Entry.objects.filter(
        event__in=events, state__in=[EntryState.REGISTERED, EntryState.WAITING]
    )
    return Going(
        events=0 if isinstance(thing, Event) else events.count(),
        people=signed_up.values("player").distinct().count(),
        has_results=has_results(thing),
    )


def has_results(thing: Thing) -> bool:
    """Whether anything was ever entered at a table of a thing, or has counted for its ratings."""
    if isinstance(thing, Club) and Play.objects.filter(club=thing, is_rated=True).exists():
        return True
    return MatchRecord.objects.filter(stage__event__in=events_of(thing)).exists()


def events_of(thing: Thing) -> QuerySet[Event]:
    """The events that go with a thing: those that are still there."""
    there = Event.objects.filter(removed_at__isnull=True)
    if isinstance(thing, Event):
        return there.filter(pk=thing.pk)
    return there.filter(**{"season" if isinstance(thing, Season) else "club": thing})


def thing_of(line: JournalLine) -> Thing | None:
    """What this line removed, as long as it is away by this very line."""
    return _things([line]).get(line.pk)


def undoable(viewer: Actor, lines: Iterable[JournalLine]) -> frozenset[int]:
    """The ids of those ``lines`` whose removal the viewer may take back."""
    found = _things(list(lines))
    return frozenset(pk for pk, thing in found.items() if permissions.can(viewer, *needed(thing)))


def clubs(viewer: Actor) -> tuple[tuple[JournalLine, Club], ...]:
    """The removed clubs with the line of each, the latest first; for who may found clubs."""
    if not permissions.can(viewer, Action.CREATE_CLUB, None):
        return ()
    lines = list(JournalLine.objects.filter(kind=Fact.CLUB_REMOVED.value).order_by("-pk"))
    things = _things(lines)
    rows = ((line, things.get(line.pk)) for line in lines)
    return tuple((line, club) for line, club in rows if isinstance(club, Club))


def _things(lines: list[JournalLine]) -> dict[int, Thing]:
    found: dict[int, Thing] = {}
    for noun, (fact, model) in _KINDS.items():
        mine = [line for line in lines if line.kind == fact.value]
        ids = [line.payload[noun] for line in mine]
        rows: Mapping[int, Thing] = model.objects.in_bulk(ids) if ids else {}
        for line, pk in zip(mine, ids, strict=True):
            row = rows.get(pk)
            if row is not None and row.removed_at == line.at:
                found[line.pk] = row
    return found
