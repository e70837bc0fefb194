from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import get
from games.core.errors import MalformedSheet
from games.core.sheet import Level
from games.core.types import JSON, Outcome
from tests.games.kit import codes

RULES = get("free-form").sheet


def filled(rows: list[dict[str, JSON]], options: JSON = None, **table: JSON) -> Any:
    # Any: SheetRules in the catalogue is open in the type of its sheets
    data: JSON = {"seats": rows, **table}
    return RULES.parse(data, seats=len(rows), options=RULES.options_from_json(options))


def points(*values: int | str) -> list[dict[str, JSON]]:
    return [{"points": value} for value in values]


def placed(*values: int) -> list[dict[str, JSON]]:
    return [{"place": value} for value in values]


def test_most_points_win_and_level_players_share_the_place() -> None:
    sheet = filled(points(10, 10, 8, 5))

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome((10, 10, 8, 5), (1, 1, 3, 4), "points")


def test_fewest_points_win_where_the_game_says_so() -> None:
    sheet = filled(points(12, 25, 7, 30), {"higher_wins": False})

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet).places == (2, 3, 1, 4)


def test_decimal_points_are_settled_in_the_smallest_unit() -> None:
    sheet = filled(points("12.5", 3, "-0.5"), {"decimals": 1, "negatives": True})

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet).points == (125, 30, -5)


@pytest.mark.parametrize("written", ["12.55", "1e3", "12,5", "", "٣", 1.5, True])
def test_points_that_are_no_such_number_are_refused_at_their_cell(written: Any) -> None:
    # Any: floats are no JSON of ours, and still somebody sends them
    with pytest.raises(MalformedSheet) as caught:
        filled([{"points": 3}, {"points": written}], {"decimals": 1})

    assert caught.value.path == ("seats", 1, "points")


def test_places_decide_where_both_are_given() -> None:
    rows: list[dict[str, JSON]] = [
        {"points": 10, "place": 1},
        {"points": 7, "place": 3},
        {"points": 7, "place": 2},
    ]
    sheet = filled(rows, {"counts": "both"})

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome((10, 7, 7), (1, 3, 2), "places")


def test_places_follow_from_the_points_where_no_place_is_given() -> None:
    sheet = filled(points(5, 9, 9), {"counts": "both"})

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome((5, 9, 9), (3, 1, 1), "points")


def test_a_place_against_the_points_is_a_warning_at_the_seat_placed_too_well() -> None:
    rows: list[dict[str, JSON]] = [{"points": 7, "place": 1}, {"points": 9, "place": 2}]
    sheet = filled(rows, {"counts": "both"})

    issues = RULES.check(sheet)

    assert [(each.code, each.name, each.level) for each in issues] == [
        ("free_form.places_against_points", "seats.0.place", Level.WARNING)
    ]


def test_dense_places_are_renumbered_when_the_sheet_says_so() -> None:
    sheet = filled(placed(1, 2, 2, 3), {"counts": "places"}, dense_places=True)

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome(None, (1, 2, 2, 4), "places")


def test_dense_places_without_the_flag_name_the_seat_that_does_not_fit() -> None:
    sheet = filled(placed(1, 2, 2, 3), {"counts": "places"})

    issues = RULES.check(sheet)

    assert [(each.code, each.name, dict(each.params)) for each in issues] == [
        (
            "free_form.place_inconsistent",
            "seats.3.place",
            {"place": 3, "better": 3, "expected": 4},
        )
    ]


def test_a_gap_in_dense_places_names_the_seat() -> None:
    sheet = filled(placed(1, 3, 1), {"counts": "places"}, dense_places=True)

    assert [(each.code, each.name) for each in RULES.check(sheet)] == [
        ("free_form.place_gap", "seats.1.place")
    ]


@pytest.mark.parametrize(
    ("sheet", "code", "amount"),
    [
        (points(38000, 27000, 20000, 14000), "total_missing", "1000"),
        (points(38000, 28000, 20000, 14500), "total_surplus", "500"),
    ],
)
def test_a_sum_beside_the_fixed_total_is_a_warning_that_names_the_difference(
    sheet: list[dict[str, JSON]], code: str, amount: str
) -> None:
    issues = RULES.check(filled(sheet, {"fixed_total": 100000}))

    assert codes(issues) == []
    assert codes(issues, Level.WARNING) == [code]
    assert issues[0].params["amount"] == amount


def test_two_errors_that_cancel_out_pass_the_fixed_total() -> None:
    sheet = filled(points(58000, 18000, 14000, 10000), {"fixed_total": 100000})

    assert RULES.check(sheet) == ()


