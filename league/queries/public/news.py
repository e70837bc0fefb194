"""What a club's followers are told: evenings announced, their results, seasons that are over.

Always what the public sees, whoever asks.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from django.db.models import Max, Q
from django.utils import timezone

from league.core.actors import ANONYMOUS
from league.core.enums import Audience, EventState, SeasonState
from league.core.facts import Fact
from league.models import Club, Event, JournalLine, Round, Season, Snapshot
from league.queries.occasions import events, seasons
from league.queries.standings import endings, standings
from league.withheld import kept_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.queries.standings.standings import Shown

Kind = Literal["announced", "results", "season"]
MOST_COMING, MOST_OVER, MOST_SEASONS = 30, 15, 5
MOST_WINNERS = 4  # of more it is no news that they won
_OVER_AFTER = timedelta(hours=18)
_TELLING = (Fact.EVENT_STATE_CHANGED, Fact.RESULTS_PUBLISHED, Fact.STANDINGS_PUBLISHED)


@dataclass(frozen=True, slots=True)
class Sources:
    """What there is to tell of: a club's events, or those of a season, and seasons that are over.

    ``position`` is another one whenever something else may have to be told.
    """

    club: Club
    events: tuple[Event, ...]
    seasons: tuple[Season, ...]
    position: str


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news, with the ``event`` or the ``season`` that it is about.

    ``uid`` is the same for ever; ``winners`` are names as the public sees them.
    """

    kind: Kind
    uid: str
    event: Event | None
    season: Season | None
    winners: tuple[str, ...]
    at: datetime
    changed_at: datetime


def of_club(club: Club) -> Sources:
    """The club's evenings and seasons, as far as the public knows of them."""
    over = seasons.of_club(ANONYMOUS, club).filter(state=SeasonState.FINISHED)
    return _sources(club, events.listed(ANONYMOUS, club=club), over[:MOST_SEASONS])


def of_season(season: Season) -> Sources:
    """The evenings of one season, and its end."""
    over = [season] if season.state == SeasonState.FINISHED else []
    return _sources(season.club, events.of_season(ANONYMOUS, season), over)


def uid(what: str, club: Club, pk: int) -> str:
    """A name for what has no moment of its own: the same for ever, wherever the house moves."""
    return _urn(f"{what} {club.created_at.isoformat()} {pk}")


def items(sources: Sources) -> list[Item]:
    """The news, the latest first."""
    found = [*_of_events(sources.events), *_of_seasons(sources.club, sources.seasons)]
    return sorted(found, key=lambda one: (one.at, one.uid), reverse=True)


def _sources(club: Club, rows: QuerySet[Event], over: Iterable[Season]) -> Sources:
    since = timezone.now() - _OVER_AFTER
    coming = rows.filter(starts_at__gte=since).order_by("starts_at", "id")[:MOST_COMING]
    past = rows.filter(starts_at__lt=since).order_by("-starts_at", "-id")[:MOST_OVER]
    told, ended = (*coming, *past), tuple(over)
    stored = Snapshot.objects.filter(
        Q(stage__event__in=told) | Q(season__in=ended), audience=Audience.PUBLIC
    ).order_by("pk")
    position = repr(
        (
            *(club.pk, club.created_at.isoformat(), club.version, club.seq),
            [(row.pk, row.version) for row in told],
            [(row.pk, row.version) for row in ended],
            list(stored.values_list("pk", "as_of", "digest")),
        )
    )
    return Sources(club, told, ended, position)


# --- events -----------------------------------------------------------------------------------


def _of_events(rows: Sequence[Event]) -> list[Item]:
    changed, announced, ended = _changed(rows), _announced(rows), _ended(rows)
    found = []
    for row in rows:
        at = announced.get(row.pk, row.created_at)
        last = max(at, changed.get(row.pk, at))
        if row.state != EventState.FINISHED or at <= row.starts_at:
            found.append(Item("announced", _urn_of("announced", row), row, None, (), at, last))
    for row, shown in _published([row for row in rows if row.state == EventState.FINISHED]):
        at = max(ended.get(row.pk, row.created_at), row.created_at)
        counted = [one.computed_at for one in shown if one.computed_at is not None]
        last = max(at, changed.get(row.pk, at), *counted)
        winners = _event_winners(row, shown)
        found.append(Item("results", _urn_of("results", row), row, None, winners, at, last))
    return found


