"""Whether an actor may do something, and what a viewer may see.

Writing: the first statement of a service is ``require(by, Action.X, subject)``.
Reading: a query starts from ``visible(queryset, viewer)``: what is hidden does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from league.core.actions import ROLE_ACTIONS, SEAT_ACTIONS, Action, is_within_scopes
from league.core.actors import ANONYMOUS, Actor, GrantRow
from league.core.enums import ActorKind, Confirmation, RecordState, Role, RoundState, Visibility
from league.core.errors import NotAllowed, NotFound
from league.models import (
    Club,
    Entry,
    Event,
    MatchRecord,
    Membership,
    Player,
    Round,
    Season,
    Seat,
    Seating,
    Stage,
    Table,
)
from league.withheld import announced, at_tables, kept_back, met, told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

M = TypeVar("M", bound=Model)

Subject = (
    Club | Season | Event | Stage | Round | Seating | Table | MatchRecord | Entry | Player | None
)


def speaks_for(actor: Actor, player_id: int) -> bool:
    """Whether the actor is this player, or acts for them."""
    return player_id == actor.player_id or player_id in actor.players


def can(actor: Actor, action: Action, subject: Subject) -> bool:
    """Whether ``actor`` may do ``action`` to ``subject``; asks no more than it must."""
    if actor.is_system:
        return True
    if _is_removed(subject):
        return False
    if not is_within_scopes(actor, action):
        return False
    if actor.is_bound and subject is not None:
        event = event_of(subject)
        if event is None or event.pk != actor.event_id:
            return False
    if any(
        action in ROLE_ACTIONS[grant.role] and _covers(grant, subject) for grant in actor.grants
    ):
        return not _is_own_report(actor, action, subject)
    if action in {Action.ENTER_SELF, Action.EDIT_PROFILE}:
        player_id = _player_id(subject)
        return actor.player_id is not None and (player_id is None or speaks_for(actor, player_id))
    if action in SEAT_ACTIONS:
        return _may_as_seat(actor, action, subject)
    return False


def require(actor: Actor, action: Action, subject: Subject) -> None:
    """Raises ``NotFound`` when the subject is hidden from the actor, else ``NotAllowed``."""
    if can(actor, action, subject):
        return
    if subject is not None and not can_see(actor, subject):
        raise NotFound("not_found")
    raise NotAllowed("not_allowed", action=action.name.lower())


def _is_removed(subject: Subject) -> bool:
    scope = subject if isinstance(subject, Club | Season) else event_of(subject)
    return scope is not None and scope.removed_at is not None


def _covers(grant: GrantRow, subject: Subject) -> bool:
    if grant.role == Role.SITE_ADMIN:
        return True
    if isinstance(subject, Player):
        return _knows_player(grant, subject)
    event = event_of(subject)
    if grant.event_id is not None:
        return event is not None and event.pk == grant.event_id
    season_id = subject.pk if isinstance(subject, Season) else event.season_id if event else None
    if grant.season_id is not None:
        return season_id == grant.season_id
    return grant.club_id is not None and grant.club_id == club_id_of(subject)


def _knows_player(grant: GrantRow, player: Player) -> bool:
    """A club's own people: its members, and the guests of its events."""
    if grant.club_id is not None:
        return (
            Membership.objects.filter(club_id=grant.club_id, player=player).exists()
            or Entry.objects.filter(event__club_id=grant.club_id, player=player).exists()
        )
    if grant.season_id is not None:
        return Entry.objects.filter(event__season_id=grant.season_id, player=player).exists()
    if grant.event_id is not None:
        return Entry.objects.filter(event_id=grant.event_id, player=player).exists()
    return False


def _may_as_seat(actor: Actor, action: Action, subject: Subject) -> bool:
    """A player of the table or a device with its link, while the round is open.

    The reporter's own second look is no second look.
    """
    table = table_of(subject)
    if table is None or table.seating.round.state != RoundState.PUBLISHED:
        return False
    if table.seating.state != "published":
        return False
    if seat_of(actor, table) is None:
        return False
    if action == Action.CONFIRM_RECORD and isinstance(subject, MatchRecord):
        event = table.seating.round.stage.event
        if event.confirmation == Confirmation.ORGANIZER:
            return False
        return not _is_own_report(actor, action, subject)
    return True


