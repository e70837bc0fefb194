"""An evening before its first round: what is played, how many places are free, who waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.catalogue import rules_text
from league.core.enums import EntryState, EventState
from league.queries.evening import entries
from league.queries.seating import seating_fields
from league.web import paths

if TYPE_CHECKING:
    from league.queries.public.pages import EventView


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of the evening, with the page of its rules where there is one."""

    name: str
    href: str


@dataclass(frozen=True, slots=True)
class Coming:
    """An evening before its first round; ``free`` is None where there is no limit."""

    games: list[GamePlayed]
    capacity: int | None
    free: int | None
    waiting: int


def coming(view: EventView) -> Coming | None:
    """What is known of the evening; None once there is a round or never will be."""
    event = view.event
    if view.rounds or event.state in {EventState.FINISHED, EventState.CANCELLED}:
        return None
    games: dict[str, str] = {}
    for stage in view.stages:
        for row in seating_fields.rulesets_of(stage):
            key = row.club_game.game
            games.setdefault(row.name, paths.at("game", key) if rules_text(key) else "")
    waiting = sum(entry.state == EntryState.WAITING for entry in view.entries)
    free = None
    if event.capacity is not None:
        free = max(0, event.capacity - entries.places_taken(event))
    return Coming(
        games=[GamePlayed(name=name, href=href) for name, href in games.items()],
        capacity=event.capacity,
        free=free,
        waiting=waiting,
    )
