# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from fractions import Fraction

import pytest

from league.standings.compute import objections, stage_table
from league.standings.errors import StandingsError
from league.standings.points import Linear7, scheme_from_json
from league.standings.settings import StageSettings, fixed
from league.standings.table import Cell
from league.standings.types import (
    ByeResult,
    ByeValue,
    Entrant,
    EventId,
    MatchId,
    Results,
    TableResult,
)
from tests.league.standings.results import (
    FOUR_TWO_ONE,
    GAME_POINTS,
    bye,
    entrants,
    in_order,
    letter,
    listing,
    match,
    penalty,
    player,
    points,
    ranks,
    results,
    row_of,
    rows,
    scored,
)

ROUND_ONE = (match(1, in_order("BADC")), match(2, in_order("FEHG")))
ROUND_TWO = (match(3, in_order("BFAE"), round_=2), match(4, in_order("HDGC"), round_=2))


@pytest.mark.parametrize(
    ("totals", "shown"),
    [
        ((20, 15, 15, 10, 10, 10, 5), ["1", "2=", "2=", "4=", "4=", "4=", "7"]),
        ((11, 9, 9, 9, 6, 5), ["1", "2=", "2=", "2=", "5", "6"]),
    ],
)
def test_a_rank_is_one_plus_the_number_of_players_strictly_better(
    totals: tuple[int, ...], shown: list[str]
) -> None:
    names = "ABCDEFG"[: len(totals)]
    played = results(scored(1, dict(zip(names, totals, strict=True))), names=names)

    table = stage_table(played, GAME_POINTS, ["points"])

    assert ranks(table) == shown


def test_equals_are_listed_in_neutral_order_however_the_results_came_in() -> None:
    tables = (match(1, in_order("BXYZ"), order=9), match(2, in_order("AUVW"), order=1))
    later = (match(1, in_order("BXYZ"), order=1), match(2, in_order("AUVW"), order=9))

    first = stage_table(results(*tables, names="ZYXWVUBA"), FOUR_TWO_ONE)
    second = stage_table(results(*reversed(later), names="ABUVWXYZ"), FOUR_TWO_ONE)

    assert listing(first) == "ABUXVYWZ"
    assert listing(second) == "ABUXVYWZ"
    assert ranks(first) == ranks(second) == ["1=", "1=", "3=", "3=", "5=", "5=", "7=", "7="]


def test_the_sort_key_goes_before_the_number_of_the_player() -> None:
    played = Results(
        tables=(match(1, {"A": 1, "B": 1}),),
        entrants=(Entrant(player("A"), sort_key="zoe"), Entrant(player("B"), sort_key="ada")),
    )

    assert listing(stage_table(played, Linear7())) == "BA"


def test_criteria_are_compared_one_after_the_other() -> None:
    # A 5 points and 1 win, B 5 points and 2 wins, C 4 points and 1 win.
    scheme = rows(_2=(2, 1))
    played = results(
        match(1, in_order("AX")),
        match(2, in_order("XA")),
        match(3, in_order("XA")),
        match(4, in_order("YA")),
        match(5, in_order("BX")),
        match(6, in_order("BX")),
        match(7, in_order("XB")),
        match(8, in_order("CY")),
        match(9, in_order("CY")),
    )

    table = stage_table(played, scheme, ["points", "wins"])

    wanted = [letter(r.player) for r in table.rows if letter(r.player) in "ABC"]
    assert wanted == ["B", "A", "C"]
    assert row_of(table, "A").values == (5, 1)
    assert row_of(table, "B").values == (5, 2)


def test_wins_first_puts_the_player_with_most_points_last() -> None:
    # A 2 wins 27 points, B and C 2 wins 25, D 1 win 28.
    played = results(
        scored(1, {"A": 13, "X": 0}),
        scored(2, {"A": 14, "X": 0}),
        scored(3, {"B": 12, "X": 0}),
        scored(4, {"B": 13, "X": 0}),
        scored(5, {"C": 12, "X": 0}),
        scored(6, {"C": 13, "X": 0}),
        scored(7, {"D": 14, "X": 0}),
        scored(8, {"D": 14, "X": 15}),
        names="ABCDX",
    )

    table = stage_table(played, GAME_POINTS, ["wins", "points"])

    assert listing(table) == "ABCDX"
    assert ranks(table) == ["1", "2=", "2=", "4", "5"]
    assert row_of(table, "D").points == 28


