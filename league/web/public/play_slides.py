"""What a screen on the wall shows of matches in the browser: what everybody may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import PlayState
from league.queries.play import plays as reading
from league.web.play import boards
from league.web.play.table_page import Block, blocks, headline_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.actors import Actor
    from league.queries.records.records import TableRow
    from league.web.play.boards.scene import Drawn

# So many of the last steps are told; more nobody reads from across the room.
TOLD = 4


@dataclass(frozen=True, slots=True)
class Watched:
    """A running match, for those who only look on."""

    number: int
    game: str
    headline: str
    board: Drawn | None
    position: tuple[Block, ...]
    told: tuple[str, ...]


def running(wall: Actor, tables: Iterable[TableRow]) -> tuple[Watched, ...]:
    """The matches that are going on at these tables."""
    return tuple(
        _watched(wall, row, row.play.code)
        for row in tables
        if row.play is not None and row.play.state == PlayState.RUNNING
    )


def _watched(wall: Actor, row: TableRow, code: str) -> Watched:
    play = reading.by_code(viewer=wall, code=code)
    shown = reading.shown(viewer=wall, play=play, since=max(0, play.seq - 4 * TOLD))
    told = [" ".join(line.words) for line in reversed(shown.lines) if line.words]
    names = [seat.name for seat in shown.seats]
    return Watched(
        number=row.number,
        game=shown.title,
        headline=headline_of(shown),
        board=boards.drawn(shown.game, shown.sight, names=names),
        position=blocks(shown.description),
        told=tuple(told[:TOLD]),
    )
