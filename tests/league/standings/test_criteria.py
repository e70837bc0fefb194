# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from league.standings.compute import stage_standing, stage_table
from league.standings.contract import Value
from league.standings.explain import explain, partings_of
from league.standings.points import Linear7, scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_table
from league.standings.seats import measure_seats
from league.standings.settings import SeatMean, StageSettings
from league.standings.table import Parting, Table
from league.standings.types import Entrant, EventId, Lot, Results, TableResult
from tests.league.standings.results import (
    FOUR_TWO_ONE,
    GAME_POINTS,
    bye,
    in_order,
    letter,
    listing,
    match,
    penalty,
    player,
    ranks,
    results,
    row_of,
    rows,
    scored,
)

OPPONENTS = (
    match(1, in_order("BADC"), round_=1),
    match(2, in_order("FEHG"), round_=1),
    match(3, in_order("BFAE"), round_=2),
    match(4, in_order("HDGC"), round_=2),
)


def value(table: Table, name: str, key: str) -> Value:
    return row_of(table, name).values[table.chain.index(key)]


def test_the_points_of_all_opponents_count_those_met_twice_twice() -> None:
    table = stage_table(results(*OPPONENTS), FOUR_TWO_ONE, ("points", "opponents"))

    assert value(table, "A", "opponents") == 27


def test_opponents_of_a_table_that_was_not_played_do_not_count_and_later_points_do() -> None:
    third = match(5, in_order("BDEF"), round_=3)

    table = stage_table(
        results(*OPPONENTS, third), FOUR_TWO_ONE, ("points", "average", "opponents")
    )

    assert value(table, "A", "opponents") == 38
    played = {name: row_of(table, name).matches for name in "ABCDEFGH"}
    assert played == {"A": 2, "B": 3, "C": 2, "D": 3, "E": 3, "F": 3, "G": 2, "H": 2}
    assert value(table, "B", "average") == 4


def test_a_withdrawn_opponent_keeps_the_points_and_a_void_one_has_none() -> None:
    left = Entrant(player("D"), state="dropped")
    void = Entrant(player("D"), state="disqualified", void=True)

    def table(entrant: Entrant) -> Table:
        told = Results(tables=OPPONENTS, entrants=(entrant,))
        return stage_table(told, FOUR_TWO_ONE, ("points", "opponents", "opponents_average"))

    assert value(table(left), "A", "opponents") == 27
    assert value(table(void), "A", "opponents") == 24
    assert row_of(table(void), "D").unranked == "void"
    # B 4 and F 3 a match, B again, C 0 and E 1; D has no match that counts.
    assert value(table(void), "A", "opponents_average") == Fraction(4 + 0 + 4 + 3 + 1, 5)


def test_opponents_without_a_match_of_their_own_are_left_out_of_the_mean() -> None:
    table = stage_table(results(*OPPONENTS), FOUR_TWO_ONE, ("opponents_average",))

    # B twice 4, C 0, D 3/2, E 1, F 3.
    assert value(table, "A", "opponents_average") == Fraction(27, 2) / 6


def test_a_guest_at_the_table_is_no_opponent() -> None:
    table = stage_table(
        results(match(1, in_order("ABCD"), guests="D")),
        FOUR_TWO_ONE,
        ("points", "opponents", "beaten"),
    )

    assert value(table, "A", "opponents") == 2 + 1
    assert value(table, "C", "beaten") == 0
    assert value(table, "A", "beaten") == 1


def test_opponents_beaten_are_counted_against_opponents_faced() -> None:
    table = stage_table(
        results(
            match(1, {"A": 1, "B": 2, "C": 2, "D": 4}),
            match(2, dict.fromkeys("ABC", 1), drawn=True),
        ),
        Linear7(),
        ("beaten",),
    )

    assert value(table, "A", "beaten") == Fraction(3, 5)
    assert value(table, "B", "beaten") == Fraction(1, 5)
    assert value(table, "D", "beaten") == 0


def duel(number: int, name: str, own: int, total: int, *, won: bool) -> TableResult:
    """A table of two against somebody else each time, with so many points in all."""
    rival = chr(ord("a") + number)
    places = {name: 1, rival: 2} if won else {name: 2, rival: 1}
    return match(number, places, scores=[own, total - own])