def _is_own_report(actor: Actor, action: Action, subject: Subject) -> bool:
    """Whether a seat would confirm what it reported itself. Organizers may."""
    if action != Action.CONFIRM_RECORD or not isinstance(subject, MatchRecord):
        return False
    if subject.state not in {RecordState.REPORTED, RecordState.DISPUTED}:
        return False
    if any(
        grant.role != Role.SCOREKEEPER
        and action in ROLE_ACTIONS[grant.role]
        and _covers(grant, subject)
        for grant in actor.grants
    ):
        return False
    if subject.reporter_key == actor.key:
        return True
    if subject.reporter_seat_id is None:
        return False
    if actor.players:  # whoever speaks for the seat that reported, by whatever door
        reporter = Seat.objects.filter(pk=subject.reporter_seat_id)
        return reporter.filter(entry__player__in=actor.players).exists()
    seat = seat_of(actor, subject.table)
    return seat is not None and seat.pk == subject.reporter_seat_id


def seat_of(actor: Actor, table: Table) -> Seat | None:
    """The seat of ``table`` that the actor holds: by link, or as the signed-in player."""
    if actor.kind == ActorKind.SEAT:
        if actor.table_id != table.pk or actor.seat_id is None:
            return None
        return Seat.objects.filter(pk=actor.seat_id, table=table, claim=actor.device).first()
    if actor.player_id is None:
        return None
    seats = Seat.objects.filter(table=table, entry__player__in={actor.player_id, *actor.players})
    found = sorted(seats.select_related("entry"), key=lambda seat: seat.position or 0)
    mine = (seat for seat in found if seat.entry.player_id == actor.player_id)
    return next(mine, found[0] if found else None)


# --- from a subject to its scope -------------------------------------------------------


def event_of(subject: Subject) -> Event | None:
    match subject:
        case Event():
            return subject
        case Stage() | Entry():
            return subject.event
        case Round():
            return subject.stage.event
        case Seating():
            return subject.round.stage.event
        case Table():
            return subject.seating.round.stage.event
        case MatchRecord():
            return subject.table.seating.round.stage.event
    return None


def club_id_of(subject: Subject) -> int | None:
    if isinstance(subject, Club):
        return subject.pk
    if isinstance(subject, Season):
        return subject.club_id
    event = event_of(subject)
    return event.club_id if event else None


def table_of(subject: Subject) -> Table | None:
    if isinstance(subject, MatchRecord):
        return subject.table
    return subject if isinstance(subject, Table) else None


def _player_id(subject: Subject) -> int | None:
    if isinstance(subject, Player):
        return subject.pk
    return subject.player_id if isinstance(subject, Entry) else None


# --- seeing ------------------------------------------------------------------------------


def visible_clubs(viewer: Actor, *, listed: bool = False) -> Q:
    """Clubs that exist for ``viewer``; ``listed`` leaves out those that only a link finds."""
    there = Q(removed_at__isnull=True)
    if viewer.is_site_admin and "read" in viewer.scopes:
        return there
    open_to_all = [Visibility.PUBLIC] if listed else [Visibility.PUBLIC, Visibility.UNLISTED]
    allowed = Q(visibility__in=open_to_all)
    own = _own_clubs(viewer)
    return there & (allowed | Q(pk__in=own) if own else allowed)


def _own_clubs(viewer: Actor) -> frozenset[int]:
    """Clubs where the viewer is a member, has a role, or is bound to an event."""
    ids = {grant.club_id for grant in viewer.grants if grant.club_id is not None}
    seasons = {grant.season_id for grant in viewer.grants if grant.season_id is not None}
    events = {grant.event_id for grant in viewer.grants if grant.event_id is not None}
    if viewer.event_id is not None:
        events.add(viewer.event_id)
    if seasons:
        ids.update(Season.objects.filter(pk__in=seasons).values_list("club_id", flat=True))
    if events:
        ids.update(Event.objects.filter(pk__in=events).values_list("club_id", flat=True))
    if viewer.player_id is not None:
        today = timezone.now().date()
        ids.update(
            Membership.objects.filter(player__in={viewer.player_id, *viewer.players})
            .filter(Q(until__isnull=True) | Q(until__gte=today))
            .values_list("club_id", flat=True)
        )
    return frozenset(ids)


_CLUB_PATHS: dict[type[Model], str] = {
    Club: "",
    Season: "club__",
    Event: "club__",
    Stage: "event__club__",
    Entry: "event__club__",
    Round: "stage__event__club__",
    Seating: "round__stage__event__club__",
    Table: "seating__round__stage__event__club__",
    MatchRecord: "stage__event__club__",
    Membership: "club__",
}