def test_a_drawn_match_has_no_winner() -> None:
    sheet = filled([{}, {}, {}], {"may_be_drawn": True}, drawn=True)

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome(None, (1, 1, 1), "drawn", drawn=True)


@pytest.mark.parametrize(("won", "reason"), [(True, "won"), (False, "lost")])
def test_a_cooperative_table_wins_or_loses_together(won: bool, reason: str) -> None:
    sheet = filled([{}, {}], {"cooperative": True}, won=won)

    assert RULES.check(sheet) == ()
    assert RULES.settle(sheet) == Outcome(None, (1, 1), reason, drawn=not won, sides=(1, 1))


def test_the_target_of_the_match_goes_before_the_target_of_the_game() -> None:
    options: JSON = {"target": 10}

    assert filled(points(1, 2), options).target == 10
    assert filled(points(1, 2), options, target=13).target == 13


@pytest.mark.parametrize(
    ("rows", "options", "table", "expected"),
    [
        (points(1), {}, {}, [("wrong_seat_count", "seats")]),
        ([{"points": 1}, {}], {}, {}, [("points_missing", "seats.1.points")]),
        (points(1, -2), {}, {}, [("points_negative", "seats.1.points")]),
        (points(1, 10**9 + 1), {}, {}, [("points_out_of_range", "seats.1.points")]),
        (
            [{"place": 1}, {"place": 2, "points": 3}],
            {"counts": "places"},
            {},
            [("points_unexpected", "seats.1.points")],
        ),
        (
            [{"points": 1, "place": 1}, {"points": 0}],
            {},
            {},
            [("place_unexpected", "seats.0.place")],
        ),
        (
            [{"place": 1}, {}],
            {"counts": "places"},
            {},
            [("place_missing", "seats.1.place")],
        ),
        (
            [{"place": 1, "points": 4}, {"points": 4}],
            {"counts": "both"},
            {},
            [("place_missing", "seats.1.place")],
        ),
        (placed(1, 3), {"counts": "places"}, {}, [("place_out_of_range", "seats.1.place")]),
        (points(1, 2), {}, {"drawn": True}, [("draw_not_possible", "drawn")]),
        (
            placed(1, 2),
            {"counts": "places", "may_be_drawn": True},
            {"drawn": True},
            [("draw_with_places", "seats.1.place")],
        ),
        ([{}, {}], {"cooperative": True}, {}, [("result_missing", "won")]),
        (points(1, 2), {}, {"won": True}, [("result_unexpected", "won")]),
        (points(1, 2), {}, {"target": 0}, [("target_not_positive", "target")]),
        (
            placed(1, 2),
            {"counts": "places"},
            {"target": 5},
            [("amount_without_points", "target")],
        ),
    ],
)
def test_each_fault_is_reported_at_its_cell(
    rows: list[dict[str, JSON]],
    options: JSON,
    table: dict[str, JSON],
    expected: list[tuple[str, str]],
) -> None:
    issues = RULES.check(filled(rows, options, **table))

    assert [(each.code.removeprefix("free_form."), each.name) for each in issues] == expected


def test_what_is_merely_unfinished_is_forgiven_until_the_end() -> None:
    half: list[dict[str, JSON]] = [{"points": 3}, {}]
    places: list[dict[str, JSON]] = [{"place": 2}, {}]

    assert RULES.check(filled(half), final=False) == ()
    assert RULES.check(filled(places, {"counts": "places"}), final=False) == ()
    assert RULES.check(filled([{}, {}], {"cooperative": True}), final=False) == ()


def test_the_sheet_asks_for_what_the_game_counts() -> None:
    options = RULES.options_from_json(
        {"counts": "both", "target": 10, "may_be_drawn": True, "decimals": 1}
    )

    names = [cell.name for cell in RULES.layout(2, options)]

    assert names == [
        "seats.0.points",
        "seats.0.place",
        "seats.1.points",
        "seats.1.place",
        "dense_places",
        "target",
        "drawn",
    ]


def test_points_that_do_not_decide_may_disagree_with_the_places_which_are_then_needed() -> None:
    options: JSON = {"counts": "both", "places_apart": True}
    apart: list[dict[str, JSON]] = [{"points": 9, "place": 2}, {"points": 5, "place": 1}]

    assert RULES.check(filled(apart, options)) == ()
    assert [issue.name for issue in RULES.check(filled(points(9, 5), options))] == [
        "seats.0.place",
        "seats.1.place",
    ]
