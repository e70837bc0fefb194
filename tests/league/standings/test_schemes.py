# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

from fractions import Fraction

import pytest

from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.points import SCHEMES, Beaten, Linear7, Podium, example_rows, scheme_from_json
from league.standings.types import JSON, TableResult
from tests.league.standings.results import GAME_POINTS, in_order, match, rows

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
GRAND_PRIX: dict[str, JSON] = {"3": [10, 6, 2], "4": [11, 7, 4, 2], "5": [12, 8, 5, 3, 2]}


def fractions(*told: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in told)


def table(*places: int, drawn: bool = False, low_tie: bool = False) -> TableResult:
    names = "ABCDEF"[: len(places)]
    return match(1, dict(zip(names, places, strict=True)), drawn=drawn, low_tie=low_tie)


@pytest.mark.parametrize(
    ("size", "row"),
    [
        (2, fractions("7", "1")),
        (3, fractions("7", "4", "1")),
        (4, fractions("7", "5", "3", "1")),
        (5, fractions("7", "5.5", "4", "2.5", "1")),
        (6, fractions("7", "5.8", "4.6", "3.4", "2.2", "1")),
    ],
)
def test_seven_to_one_is_spaced_evenly_at_every_size(size: int, row: tuple[Fraction, ...]) -> None:
    scheme = Linear7()

    assert scheme.row(size) == row
    assert scheme.mean_per_seat(size) == 4


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 12])
def test_the_share_of_beaten_opponents_has_a_mean_of_one_half(size: int) -> None:
    row = Beaten().row(size)

    assert row == tuple(Fraction(size - place, size - 1) for place in range(1, size + 1))
    assert Beaten().mean_per_seat(size) == HALF


def test_one_list_pays_nothing_after_its_end_and_is_cut_at_short_tables() -> None:
    scheme = Podium()

    assert scheme.row(2) == (5, 3)
    assert scheme.row(5) == (5, 3, 1, 0, 0)


def test_own_rows_tell_their_mean_per_seat() -> None:
    scheme = scheme_from_json(
        {"key": "custom", "rows": {"3": [5, 3, 1], "4": [5, 3, 2, 1], "5": [6, 4, 3, 2, 1]}}
    )

    means = [scheme.mean_per_seat(size) for size in (3, 4, 5, 6)]

    assert means == [3, Fraction(11, 4), Fraction(16, 5), None]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_scale_may_give_every_size_the_same_mean(size: int) -> None:
    scheme = scheme_from_json({"key": "custom", "rows": GRAND_PRIX})

    assert scheme.mean_per_seat(size) == 6


@pytest.mark.parametrize(
    ("places", "paid"),
    [
        ((1, 2, 2, 4), fractions("11", "5.5", "5.5", "2")),
        ((1, 1, 3), fractions("8", "8", "2")),
        ((1, 2, 2, 2, 5), fractions("12", "16/3", "16/3", "16/3", "2")),
        ((1, 1, 1, 1), fractions("6", "6", "6", "6")),
    ],
)
def test_tied_seats_share_the_points_of_the_places_they_cover(
    places: tuple[int, ...], paid: tuple[Fraction, ...]
) -> None:
    scheme = scheme_from_json({"key": "custom", "rows": GRAND_PRIX})

    assert scheme.award(table(*places)) == paid


@pytest.mark.parametrize(
    ("places", "paid"),
    [
        ((1, 1, 3, 4), fractions("3", "3", "1", "0")),
        ((1, 2, 2, 4), fractions("4", "1.5", "1.5", "0")),
        ((1, 2, 3, 3), fractions("4", "2", "0.5", "0.5")),
        ((1, 2, 2, 2), fractions("4", "1", "1", "1")),
    ],
)
def test_joint_places_of_four_two_one_nothing(
    places: tuple[int, ...], paid: tuple[Fraction, ...]
) -> None:
    assert rows(_4=(4, 2, 1, 0)).award(table(*places)) == paid


def test_a_table_of_six_may_pay_only_the_first_three() -> None:
    scheme = rows(_6=(6, 4, 2, 0, 0, 0))

    assert scheme.award(table(1, 2, 3, 4, 5, 6)) == (6, 4, 2, 0, 0, 0)


@pytest.mark.parametrize(
    ("ties", "paid"),
    [
        ("share", fractions("3", "3", "1")),
        ("full", fractions("4", "4", "1")),
        ("low", fractions("2", "2", "1")),
        ("share_up", fractions("3", "3", "1")),
    ],
)
def test_the_tie_rule_decides_what_two_winners_get(ties: str, paid: tuple[Fraction, ...]) -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"3": [4, 2, 1]}, "ties": ties})

    assert scheme.award(table(1, 1, 3)) == paid


