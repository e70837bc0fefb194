"""What a match says of the evening's table that it is played for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from league import permissions
from league.queries.play import table_plays
from league.queries.records.records import round_title
from league.web.records import table_play

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Play, Round, Table


@dataclass(frozen=True, slots=True)
class OfTable:
    """The table of an evening, and what becomes of the result there.

    Attributes:
        number: of the table; None once it is no more.
        round: its round as people call it.
        event_url, table_url: empty for those who may not go there.
        warning: what keeps a match that goes on from counting, as things are.
        why: what kept a result out.
        has_counted: whether the result is the table's.
    """

    event: str
    number: int | None
    round: str
    event_url: str
    table_url: str
    warning: str
    why: str
    has_counted: bool


def _round_title(round_: Round) -> str:
    return round_title(round_.number, is_rolling=round_.is_rolling, mode=round_.stage.mode)


def of_play(viewer: Actor, play: Play, mine: int | None) -> OfTable | None:
    """None for a match that belongs to no evening."""
    event = play.event
    if event is None:
        return None
    table = play.table
    round_ = table.seating.round if table is not None else None
    is_over = play.ended_at is not None
    obstacle = "" if is_over else table_plays.obstacle(play)
    return OfTable(
        event=event.name,
        number=table.number if table is not None else None,
        round=_round_title(round_) if round_ else "",
        event_url=(
            reverse("event", args=[event.slug]) if permissions.can_see(viewer, event) else ""
        ),
        table_url=_page_of(table) if table is not None and mine is not None else "",
        warning=table_play.said(obstacle, table),
        why=table_play.said(play.kept_out, table),
        has_counted=play.record_id is not None,
    )


def _page_of(table: Table) -> str:
    link = getattr(table, "link", None)
    return reverse("table_link", args=[link.code]) if link is not None else ""
