from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.standings.compute import stage_table
from league.standings.contract import PointsScheme, TieRule
from league.standings.explain import explain
from league.standings.points import Beaten, Bga, Linear7, Podium, Pool10, scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_standing, season_table
from league.standings.table import Table
from league.standings.tiebreaks import CRITERIA
from league.standings.types import (
    Adjustment,
    ByeResult,
    Entrant,
    EventId,
    MatchId,
    PlayerId,
    ReasonId,
    Results,
    SeatResult,
    TableResult,
)

HIGHER = [
    "points",
    "average",
    "wins",
    "places",
    "best",
    "score",
    "share_mean",
    "beaten",
    "opponents",
    "opponents_average",
    "matches",
]
PLAYERS = range(1, 11)
KEYS = [criterion.key for criterion in CRITERIA]
GRAND_PRIX = scheme_from_json(
    {
        "key": "custom",
        "rows": {
            "2": [9, 3],
            "3": [10, 6, 2],
            "4": [11, 7, 4, 2],
            "5": [12, 8, 5, 3, 2],
            "6": [13, 9, 6, 4, 3, 1],
        },
    }
)
SCHEMES: list[PointsScheme] = [Linear7(), Beaten(), Podium(), GRAND_PRIX, Bga(), Pool10()]

schemes = st.sampled_from(SCHEMES)
chains = st.permutations(KEYS).flatmap(
    lambda keys: st.integers(1, len(keys)).map(lambda length: tuple(keys[:length]))
)


@st.composite
def tables(draw: st.DrawFn, number: int, *, low_ties: bool = True) -> TableResult:
    names = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=6, unique=True))
    scores = [draw(st.integers(0, 3)) for _ in names]
    seats = tuple(
        SeatResult(PlayerId(name), 1 + sum(other > own for other in scores), Fraction(own))
        for name, own in zip(names, scores, strict=True)
    )
    return TableResult(
        MatchId(number),
        seats,
        round=draw(st.integers(1, 3)),
        order=draw(st.integers(0, 2)),
        drawn=draw(st.booleans()) and len({seat.place for seat in seats}) == 1,
        low_tie=low_ties and draw(st.booleans()),
    )


@st.composite
def stages(draw: st.DrawFn, *, low_ties: bool = True) -> Results:
    played = [draw(tables(n, low_ties=low_ties)) for n in range(draw(st.integers(0, 6)))]
    byes = draw(
        st.lists(
            st.builds(
                ByeResult,
                st.sampled_from(PLAYERS).map(PlayerId),
                st.integers(1, 3),
                st.sampled_from(["bye", "late", "no_show"]),
            ),
            max_size=3,
        )
    )
    adjustments = draw(
        st.lists(
            st.builds(
                Adjustment,
                st.sampled_from(PLAYERS).map(PlayerId),
                st.integers(-5, 5).map(Fraction),
                st.integers(1, 3).map(ReasonId),
            ),
            max_size=2,
        )
    )
    names = draw(st.lists(st.sampled_from(PLAYERS), unique=True))
    entered = tuple(Entrant(PlayerId(name), sort_key="ba"[name % 2]) for name in names)
    return Results(tuple(played), tuple(byes), tuple(adjustments), entered)


@st.composite
def reordered(draw: st.DrawFn, results: Results) -> Results:
    return Results(
        tuple(
            replace(table, seats=tuple(draw(st.permutations(table.seats))))
            for table in draw(st.permutations(results.tables))
        ),
        tuple(draw(st.permutations(results.byes))),
        tuple(draw(st.permutations(results.adjustments))),
        tuple(draw(st.permutations(results.entrants))),
    )


@given(st.data(), stages(), schemes, chains)
def test_the_order_of_the_input_does_not_matter(
    data: st.DataObject, results: Results, scheme: PointsScheme, chain: tuple[str, ...]
) -> None:
    other = data.draw(reordered(results))

    assert stage_table(other, scheme, chain) == stage_table(results, scheme, chain)


@given(stages(), schemes, tables(99))
def test_a_match_of_others_changes_nobodys_points(
    results: Results, scheme: PointsScheme, extra: TableResult
) -> None:
    strangers = replace(
        extra,
        seats=tuple(replace(seat, player=PlayerId(seat.player + 100)) for seat in extra.seats),
    )

    before = stage_table(results, scheme)
    after = stage_table(replace(results, tables=(*results.tables, strangers)), scheme)

    wanted = {row.player: row.points for row in before.rows}
    assert {row.player: row.points for row in after.rows if row.player < 100} == wanted


@given(stages(low_ties=False), schemes)
def test_conserving_schemes_hand_out_the_same_sum_at_every_table_of_a_size(
    results: Results, scheme: PointsScheme
) -> None:
    assert scheme.conserving
    for table in results.tables:
        row = scheme.row(table.size)
        assert row is not None
        assert sum(scheme.award(table)) == sum(row)


