"""What cannot be computed at the moment, and why, for who has to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils import timezone

from league import permissions
from league.core.actions import Action
from league.core.enums import PlanState, TroubleKind
from league.core.errors import LeagueError
from league.models import (
    Club,
    Event,
    RatingScope,
    RoundsPlan,
    Season,
    Stage,
    Trouble,
    Webhook,
)
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from league.core.actors import Actor

__all__ = ["Uncounted", "everywhere", "of_event", "of_scope", "of_standings", "wall_at"]


_Subject: TypeAlias = tuple[str, Stage | Season | Club | RatingScope | Event]


@dataclass(frozen=True, slots=True)
class Uncounted:
    """What is not counted, since when, and the reason; ``fault`` names an error of the program.

    ``wall`` is that moment by the clock in the club's room, else by the installation's.

    ``where`` leads to it: event and number of a stage, club and season, or a club alone, which is
    also where the messages of an event are.
    """

    kind: TroubleKind
    title: str
    since: datetime
    wall: datetime
    reason: LeagueError
    fault: str = ""
    where: tuple[str | int, ...] = ()
    club: int | None = None


def of_scope(scope: Stage | Season) -> Uncounted | None:
    """Why the standing of a scope stands still, if it does."""
    kind = TroubleKind.SEASON if isinstance(scope, Season) else TroubleKind.STAGE
    row = Trouble.objects.filter(kind=kind, subject=scope.pk).first()
    return None if row is None else _told(row, (str(scope), scope))


def of_event(viewer: Actor, event: Event) -> tuple[Uncounted, ...]:
    """What of an event cannot be computed: its stages, its season, its plans of all rounds.

    Raises:
        NotAllowed: who does not run the event.
    """
    permissions.require(viewer, Action.CALL_ROLL, event)
    stages = {stage.pk: stage for stage in event.stages.all()}
    plans = RoundsPlan.objects.filter(stage__in=stages, state=PlanState.WAITING, is_current=True)
    found = {
        TroubleKind.STAGE: list(stages),
        TroubleKind.SEASON: [event.season_id] if event.season_id else [],
        TroubleKind.PLAN: list(plans.values_list("pk", flat=True)),
        TroubleKind.NOTICES: [event.pk],
    }
    rows = [
        row
        for row in Trouble.objects.filter(kind__in=found)
        if row.subject in found[TroubleKind(row.kind)]
    ]
    return _shown(rows)


def everywhere(viewer: Actor) -> tuple[Uncounted, ...]:
    """Everything that cannot be computed, for who looks after the whole site; else nothing."""
    return _shown(Trouble.objects.all()) if viewer.is_site_admin else ()


def of_standings(club: Club | None) -> tuple[Uncounted, ...]:
    """Stages and seasons that cannot be computed, of a club or of all: for the machine's owner."""
    rows = _shown(Trouble.objects.filter(kind__in=(TroubleKind.STAGE, TroubleKind.SEASON)))
    return tuple(one for one in rows if club is None or one.club == club.pk)


def _shown(rows: Iterable[Trouble]) -> tuple[Uncounted, ...]:
    found = list(rows)
    if not found:
        return ()
    ids = {kind: {row.subject for row in found if row.kind == kind} for kind in TroubleKind}
    known = _subjects(ids)
    return tuple(_told(row, known.get((row.kind, row.subject))) for row in found)


def _subjects(ids: Mapping[TroubleKind, Collection[int]]) -> dict[tuple[str, int], _Subject]:
    """What each is called, and its row."""
    found: dict[tuple[str, int], _Subject] = {}
    stages = Stage.objects.select_related("event__club")
    for stage in stages.filter(pk__in=ids[TroubleKind.STAGE]):
        found[TroubleKind.STAGE, stage.pk] = f"{stage.event.name}, {stage}", stage
    plans = RoundsPlan.objects.select_related("stage__event__club")
    for plan in plans.filter(pk__in=ids[TroubleKind.PLAN]):
        found[TroubleKind.PLAN, plan.pk] = f"{plan.stage.event.name}, {plan.stage}", plan.stage
    seasons = Season.objects.select_related("club")
    for season in seasons.filter(pk__in=ids[TroubleKind.SEASON]):
        found[TroubleKind.SEASON, season.pk] = f"{season.club.name}, {season.name}", season
    for scope in RatingScope.objects.filter(pk__in=ids[TroubleKind.RATINGS]):
        found[TroubleKind.RATINGS, scope.pk] = scope.title, scope
    events = Event.objects.select_related("club")
    for event in events.filter(pk__in=ids[TroubleKind.NOTICES]):
        found[TroubleKind.NOTICES, event.pk] = event.name, event
    for club in Club.objects.filter(pk__in=ids[TroubleKind.RECORDS]):
        found[TroubleKind.RECORDS, club.pk] = club.name, club
    hooks = Webhook.objects.select_related("club")
    for hook in hooks.filter(pk__in=ids[TroubleKind.WEBHOOKS]):
        found[TroubleKind.WEBHOOKS, hook.pk] = hook.club.name, hook.club
    return found


def wall_at(at: datetime, thing: Stage | Season | Club | RatingScope | Event | None) -> datetime:
    """What the clock shows in the room of a scope; where it has none, the installation's."""
    if isinstance(thing, Stage):
        return wall_time.wall(at, wall_time.zone_of(thing.event))
    if isinstance(thing, Season | Club | Event):
        return wall_time.wall(at, wall_time.zone_of(thing))
    return timezone.localtime(at, timezone.get_default_timezone()).replace(tzinfo=None)


def _told(row: Trouble, subject: _Subject | None) -> Uncounted:
    title, thing = subject or ("", None)
    where: tuple[str | int, ...] = ()
    club: int | None = None
    if isinstance(thing, Stage):
        where, club = (thing.event.slug, thing.number), thing.event.club_id
    elif isinstance(thing, Season):
        where, club = (thing.club.slug, thing.slug), thing.club_id
    elif isinstance(thing, Event):
        where, club = (thing.club.slug,), thing.club_id
    elif isinstance(thing, Club):
        where, club = (thing.slug,), thing.pk
    return Uncounted(
        kind=TroubleKind(row.kind),
        title=title,
        since=row.since,
        wall=wall_at(row.since, thing),
        reason=LeagueError(row.code, **row.params),
        fault=row.fault,
        where=where,
        club=club,
    )
