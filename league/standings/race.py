"""Ranks evening by evening: how a season's table stood after each of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from league.standings.ledger import Ledger
from league.standings.rules import SeasonRule
from league.standings.season import Evening, enter, table_of, when_of
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN
from league.standings.types import Adjustment, Entrant, EventId, PlayerId

Ranks = dict[PlayerId, int]


def ranks_by_event(
    evenings: Iterable[Evening],
    *,
    entrants: Sequence[Entrant] = (),
    adjustments: Mapping[EventId, Sequence[Adjustment]] | None = None,
    rule: SeasonRule | None = None,
    chain: Sequence[str] = DEFAULT_SEASON_CHAIN,
) -> Iterator[tuple[EventId, Ranks]]:
    """The rank of everybody who has one, after each event in its order.

    The ledger is written once: every step adds an event and ranks what stands in it by then.
    `adjustments` are the season's own, by the event after which they count.
    """
    given = adjustments or {}
    ledger = Ledger(rule or SeasonRule())
    ordered = sorted(evenings, key=when_of)
    for event, stages in groupby(ordered, key=lambda one: one.event):
        for evening in stages:
            enter(ledger, evening)
        ledger.adjust(given.get(event, ()))
        rows = table_of(ledger, entrants=entrants, chain=chain, with_cells=False).rows
        yield event, {row.player: row.rank for row in rows if row.rank is not None}