@given(stages(), schemes, st.sampled_from(["share", "full", "low", "share_up"]))
def test_a_better_place_never_gets_fewer_points(
    results: Results, scheme: PointsScheme, ties: TieRule
) -> None:
    spec = {**scheme.to_json(), "ties": ties}
    for table in results.tables:
        paid = scheme_from_json(spec).award(table)
        seats = sorted(zip(table.seats, paid, strict=True), key=lambda pair: pair[0].place)
        amounts = [amount for _, amount in seats]
        assert amounts == sorted(amounts, reverse=True)


def assert_ranks_follow_the_chain(table: Table) -> None:
    ranked = [row for row in table.rows if row.rank is not None]

    def strictly_better(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
        for left, right in zip(one, other, strict=True):
            if left != right:
                return right is None or (left is not None and bool(left > right))  # type: ignore[operator]
        return False

    for row in ranked:
        better = sum(strictly_better(other.values, row.values) for other in ranked)
        level = sum(other.values == row.values for other in ranked)
        assert (row.rank, row.tied) == (1 + better, level > 1)


@given(stages(), schemes, st.permutations(HIGHER))
def test_a_rank_is_one_plus_the_number_strictly_better_under_the_chain(
    results: Results, scheme: PointsScheme, chain: list[str]
) -> None:
    assert_ranks_follow_the_chain(stage_table(results, scheme, chain))


@given(stages(), schemes, chains)
def test_every_player_is_listed_once(
    results: Results, scheme: PointsScheme, chain: tuple[str, ...]
) -> None:
    expected = {seat.player for table in results.tables for seat in table.seats}
    expected |= {bye.player for bye in results.byes}
    expected |= {adjustment.player for adjustment in results.adjustments}
    expected |= {entrant.player for entrant in results.entrants}

    table = stage_table(results, scheme, chain)

    assert sorted(row.player for row in table.rows) == sorted(expected)


@given(st.lists(stages(), min_size=1, max_size=3), schemes)
def test_a_season_in_which_everything_counts_is_the_sum_of_its_evenings(
    played: list[Results], scheme: PointsScheme
) -> None:
    evenings: list[Evening] = []
    sums: dict[PlayerId, Fraction] = {}
    for number, results in enumerate(played):
        renumbered = tuple(
            replace(table, match=MatchId(100 * number + table.match)) for table in results.tables
        )
        results = replace(results, tables=renumbered, entrants=())
        evenings.append(Evening(EventId(number), results, scheme, order=-number))
        for row in stage_table(results, scheme).rows:
            sums[row.player] = sums.get(row.player, Fraction(0)) + row.points

    table = season_table(evenings, rule=SeasonRule())

    assert {row.player: row.points for row in table.rows} == sums


@given(stages(), schemes, st.integers(1, 6))
def test_counting_more_results_never_costs_points(
    results: Results, scheme: PointsScheme, n: int
) -> None:
    evening = Evening(EventId(1), results, scheme)

    fewer = season_table([evening], rule=SeasonRule("best_n", n=n))
    more = season_table([evening], rule=SeasonRule("best_n", n=n + 1))

    with_more = {row.player: row.points for row in more.rows}
    assert all(row.points <= with_more[row.player] for row in fewer.rows)
    for row in fewer.rows:
        assert sum(cell.counted and bool(cell.points) for cell in row.cells) <= n


RULES = st.one_of(
    st.builds(SeasonRule, st.just("best_n"), n=st.integers(1, 4)),
    st.builds(SeasonRule, st.just("drop_worst_k"), k=st.integers(1, 4)),
    st.builds(SeasonRule, st.just("average"), k=st.integers(0, 2)),
    st.builds(SeasonRule, st.just("shrunk_average"), c=st.integers(1, 4)),
    st.builds(SeasonRule, st.just("evening_places"), n=st.integers(0, 2)),
)


@given(st.data(), stages(), schemes, RULES, chains)
def test_the_order_of_a_seasons_input_does_not_matter_under_any_rule(
    data: st.DataObject,
    results: Results,
    scheme: PointsScheme,
    rule: SeasonRule,
    chain: tuple[str, ...],
) -> None:
    def table(told: Results) -> Table:
        return season_table([Evening(EventId(1), told, scheme)], rule=rule, chain=chain)

    assert table(data.draw(reordered(results))) == table(results)


@given(stages(), schemes, RULES, st.integers(1, 3))
def test_counted_terms_add_up_to_points_and_average_under_any_rule(
    results: Results, scheme: PointsScheme, rule: SeasonRule, weight: int
) -> None:
    evening = Evening(EventId(1), results, scheme, weight=Fraction(weight, 2))

    standing = season_standing([evening], rule=rule, chain=("points", "average"))

    for row in standing.table.rows:
        told = {one.key: one for one in explain(standing, row.player)}
        sums = {
            key: sum((term.value for term in one.terms if term.counted), Fraction(0))
            for key, one in told.items()
        }
        assert sums["points"] == row.points
        if row.average is not None:
            assert sums["average"] == row.average * (told["average"].divisor or 0)
