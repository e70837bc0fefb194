"""The table of one stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.standings.award import needs_cooperative_values, scored_size
from league.standings.contract import PointsScheme, Value
from league.standings.counted import cells
from league.standings.errors import StandingsError
from league.standings.ledger import Ledger
from league.standings.ranking import rank_players, values_of
from league.standings.settings import DEFAULT_SETTINGS, StageSettings
from league.standings.table import UNRANKED_ORDER, Parting, Row, Table, Unranked
from league.standings.tiebreaks import DEFAULT_STAGE_CHAIN
from league.standings.types import Entrant, EventId, MatchId, PlayerId, Results


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a scheme cannot score a match that is already there."""

    match: MatchId
    code: str
    size: int


def objections(
    results: Results, scheme: PointsScheme, settings: StageSettings = DEFAULT_SETTINGS
) -> tuple[Objection, ...]:
    """What stands against this scheme for these results; ask before changing a scheme."""
    found: list[Objection] = []
    for table in sorted(results.tables, key=lambda table: (table.order, table.match)):
        guests = sum(not (seat.ranked or seat.filler) for seat in table.seats)
        size = scored_size(table.size, guests, settings)
        code = scheme.objection(
            has_scores=all(seat.score is not None for seat in table.seats),
            higher_wins=table.higher_wins,
        )
        if not scheme.covers(size):
            code = "size_not_covered"
        elif table.is_cooperative:
            code = None
            if needs_cooperative_values(scheme, settings, size):
                code = "cooperative_values_needed"
        if code is None and size == table.size:
            code = scheme.check(table)
        if code is not None:
            found.append(Objection(table.match, code, size))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table together with the ledger that can explain it.

    `guests` is the ledger in which guests score as everybody else: what their own rows show.
    """

    table: Table
    ledger: Ledger
    guests: Ledger | None = None

    def ledger_of(self, row: Row) -> Ledger:
        """The ledger that this row was made from."""
        return self.ledger if self.guests is None or row.unranked != "guest" else self.guests


def stage_table(
    results: Results,
    scheme: PointsScheme,
    chain: Sequence[str] = DEFAULT_STAGE_CHAIN,
    settings: StageSettings = DEFAULT_SETTINGS,
    event: EventId | None = None,
) -> Table:
    """Compute the table of a stage from its confirmed results alone.

    `event` is what the cells name; None takes it from the matches.
    """
    return stage_standing(results, scheme, chain, settings, event).table


def stage_standing(
    results: Results,
    scheme: PointsScheme,
    chain: Sequence[str] = DEFAULT_STAGE_CHAIN,
    settings: StageSettings = DEFAULT_SETTINGS,
    event: EventId | None = None,
) -> Standing:
    """The same table with what explains it."""
    ledger = Ledger()
    ledger.collect(results, scheme, settings, event)
    entrants = {entrant.player: entrant for entrant in results.entrants}
    fillers = fillers_of(results)
    for player, account in ledger.accounts.items():
        fresh = Entrant(player, ranked=account.takes_part, filler=player in fillers)
        entrants.setdefault(player, fresh)
    if settings.filler_points is None:
        entrants = {player: one for player, one in entrants.items() if not one.filler}
    guests = None
    if any(why_unranked(ledger, entrant) == "guest" for entrant in entrants.values()):
        guests = _with_guests(results, scheme, settings, event)
    rows, partings = ranked_rows(ledger, entrants, chain, {}, guests=guests)
    table = Table("stage", tuple(chain), rows, ledger.rounds, partings=partings)
    return Standing(table, ledger, guests)


def fillers_of(results: Results) -> frozenset[PlayerId]:
    """Who only makes tables full."""
    seats = {seat.player for table in results.tables for seat in table.seats if seat.filler}
    return frozenset(seats | {entrant.player for entrant in results.entrants if entrant.filler})


def _with_guests(
    results: Results, scheme: PointsScheme, settings: StageSettings, event: EventId | None
) -> Ledger | None:
    """The same results with guests who score; None where a table has no row with all its seats."""
    tables = tuple(
        replace(table, seats=tuple(replace(seat, ranked=not seat.filler) for seat in table.seats))
        for table in results.tables
    )
    entrants = tuple(replace(one, ranked=not one.filler) for one in results.entrants)
    ledger = Ledger()
    try:
        ledger.collect(replace(results, tables=tables, entrants=entrants), scheme, settings, event)
    except StandingsError:
        return None
    return ledger


def why_unranked(ledger: Ledger, entrant: Entrant) -> Unranked | None:
    """The reason for having no rank, if there is one.

    Who has not played is ranked only with points of their own (a bye), so that nobody stands
    above players with negative points by not having come.
    """
    player = entrant.player
    if entrant.state == "disqualified" and entrant.void:
        return "void"
    if not entrant.ranked:
        return "filler" if entrant.filler else "guest"
    if ledger.matches(player) == 0 and ledger.points(player) <= 0:
        return "no_match"
    return None


def ranked_rows(
    ledger: Ledger,
    entrants: dict[PlayerId, Entrant],
    chain: Sequence[str],
    below: dict[PlayerId, tuple[int, int]],
    *,
    with_cells: bool = True,
    guests: Ledger | None = None,
) -> tuple[tuple[Row, ...], tuple[Parting, ...]]:
    """Ranked rows, then the others by reason; `below` holds (have, need) under a minimum.

    `guests` knows what those made who have no rank because they are guests.
    """

    def known(player: PlayerId) -> Ledger:
        return guests if guests is not None and reasons.get(player) == "guest" else ledger

    def neutral(player: PlayerId) -> tuple[str, int]:
        return (entrants[player].sort_key, player)

    reasons: dict[PlayerId, Unranked] = {}
    for player, entrant in entrants.items():
        reason = why_unranked(ledger, entrant)
        if reason is None and player in below:
            reason = "below_minimum"
        if reason is not None:
            reasons[player] = reason
    competing = [player for player in entrants if player not in reasons]
    ranking = rank_players(competing, chain, ledger, neutral)
    rows = [
        _row(ledger, entrants[one.player], one.rank, one.tied, one.values, with_cells=with_cells)
        for one in ranking.ranked
    ]
    others = sorted(
        reasons,
        key=lambda player: (
            UNRANKED_ORDER.index(reasons[player]),
            -known(player).points(player),
            neutral(player),
        ),
    )
    rows.extend(
        _row(
            known(player),
            entrants[player],
            None,
            False,
            values_of(player, chain, known(player)),
            reasons[player],
            below.get(player) if reasons[player] == "below_minimum" else None,
            with_cells=with_cells,
        )
        for player in others
    )
    return tuple(rows), ranking.partings


def _row(
    ledger: Ledger,
    entrant: Entrant,
    rank: int | None,
    tied: bool,
    values: tuple[Value, ...],
    unranked: Unranked | None = None,
    minimum: tuple[int, int] | None = None,
    *,
    with_cells: bool,
) -> Row:
    player = entrant.player
    have, need = minimum if minimum is not None else (None, None)
    return Row(
        player=player,
        rank=rank,
        tied=tied,
        points=ledger.points(player),
        matches=ledger.matches(player),
        wins=ledger.wins(player),
        places=ledger.places(player),
        average=ledger.average(player),
        values=values,
        cells=cells(ledger.account(player), ledger.counted(player)) if with_cells else (),
        adjustments=ledger.adjustments(player),
        state=entrant.state,
        unranked=unranked,
        have=have,
        need=need,
        joined_round=entrant.joined_round,
        extras=tuple(term for term in ledger.extras(player) if term.kind != "adjustment"),
    )
