"""Clocks as pages show them: with the time of the room at which they end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.queries.evening import clocks
from league.web.local_time import when

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import Event, Round
    from league.queries.evening.clocks import Face, RoundClock
    from league.queries.records.records import TableRow


@dataclass(frozen=True, slots=True)
class ClockCard:
    """What ``components/_clock.html`` draws. ``table``: a number where it is one of several."""

    face: Face
    until: datetime | None
    table: int | None = None

    @property
    def extra_min(self) -> int:
        """Whole minutes that a table has more than its round."""
        return max(self.face.extra_s // 60, 0)

    @property
    def fewer_min(self) -> int:
        """Whole minutes that a table has less than its round."""
        return max(-self.face.extra_s // 60, 0)


@dataclass(frozen=True, slots=True)
class RoundClocks:
    """The clock of a round, and of every table that departs from it."""

    card: ClockCard | None
    tables: tuple[ClockCard, ...]


def card(face: Face | None, event: Event, *, table: int | None = None) -> ClockCard | None:
    """One clock for a page of ``event``; None where none was started."""
    if face is None:
        return None
    until = when(face.ends_at, event).wall if face.ends_at is not None else None
    return ClockCard(face, until, table)


def of_round(
    viewer: Actor, event: Event, round_: Round | None, rows: Iterable[TableRow]
) -> RoundClocks:
    """The clock of a round with its exceptions among the tables that are still playing."""
    if round_ is None:
        return RoundClocks(None, ())
    return drawn(clocks.of_round(viewer, round_), event, rows)


def drawn(found: RoundClock, event: Event, rows: Iterable[TableRow]) -> RoundClocks:
    """The same from clocks that were read before."""
    own = (
        card(found.of(row.table_id), event, table=row.number)
        for row in rows
        if not row.is_settled and found.of(row.table_id) not in {None, found.face}
    )
    return RoundClocks(card(found.face, event), tuple(each for each in own if each is not None))
