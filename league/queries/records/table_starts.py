"""The start of a table in words: who holds what, who begins, who asked for the draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.core.start import Start, StartRules
from games.core.types import Seat as Place
from games.core.words import render
from league.models import Seat, Table, TableStart
from league.queries.people import rosters
from league.queries.records import sheets

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from games.core.package import GamePackage
    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class SeatStart:
    """One seat of the draw; ``role`` is empty where the game deals none."""

    entry_id: int
    position: int
    name: str
    is_filler: bool
    key: str
    role: str
    begins: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draw that counts.

    ``by`` is empty for an organizer, ``number`` counts all draws. ``entries`` are the boxes of a
    sheet, in whatever depth, that the draw can fill, and what to write there.
    """

    number: int
    seats: tuple[SeatStart, ...]
    by: str
    at: datetime
    reason: str
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableStartView:
    """What a table's page says of its start; ``drawn`` is None while nothing counts.

    ``number`` is that of the newest draw, whether or not the same people still sit there.
    """

    question: str
    note: str
    number: int
    drawn: Drawn | None

    @property
    def stamp(self) -> str:
        """A short text that changes with what there is to say."""
        if self.drawn is None:
            return str(self.number)
        return f"{self.number}-{'.'.join(str(seat.entry_id) for seat in self.drawn.seats)}"


@dataclass(frozen=True, slots=True)
class CribText:
    """One part of a crib in the language of the moment."""

    title: str
    lines: tuple[str, ...]


def newest(table: Table) -> TableStart | None:
    """The table's last draw, whoever sat there."""
    return TableStart.objects.filter(table=table).order_by("-number").first()


def holds(row: TableStart, seats: list[Seat]) -> bool:
    """Whether a draw was made for just these people."""
    return sorted(row.entries) == sorted(seat.entry_id for seat in seats)


def of_table(*, viewer: Actor, table: Table) -> TableStartView | None:
    """The start of a table; None where this game draws nothing for so many."""
    rules = _rules(table)
    played = sheets.rules_of(table.ruleset)
    seats = _seats(table)
    if rules is None or len(seats) not in played.seats:
        return None
    row = newest(table)
    return TableStartView(
        question=gettext(rules.question),
        note=sheets.words(rules.note(played.options)),
        number=row.number if row else 0,
        drawn=_drawn(viewer, table, rules, row, seats) if row and holds(row, seats) else None,
    )


def entries_of(table: Table, level: str) -> Mapping[str, str]:
    """What the draw suggests for the boxes of a sheet, by name."""
    rules, row, seats = _rules(table), newest(table), _seats(table)
    if rules is None or row is None or not holds(row, seats):
        return {}
    options = sheets.rules_of(table.ruleset).options
    return rules.entries(_start(row, seats), options, level)


def crib_of(table: Table, seats: int) -> tuple[CribText, ...]:
    """The crib for what a table plays; empty for a game without rules of its own."""
    rules = sheets.rules_of(table.ruleset)
    return crib_text(rules.package, seats, rules.options) if seats in rules.seats else ()


# Any: each game has its own type of options.
def crib_text(package: GamePackage, seats: int, options: Any) -> tuple[CribText, ...]:
    """The crib of a game in the language of the moment; empty where it has none."""
    if package.crib is None:
        return ()
    return tuple(
        CribText(gettext(part.title), tuple(render(line, (), gettext) for line in part.lines))
        for part in package.crib(seats, options)
    )


def _rules(table: Table) -> StartRules[Any] | None:  # Any: each game has its own type of options
    rules = sheets.rules_of(table.ruleset)
    return rules.package.start


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entry__player").order_by("position", "id"))


def _start(row: TableStart, seats: list[Seat]) -> Start:
    """The draw in the order in which people sit now: what was drawn stays with its person."""
    places = [row.entries.index(seat.entry_id) for seat in seats]
    roles = tuple(row.roles[place] for place in places) if row.roles else ()
    return Start(roles, None if row.first is None else Place(places.index(row.first)))


def _drawn(
    viewer: Actor, table: Table, rules: StartRules[Any], row: TableStart, seats: list[Seat]
) -> Drawn:  # Any: as above
    event = table.seating.round.stage.event
    shown = rosters.names_in(viewer, event)
    start = _start(row, seats)
    played = sheets.rules_of(table.ruleset)
    labels = [sheets.words(rules.label(role)) for role in start.roles] or [""] * len(seats)
    keys = [str(role) for role in start.roles] or [""] * len(seats)
    lines = tuple(
        SeatStart(
            entry_id=seat.entry_id,
            position=seat.position or 0,
            name=shown[seat.entry.player_id].name,
            is_filler=seat.entry.is_filler,
            key=keys[place],
            role=labels[place],
            begins=start.first == place,
        )
        for place, seat in enumerate(seats)
    )
    asked = next((seat for seat in seats if row.seat_id == seat.pk), None)
    return Drawn(
        number=row.number,
        seats=lines,
        by=shown[asked.entry.player_id].name if asked else "",
        at=row.at,
        reason=row.reason,
        entries=tuple(
            entry
            for level in played.levels
            for entry in rules.entries(start, played.options, level).items()
        ),
    )