@pytest.mark.parametrize(
    ("ties", "paid", "conserving"),
    [
        ("share_up", fractions("3", "2", "2", "0"), False),
        ("share", fractions("3", "1.5", "1.5", "0"), True),
    ],
)
def test_rounding_shares_up_is_known_not_to_conserve_points(
    ties: str, paid: tuple[Fraction, ...], conserving: bool
) -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"4": [3, 2, 1, 0]}, "ties": ties})

    assert scheme.award(table(1, 2, 2, 4)) == paid
    assert scheme.conserving is conserving


def test_rounding_up_leaves_untied_halves_alone() -> None:
    scheme = scheme_from_json({"key": "linear7", "ties": "share_up"})

    assert scheme.award(table(1, 2, 3, 4, 5)) == fractions("7", "5.5", "4", "2.5", "1")


def test_an_outcome_with_low_ties_pays_the_lowest_place_whatever_the_scheme_says() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"4": [4, 2, 1, 0]}, "ties": "full"})

    assert scheme.award(table(1, 1, 3, 4, low_tie=True)) == (2, 2, 1, 0)


def test_a_drawn_table_has_its_own_value_unlike_a_shared_first_place() -> None:
    scheme = scheme_from_json(
        {"key": "custom", "rows": {"4": [5, 0, 0, 0]}, "ties": "full", "drawn": 1}
    )

    assert scheme.award(table(1, 1, 1, 1, drawn=True)) == (1, 1, 1, 1)
    assert scheme.award(table(1, 1, 1, 1)) == (5, 5, 5, 5)


def test_a_drawn_table_pays_the_mean_where_no_value_is_set() -> None:
    assert Linear7().award(table(1, 1, 1, drawn=True)) == (4, 4, 4)


def test_a_drawn_table_with_low_ties_pays_the_last_place_to_everybody() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"3": [5, 2, 1]}, "drawn": 3})

    assert Linear7().award(table(1, 1, 1, drawn=True, low_tie=True)) == (1, 1, 1)
    assert scheme.award(table(1, 1, 1, drawn=True, low_tie=True)) == (3, 3, 3)


def test_the_games_own_points_are_cut_at_the_cap_and_multiplied() -> None:
    scheme = scheme_from_json({"key": "game_points", "factor": "1/2", "cap": 10})

    paid = scheme.award(match(1, in_order("ABC"), scores=[12, 9, -3]))

    assert paid == fractions("5", "4.5", "-1.5")


def test_places_alone_cannot_be_scored_by_the_games_own_points() -> None:
    assert GAME_POINTS.objection(has_scores=False, higher_wins=None) == "scores_needed"
    with pytest.raises(StandingsError) as caught:
        GAME_POINTS.award(match(1, in_order("ABC")))
    assert caught.value.code == "scores_needed"


def test_a_game_in_which_few_points_win_needs_a_negative_factor() -> None:
    golf = scheme_from_json({"key": "game_points", "factor": -1})

    assert GAME_POINTS.objection(has_scores=True, higher_wins=False) == "wrong_direction"
    assert golf.objection(has_scores=True, higher_wins=False) is None
    assert golf.objection(has_scores=True, higher_wins=True) == "wrong_direction"


@pytest.mark.parametrize(
    ("spec", "code", "field", "params"),
    [
        ("linear7", "object_expected", "", {}),
        ({"key": "linear8"}, "unknown_scheme", "key", {"key": "linear8"}),
        ({}, "unknown_scheme", "key", {"key": "None"}),
        ({"key": "linear7", "tie": "low"}, "unknown_key", "tie", {"key": "tie"}),
        ({"key": "linear7", "ties": "first"}, "unknown_choice", "ties", {"choice": "first"}),
        ({"key": "beaten", "drawn": "1e3"}, "number_malformed", "drawn", {}),
        ({"key": "beaten", "drawn": 0.5}, "number_malformed", "drawn", {}),
        ({"key": "beaten", "drawn": True}, "number_malformed", "drawn", {}),
        ({"key": "beaten", "drawn": "1/0"}, "number_malformed", "drawn", {}),
        ({"key": "beaten", "drawn": 10**10}, "number_too_large", "drawn", {"limit": 10**9}),
        (
            {"key": "custom", "rows": {"4": [1, 2, 4, 0]}},
            "row_rises",
            "rows.4.1",
            {"size": 4, "place": 2},
        ),
        (
            {"key": "custom", "rows": {"4": [4, 2, 1]}},
            "place_missing",
            "rows.4.3",
            {"size": 4, "place": 4},
        ),
        (
            {"key": "custom", "rows": {"4": [4, None, 1, 0]}},
            "place_missing",
            "rows.4.1",
            {"size": 4, "place": 2},
        ),
        (
            {"key": "custom", "rows": {"3": [4, 2, 1, 0]}},
            "place_surplus",
            "rows.3.3",
            {"size": 3, "place": 4},
        ),
        (
            {"key": "custom", "rows": {"1": [4]}},
            "size_out_of_range",
            "rows.1",
            {"low": 2, "high": 12},
        ),
        ({"key": "custom", "rows": {}}, "rows_missing", "rows", {}),
        ({"key": "custom"}, "rows_missing", "rows", {}),
        ({"key": "custom", "rows": {"4": "4210"}}, "list_expected", "rows.4", {}),
        ({"key": "podium", "points": []}, "list_empty", "points", {}),
        ({"key": "podium", "points": [3, 5]}, "list_row_rises", "points.1", {"place": 2}),
        ({"key": "podium", "points": [3, -1]}, "list_row_rises", "points.2", {"place": 3}),
        ({"key": "podium", "points": [3, ""]}, "list_place_missing", "points.1", {"place": 2}),
        ({"key": "podium", "points": [1] * 13}, "list_too_long", "points", {"places": 12}),
        ({"key": "game_points", "factor": 0}, "factor_zero", "factor", {}),
    ],
)
def test_a_wrong_scheme_is_refused_with_the_place_of_the_mistake(
    spec: JSON, code: str, field: str, params: dict[str, str | int]
) -> None:
    with pytest.raises(StandingsError) as caught:
        scheme_from_json(spec)

    assert (caught.value.code, caught.value.field, caught.value.params) == (code, field, params)


