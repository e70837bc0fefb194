"""What a change would do to a standing, before anybody saves it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.models import Club, Entry, Season, Stage
from league.queries.standings import counted_entrants, counting, standings
from league.standings import diff
from league.standings.payload import rank_text
from league.standings.types import Entrant, PlayerId
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.queries.standings.counting import Counted

Scope = Stage | Season


@dataclass(frozen=True, slots=True)
class Shift:
    """Somebody whose rank changes; ranks as they are shown, a dash for who is not ranked."""

    player_id: int
    name: str
    before: str
    after: str


def change(viewer: Actor, scope: Scope, fields: Mapping[str, object]) -> tuple[Shift, ...]:
    """Who would move where if ``fields`` of the stage or season were saved; nothing is written.

    In the order of the later table. ``fields`` are those of the row, as they are stored.
    """
    permissions.require(viewer, standings.managing(scope), scope)
    club = counting.club_of(scope)
    position = Club.objects.values_list("seq", flat=True).get(pk=club.pk)
    other = copy.copy(scope)
    for name, value in fields.items():
        setattr(other, name, value)
    counted = counting.count(scope, as_of=position)
    return _shifts(viewer, counted, counting.count(other, as_of=position))


@dataclass(frozen=True, slots=True)
class Effect:
    """Who would move in one standing."""

    title: str
    moves: tuple[Shift, ...]


def voiding(viewer: Actor, entry: Entry) -> tuple[Effect, ...]:
    """Who would move if the results of ``entry`` counted no longer: per stage, then the season.

    The season is left out for who does not run it.
    """
    permissions.require(viewer, Action.MANAGE_EVENT, entry)
    event = entry.event
    scopes: list[Scope] = list(event.stages.select_related("event__club", "event__season"))
    if event.season and permissions.can(viewer, standings.managing(event.season), event.season):
        scopes.append(event.season)
    position = Club.objects.values_list("seq", flat=True).get(pk=event.club_id)
    found: list[Effect] = []
    for scope in scopes:
        counted = counting.count(scope, as_of=position)
        title = scope.name if isinstance(scope, Season) else str(scope)
        found.append(Effect(title, _shifts(viewer, counted, _without(counted, entry))))
    return tuple(found)


def _without(counted: Counted, entry: Entry) -> Counted:
    """The same with one player's results of the event void."""
    evenings = []
    keys = counted_entrants.sort_keys(counted.people.values(), counted.club)
    for evening in counted.evenings:
        if evening.event == entry.event_id:
            others = (one for one in evening.results.entrants if one.player != entry.player_id)
            void = next(
                (one for one in evening.results.entrants if one.player == entry.player_id),
                Entrant(PlayerId(entry.player_id), sort_key=keys.get(entry.player_id, "")),
            )
            entrants = (*others, replace(void, state="disqualified", void=True))
            evening = replace(evening, results=replace(evening.results, entrants=entrants))
        evenings.append(evening)
    return replace(counted, evenings=tuple(evenings))


def _shifts(viewer: Actor, counted: Counted, other: Counted) -> tuple[Shift, ...]:
    """Who stands elsewhere in ``other`` than in ``counted``."""
    before, after = counting.ranked(counted), counting.ranked(other)
    full = permissions.sees_names(viewer, counted.scope)
    shown = names.shown(counted.people.values(), counted.club, full=full)
    return tuple(
        Shift(
            player_id=move.player,
            name=shown[move.player].name,
            before=rank_text(move.before, move.before_tied),
            after=rank_text(move.after, move.after_tied),
        )
        for move in diff.moves(before, after)
    )