def test_wins_then_game_points_then_mean_shares_decide() -> None:
    table = stage_table(
        results(
            duel(1, "P", 10, 30, won=True),
            duel(2, "P", 9, 27, won=True),
            duel(3, "P", 8, 50, won=False),
            duel(4, "Q", 9, 27, won=True),
            duel(5, "Q", 9, 27, won=True),
            duel(6, "Q", 7, 44, won=False),
            duel(7, "R", 10, 25, won=True),
            duel(8, "R", 9, 24, won=True),
            duel(9, "R", 6, 40, won=False),
            duel(10, "S", 10, 30, won=True),
            duel(11, "S", 9, 30, won=False),
            duel(12, "S", 9, 30, won=False),
        ),
        GAME_POINTS,
        ("wins", "score", "share_mean"),
    )

    assert [name for name in listing(table) if name in "PQRS"] == ["P", "R", "Q", "S"]
    assert (value(table, "P", "score"), value(table, "S", "score")) == (27, 28)
    assert value(table, "Q", "share_mean") == (Fraction(2, 3) + Fraction(7, 44)) / 3


def test_the_share_of_all_points_weighs_rich_tables_more() -> None:
    table = stage_table(
        results(scored(1, {"A": 30, "B": 10}), scored(2, {"A": 2, "C": 8})),
        GAME_POINTS,
        ("share_total", "share_mean"),
    )

    assert value(table, "A", "share_total") == Fraction(32, 50)
    assert value(table, "A", "share_mean") == (Fraction(3, 4) + Fraction(1, 5)) / 2


def test_with_a_full_size_a_share_at_a_short_table_is_worth_no_more_than_at_a_full_one() -> None:
    played = results(
        scored(1, {"A": 40, "B": 30, "C": 20, "D": 10}), scored(2, {"E": 45, "F": 35, "G": 20})
    )
    chain = ("share_mean", "share_total")

    bare = stage_table(played, GAME_POINTS, chain)
    raised = stage_table(played, GAME_POINTS, chain, StageSettings(full_size=4))

    assert [value(bare, name, key) for name in "AE" for key in chain] == [
        *(Fraction(40, 100), Fraction(40, 100)),
        *(Fraction(45, 100), Fraction(45, 100)),
    ]
    assert [value(raised, name, key) for name in "AE" for key in chain] == [
        *(Fraction(40, 100), Fraction(40, 100)),
        *(Fraction(45, 100) * Fraction(3, 4), Fraction(45, 100) * Fraction(3, 4)),
    ]
    assert listing(raised)[0] == "A"


def test_a_narrow_second_stands_above_a_winner_by_little_and_a_distant_last() -> None:
    table = stage_table(
        results(
            scored(1, {"P": 100, "X": 90, "Q": 85, "R": 80}),
            scored(2, {"S": 80, "Y": 60, "T": 1, "U": 0}),
        ),
        scheme_from_json({"key": "custom", "rows": {"4": [10, 6, 3, 1]}}),
        ("points", "wins", "winner_share"),
    )

    assert (value(table, "X", "winner_share"), value(table, "Y", "winner_share")) == (
        Fraction(9, 10),
        Fraction(3, 4),
    )
    assert listing(table).index("X") < listing(table).index("Y")


def test_the_margin_of_victory_knows_both_directions_and_shared_firsts() -> None:
    table = stage_table(
        results(
            scored(1, {"A": 9, "B": 4, "C": 1}),
            scored(2, {"A": 5, "B": 5, "C": 2}),
            low(3, {"A": 2, "B": 7, "C": 9}),
            match(4, {"D": 1, "E": 2, "F": 3}),
        ),
        Linear7(),
        ("margin",),
    )

    found = [value(table, name, "margin") for name in "ABCD"]
    assert found == [Fraction(5 + 5), Fraction(0), Fraction(0), None]


def test_an_opponent_counts_as_having_won_at_least_the_floor() -> None:
    played = results(match(1, {"A": 1, "B": 2, "C": 3}), match(2, {"A": 2, "B": 3, "D": 1}))
    chain = ("opponents_wins",)

    bare = stage_table(played, Linear7(), chain)
    floored = stage_table(played, Linear7(), chain, StageSettings(opponents_floor=Fraction(1, 3)))

    # B has won nothing, C nothing, D all: A met B twice, C and D once each.
    assert value(bare, "A", "opponents_wins") == Fraction(0 + 0 + 0 + 1, 4)
    assert value(floored, "A", "opponents_wins") == Fraction(1 + 1 + 1 + 3, 12)


