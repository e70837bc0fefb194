"""Events, seasons and clubs that were made by mistake: removed while nothing was played there.

Nothing is deleted: what is removed exists for nobody, keeps its address, and comes back as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.enums import EventState
from league.core.errors import Conflict, NotFound, Refused
from league.core.facts import Fact
from league.journal import append, hold
from league.models import Club, Event, JournalLine, Season
from league.queries.occasions import removals as read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.queries.occasions.removals import Thing


@transaction.atomic
def remove(*, by: Actor, thing: Thing, expected_version: int | None = None) -> JournalLine:
    """Removes an event, a season or a club with all that is in it; returns its line.

    Raises:
        Refused: ``event_has_results``, ``season_has_results``, ``club_has_results`` where
            anything was entered at a table.
        Conflict: somebody saved since ``expected_version`` was read.
    """
    if not permissions.can_see(by, thing):
        raise NotFound("not_found")
    permissions.require(by, *read.needed(thing))
    word = read.word(thing)
    events = list(read.events_of(thing).select_for_update().order_by("pk"))
    row = _locked(thing)
    if row.removed_at is not None:
        raise NotFound("not_found")
    if set(read.events_of(row)) != set(events):  # one more was made while this waited
        raise Conflict("changed_meanwhile", version=row.version)
    if expected_version is not None and row.version != expected_version:
        raise Conflict("changed_meanwhile", version=row.version)
    if read.has_results(row):
        raise Refused(f"{word}_has_results")
    seasons = list(_seasons_of(row))
    line = _told(
        Fact(f"{word}_removed"),
        by,
        row,
        {
            "states": {str(event.pk): event.state for event in events},
            "seasons": [season.pk for season in seasons],
        },
    )
    Event.objects.filter(pk__in=[event.pk for event in events]).update(
        state=EventState.CANCELLED, removed_at=line.at
    )
    Season.objects.filter(pk__in=[season.pk for season in seasons]).update(removed_at=line.at)
    if isinstance(row, Club):
        Club.objects.filter(pk=row.pk).update(removed_at=line.at)
    return line


@transaction.atomic
def restore(*, by: Actor, line: JournalLine) -> Thing:
    """Brings back what ``line`` removed, as it was.

    Raises:
        NotFound: it is there again, or was never removed by this line.
        Refused: ``removed_above`` where the season is removed that it belongs to.
    """
    thing = read.thing_of(line)
    if thing is None:
        raise NotFound("not_found")
    permissions.require(by, *read.needed(thing))
    states: Mapping[str, str] = line.payload["states"]
    events = Event.objects.filter(pk__in=[int(pk) for pk in states]).select_for_update()
    list(events.order_by("pk"))
    row = _locked(thing)
    if row.removed_at != line.at:
        raise NotFound("not_found")
    if not isinstance(row, Club):
        _refuse_below_removed(row)
    for pk, state in states.items():
        Event.objects.filter(pk=int(pk)).update(state=state, removed_at=None)
    Season.objects.filter(pk__in=line.payload["seasons"]).update(removed_at=None)
    if isinstance(row, Club):
        Club.objects.filter(pk=row.pk).update(removed_at=None)
    _told(Fact(f"{read.word(row)}_restored"), by, row, {}, line.payload["seasons"])
    return _locked(row)


def _refuse_below_removed(row: Event | Season) -> None:
    """What it belongs to may have been removed since it was looked up."""
    if Club.objects.get(pk=row.club_id).removed_at is not None:
        raise NotFound("not_found")
    if isinstance(row, Event) and row.season_id is not None:
        season = Season.objects.select_for_update().get(pk=row.season_id)
        if season.removed_at is not None:
            raise Refused("removed_above", name=season.name)


def _told(
    fact: Fact, by: Actor, row: Thing, more: Mapping[str, JSON], counted_anew: Sequence[int] = ()
) -> JournalLine:
    """A line where the thing was made: a club's is one of the installation.

    Seasons that come back may have been counted without their events: those are counted anew,
    and a club's line then stands in its own journal, so that no sums go on from before it.
    """
    payload = {read.word(row): row.pk, "name": row.name, **more}
    if isinstance(row, Club):
        club = row if counted_anew else None
        return append(fact, by=by, club=club, payload=payload, stale_seasons=counted_anew)
    if isinstance(row, Season):
        return append(fact, by=by, club=row.club, payload=payload, stale_seasons=counted_anew)
    stale = [] if row.season_id is None else [row.season_id]
    return append(fact, by=by, event=row, payload=payload, stale_seasons=stale)


def _locked(thing: Thing) -> Thing:
    """The row as it is now, its club's line locked before it."""
    if isinstance(thing, Club):
        return Club.objects.select_for_update().get(pk=thing.pk)
    hold(thing.club_id)
    if isinstance(thing, Season):
        return Season.objects.select_for_update().get(pk=thing.pk)
    return Event.objects.select_for_update().get(pk=thing.pk)


def _seasons_of(row: Thing) -> list[Season]:
    if isinstance(row, Event):
        return []
    there = Season.objects.filter(removed_at__isnull=True).order_by("pk")
    found = there.filter(pk=row.pk) if isinstance(row, Season) else there.filter(club=row)
    return list(found.select_for_update())
