"""What a table's own page hears from the desk: the clock, and that its result is waited for.

The clock is its round's, with the minutes that only this table has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from league.after_commit import live
from league.core.errors import LeagueError
from league.queries.evening import clocks
from league.web.device import private
from league.web.evening import clock_cards
from league.web.public import wall_pages
from league.web.records.at_table import arrived
from league.web.rendering import page

if TYPE_CHECKING:
    from datetime import datetime

    from league.web.evening.clock_cards import ClockCard
    from league.web.records.at_table import AtTable


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of a table, and since when the desk waits for its result."""

    card: ClockCard | None
    stamp: str
    reminded_at: datetime | None
    is_reported: bool
    stream: str


@dataclass(frozen=True, slots=True)
class ClockPart:
    """The clock alone, for a page that is open."""

    code: str
    clock: TableClock


@require_GET
def table_clock(request: HttpRequest, code: str) -> HttpResponse:
    """Clock and reminder alone, for a page that is open; nothing while nobody touched them."""
    try:
        here = arrived(request, code)
    except LeagueError:
        return private(HttpResponse(status=204))  # the page's other part says what has happened
    clock = clock_of(here)
    if request.GET.get("seen") == clock.stamp:
        return private(HttpResponse(status=204))
    context = ClockPart(here.link.code, clock)
    return private(page(request, "league/records/_clock.html", context))


def clock_of(here: AtTable) -> TableClock:
    """Whoever holds the code sees the clock."""
    face = clocks.of_table(wall_pages.wall_viewer(here.event), here.table)
    reminded = here.row.reminded_at
    stamp = face.stamp if face is not None else "none"
    return TableClock(
        card=clock_cards.card(face, here.event),
        stamp=f"{stamp}-{reminded:%H%M%S}" if reminded else stamp,
        reminded_at=reminded,
        is_reported=here.row.state == "reported",
        stream=live.address(
            live.of_tables(here.event.pk), live.of_table(here.event.pk, here.table.number)
        ),
    )