def test_level_neighbours_and_negative_values_are_allowed() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"4": [4, 2, 2, "-1/2"]}})

    assert scheme.row(4) == (4, 2, 2, -HALF)


@pytest.mark.parametrize(
    "spec",
    [
        {"key": "linear7", "ties": "low", "drawn": "7/2"},
        {"key": "beaten", "ties": "share", "drawn": None},
        {"key": "podium", "ties": "full", "drawn": None, "points": ["10", "11/2", "0"]},
        {"key": "custom", "ties": "share_up", "drawn": "1", "rows": {"3": ["4", "2", "1"]}},
        {"key": "game_points", "factor": "-1/3", "cap": "10", "drawn": None},
    ],
)
def test_a_stored_scheme_is_read_back_unchanged(spec: dict[str, JSON]) -> None:
    assert scheme_from_json(spec).to_json() == spec


def test_every_scheme_can_be_read_by_its_key() -> None:
    assert [scheme.key for scheme in SCHEMES] == [
        "linear7",
        "beaten",
        "podium",
        "custom",
        "vtes36",
        "pinburgh",
        "papa",
        "paderborn",
        "newport",
        "bga",
        "pool10",
        "winner",
        "game_points",
        "table_share",
        "raw_bonus",
        "place_plus_score",
        "win_bonus",
    ]


def test_a_size_without_a_row_is_known_before_anybody_is_seated() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": GRAND_PRIX})

    assert [scheme.covers(size) for size in range(1, 7)] == [False, False, True, True, True, False]


def test_the_scoring_page_has_an_example_for_each_size_with_a_row() -> None:
    scheme = scheme_from_json({"key": "custom", "rows": {"2": [3, 1], "4": [4, 2, 1, 0]}})

    two, four = example_rows(scheme)

    assert (two.size, two.points, two.mean) == (2, (3, 1), 2)
    assert (two.tied_places, two.tied_points, two.drawn_points) == ((1, 1), (2, 2), 2)
    assert (four.size, four.points, four.mean) == (4, (4, 2, 1, 0), Fraction(7, 4))
    assert (four.tied_places, four.tied_points) == (
        (1, 2, 2, 4),
        fractions("4", "1.5", "1.5", "0"),
    )


def test_where_the_games_points_count_the_example_is_a_game() -> None:
    few_win = scheme_from_json({"key": "game_points", "factor": -1})
    riichi = scheme_from_json({"key": "raw_bonus", "bonus": {"4": [15, 5, -5, -15]}})

    (own,) = example_rows(GAME_POINTS, [3])
    (low,) = example_rows(few_win, [3])
    (four,) = example_rows(riichi)

    assert (own.scores, own.points, own.mean) == ((6, 4, 2), (6, 4, 2), None)
    assert (low.scores, low.points) == ((2, 4, 6), (-2, -4, -6))
    assert (four.size, four.scores) == (4, (45_000, 35_000, 25_000, 15_000))
    assert four.points == (30, 10, -10, -30)


@pytest.mark.parametrize("known", SCHEMES)
def test_every_scheme_has_an_example_for_every_size_it_covers(known: type[PointsScheme]) -> None:
    spec: dict[str, JSON] = {"key": known.key}
    if known.key == "custom":
        spec["rows"] = GRAND_PRIX
    scheme = scheme_from_json(spec)

    rows = example_rows(scheme)

    assert [row.size for row in rows] == [size for size in range(2, 7) if scheme.covers(size)]
    for row in rows:
        assert len(row.points) == row.size
        assert list(row.points) == sorted(row.points, reverse=True)
        if row.mean is not None:
            assert sum(row.points) == row.mean * row.size


def test_rounding_up_never_lifts_a_tie_above_the_best_place_it_covers() -> None:
    scheme = scheme_from_json({"key": "beaten", "ties": "share_up"})

    assert scheme.award(table(1, 2, 3, 3)) == (1, 2 * THIRD, THIRD, THIRD)