def low(number: int, scores: dict[str, int]) -> TableResult:
    places = {
        name: 1 + sum(other < own for other in scores.values()) for name, own in scores.items()
    }
    return match(number, places, scores=list(scores.values()), higher_wins=False)


def test_fewer_game_points_stand_above_more_where_few_points_win() -> None:
    golf = low(1, {"A": 12, "B": 25, "C": 7, "D": 30})

    table = stage_table(results(golf), rows(_4=(0, 0, 0, 0)), ("score", "score_average"))

    assert listing(table) == "CABD"
    assert value(table, "C", "score") == 7


def test_game_points_of_both_directions_are_never_added() -> None:
    both = results(low(1, {"A": 12, "B": 25}), scored(2, {"A": 40, "B": 50}))

    table = stage_table(both, Linear7(), ("score", "score_average", "share_mean"))

    assert value(table, "A", "score") is None
    assert value(table, "A", "score_average") is None
    assert value(table, "A", "share_mean") == Fraction(4, 9)


def test_places_without_game_points_leave_players_level_with_a_dash() -> None:
    table = stage_table(
        results(match(1, {"A": 1, "B": 1, "C": 3})), Linear7(), ("points", "score", "share_mean")
    )

    assert ranks(table) == ["1=", "1=", "3"]
    assert value(table, "A", "score") is None
    assert value(table, "A", "share_mean") is None


def test_the_best_results_then_the_counted_total_then_all_results_decide() -> None:
    """League points are level on purpose: the chain begins after them."""
    scores = {
        "P": (11, 9, 4),
        "Q": (10, 10, 9),
        "R": (11, 8, 8),
        "S": (11, 9, 5),
    }
    number, played = 0, []
    for name, won in scores.items():
        for own in won:
            number += 1
            rival = chr(ord("a") + number)
            played.append(match(number, {name: 1, rival: 2}, scores=[own, 0]))
    evening = Evening(EventId(1), results(*played), GAME_POINTS)

    table = season_table(
        [evening], rule=SeasonRule("best_n", n=2), chain=("best", "counted_total", "all_total")
    )

    assert [name for name in listing(table) if name in scores] == ["S", "P", "R", "Q"]
    assert value(table, "P", "best") == (11, 9)
    assert (value(table, "S", "counted_total"), value(table, "S", "all_total")) == (20, 25)


def test_more_matches_stand_above_fewer() -> None:
    told = results(match(1, in_order("AB")), match(2, dict.fromkeys("ACD", 1), drawn=True))

    table = stage_table(told, rows(_2=(0, 0), _3=(0, 0, 0)), ("points", "matches"))

    assert listing(table)[0] == "A"
    assert ranks(table) == ["1", "2=", "2=", "2="]


def test_a_rematch_with_one_win_each_goes_to_the_next_criterion() -> None:
    first = match(1, in_order("ABCD"), scores=[60, 50, 40, 30])
    middle = match(2, in_order("GBAH"), scores=[90, 84, 80, 1])
    again = match(3, in_order("BAEF"), scores=[80, 70, 60, 50])

    table = stage_table(
        results(first, middle, again),
        rows(_4=(4, 2, 2, 0)),
        ("points", "head_to_head", "score"),
    )

    assert (row_of(table, "A").points, row_of(table, "B").points) == (8, 8)
    assert (value(table, "A", "score"), value(table, "B", "score")) == (210, 214)
    assert listing(table)[:2] == "BA"
    assert len(table.rows) == len({row.player for row in table.rows}) == 8


def test_points_are_measured_against_what_the_seat_gives() -> None:
    def seated(number: int, names: str) -> TableResult:
        table = replace(match(number, in_order(names)), game="dice")
        return replace(
            table,
            seats=tuple(replace(seat, seat=at) for at, seat in enumerate(table.seats, start=1)),
        )

    told = results(seated(1, "AB"), seated(2, "AC"), seated(3, "CB"))
    means = (SeatMean("dice", 2, 1, Fraction(6)), SeatMean("dice", 2, 2, Fraction(2)))

    table = stage_table(
        told, Linear7(), ("points", "seat_adjusted"), StageSettings(seat_means=means)
    )

    assert value(table, "A", "seat_adjusted") == 2
    assert value(table, "C", "seat_adjusted") == (1 - 2) + (7 - 6)
    assert measure_seats(told, Linear7()) == (
        SeatMean("dice", 2, 1, Fraction(7)),
        SeatMean("dice", 2, 2, Fraction(1)),
    )


