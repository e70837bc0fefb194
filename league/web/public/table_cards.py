"""Tables of a round, drawn as the tent cards that stand on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from league import permissions
from league.core.actions import Action
from league.templatetags.league import number_shown
from league.web import discs, paths
from league.web.standings import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event
    from league.queries.play.table_plays import TablePlay
    from league.queries.records.records import TableRow
    from league.web.discs import Disc


@dataclass(frozen=True, slots=True)
class SeatOnCard:
    """A seat of a table, with the place and points once they are known."""

    position: int
    name: str
    hint: str
    mark: str
    locked: bool
    url: str
    place: int | None
    word: int | str | None
    points: str | None
    you: bool
    won: bool = False


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table for ``components/_table_card.html``, which looks long for what is not there."""

    number: int
    anchor: str
    ruleset: str
    tile: Disc
    status: str
    mine: bool
    href: str
    locked: bool
    penalties: tuple[str, ...]
    seats: list[SeatOnCard]
    match_url: str = ""
    match_runs: bool = False


def cards(
    tables: Sequence[TableRow], actor: Actor, event: Event, *, wall: bool = False
) -> list[TableCard]:
    """The tables as they are drawn on the page, or on the ``wall``, where nothing leads on."""
    tiles = discs.of_games({table.box: table.game for table in tables}) if tables else {}
    return [_card(table, actor, event, tiles[table.box].disc, wall=wall) for table in tables]


def _card(table: TableRow, actor: Actor, event: Event, tile: Disc, *, wall: bool) -> TableCard:
    """One table.

    A result that counts is read from the winner down; on the wall people look for their seat.
    """
    url = None if wall else ranking.players_of(event.club)
    works = not wall and permissions.can(actor, Action.SUBMIT_RECORD, event)
    return TableCard(
        number=table.number,
        anchor="" if wall else f"table-{table.number}",
        ruleset=table.short,
        tile=tile,
        status=table.state,
        mine=not wall and any(seat.player_id == actor.player_id for seat in table.seats),
        href=paths.at("table", event.slug, table.table_id) if works else "",
        locked=False,
        penalties=(),
        seats=[
            SeatOnCard(
                position=seat.position,
                name=seat.name,
                hint="",
                mark=_("filler") if seat.is_filler else "",
                locked=False,
                url=url(seat.player_id) if url else "",
                place=seat.place if seat.is_won is None else None,
                word="" if seat.is_won is None else seat.place_shown,
                points=number_shown(seat.points, 3) if seat.points is not None else None,
                you=not wall and seat.player_id == actor.player_id,
                won=table.is_settled and (seat.place == 1 if seat.is_won is None else seat.is_won),
            )
            for seat in (table.seats if wall else table.ranked)
        ],
        match_url="" if wall or table.play is None else _match_url(table.play),
        match_runs=table.play is not None and table.play.is_going_on,
    )


def _match_url(play: TablePlay) -> str:
    """Where the table's match in the browser can be watched, or looked at again."""
    return reverse("play_table" if play.is_going_on else "play_replay", args=[play.code])
