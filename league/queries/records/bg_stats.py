"""Finished matches as BG Stats keeps them, as one viewer sees them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext

from league.lists.bg_stats import Play, PlayedSeat
from league.lists.bg_stats_beside import Beside
from league.queries.records import beside, records, table_starts
from league.queries.standings.counted_rows import higher_wins

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import MatchRecord, Table
    from league.queries.records.records import SeatRow, TableRow

# A sheet handed in later than this after the start says nothing about the end of the match.
LONGEST: Final = timedelta(hours=18)


def of_table(*, viewer: Actor, table: Table, site: str, row: TableRow | None = None) -> Play | None:
    """The table's match; None while its result does not count, or where the viewer may not see it.

    Args:
        table: with its event, club and game at hand.
        site: where this installation is found, so that its numbers are nobody else's.
        row: the table as the viewer sees it, if it is known already.
    """
    row = row or records.table_row(viewer=viewer, table=table)
    if not row.is_settled or row.record_id is None or any(one.place is None for one in row.seats):
        return None
    event, found = table.seating.round.stage.event, table.records.get(pk=row.record_id)
    begun = table.played_at or event.starts_at
    ended = _end(table, begun)
    box, ruleset = table.ruleset.club_game, found.ruleset
    begins = _who_begins(viewer, table)
    told = beside.of_table(viewer=viewer, table=table) or Beside()
    if begins is None and 0 < told.begins <= len(row.seats):
        begins = row.seats[told.begins - 1].entry_id
    roles = told.roles if len(told.roles) == len(row.seats) else ("",) * len(row.seats)
    return Play(
        key=f"{site}/tables/{table.pk}",
        ended_at=ended,
        game=f"{site}/games/{box.pk}",
        title=box.title,
        higher_wins=higher_wins(box.game, json.dumps(ruleset.options, sort_keys=True)),
        place=event.place or told.place or event.club.name,
        seats=[
            _seat(one, found, site, begins, role)
            for one, role in zip(row.seats, roles, strict=True)
        ],
        minutes=told.minutes or int((ended - begun).total_seconds() // 60) or None,
        comments=_comments(told) or f"{event.name} · {row.round_title}",
    )


def _comments(told: Beside) -> str:
    """A link has no place of its own for expansions."""
    return "\n".join(filter(None, (told.comment, ", ".join(told.expansions))))


def _seat(one: SeatRow, found: MatchRecord, site: str, begins: int | None, role: str) -> PlayedSeat:
    is_drawn = bool(found.outcome.get("drawn"))
    together = one.is_won is not None
    return PlayedSeat(
        player=f"{site}/players/{one.player_id}",
        name=one.name,
        is_winner=bool(one.is_won) if together else one.place == 1 and not is_drawn,
        begins=one.entry_id == begins,
        rank=None if together else one.place,
        score=one.points,
        role=role
        or (gettext("Side %(number)s") % {"number": one.side} if one.side is not None else ""),
    )


def _end(table: Table, begun: datetime) -> datetime:
    """When the first sheet was handed in; of what was written down later, the start."""
    first = table.records.order_by("version").values_list("reported_at", flat=True).first()
    return first if first is not None and begun <= first <= begun + LONGEST else begun


def _who_begins(viewer: Actor, table: Table) -> int | None:
    """The entry that begins, where the start was drawn here."""
    start = table_starts.of_table(viewer=viewer, table=table)
    if start is None or start.drawn is None:
        return None
    return next((seat.entry_id for seat in start.drawn.seats if seat.begins), None)
