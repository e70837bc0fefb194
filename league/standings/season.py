"""The table of a season over many evenings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.standings.compute import ranked_rows
from league.standings.contract import PointsScheme
from league.standings.exact import exact_sum
from league.standings.ledger import Account, Ledger
from league.standings.rules import SeasonRule
from league.standings.settings import DEFAULT_SETTINGS, StageSettings
from league.standings.table import Table
from league.standings.tiebreaks import DEFAULT_SEASON_CHAIN
from league.standings.types import Adjustment, Entrant, EventId, PlayerId, Results


@dataclass(frozen=True, slots=True)
class Evening:
    """One stage of one event of a season; stages of the same event make one evening.

    `order` is when it took place (a day number, say); between equals the event id decides,
    then the lowest match id.
    """

    event: EventId
    results: Results
    scheme: PointsScheme
    settings: StageSettings = DEFAULT_SETTINGS
    order: int = 0


def season_table(
    evenings: Iterable[Evening],
    *,
    entrants: Sequence[Entrant] = (),
    adjustments: Sequence[Adjustment] = (),
    rule: SeasonRule | None = None,
    chain: Sequence[str] = DEFAULT_SEASON_CHAIN,
) -> Table:
    """Compute a season's table.

    Rows are the `entrants` enrolled within the season and everybody who has a result in it;
    other entrants only lend their name order. `adjustments` belong to the season itself; those
    of its evenings come with their results. Wins, places, averages and meetings are taken over
    all matches, also over those the rule does not count.
    """
    rule = rule or SeasonRule()
    ledger = Ledger()
    for evening in sorted(evenings, key=_when):
        ledger.collect(evening.results, evening.scheme, evening.settings, evening.event)
    ledger.adjust(adjustments)
    known = {entrant.player: entrant for entrant in entrants}
    listed = {
        player: known.get(player, Entrant(player))
        for player, account in ledger.accounts.items()
        if account.takes_part
    }
    listed.update((player, entrant) for player, entrant in known.items() if entrant.enrolled)
    below: dict[PlayerId, tuple[int, int]] = {}
    for player, entrant in listed.items():
        account = ledger.accounts[player]
        if rule.kind == "best_n":
            ledger.set_counted(player, _count_best(account, rule))
        need = rule.minimum
        if entrant.guest and rule.guest_minimum is not None:
            need = rule.guest_minimum
        have = _played(account, rule)
        if have < need:
            below[player] = (have, need)
    effective = effective_chain(chain, rule)
    rows = ranked_rows(ledger, listed, effective, below)
    return Table("season", effective, rows, tuple(ledger.rounds), rule)


def _when(evening: Evening) -> tuple[int, int, int]:
    first = min((table.match for table in evening.results.tables), default=0)
    return (evening.order, evening.event, first)


def effective_chain(chain: Sequence[str], rule: SeasonRule) -> tuple[str, ...]:
    """The chain that is really compared: under `average` the average comes first."""
    if rule.kind != "average":
        return tuple(chain)
    return ("average", *(key for key in chain if key != "average"))


def _played(account: Account, rule: SeasonRule) -> int:
    if rule.unit == "matches":
        return len(account.match_points)
    return len(
        {cell.event for cell in account.cells if cell.kind == "match" and cell.points is not None}
    )


def _count_best(account: Account, rule: SeasonRule) -> Fraction:
    """The sum of the best n results; cells that do not count are marked in the account.

    A result is a match or a round that brought points without one; of equal results the
    earlier counts.
    """
    bundles: dict[object, list[int]] = {}
    for index, cell in enumerate(account.cells):
        if cell.points is None or (cell.kind != "match" and cell.points == 0):
            continue
        bundles.setdefault(cell.event if rule.unit == "evenings" else index, []).append(index)
    worth = [
        (exact_sum(account.cells[index].points or Fraction(0) for index in bundle), bundle)
        for bundle in bundles.values()
    ]
    worth.sort(key=lambda entry: entry[0], reverse=True)
    for _, bundle in worth[rule.n :]:
        for index in bundle:
            account.cells[index] = replace(account.cells[index], counted=False)
    return exact_sum(points for points, _ in worth[: rule.n])
