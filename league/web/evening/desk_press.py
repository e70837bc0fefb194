"""One press of a button of the desk, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from league.core.errors import NotFound
from league.lists.whole_numbers import whole
from league.queries.evening import desk as reading
from league.queries.evening import entries as people
from league.queries.seating import seatings

if TYPE_CHECKING:
    from django.http import HttpRequest

    from league.core.actors import Actor
    from league.models import Entry, Event, Player, Round, Seating, Stage, Table


@dataclass(frozen=True, slots=True)
class Call:
    """One press of a button: who, where, and the ids that the button names."""

    request: HttpRequest
    actor: Actor
    event: Event
    ids: tuple[int, ...]

    def id(self, place: int) -> int:
        if place >= len(self.ids):
            raise NotFound("not_found")
        return self.ids[place]

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "")

    @property
    def accepts(self) -> bool:
        return self.text("accept") == "yes"

    def entry(self, place: int = 0) -> Entry:
        return people.entry(self.actor, self.event, self.id(place))

    def player(self, place: int = 0) -> Player:
        return people.candidate(self.actor, self.event, self.id(place))

    def round(self, place: int = 0) -> Round:
        return seatings.round_(self.actor, self.event, self.id(place))

    def seating(self, place: int = 0) -> Seating:
        return seatings.seating(self.actor, self.event, self.id(place))

    def table(self, place: int = 0) -> Table:
        return seatings.table(self.actor, self.event, self.id(place))

    def stage(self) -> Stage:
        return reading.stage_of(self.actor, self.event, whole(self.text("stage")))


@dataclass(frozen=True, slots=True)
class Done:
    """Where the desk goes on, what was done, and the ids that undoing it needs."""

    step: str
    did: str = ""
    ids: tuple[int, ...] = field(default=())


Press = Callable[[Call], Done]