def test_averages_are_compared_exactly_and_not_as_shown() -> None:
    # C 200 points in 3 matches, D 333 in 5: 66.67 and 66.60, both "67" without decimals.
    c = [scored(n, {"C": value, "X": 0}) for n, value in enumerate((60, 70, 70))]
    d = [scored(10 + n, {"D": value, "X": 0}) for n, value in enumerate((60, 60, 70, 70, 73))]

    table = stage_table(results(*c, *d), GAME_POINTS, ["average"])

    assert listing(table) == "CDX"
    assert row_of(table, "C").values == (Fraction(200, 3),)
    assert row_of(table, "D").values == (Fraction(333, 5),)
    assert ranks(table) == ["1", "2", "3"]


def test_the_chain_says_whether_wins_or_the_share_of_wins_decides() -> None:
    # A 8 wins of 14, B 6 of 10; the winner gets a point.
    scheme = rows(_2=(1, 0))
    a = [match(n, in_order("AX" if n < 8 else "XA")) for n in range(14)]
    b = [match(20 + n, in_order("BY" if n < 6 else "YB")) for n in range(10)]

    by_wins = stage_table(results(*a, *b), scheme, ["wins"])
    by_share = stage_table(results(*a, *b), scheme, ["average"])

    assert listing(by_wins)[:2] == "AB"
    assert listing(by_share)[:2] == "BA"
    assert row_of(by_share, "A").average == Fraction(4, 7)
    assert row_of(by_share, "B").average == Fraction(3, 5)


def test_a_published_table_without_a_result_counts_nowhere() -> None:
    reported = match(6, in_order("BDEF"), round_=3)

    table = stage_table(results(*ROUND_ONE, *ROUND_TWO, reported, names="ABCDEFGH"), FOUR_TWO_ONE)

    played = {letter(row.player): row.matches for row in table.rows}
    assert played == {"A": 2, "G": 2, "H": 2, "C": 2, "B": 3, "D": 3, "E": 3, "F": 3}
    assert row_of(table, "A").average == Fraction(3, 2)
    assert row_of(table, "B").average == Fraction(12, 3)
    assert row_of(table, "D").average == Fraction(5, 3)


def test_a_penalty_lowers_the_total_and_is_listed() -> None:
    totals = {"A": 30, "B": 25, "C": 24, "D": 20, "E": 19, "F": 15, "G": 12, "H": 9}
    played = scored(1, totals)
    before = stage_table(results(played, names="ABCDEFGH"), GAME_POINTS)

    punished = results(played, names="ABCDEFGH", adjustments=(penalty("A", -20, 7),))
    table = stage_table(punished, GAME_POINTS)
    again = stage_table(punished, GAME_POINTS)

    assert listing(table) == "BCDEFGAH"
    assert row_of(table, "A").points == 10
    assert row_of(table, "A").adjustments == (penalty("A", -20, 7),)
    assert again == table
    assert sum(points(table).values()) == sum(points(before).values()) - 20


def test_who_has_not_played_stands_below_players_with_negative_points() -> None:
    played = results(scored(1, {"A": 5, "B": -2, "C": -3}), names="ABCD")

    table = stage_table(played, GAME_POINTS)

    assert listing(table) == "ABCD"
    assert ranks(table) == ["1", "2", "3", "-"]
    assert row_of(table, "D").unranked == "no_match"
    assert table.ranked == 3


