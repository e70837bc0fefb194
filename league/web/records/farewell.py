"""After the evening: a table's link thanks whoever comes back to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse

from league import permissions
from league.core.enums import EventState
from league.queries.occasions import events
from league.queries.people import rosters
from league.queries.standings import standings
from league.services.records import links
from league.web.actor import actor_of
from league.web.device import device_of
from league.web.local_time import when
from league.web.rendering import page

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event, Player, TableLink
    from league.standings.payload import RowPayload
    from league.web.local_time import When
    from league.web.records.at_table import LateSheet


@dataclass(frozen=True, slots=True)
class FarewellPage:
    """Thanks, the own rank among how many, and the next evening; no event for who may not know."""

    event: Event | None
    sees_event: bool
    player: str
    row: RowPayload | None
    count: int
    next: Event | None
    next_when: When | None
    message: str
    late: LateSheet | None


def is_due(link: TableLink) -> bool:
    """Whether the evening of this link is over, and the link was right during it."""
    return link.revoked_at is None and link.table.seating.round.stage.event.state == (
        EventState.FINISHED
    )


def said(
    request: HttpRequest, link: TableLink, *, message: str, late: LateSheet | None = None
) -> HttpResponse:
    """Own rank, thanks and the next evening; ``late`` is a sheet to read that was not stored.

    Whoever held no seat and may not see the event is thanked without a name or a link.
    """
    viewer = actor_of(request)
    event = link.table.seating.round.stage.event
    seat = links.seat_held(link=link, device=device_of(request), player_id=viewer.player_id)
    sees = permissions.can_see(viewer, event)
    reader = viewer if sees or seat is None else links.sitting(seat)
    found = rank_of(reader, event, seat.entry.player) if seat is not None else None
    known = sees or seat is not None
    coming = events.upcoming(reader, club=event.club).first() if known else None
    context = FarewellPage(
        event=event if known else None,
        sees_event=sees,
        player=rosters.called(seat.entry) if seat is not None else "",
        row=found[0] if found else None,
        count=found[1] if found else 0,
        next=coming,
        next_when=when(coming.starts_at, coming) if coming else None,
        message=message if request.method == "POST" else "",
        late=late,
    )
    status = 410 if request.method == "POST" else 200  # what was sent was not stored
    return page(request, "league/records/farewell.html", context, status=status)


def rank_of(viewer: Actor, event: Event, player: Player) -> tuple[RowPayload, int] | None:
    """The row of a player in the last table that ranks them, and how many are ranked there."""
    for stage in reversed(standings.stages_of(viewer, event)):
        rows = standings.payload(stage, viewer).payload["rows"]
        ranked = [row for row in rows if row["rank"] is not None]
        mine = next((row for row in ranked if row["player"] == player.pk), None)
        if mine is not None:
            return mine, len(ranked)
    return None