def visible(queryset: QuerySet[M], viewer: Actor, *, listed: bool = False) -> QuerySet[M]:
    """``queryset`` without what ``viewer`` may not see. Drafts are the caller's business."""
    if viewer.is_bound and viewer.event_id is not None:
        as_visitor = visible(queryset.model._default_manager.all(), ANONYMOUS, listed=listed)
        return queryset.filter(
            Q(pk__in=as_visitor.values("pk"))
            | _in_event(queryset.model, viewer.event_id) & _results_told(queryset.model, viewer)
        )
    clubs = Club.objects.filter(visible_clubs(viewer, listed=listed)).values("pk")
    if queryset.model is Player:
        members = Membership.objects.filter(met(viewer), club__in=clubs)
        seen = Q(pk__in=members.values("player")) | Q(
            pk__in=Entry.objects.filter(announced(viewer, "event__"), event__club__in=clubs).values(
                "player"
            )
        )
        return queryset.filter(seen)
    path = _CLUB_PATHS[queryset.model]
    queryset = queryset.filter(**{f"{path}pk__in": clubs})
    if queryset.model in _EVENT_PATHS:
        queryset = queryset.filter(announced(viewer, path.removesuffix("club__")))
    if queryset.model is Season:
        queryset = queryset.filter(removed_at__isnull=True)
    return queryset.filter(_results_told(queryset.model, viewer))


_EVENT_PATHS: dict[type[Model], str] = {
    Event: "pk",
    Stage: "event",
    Entry: "event",
    Round: "stage__event",
    Seating: "round__stage__event",
    Table: "seating__round__stage__event",
    MatchRecord: "stage__event",
}


def _results_told(model: type[Model], viewer: Actor) -> Q:
    return told(viewer) if model is MatchRecord else Q()


def _in_event(model: type[Model], event_id: int) -> Q:
    """What belongs to one event, with its club, its season and its entrants."""
    there = Event.objects.filter(pk=event_id, removed_at__isnull=True)
    if model in _EVENT_PATHS:
        return Q(**{f"{_EVENT_PATHS[model]}__in": there.values("pk")})
    above = {Club: "club", Season: "season", Player: "entries__player"}
    if model in above:
        return Q(pk__in=there.values(above[model]))
    return Q(pk__in=[])


def can_see(viewer: Actor, subject: Subject) -> bool:
    """Whether ``subject`` exists for ``viewer``."""
    if subject is None:
        return True
    return visible(type(subject)._default_manager.filter(pk=subject.pk), viewer).exists()


def sees_results(viewer: Actor, table: Table) -> bool:
    """Whether what was played at this table may be told to ``viewer``."""
    return bool(told_at(viewer, table.seating.round.stage.event, [table]))


def told_at(viewer: Actor, event: Event, tables: Collection[Table]) -> frozenset[int]:
    """The ids of those ``tables`` of an event whose results may be told to ``viewer``."""
    kept = {
        row.pk: row for row in tables if row.seating.round.is_withheld or not event.is_announced
    }
    found = {row.pk for row in tables if row.pk not in kept}
    if kept and can(viewer, Action.SEE_WITHHELD, event):
        return frozenset({*found, *kept})
    at_table = at_tables(viewer, "") if kept else None
    if at_table is None:
        return frozenset(found)
    mine = Table.objects.filter(at_table, pk__in=list(kept))
    return frozenset({*found, *mine.values_list("pk", flat=True)})


def sees_reasons(viewer: Actor, seating: Seating) -> bool:
    """Whether ``viewer`` may read what a draw weighed: the standings of its day are part of it."""
    event = seating.round.stage.event
    belongs = Q(stage__event=event.pk)
    if event.season_id is not None:
        belongs |= Q(stage__event__season=event.season_id)
    is_open = not Round.objects.filter(kept_back(), belongs).exists()
    return is_open or can(viewer, Action.SEE_WITHHELD, seating)


def sees_names(viewer: Actor, subject: Subject) -> bool:
    """Whether the viewer is one of those who see full names of this club or event."""
    return can(viewer, Action.SEE_NAMES, subject)


def clubs_with(viewer: Actor, action: Action, clubs: Iterable[Club]) -> list[Club]:
    """Those of ``clubs`` in which the viewer may do ``action``."""
    return [club for club in clubs if can(viewer, action, club)]