def test_low_score_wins_are_wins_everywhere() -> None:
    golf = scheme_from_json({"key": "game_points", "factor": -1})
    played = results(
        match(1, {"A": 2, "B": 3, "C": 1, "D": 4}, scores=[12, 25, 7, 30], higher_wins=False),
        names="ABCD",
    )

    by_place = stage_table(played, Linear7(), ["points", "wins", "places"])
    by_score = stage_table(played, golf, ["points", "wins"])

    assert listing(by_place) == listing(by_score) == "CABD"
    assert row_of(by_place, "C").values == (7, 1, (1, 0, 0, 0))
    assert row_of(by_score, "C").values == (-7, 1)
    assert [found.code for found in objections(played, GAME_POINTS)] == ["wrong_direction"]
    assert objections(played, golf) == ()


@pytest.mark.parametrize(("setting", "win"), [("one", Fraction(1)), ("share", Fraction(1, 2))])
def test_a_shared_victory_is_a_win_for_both_and_nobody_is_second(
    setting: str, win: Fraction
) -> None:
    settings = StageSettings(shared_win="share" if setting == "share" else "one")
    played = results(scored(1, {"A": 10, "B": 10, "C": 8, "D": 5}), names="ABCD")

    table = stage_table(played, Linear7(), ["points", "wins", "places"], settings)

    assert [row.wins for row in table.rows] == [win, win, 0, 0]
    assert [row.places for row in table.rows] == [
        (1, 0, 0, 0),
        (1, 0, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    ]
    assert points(table) == {"A": 6, "B": 6, "C": 3, "D": 1}


def test_a_drawn_table_has_no_winner_and_no_places() -> None:
    played = results(match(1, dict.fromkeys("ABCD", 1), drawn=True), names="ABCD")

    table = stage_table(played, Linear7(), ["points", "wins", "places"])

    assert [row.values for row in table.rows] == [(4, 0, (0, 0, 0, 0))] * 4
    assert [row.matches for row in table.rows] == [1, 1, 1, 1]


def test_low_ties_for_first_are_no_wins() -> None:
    played = results(match(1, {"A": 1, "B": 1, "C": 3}, low_tie=True), names="ABC")

    table = stage_table(played, Linear7(), ["points", "wins", "places"])

    assert [row.values for row in table.rows] == [
        (4, 0, (0, 1, 0)),
        (4, 0, (0, 1, 0)),
        (1, 0, (0, 0, 1)),
    ]


def test_a_bye_brings_its_points_but_is_no_match() -> None:
    played = results(match(1, in_order("ABCD")), names="ABCDE", byes=(bye("E"),))

    table = stage_table(played, FOUR_TWO_ONE, settings=StageSettings(bye=fixed(3)))
    revalued = stage_table(played, FOUR_TWO_ONE, settings=StageSettings(bye=fixed(2)))

    row = row_of(table, "E")
    assert (row.points, row.matches, row.average, row.rank) == (3, 0, None, 2)
    assert row_of(revalued, "E").points == 2


def test_a_bye_stored_with_its_value_keeps_it_when_the_setting_changes() -> None:
    stored = ByeResult(player("E"), 1, "bye", fixed(3))
    played = results(match(1, in_order("ABCD")), names="ABCDE", byes=(stored, bye("F", 2)))

    table = stage_table(played, FOUR_TWO_ONE, settings=StageSettings(bye=fixed(2)))

    assert row_of(table, "E").points == 3
    assert row_of(table, "F").points == 2


def test_only_byes_within_the_limit_are_worth_points() -> None:
    played = results(
        match(1, in_order("ABC")), names="ABCD", byes=(bye("D", 3), bye("D", 1), bye("D", 2))
    )
    settings = StageSettings(bye=fixed(2), bye_limit=1)

    table = stage_table(played, FOUR_TWO_ONE, settings=settings)

    row = row_of(table, "D")
    assert row.points == 2
    assert [(cell.round, cell.points, cell.note) for cell in row.cells] == [
        (1, 2, ""),
        (2, 0, "over_limit"),
        (3, 0, "over_limit"),
    ]


def test_a_bye_may_be_worth_the_mean_of_a_seat_or_ones_own_average() -> None:
    byes = (
        ByeResult(player("A"), 2, "bye", ByeValue("own_average")),
        ByeResult(player("B"), 2, "bye", ByeValue("mean")),
        ByeResult(player("E"), 2, "bye", ByeValue("own_average")),
    )
    played = results(match(1, in_order("ABCD")), names="ABCDE", byes=byes)

    table = stage_table(played, FOUR_TWO_ONE)

    mean = Fraction(7, 4)
    assert points(table) == {"A": 8, "B": 2 + mean, "C": 1, "D": 0, "E": mean}


def test_a_mean_bye_takes_the_nearest_size_with_a_row_larger_first() -> None:
    scheme = rows(_3=(10, 6, 2), _5=(12, 8, 5, 3, 0), _6=(30, 20, 10, 0, 0, 0))
    played = results(names="A", byes=(bye("A"),))

    def worth(size: int) -> Fraction:
        settings = StageSettings(usual_size=size)
        return row_of(stage_table(played, scheme, settings=settings), "A").points

    assert [worth(size) for size in (2, 3, 4, 5, 8)] == [6, 6, Fraction(28, 5), Fraction(28, 5), 10]


def test_own_game_points_have_no_mean_so_a_bye_is_the_own_average() -> None:
    played = results(scored(1, {"A": 10, "B": 4}), names="ABC", byes=(bye("B", 2), bye("C", 2)))

    table = stage_table(played, GAME_POINTS)

    assert points(table) == {"A": 10, "B": 8, "C": 0}


def test_a_late_arrival_has_no_match_in_the_missed_round_and_takes_nothing_from_others() -> None:
    before = stage_table(results(*ROUND_ONE, names="ABCDEFGH"), FOUR_TWO_ONE)
    late = ByeResult(player("I"), 1, "late")
    latecomer = Entrant(player("I"), joined_round=2, sort_key="I")
    played = Results(ROUND_ONE, byes=(late,), entrants=(*entrants("ABCDEFGH"), latecomer))

    table = stage_table(played, FOUR_TWO_ONE)
    valued = stage_table(played, FOUR_TWO_ONE, settings=StageSettings(late=fixed(1)))

    assert table.rows[:8] == before.rows
    row = row_of(table, "I")
    assert (row.points, row.matches, row.rank, row.joined_round) == (0, 0, None, 2)
    assert row.cells == (Cell("late", EventId(0), 1, Fraction(0)),)
    assert row_of(valued, "I").points == 1


def test_who_left_before_the_draw_and_came_back_is_absent_and_gets_nothing() -> None:
    absent = ByeResult(player("E"), 2, "absent")
    played = results(match(1, in_order("ABCDE")), names="ABCDE", byes=(absent,))

    table = stage_table(played, Linear7(), settings=StageSettings(bye=fixed(7)))

    assert row_of(table, "E").points == 1


def test_a_withdrawn_player_keeps_results_and_rank_with_a_mark() -> None:
    dropped = Entrant(player("B"), state="dropped", sort_key="B")
    played = Results(ROUND_ONE, entrants=(*entrants("ACDEFGH"), dropped))

    row = row_of(stage_table(played, FOUR_TWO_ONE), "B")

    assert (row.state, row.rank, row.points) == ("dropped", 1, 4)


def test_voided_results_vanish_for_the_disqualified_and_stay_for_the_others() -> None:
    voided = Entrant(player("D"), state="disqualified", void=True, sort_key="D")
    kept = Entrant(player("D"), state="disqualified", sort_key="D")
    tables = (*ROUND_ONE, *ROUND_TWO)
    others = entrants("ABCEFGH")

    void_table = stage_table(Results(tables, entrants=(*others, voided)), FOUR_TWO_ONE)
    kept_table = stage_table(Results(tables, entrants=(*others, kept)), FOUR_TWO_ONE)

    row = row_of(void_table, "D")
    assert (row.points, row.rank, row.unranked, row.matches) == (0, None, "void", 0)
    assert [cell.note for cell in row.cells] == ["void", "void"]
    assert {**points(void_table), "D": Fraction(3)} == points(kept_table)
    assert row_of(kept_table, "D").rank == 5


def test_a_guest_holds_a_place_and_has_own_points_without_a_rank() -> None:
    played = results(match(1, in_order("GABC"), guests="G"), names="ABC")

    table = stage_table(played, FOUR_TWO_ONE, ["points", "wins"])

    assert listing(table) == "ABCG"
    assert ranks(table) == ["1", "2", "3", "-"]
    assert points(table) == {"A": 2, "B": 1, "C": 0, "G": 4}
    assert row_of(table, "A").wins == 0
    guest = row_of(table, "G")
    assert (guest.unranked, guest.matches, guest.cells[0].points) == ("guest", 1, 4)
    assert table.ranked == 3


def test_a_skipped_guest_leaves_a_shorter_table() -> None:
    played = results(match(1, in_order("GABC"), guests="G"), names="ABC")
    settings = StageSettings(guests_hold_places=False)

    table = stage_table(played, FOUR_TWO_ONE, ["points", "wins"], settings)

    assert points(table) == {"A": 4, "B": 2, "C": 1, "G": 4}
    assert row_of(table, "A").wins == 1


def test_a_table_with_one_player_among_guests_is_scored_as_it_was_played() -> None:
    played = results(match(1, in_order("GAH"), guests="GH"), names="A")
    settings = StageSettings(guests_hold_places=False)

    table = stage_table(played, FOUR_TWO_ONE, ["points"], settings)

    assert row_of(table, "A").points == 2


def test_objections_name_the_matches_a_scheme_cannot_score() -> None:
    played = results(
        match(3, in_order("ABCDE")), match(2, in_order("ABCD")), match(1, in_order("ABCDE"))
    )

    found = objections(played, FOUR_TWO_ONE)

    assert [(one.match, one.code, one.size) for one in found] == [
        (1, "size_not_covered", 5),
        (3, "size_not_covered", 5),
    ]
    assert {one.code for one in objections(played, GAME_POINTS)} == {"scores_needed"}


def test_a_short_row_and_a_long_row_share_ties_each_in_their_own_size() -> None:
    scheme = rows(_3=(10, 6, 2), _4=(11, 7, 4, 2), _5=(12, 8, 5, 3, 2))
    played = results(
        match(1, {"A": 1, "B": 1, "C": 3}), match(2, {"D": 1, "E": 2, "F": 2, "G": 2, "H": 5})
    )

    table = stage_table(played, scheme, ["points"])

    third = Fraction(16, 3)
    assert points(table) == {
        "A": 8,
        "B": 8,
        "C": 2,
        "D": 12,
        "E": third,
        "F": third,
        "G": third,
        "H": 2,
    }


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        ((match(1, in_order("AB")), match(1, in_order("CD"))), "match_twice"),
        ((TableResult(MatchId(1), match(1, in_order("A")).seats * 2),), "seat_twice"),
    ],
)
def test_impossible_results_are_refused(tables: tuple[TableResult, ...], code: str) -> None:
    with pytest.raises(StandingsError) as caught:
        stage_table(Results(tables), Linear7())

    assert caught.value.code == code


def test_a_player_entered_twice_is_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        stage_table(Results(entrants=entrants("AA")), Linear7())

    assert caught.value.code == "entrant_twice"


def test_rows_without_a_rank_are_listed_by_reason_then_points() -> None:
    voided = Entrant(player("E"), state="disqualified", void=True)
    played = Results(
        (match(1, in_order("GAE"), guests="G"),),
        adjustments=(penalty("C", -2), penalty("D", -1)),
        entrants=(*entrants("BCDA"), voided),
    )

    table = stage_table(played, Linear7())

    assert listing(table) == "AEGBDC"
    assert [row.unranked for row in table.rows] == [
        None,
        "void",
        "guest",
        "no_match",
        "no_match",
        "no_match",
    ]


def test_an_empty_stage_lists_its_entrants_without_ranks() -> None:
    table = stage_table(results(names="BA"), Linear7())

    assert listing(table) == "AB"
    assert ranks(table) == ["-", "-"]
    assert stage_table(Results(), Linear7()).rows == ()