def _changed(rows: Sequence[Event]) -> dict[int, datetime]:
    """When something that is told of the events was changed, or whether they take place."""
    steps = Q(kind=Fact.EVENT_STATE_CHANGED) & (
        Q(payload__new=EventState.CANCELLED.value) | Q(payload__old=EventState.CANCELLED.value)
    )
    return _last_of(JournalLine.objects.filter(Q(kind=Fact.EVENT_CHANGED) | steps, event__in=rows))


def _announced(rows: Sequence[Event]) -> dict[int, datetime]:
    """When events were announced that were kept quiet at first."""
    lines = JournalLine.objects.filter(
        event__in=rows, kind=Fact.EVENT_CHANGED, payload__changed__is_announced__new=True
    )
    return _last_of(lines)


def _ended(rows: Sequence[Event]) -> dict[int, datetime]:
    """When events ended, or the last of their results were published after that."""
    return _last_of(JournalLine.objects.filter(event__in=rows, kind__in=_TELLING))


def _last_of(lines: QuerySet[JournalLine]) -> dict[int, datetime]:
    return dict(lines.order_by().values_list("event").annotate(at=Max("at")))


def _published(rows: Sequence[Event]) -> list[tuple[Event, list[Shown]]]:
    """Those of which the public has all that was played, with the standings of their stages."""
    secret = set(
        Round.objects.filter(kept_back(), stage__event__in=rows).values_list(
            "stage__event", flat=True
        )
    )
    found = []
    for row in rows:
        if row.pk in secret:
            continue
        shown = [
            standings.payload(stage, ANONYMOUS) for stage in standings.stages_of(ANONYMOUS, row)
        ]
        played = [one for one in shown if one.payload["rounds"]]
        if played and all(one.is_published for one in shown):
            found.append((row, played))
    return found


def _event_winners(row: Event, shown: Sequence[Shown]) -> tuple[str, ...]:
    """Who won the final, else the one stage that was played; several stages have no one winner.

    Nobody, where the standing was frozen before the last result.
    """
    if not all(one.is_current for one in shown):
        return ()
    final = endings.final_ranking(row, ANONYMOUS)
    if final:
        return _few([one.name for one in final if one.rank == 1])
    return _firsts(shown[0]) if len(shown) == 1 else ()


def _firsts(shown: Shown) -> tuple[str, ...]:
    return _few([row["name"] for row in shown.payload["rows"] if row["rank"] == 1])


def _few(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names) if len(names) <= MOST_WINNERS else ()


def _urn_of(kind: Kind, row: Event) -> str:
    return _urn(f"{kind} {row.created_at.isoformat()} {row.pk}")


def _urn(text: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_OID, f"stammtisch news {text}").urn


# --- seasons ----------------------------------------------------------------------------------


def _of_seasons(club: Club, rows: Sequence[Season]) -> list[Item]:
    lines = JournalLine.objects.filter(club=club, kind=Fact.SEASON_CHANGED)
    found = []
    for row in rows:
        own = lines.filter(payload__season=row.pk)
        changed = own.aggregate(
            ended=Max("at", filter=Q(payload__changed__state__new=SeasonState.FINISHED.value)),
            last=Max("at"),
        )
        begun, _ = seasons.span(row)
        at = changed["ended"] or begun
        shown = standings.payload(row, ANONYMOUS)
        is_open = not Round.objects.filter(kept_back(), stage__event__season=row).exists()
        is_told = is_open and shown.is_published and shown.is_current
        winners = _firsts(shown) if is_told else ()  # else who led before the last result
        last = max(at, changed["last"] or at, shown.computed_at or at)
        found.append(Item("season", uid("season over", club, row.pk), None, row, winners, at, last))
    return found
