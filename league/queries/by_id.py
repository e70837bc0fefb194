"""Things by their number, as one viewer sees them: what is hidden is not there (NotFound)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from league import permissions
from league.core.actions import Action
from league.core.enums import RoundState, SeatingState
from league.core.errors import NotFound
from league.models import Club, Entry, Event, Player, Round, Season, Seating, Stage, Table
from league.permissions import can
from league.queries.people import player_history, players

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from league.core.actors import Actor

    M = TypeVar("M", bound=Model)


def club(viewer: Actor, slug: str) -> Club:
    """The club at this address."""
    return _one(Club.objects.filter(slug=slug), viewer)


def season(viewer: Actor, pk: int) -> Season:
    return _one(Season.objects.filter(pk=pk).select_related("club"), viewer)


def event(viewer: Actor, pk: int) -> Event:
    return _one(Event.objects.filter(pk=pk).select_related("club", "season"), viewer)


def stage(viewer: Actor, pk: int) -> Stage:
    rows = Stage.objects.select_related("event__club", "event__season", "ruleset__club_game")
    return _one(rows.filter(pk=pk), viewer)


def entry(viewer: Actor, pk: int) -> Entry:
    return _one(Entry.objects.filter(pk=pk).select_related("event__club", "player"), viewer)


def player(viewer: Actor, pk: int) -> Player:
    """The player; the number of a merged record leads to the kept one."""
    found = players.by_id(viewer=viewer, player_id=pk)
    if found is None:
        raise NotFound("not_found")
    return found


def player_of(viewer: Actor, club: Club, pk: int) -> Player:
    """Somebody the club has met: of its members, guests and entrants, present and past."""
    return _one(players.known(club, viewer).filter(pk=player_history.standing(pk)), viewer)


def round_(viewer: Actor, pk: int) -> Round:
    """A round; one that is only planned exists for the event's organizers alone."""
    row = _one(Round.objects.filter(pk=pk).select_related("stage__event__club"), viewer)
    if row.state == RoundState.DRAFT and not can(viewer, Action.MANAGE_EVENT, row):
        raise NotFound("not_found")
    return row


def seating(viewer: Actor, pk: int) -> Seating:
    """A seating; drafts and withdrawn ones exist for the event's organizers alone."""
    row = _one(Seating.objects.filter(pk=pk).select_related("round__stage__event__club"), viewer)
    if row.state != SeatingState.PUBLISHED and not can(viewer, Action.MANAGE_EVENT, row):
        raise NotFound("not_found")
    return row


def table(viewer: Actor, pk: int) -> Table:
    """A table; those of drafts exist for the event's organizers alone."""
    rows = Table.objects.select_related("seating__round__stage__event__club", "ruleset__club_game")
    row = _one(rows.filter(pk=pk), viewer)
    if row.seating.state != SeatingState.PUBLISHED and not can(viewer, Action.MANAGE_EVENT, row):
        raise NotFound("not_found")
    return row


def _one(rows: QuerySet[M], viewer: Actor) -> M:
    row = permissions.visible(rows, viewer).first()
    if row is None:
        raise NotFound("not_found")
    return row
