"""Results that come and go one by one, and tables ranked from sums alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.ledger import Ledger
from league.standings.payload import to_json
from league.standings.points import Beaten, Linear7
from league.standings.rules import SeasonRule
from league.standings.season import (
    Evening,
    effective_chain,
    season_ledger,
    season_table,
    summarise,
    table_of,
)
from league.standings.summary import follow_opponents, summary_from_json, summary_to_json
from league.standings.table import Table
from league.standings.tiebreaks import CRITERIA, criterion
from league.standings.types import EventId, MatchId, Results, TableResult
from tests.league.standings.results import entrants, in_order, match, penalty, player
from tests.league.standings.test_properties import stages, tables

KEYS = [criterion.key for criterion in CRITERIA]
RULES = [
    SeasonRule(),
    SeasonRule("best_n", n=2),
    SeasonRule("best_n", n=1, unit="evenings"),
    SeasonRule("drop_worst_k", k=1, attendance=Fraction(1), sit_out=Fraction(2)),
    SeasonRule("average", k=1, judged="best", minimum=2),
    SeasonRule("shrunk_average", c=3),
    SeasonRule("evening_places", n=1),
]

schemes: st.SearchStrategy[PointsScheme] = st.sampled_from([Linear7(), Beaten()])
chains = st.permutations(KEYS).map(lambda keys: tuple(keys[:6]))
weights = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)])


@st.composite
def seasons(draw: st.DrawFn) -> list[Evening]:
    evenings: list[Evening] = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        results = draw(stages())
        renumbered = tuple(
            replace(table, match=MatchId(100 * number + table.match)) for table in results.tables
        )
        evenings.append(
            Evening(
                EventId(number),
                replace(results, tables=renumbered, entrants=()),
                draw(schemes),
                order=draw(st.integers(0, 2)),
                weight=draw(weights),
            )
        )
    return evenings


@given(seasons(), tables(0), st.sampled_from(RULES), chains)
def test_a_result_written_later_gives_the_same_table_as_all_at_once(
    evenings: list[Evening], extra: TableResult, rule: SeasonRule, chain: tuple[str, ...]
) -> None:
    table = replace(extra, match=MatchId(9_999))
    ledger = season_ledger(evenings, rule=rule)
    table_of(ledger, chain=chain)

    ledger.add(ledger.books[0], table)

    first = min(evenings, key=lambda one: (one.order, one.event))
    grown = [
        replace(one, results=replace(one.results, tables=(*one.results.tables, table)))
        if one is first
        else one
        for one in evenings
    ]
    assert table_of(ledger, chain=chain) == season_table(grown, rule=rule, chain=chain)


@given(seasons(), st.data(), st.sampled_from(RULES), chains)
def test_a_result_taken_away_leaves_the_table_as_if_it_had_never_been(
    evenings: list[Evening], data: st.DataObject, rule: SeasonRule, chain: tuple[str, ...]
) -> None:
    ledger = season_ledger(evenings, rule=rule)
    before = table_of(ledger, chain=chain)
    extra = replace(data.draw(tables(0)), match=MatchId(9_999))
    ledger.add(data.draw(st.sampled_from(ledger.books)), extra)
    table_of(ledger, chain=chain)

    taken = ledger.remove(MatchId(9_999))

    assert taken == extra
    assert table_of(ledger, chain=chain) == before


@given(seasons(), st.data(), st.sampled_from(RULES[:-1]), chains)
def test_a_table_ranked_from_sums_equals_the_one_from_all_results(
    evenings: list[Evening], data: st.DataObject, rule: SeasonRule, chain: tuple[str, ...]
) -> None:
    # What rests on everybody's results is counted in full each time.
    chain = tuple(key for key in chain if criterion(key).depends != "all") or ("points",)
    effective = effective_chain(chain, rule)
    before = season_ledger(evenings, rule=rule)
    stored = {
        one: summary_to_json(summary)
        for one, summary in summarise(before, list(before.accounts), effective).items()
    }
    extra = replace(data.draw(tables(0)), match=MatchId(9_999))
    after = season_ledger(evenings, rule=rule)
    after.add(after.books[0], extra)
    full = table_of(after, entrants=(), chain=chain, with_cells=False)

    # Everything of those at the table is read again, of the others only what was stored.
    touched = [seat.player for seat in extra.seats]
    known = {one: summary_from_json(told) for one, told in stored.items()}
    changed = summarise(after, touched, effective)
    met = {one: after.meetings(one) for one in touched}
    cold = Ledger(rule, meetings=after.tables_of, whole=after.whole)
    for summary in follow_opponents(known, changed, met).values():
        if after.takes_part(summary.player):
            cold.know(summary)

    # The direction of the games' points may have become another one, which concerns everybody.
    if before.higher_wins() == after.higher_wins():
        assert table_of(cold, chain=chain, with_cells=False) == full
        assert to_json(table_of(cold, chain=chain, with_cells=False)) == to_json(full)


def season_of(ledger: Ledger) -> Table:
    return table_of(ledger, entrants=entrants("ABCD"))


def test_only_those_at_the_table_are_added_up_again() -> None:
    evening = Evening(
        EventId(1), Results((match(1, in_order("ABCD")), match(2, in_order("EFGH")))), Linear7()
    )
    ledger = season_ledger([evening])
    season_of(ledger)
    untouched = ledger.accounts[player("E")].sums

    ledger.add(ledger.books[0], match(3, in_order("DCBA")))
    season_of(ledger)

    assert ledger.accounts[player("E")].sums is untouched
    assert ledger.points(player("A")) == 8


def test_penalties_follow_at_once() -> None:
    ledger = season_ledger([Evening(EventId(1), Results((match(1, in_order("AB")),)), Linear7())])
    ledger.adjust([penalty("A", -3)])

    assert ledger.points(player("A")) == 4


def test_a_match_that_was_never_written_cannot_be_taken_away() -> None:
    ledger = Ledger()

    with pytest.raises(StandingsError) as caught:
        ledger.remove(MatchId(5))

    assert (caught.value.code, caught.value.params) == ("match_unknown", {"match": 5})


def test_who_has_nothing_left_is_no_longer_listed() -> None:
    ledger = season_ledger([Evening(EventId(1), Results((match(1, in_order("AB")),)), Linear7())])

    ledger.remove(MatchId(1))

    assert table_of(ledger).rows == ()
