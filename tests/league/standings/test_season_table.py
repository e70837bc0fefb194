# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from dataclasses import replace

import pytest

from league.standings.errors import StandingsError
from league.standings.points import Linear7, scheme_from_json
from league.standings.rules import SeasonRule, rule_from_json, rule_to_json
from league.standings.season import Evening, season_table
from league.standings.settings import StageSettings, fixed
from league.standings.types import (
    JSON,
    ByeResult,
    Entrant,
    EventId,
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


def evening(number: int, *tables: TableResult, played: Results | None = None) -> Evening:
    return Evening(
        EventId(number), Results(tables) if played is None else played, GAME_POINTS, order=number
    )


def meetings(name: str, values: list[int], start: int = 0) -> list[Evening]:
    """One evening for each value; the other seat belongs to X, who gets nothing."""
    return [
        evening(start + n, scored(100 * player(name) + n, {name: value, "X": -99}))
        for n, value in enumerate(values)
    ]


def test_everything_counts_under_sum() -> None:
    evenings = [
        evening(2, scored(2, {"A": 1, "B": 7})),
        evening(1, scored(1, {"A": 5, "B": 3})),
    ]

    table = season_table(evenings, entrants=entrants("AB"))

    assert listing(table) == "BA"
    assert points(table) == {"A": 6, "B": 10}
    assert [cell.event for cell in table.rows[0].cells] == [1, 2]
    assert table.rounds == ((1, 1), (2, 1))


def test_two_matches_in_one_round_are_two_results() -> None:
    first = evening(
        1,
        played=results(
            scored(1, {"A": 70, "X": 0}),
            scored(2, {"A": 80, "Y": 0}),
            scored(3, {"A": 40, "X": 0}, round_=2),
            scored(4, {"A": 30, "X": 0}, round_=3),
        ),
    )

    table = season_table([first], rule=SeasonRule("best_n", n=3))

    row = row_of(table, "A")
    assert row.points == 190
    assert [(cell.points, cell.counted) for cell in row.cells] == [
        (70, True),
        (80, True),
        (40, True),
        (30, False),
    ]


def test_the_best_eight_of_nine_meetings_count_and_a_tenth_of_nothing_changes_nothing() -> None:
    nine = meetings("A", [7, 7, 5, 5, 3, 3, 1, 1, 7])
    rule = SeasonRule("best_n", n=8, unit="evenings")

    after_nine = row_of(season_table(nine, rule=rule), "A")
    tenth = evening(9, scored(999, {"A": 0, "X": -99}))
    with_tenth = row_of(season_table([*nine, tenth], rule=rule), "A")

    assert after_nine.points == with_tenth.points == 38
    assert [cell.counted for cell in after_nine.cells] == [True] * 7 + [False, True]
    assert [cell.counted for cell in with_tenth.cells] == [True] * 7 + [False, True, False]


def test_a_guest_below_the_guest_minimum_is_listed_without_a_rank() -> None:
    guest = Entrant(player("G"), guest=True, sort_key="G")
    rule = SeasonRule("best_n", n=8, unit="evenings", guest_minimum=4)
    three = [*meetings("A", [1] * 7), *meetings("G", [9, 9, 9])]

    table = season_table(three, entrants=(guest, *entrants("AX")), rule=rule)
    fourth = evening(50, scored(999, {"G": 9, "X": -99}))
    later = season_table([*three, fourth], entrants=(guest, *entrants("AX")), rule=rule)

    row = row_of(table, "G")
    assert (row.rank, row.unranked, row.have, row.need) == (None, "below_minimum", 3, 4)
    assert listing(table) == "AXG"
    assert row_of(later, "G").rank == 1


def test_what_is_asked_of_guests_is_not_asked_of_members() -> None:
    guest = Entrant(player("G"), guest=True, sort_key="G")
    rule = SeasonRule("best_n", n=8, unit="evenings", guest_minimum=4)
    three = [*meetings("A", [1, 1, 1]), *meetings("G", [9, 9, 9])]

    table = season_table(three, entrants=(guest, *entrants("AX")), rule=rule)

    assert {name: row_of(table, name).unranked for name in "AXG"} == {
        "A": None,
        "X": None,
        "G": "below_minimum",
    }


def test_a_whole_evening_is_dropped_when_evenings_are_counted() -> None:
    evenings = [
        evening(1, scored(1, {"A": 4, "X": 0}), scored(2, {"A": 5, "X": 0}, round_=2)),
        evening(2, scored(3, {"A": 8, "X": 0})),
        evening(3, scored(4, {"A": 10, "X": 0})),
    ]

    row = row_of(season_table(evenings, rule=SeasonRule("best_n", n=2, unit="evenings")), "A")

    assert row.points == 19
    assert [cell.counted for cell in row.cells] == [True, True, False, True]


def test_stages_of_one_event_are_one_evening() -> None:
    main = evening(1, scored(1, {"A": 4, "X": 0}))
    final = replace(evening(1, scored(2, {"A": 5, "X": 0})), order=2)
    other = evening(3, scored(3, {"A": 8, "X": 0}))

    row = row_of(
        season_table([main, final, other], rule=SeasonRule("best_n", n=1, unit="evenings")), "A"
    )

    assert row.points == 9
    assert [cell.counted for cell in row.cells] == [True, True, False]


def test_a_round_missed_without_points_does_not_stand_for_a_result() -> None:
    first = evening(
        1,
        played=results(
            scored(1, {"A": -5, "X": 0}),
            scored(2, {"A": -3, "X": 0}),
            byes=(ByeResult(player("A"), 2, "no_show"), ByeResult(player("B"), 1, "bye", fixed(4))),
        ),
    )

    table = season_table([first], rule=SeasonRule("best_n", n=1))

    assert points(table) == {"X": 0, "A": -3, "B": 4}


def test_the_order_in_which_evenings_are_given_does_not_matter() -> None:
    same_day = [
        evening(1, scored(1, {"A": 5, "X": 0})),
        evening(1, scored(2, {"A": 5, "X": 0})),
        evening(2, scored(3, {"A": 5, "X": 0})),
    ]
    rule = SeasonRule("best_n", n=1)

    tables = [season_table(order, rule=rule) for order in (same_day, same_day[::-1])]

    assert tables[0] == tables[1]
    assert [cell.match for cell in row_of(tables[0], "A").cells] == [1, 2, 3]


def test_of_equal_results_the_earlier_counts() -> None:
    row = row_of(season_table(meetings("A", [5, 5, 5]), rule=SeasonRule("best_n", n=2)), "A")

    assert [cell.counted for cell in row.cells] == [True, True, False]


def test_a_lucky_single_match_does_not_top_a_league_by_average() -> None:
    # 100 percent in one match, 70 in twenty, 60 in four.
    one = meetings("A", [100], 0)
    many = meetings("B", [100] * 14 + [0] * 6, 10)
    four = meetings("C", [60, 60, 60, 60], 40)

    table = season_table(
        [*one, *many, *four], entrants=entrants("ABCX"), rule=SeasonRule("average", minimum=4)
    )

    assert listing(table) == "BCXA"
    assert ranks(table) == ["1", "2", "3", "-"]
    row = row_of(table, "A")
    assert (row.unranked, row.have, row.need) == ("below_minimum", 1, 4)
    assert row_of(table, "B").average == 70
    assert table.chain == ("average", "points")


def test_averages_divide_by_matches_and_never_by_byes() -> None:
    first = evening(1, played=results(scored(1, {"A": 6, "B": 2}), byes=(bye("A", 2),)))
    valued = replace(first, settings=StageSettings(bye=fixed(10)))

    row = row_of(season_table([valued], rule=SeasonRule("average")), "A")

    assert (row.points, row.average, row.matches) == (16, 6, 1)


def test_nobody_who_joined_later_stands_in_last_years_table() -> None:
    last_year = [evening(1, scored(1, {"A": 5, "B": -2, "C": -3}))]
    later = Entrant(player("D"), enrolled=False, sort_key="D")

    table = season_table(last_year, entrants=(*entrants("ABC"), later))

    assert listing(table) == "ABC"
    assert ranks(table) == ["1", "2", "3"]


def test_an_enrolled_member_without_a_match_comes_last_without_a_rank() -> None:
    table = season_table(
        [evening(1, scored(1, {"A": 5, "B": -2, "C": -3}))], entrants=entrants("ABCD")
    )

    assert listing(table) == "ABCD"
    assert ranks(table) == ["1", "2", "3", "-"]


def test_somebody_who_only_filled_a_seat_is_not_in_the_season() -> None:
    first = Evening(EventId(1), Results((match(1, in_order("GAB"), guests="G"),)), Linear7())

    table = season_table([first])

    assert listing(table) == "AB"
    assert points(table) == {"A": 4, "B": 1}


def test_results_voided_at_one_evening_stay_counted_at_the_others() -> None:
    voided = Entrant(player("A"), state="disqualified", void=True)
    first = evening(1, scored(1, {"A": 5, "B": 3}))
    second = evening(2, played=Results((scored(2, {"A": 9, "B": 1}),), entrants=(voided,)))

    table = season_table([first, second], entrants=entrants("AB"))

    assert points(table) == {"A": 5, "B": 4}
    assert row_of(table, "A").rank == 1
    assert [cell.note for cell in row_of(table, "A").cells] == ["", "void"]


def test_penalties_of_the_season_and_of_its_evenings_both_count_and_are_never_dropped() -> None:
    first = evening(1, played=results(scored(1, {"A": 9, "B": 3}), adjustments=(penalty("A", -2),)))
    second = evening(2, scored(2, {"A": 5, "B": 4}))

    table = season_table(
        [first, second],
        rule=SeasonRule("best_n", n=1),
        adjustments=(penalty("A", -3, 8),),
    )

    assert row_of(table, "A").points == 4
    assert [entry.reason for entry in row_of(table, "A").adjustments] == [1, 8]


def test_the_limit_of_byes_runs_through_the_whole_season() -> None:
    settings = StageSettings(bye=fixed(2), bye_limit=1)
    evenings = [
        Evening(
            EventId(n),
            results(match(n, in_order("ABC")), byes=(bye("D"),)),
            FOUR_TWO_ONE,
            settings,
            order=n,
        )
        for n in (1, 2)
    ]

    row = row_of(season_table(evenings), "D")

    assert row.points == 2
    assert [cell.note for cell in row.cells] == ["", "over_limit"]


def test_equal_points_are_split_by_the_average_then_shared() -> None:
    evenings = [
        evening(1, scored(1, {"A": 6, "B": 3, "C": 3})),
        evening(2, scored(2, {"B": 3, "C": 3, "D": 2})),
    ]

    table = season_table(evenings, entrants=entrants("ABCD"))

    assert [letter(row.player) for row in table.rows] == ["A", "B", "C", "D"]
    assert ranks(table) == ["1", "2=", "2=", "4"]


def test_evenings_may_be_scored_by_different_schemes() -> None:
    wide = rows(_3=(10, 6, 2))
    evenings = [
        Evening(EventId(1), Results((match(1, in_order("ABC")),)), wide, order=1),
        Evening(EventId(2), Results((match(2, in_order("CBA")),)), FOUR_TWO_ONE, order=2),
    ]

    assert points(season_table(evenings)) == {"A": 11, "B": 8, "C": 6}


def test_a_match_counted_in_two_evenings_is_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        season_table([evening(1, scored(1, {"A": 1, "B": 0}))] * 2)

    assert caught.value.code == "match_twice"


@pytest.mark.parametrize(
    "spec",
    [
        {"kind": "sum", "unit": "matches", "minimum": 0, "guest_minimum": None},
        {"kind": "best_n", "unit": "evenings", "minimum": 2, "guest_minimum": 4, "n": 8},
        {"kind": "average", "unit": "matches", "minimum": 4, "guest_minimum": None},
    ],
)
def test_a_stored_rule_is_read_back_unchanged(spec: dict[str, JSON]) -> None:
    assert rule_to_json(rule_from_json(spec)) == spec


@pytest.mark.parametrize(
    ("spec", "code", "field"),
    [
        ([], "object_expected", ""),
        ({}, "unknown_rule", "kind"),
        ({"kind": "worst"}, "unknown_rule", "kind"),
        ({"kind": "best_n"}, "count_expected", "n"),
        ({"kind": "best_n", "n": 0}, "count_expected", "n"),
        ({"kind": "best_n", "n": True}, "count_expected", "n"),
        ({"kind": "sum", "minimum": -1}, "count_expected", "minimum"),
        ({"kind": "sum", "unit": "weeks"}, "unknown_choice", "unit"),
        ({"kind": "sum", "drop": 2}, "unknown_key", "drop"),
    ],
)
def test_a_wrong_rule_is_refused(spec: JSON, code: str, field: str) -> None:
    with pytest.raises(StandingsError) as caught:
        rule_from_json(spec)

    assert (caught.value.code, caught.value.field) == (code, field)


def test_a_scheme_with_own_rows_sums_exact_thirds() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"5": [12, 8, 5, 3, 2]}})
    places = {"A": 1, "B": 2, "C": 2, "D": 2, "E": 5}
    evenings = [
        Evening(EventId(n), Results((match(n, places),)), scheme, order=n) for n in (1, 2, 3)
    ]

    assert row_of(season_table(evenings), "B").points == 16