def test_a_lot_decides_only_where_it_was_drawn_among_all_who_are_level() -> None:
    told = results(match(1, {"A": 1, "B": 1, "C": 1, "D": 4}), names="ABCD")
    some = Lot((player("C"), player("A")))
    everybody = Lot((player("C"), player("A"), player("B")), "17", "2025-03-04", "the organizer")

    partly = stage_table(replace(told, lots=(some,)), Linear7(), ("points", "lot"))
    whole = stage_table(replace(told, lots=(some, everybody)), Linear7(), ("points", "lot"))

    assert ranks(partly) == ["1=", "1=", "1=", "4"]
    assert (listing(whole), ranks(whole)) == ("CABD", ["1", "2", "3", "4"])
    assert value(whole, "A", "lot") == 2
    assert value(whole, "D", "lot") is None


def test_players_level_on_every_visible_criterion_share_the_rank() -> None:
    told = results(match(1, in_order("AC"), scores=[9, 1]), match(2, in_order("BD"), scores=[9, 1]))

    table = stage_table(told, Linear7(), ("points", "score"))

    assert ranks(table) == ["1=", "1=", "3=", "3="]


def test_the_opponents_points_tell_their_terms() -> None:
    standing = stage_standing(results(*OPPONENTS), FOUR_TWO_ONE, ("points", "opponents"))

    points, opponents = explain(standing, player("A"))

    assert [(letter(one.opponent or player("Z")), one.value) for one in opponents.terms] == [
        ("B", 8),
        ("D", 3),
        ("C", 0),
        ("B", 8),
        ("F", 6),
        ("E", 2),
    ]
    assert opponents.value == 27
    assert [(term.match, term.place, term.value) for term in points.terms] == [
        (1, 2, 2),
        (3, 3, 1),
    ]


def test_byes_and_penalties_are_terms_of_the_points() -> None:
    told = results(
        match(1, in_order("AB"), round_=1),
        byes=(bye("A", 2),),
        adjustments=(penalty("A", -2, 9),),
    )

    (points,) = explain(stage_standing(told, Linear7(), ("points",)), player("A"))

    assert [(term.kind, term.value, term.round, term.reason) for term in points.terms] == [
        ("match", 7, 1, None),
        ("bye", 4, 2, None),
        ("adjustment", -2, None, 9),
    ]
    assert points.value == 9


ADDED = [
    "points",
    "average",
    "wins",
    "counted_total",
    "all_total",
    "score",
    "score_average",
    "share_mean",
    "share_total",
    "beaten",
    "opponents",
    "opponents_average",
    "seat_adjusted",
]


@pytest.mark.parametrize("key", ADDED)
def test_the_terms_of_every_criterion_add_up_to_its_value(key: str) -> None:
    told = results(
        scored(1, {"A": 9, "B": 7, "C": 7, "D": 1}),
        scored(2, {"A": 3, "B": 5, "E": 8}),
        adjustments=(penalty("B", -1),),
    )
    standing = stage_standing(told, Linear7(), (key,))

    for row in standing.table.rows:
        (told_why,) = explain(standing, row.player)
        total = sum((term.value for term in told_why.terms if term.counted), Fraction(0))
        assert total / (told_why.divisor or 1) == row.values[0]


def test_the_table_tells_which_criterion_parted_whom() -> None:
    told = results(match(1, in_order("ABCD")), match(2, in_order("EFGH")), match(3, in_order("AX")))

    table = stage_table(told, FOUR_TWO_ONE_TWO, ("wins", "points"))

    assert table.partings == (
        Parting(
            "points",
            1,
            (
                tuple(map(player, "BF")),
                tuple(map(player, "CG")),
                (player("D"), player("H"), player("X")),
            ),
        ),
    )
    assert partings_of(table, player("A")) == ()
    assert partings_of(table, player("X")) == table.partings


FOUR_TWO_ONE_TWO = scheme_from_json({"key": "custom", "rows": {"2": [1, 0], "4": [4, 2, 1, 0]}})
