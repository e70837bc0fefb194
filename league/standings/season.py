"""The table of a season over many evenings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.standings.account import Account
from league.standings.compute import Standing, ranked_rows
from league.standings.contract import PointsScheme
from league.standings.counted import evenings_of
from league.standings.errors import StandingsError
from league.standings.evenings import evening_results
from league.standings.ledger import Ledger, Whole
from league.standings.rules import SeasonRule
from league.standings.settings import DEFAULT_SETTINGS, ONE, StageSettings
from league.standings.summary import Summary
from league.standings.table import Table
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN, criterion
from league.standings.types import Adjustment, Entrant, EventId, Lot, PlayerId, Results


@dataclass(frozen=True, slots=True)
class Evening:
    """One stage of one event of a season; stages of the same event make one evening.

    `order` is when it took place (a day number, say); between equals the event id decides,
    then `stage` (0 for the main stage, higher for what follows), then the lowest match id.
    `weight` multiplies its results; `chain` ranks the evening where its places count.
    """

    event: EventId
    results: Results
    scheme: PointsScheme
    settings: StageSettings = DEFAULT_SETTINGS
    order: int = 0
    weight: Fraction = ONE
    stage: int = 0
    chain: tuple[str, ...] = ()


def season_table(
    evenings: Iterable[Evening],
    *,
    entrants: Sequence[Entrant] = (),
    adjustments: Sequence[Adjustment] = (),
    rule: SeasonRule | None = None,
    chain: Sequence[str] = DEFAULT_SEASON_CHAIN,
    lots: Sequence[Lot] = (),
    with_cells: bool = True,
) -> Table:
    """Compute a season's table.

    Rows are the `entrants` enrolled within the season and everybody who has a result in it;
    other entrants only lend their name order. `adjustments` belong to the season itself; those
    of its evenings come with their results. Wins, places and meetings are taken over all
    matches, also over those the rule does not count. Without cells a long season is quicker.
    """
    return season_standing(
        evenings,
        entrants=entrants,
        adjustments=adjustments,
        rule=rule,
        chain=chain,
        lots=lots,
        with_cells=with_cells,
    ).table


def season_standing(
    evenings: Iterable[Evening],
    *,
    entrants: Sequence[Entrant] = (),
    adjustments: Sequence[Adjustment] = (),
    rule: SeasonRule | None = None,
    chain: Sequence[str] = DEFAULT_SEASON_CHAIN,
    lots: Sequence[Lot] = (),
    with_cells: bool = True,
) -> Standing:
    """The same table with what explains it."""
    ledger = season_ledger(evenings, rule=rule, adjustments=adjustments, lots=lots)
    table = table_of(ledger, entrants=entrants, chain=chain, with_cells=with_cells)
    return Standing(table, ledger)


def season_ledger(
    evenings: Iterable[Evening],
    *,
    rule: SeasonRule | None = None,
    adjustments: Sequence[Adjustment] = (),
    lots: Sequence[Lot] = (),
    whole: Whole | None = None,
) -> Ledger:
    """Write a season into a ledger, to which results may be added and taken away later.

    With a part of the results alone `whole` tells what belongs to all of them.
    """
    ordered = sorted(evenings, key=when_of)
    if whole is None and ordered and not any(evening.weight for evening in ordered):
        raise StandingsError("weights_all_zero", "weight")
    ledger = Ledger(rule or SeasonRule(), whole=whole)
    for evening in ordered:
        enter(ledger, evening)
    ledger.adjust(adjustments)
    ledger.record_lots(lots)
    return ledger


def enter(ledger: Ledger, evening: Evening) -> None:
    """Write an evening, with all that it gave, into the ledger of its season."""
    book = ledger.open(
        evening.scheme,
        evening.settings,
        event=evening.event,
        order=when_of(evening),
        weight=evening.weight,
        stage=evening.stage,
        chain=evening.chain,
        entrants=evening.results.entrants,
    )
    ledger.fill(book, evening.results)


def table_of(
    ledger: Ledger,
    *,
    entrants: Sequence[Entrant] = (),
    chain: Sequence[str] = DEFAULT_SEASON_CHAIN,
    with_cells: bool = True,
) -> Table:
    """Rank what a season's ledger holds at this moment."""
    rule = ledger.rule or SeasonRule()
    if rule.kind == "evening_places":
        ledger.rank_evenings(evening_results(ledger, rule))
    known = {entrant.player: entrant for entrant in entrants}
    listed = {
        player: known.get(player, Entrant(player))
        for player in (*ledger.accounts, *ledger.summaries)
        if ledger.takes_part(player)
    }
    listed.update((player, entrant) for player, entrant in known.items() if entrant.enrolled)
    below = _below_minimum(ledger, listed, rule)
    effective = effective_chain(chain, rule)
    rows, partings = ranked_rows(ledger, listed, effective, below, with_cells=with_cells)
    return Table("season", effective, rows, ledger.rounds, rule, partings)


def _below_minimum(
    ledger: Ledger, listed: Mapping[PlayerId, Entrant], rule: SeasonRule
) -> dict[PlayerId, tuple[int, int]]:
    below: dict[PlayerId, tuple[int, int]] = {}
    if not rule.minimum and not rule.guest_minimum:
        return below
    for player, entrant in listed.items():
        need = rule.minimum
        if entrant.guest and rule.guest_minimum is not None:
            need = rule.guest_minimum
        cold = ledger.summaries.get(player)
        have = cold.have if cold is not None else played(ledger.account(player), rule)
        if have < need:
            below[player] = (have, need)
    return below


def when_of(evening: Evening) -> tuple[int, int, int, int]:
    first = min((table.match for table in evening.results.tables), default=0)
    return (evening.order, evening.event, evening.stage, first)


def effective_chain(chain: Sequence[str], rule: SeasonRule) -> tuple[str, ...]:
    """The chain that is really compared: under the averages the average comes first."""
    if not rule.by_average:
        return tuple(chain)
    return ("average", *(key for key in chain if key != "average"))


def played(account: Account, rule: SeasonRule) -> int:
    """The matches or evenings that a minimum is measured against."""
    if (rule.minimum_unit or rule.unit) == "matches":
        return account.sums.matches
    return len(evenings_of(account))


def summarise(
    ledger: Ledger, players: Iterable[PlayerId], chain: Sequence[str]
) -> dict[PlayerId, Summary]:
    """What to keep of these players, whose results must all be in the ledger.

    The chain is the effective one. Opponents' values are right only where all players are in
    the ledger; `follow_opponents` brings them up to date when some players change.
    """
    rule = ledger.rule or SeasonRule()
    criteria = [criterion(key) for key in chain]
    looks_around = any(one.depends == "others" for one in criteria)
    found: dict[PlayerId, Summary] = {}
    for player in players:
        values = {
            one.key: one.values(ledger, (player,))[player]
            for one in criteria
            if one.depends != "level"
        }
        found[player] = Summary(
            player=player,
            points=ledger.points(player),
            matches=ledger.matches(player),
            wins=ledger.wins(player),
            places=ledger.places(player),
            average=ledger.average(player),
            mean_per_match=ledger.mean_per_match(player),
            have=played(ledger.account(player), rule),
            adjustments=ledger.adjustments(player),
            extras=ledger.extras(player),
            values={key: value for key, value in values.items() if key != "places"},
            strength=ledger.strength(player) if looks_around else None,
        )
    return found
