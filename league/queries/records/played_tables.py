"""The tables at which somebody sat in a club's events, for those who set a record right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import RecordState, SeatingState
from league.models import Club, Event, Player, Seat, SeatScore
from league.queries.records.records import place_shown, won_at

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class AtTable:
    """One seat that somebody had; ``place`` is 0 without a confirmed result.

    ``is_won`` where the table played together.
    """

    table_id: int
    table: int
    round: int
    event: Event
    game: str
    at: datetime
    place: int
    is_won: bool | None = None

    @property
    def place_shown(self) -> int | str | None:
        return place_shown(self.place, is_won=self.is_won)


def of_player(*, viewer: Actor, club: Club, player: Player) -> tuple[AtTable, ...]:
    """All published tables of the club at which ``player`` sat, the latest first; for admins."""
    if not permissions.can(viewer, Action.MANAGE_CLUB, club):
        return ()
    places = dict(
        SeatScore.objects.filter(
            entry__player=player, record__state=RecordState.CONFIRMED
        ).values_list("record__table", "place")
    )
    seats = Seat.objects.filter(
        entry__player=player,
        table__isnull=False,
        seating__state=SeatingState.PUBLISHED,
        entry__event__club=club,
        entry__event__removed_at__isnull=True,
    ).select_related("table__ruleset__club_game", "seating__round", "entry__event__club")
    together = won_at(places)
    found = [
        AtTable(
            table_id=seat.table.pk,
            table=seat.table.number,
            round=seat.seating.round.number,
            event=seat.entry.event,
            game=seat.table.ruleset.club_game.title,
            at=seat.table.played_at or seat.entry.event.starts_at,
            place=places.get(seat.table.pk, 0),
            is_won=together.get(seat.table.pk),
        )
        for seat in seats
        if seat.table is not None
    ]
    return tuple(sorted(found, key=lambda row: (row.at, row.round, row.table_id), reverse=True))
