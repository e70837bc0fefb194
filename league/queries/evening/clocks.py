"""What the clocks of a round show: when they end, or how much is left while they are held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from league.core.enums import RoundState
from league.models import Clock, Round, Table
from league.permissions import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class Face:
    """One clock as it is shown. It either runs until ``ends_at`` or is held at ``left_s``.

    Args:
        length_s: how long it was set to, with everything that was added for all.
        extra_s: what a table has more (or less) than its round.
        version: of the clock that its buttons change; 0 where none was ever started.
        is_own: a table's clock that does not follow its round.
    """

    ends_at: datetime | None
    left_s: int | None
    length_s: int
    extra_s: int = 0
    version: int = 0
    is_own: bool = False

    @property
    def is_running(self) -> bool:
        return self.ends_at is not None

    @property
    def state(self) -> str:
        return "running" if self.is_running else "held"

    @property
    def ends_ms(self) -> int:
        """The end as scripts count it."""
        return int(self.ends_at.timestamp() * 1000) if self.ends_at is not None else 0

    @property
    def stamp(self) -> str:
        """The same as long as the clock was not touched."""
        return f"{self.ends_ms}.{self.left_s}.{self.extra_s}.{self.version}"

    @property
    def left_words(self) -> str:
        """What is left while it is held, in minutes and seconds."""
        return spelled(self.left_s or 0)

    def left_at(self, now: datetime) -> int:
        """Seconds left at a moment; below zero when the time is over."""
        if self.ends_at is None:
            return self.left_s or 0
        return int((self.ends_at - now).total_seconds())


def spelled(seconds: int) -> str:
    """Seconds as a clock writes them: ``7:05``, ``1:07:05``; nothing is left below zero."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round, and of those tables that have something of their own."""

    face: Face | None
    version: int
    tables: Mapping[int, Face | None]
    versions: Mapping[int, int]

    def of(self, table_id: int) -> Face | None:
        """What the table goes by."""
        return self.tables.get(table_id, self.face)

    def version_of(self, table_id: int) -> int:
        return self.versions.get(table_id, 0)


def of_round(viewer: Actor, round_: Round) -> RoundClock:
    """All clocks of a round that is being played; a round that is not has none."""
    if not visible(Round.objects.filter(pk=round_.pk, state=RoundState.PUBLISHED), viewer).exists():
        return RoundClock(None, 0, {}, {})
    return read(list(Clock.objects.filter(round=round_)))


def of_table(viewer: Actor, table: Table) -> Face | None:
    """What one table goes by: its own clock, or its round's with the table's extra minutes."""
    return of_round(viewer, table.seating.round).of(table.pk)


def read(rows: list[Clock]) -> RoundClock:
    """The clocks of one round from their rows."""
    general = next((row for row in rows if row.table_id is None), None)
    face = _own(general) if general is not None else None
    own = {row.table_id: row for row in rows if row.table_id is not None}
    return RoundClock(
        face=face,
        version=general.version if general is not None else 0,
        tables={pk: table_face(face, row) for pk, row in own.items()},
        versions={pk: row.version for pk, row in own.items()},
    )


def table_face(general: Face | None, row: Clock) -> Face | None:
    """What a table with a row of its own goes by."""
    if (own := _own(row)) is not None:
        return replace(own, is_own=True)
    if general is None:
        return None
    extra = timedelta(seconds=row.extra_s)
    return replace(
        general,
        ends_at=general.ends_at + extra if general.ends_at is not None else None,
        left_s=general.left_s + row.extra_s if general.left_s is not None else None,
        extra_s=row.extra_s,
        version=row.version,
    )


def _own(row: Clock) -> Face | None:
    if row.ends_at is None and row.left_s is None:
        return None
    return Face(row.ends_at, row.left_s, row.length_s, version=row.version)
