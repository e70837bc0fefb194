"""Why somebody stands where they stand: what counted, what did not, and who was parted how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import Audience
from league.core.errors import NotFound
from league.models import Table
from league.queries.records.records import won_at
from league.queries.standings import counting
from league.queries.standings.counting import LATEST, Moment
from league.queries.standings.standings import payload
from league.standings import payload as plain
from league.standings.explain import explain, partings_of
from league.standings.types import PlayerId
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.core.actors import Actor
    from league.models import Event
    from league.queries.standings.counting import Counted, Scope
    from league.queries.standings.standings import Shown
    from league.standings.explain import Explanation
    from league.standings.payload import RowPayload
    from league.standings.table import Parting, Row
    from league.standings.types import ReasonId


@dataclass(frozen=True, slots=True)
class Explained:
    """One row of a standing as a viewer sees it, with all that it is made of.

    ``row`` is the row shown, ``counted`` the same one as it was computed. ``is_exact`` is False
    where what is shown cannot be explained from what is stored now (settings or byes changed
    since it was published): then there is nothing but the row.

    Attributes:
        names: of everybody in the standing, as the viewer sees them.
        tables: round and number of each table by the match's id.
        together: of tables that play together, whether they won.
        values: what everybody has per criterion, by player, for those who were level.
    """

    moment: Moment
    shown: Shown
    row: RowPayload
    is_exact: bool
    counted: Row | None
    explanations: tuple[Explanation, ...]
    partings: tuple[Parting, ...]
    names: Mapping[int, str]
    events: Mapping[int, Event]
    tables: Mapping[int, tuple[int, int]]
    together: Mapping[int, bool]
    reasons: Mapping[ReasonId, str]
    values: Mapping[int, Mapping[str, plain.PlainValue]]


def of_player(scope: Scope, viewer: Actor, player_id: int, *, moment: Moment = LATEST) -> Explained:
    """The row of ``player_id`` with its terms; NotFound where the viewer sees no such row.

    The public is told about the position that was published and about nothing after it.
    """
    shown = payload(scope, viewer, moment)
    row = next((row for row in shown.payload["rows"] if row["player"] == player_id), None)
    if row is None:
        raise NotFound("not_found")
    counted = counting.count_at(
        scope, as_of=shown.as_of, moment=moment, public=shown.audience == Audience.PUBLIC
    )
    standing = counting.explained(counted)
    computed = next((one for one in standing.table.rows if one.player == player_id), None)
    is_exact = computed is not None and _is_the_same(computed, row, tuple(standing.table.chain))
    player = PlayerId(player_id)
    return Explained(
        moment=moment,
        shown=shown,
        row=row,
        is_exact=is_exact,
        counted=computed if is_exact else None,
        explanations=explain(standing, player) if is_exact else (),
        partings=partings_of(standing.table, player) if is_exact else (),
        names=_names(counted, full=shown.audience == Audience.LIVE),
        events={event.pk: event for event in counted.events},
        tables=_tables(computed) if is_exact and computed is not None else {},
        together=_together(computed) if is_exact and computed is not None else {},
        reasons=counted.reasons,
        values={one["player"]: one["values"] for one in shown.payload["rows"]},
    )


def _is_the_same(computed: Row, row: RowPayload, chain: tuple[str, ...]) -> bool:
    """Whether the computed row is the one shown, to the last digit."""
    return computed.rank == row["rank"] and plain.values_of(computed, chain) == row["values"]


def _names(counted: Counted, *, full: bool) -> dict[int, str]:
    shown = names.shown(counted.people.values(), counted.club, full=full)
    return {pk: one.name for pk, one in shown.items()}


def _tables(row: Row) -> dict[int, tuple[int, int]]:
    ids = [cell.match for cell in row.cells if cell.match is not None]
    found = Table.objects.filter(pk__in=ids).values_list("pk", "seating__round__number", "number")
    return {pk: (round_, number) for pk, round_, number in found}


def _together(row: Row) -> dict[int, bool]:
    return won_at([cell.match for cell in row.cells if cell.match is not None])
