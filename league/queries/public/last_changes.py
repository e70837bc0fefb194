"""When what the public sees last changed: for search engines, which come again where it did.

Lines of the journal tell it, those alone that visitors may hear of. What is kept back leaves no
trace: as long as an event has a round whose results are withheld, none of its results counts here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Max

from league.core import hooks
from league.core.actors import ANONYMOUS
from league.core.facts import Fact
from league.models import JournalLine, Round, Stage
from league.queries.occasions import events as occasions
from league.queries.public import listed
from league.withheld import kept_back

if TYPE_CHECKING:
    from datetime import datetime

_RESULTS: Final = hooks.OF_RECORDS | hooks.OF_RESULTS
_OF_EVENTS: Final = hooks.PUBLIC - _RESULTS
_OF_SEASONS: Final = (
    *(Fact.SEASON_CREATED, Fact.SEASON_CHANGED, Fact.SEASON_RESTORED, Fact.STANDINGS_PUBLISHED),
)
_OF_CLUBS: Final = (Fact.CLUB_CREATED, Fact.CLUB_CHANGED)


@dataclass(frozen=True, slots=True)
class LastChanges:
    """The last public change, by number; what is not there has none that is known."""

    events: dict[int, datetime]
    standings: dict[int, datetime]
    seasons: dict[int, datetime]
    clubs: dict[int, datetime]


def of_all() -> LastChanges:
    """Of all events, seasons and clubs that want to be found."""
    shown = occasions.listed(ANONYMOUS)
    events = _of_events()
    by_hand = set(
        Stage.objects.filter(event__in=shown, auto_publish=False).values_list("event", flat=True)
    )
    standings = {pk: at for pk, at in events.items() if pk not in by_hand}
    seasons = _of_seasons()
    clubs = dict(
        JournalLine.objects.filter(kind__in=_OF_CLUBS, club__isnull=False)
        .order_by()
        .values_list("club")
        .annotate(Max("at"))
    )
    for pk, season, club in shown.values_list("pk", "season", "club"):
        if pk in events and season is not None:
            _later(seasons, season, events[pk])
        if pk in events:
            _later(clubs, club, events[pk])
    for pk, club in listed.seasons(ANONYMOUS).values_list("pk", "club"):
        if pk in seasons:
            _later(clubs, club, seasons[pk])
    return LastChanges(events, standings, seasons, clubs)


def _of_events() -> dict[int, datetime]:
    shown = occasions.listed(ANONYMOUS).order_by().values("pk")
    untold = Round.objects.filter(kept_back()).values("stage__event")
    lines = JournalLine.objects.filter(event__in=shown).order_by()
    found = dict(lines.filter(kind__in=_OF_EVENTS).values_list("event").annotate(Max("at")))
    results = lines.filter(kind__in=_RESULTS).exclude(event__in=untold)
    for pk, at in results.values_list("event").annotate(Max("at")):
        _later(found, pk, at)
    return found


def _of_seasons() -> dict[int, datetime]:
    there = set(listed.seasons(ANONYMOUS).values_list("pk", flat=True))
    found: dict[int, datetime] = {}
    lines = JournalLine.objects.filter(kind__in=_OF_SEASONS).order_by()
    for pk, at in lines.values_list("payload__season", "at"):
        if pk in there:
            _later(found, pk, at)
    return found


def _later(found: dict[int, datetime], pk: int, at: datetime) -> None:
    found[pk] = max(at, found.get(pk, at))
