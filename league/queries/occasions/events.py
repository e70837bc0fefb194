"""Events, their stages and rounds as one viewer sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q
from django.utils import timezone

from league.core.actions import Action
from league.core.enums import EventState, RecordState, RoundState
from league.core.errors import NotFound
from league.core.facts import Fact
from league.models import Club, Event, JournalLine, MatchRecord, Round, Season, Snapshot, Stage
from league.permissions import can, visible

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor

# An evening that nobody finished is still tonight's at breakfast, and then no longer.
_STILL_TONIGHT = timedelta(hours=18)


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage with the rounds that the viewer may know of, in their order."""

    stage: Stage
    rounds: tuple[Round, ...]


def listed(viewer: Actor, *, club: Club | None = None) -> QuerySet[Event]:
    """Events the viewer may see; across clubs only those of clubs that want to be found."""
    events = visible(Event.objects.all(), viewer, listed=club is None)
    if club is not None:
        events = events.filter(club_id=club.pk)
    return events.select_related("club", "season")


def get(viewer: Actor, slug: str) -> Event:
    """The event at ``/e/<slug>/``; NotFound when it is not there or hidden."""
    row = (
        visible(Event.objects.all(), viewer)
        .select_related("club", "season")
        .filter(slug=slug)
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def stages(viewer: Actor, event: Event) -> tuple[StageView, ...]:
    """The stages with their rounds; drafts only for the event's organizers."""
    rounds = Round.objects.order_by("number")
    if not can(viewer, Action.MANAGE_EVENT, event):
        rounds = rounds.exclude(state=RoundState.DRAFT)
    rows = (
        visible(Stage.objects.all(), viewer)
        .filter(event_id=event.pk)
        .select_related("event__club", "event__season", "ruleset__club_game")
        .prefetch_related(Prefetch("rounds", queryset=rounds), "rulesets")
        .order_by("number")
    )
    return tuple(StageView(stage=row, rounds=tuple(row.rounds.all())) for row in rows)


def stage(viewer: Actor, event: Event, number: int) -> Stage:
    row = (
        visible(Stage.objects.all(), viewer)
        .filter(event_id=event.pk, number=number)
        .select_related("event__club", "event__season", "ruleset__club_game")
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def live(viewer: Actor, *, club: Club | None = None) -> QuerySet[Event]:
    """What is going on now, the latest start first."""
    return listed(viewer, club=club).filter(state=EventState.RUNNING).order_by("-starts_at", "-id")


def upcoming(viewer: Actor, *, club: Club | None = None) -> QuerySet[Event]:
    """What is still to come or was to begin a few hours ago, the next one first."""
    return (
        listed(viewer, club=club)
        .filter(
            state__in=[EventState.PLANNED, EventState.OPEN],
            starts_at__gte=timezone.now() - _STILL_TONIGHT,
        )
        .order_by("starts_at", "id")
    )


def past(viewer: Actor, *, club: Club | None = None) -> QuerySet[Event]:
    """What is over, the latest first; with planned events nobody ever began."""
    over = Q(state=EventState.FINISHED) | Q(
        state__in=[EventState.PLANNED, EventState.OPEN],
        starts_at__lt=timezone.now() - _STILL_TONIGHT,
    )
    return listed(viewer, club=club).filter(over).order_by("-starts_at", "-id")


def cancelled(viewer: Actor, *, club: Club) -> QuerySet[Event]:
    """What does not take place, the latest first: lists fold it away."""
    rows = listed(viewer, club=club).filter(state=EventState.CANCELLED)
    return rows.order_by("-starts_at", "-id")


def of_season(viewer: Actor, season: Season) -> QuerySet[Event]:
    """The season's events in the order of time."""
    return (
        visible(Event.objects.all(), viewer)
        .filter(season_id=season.pk)
        .select_related("club", "season")
        .order_by("starts_at", "id")
    )


def latest(viewer: Actor, club: Club) -> Event | None:
    """The event that a new one is most like: the one that starts last of those not cancelled."""
    return (
        listed(viewer, club=club)
        .exclude(state=EventState.CANCELLED)
        .order_by("-starts_at", "-id")
        .first()
    )


def position(event: Event) -> str:
    """What must stay the same for the event's pages to stay the same.

    The club's place in its journal as it was read with the event, and the standings that were
    stored since, which follow a moment later.
    """
    stored = (
        Snapshot.objects.filter(stage__event=event)
        .order_by("pk")
        .values_list("stage", "audience", "as_of", "digest")
    )
    created = event.created_at.isoformat()
    return repr((event.pk, created, event.version, event.state, event.club.seq, list(stored)))


def before_cancelled(event: Event) -> EventState:
    """What a cancelled event was before somebody cancelled it."""
    row = (
        JournalLine.objects.filter(
            event=event,
            kind=Fact.EVENT_STATE_CHANGED.value,
            payload__new=EventState.CANCELLED.value,
        )
        .order_by("-pk")
        .first()
    )
    return EventState(row.payload["old"]) if row is not None else EventState.PLANNED


def has_results(viewer: Actor, row: Stage) -> bool:
    """Whether a confirmed result of this stage stands."""
    return (
        visible(MatchRecord.objects.all(), viewer)
        .filter(stage_id=row.pk, state=RecordState.CONFIRMED)
        .exists()
    )
