# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
"""Rows and results of schemes that clubs and tournaments have published under a name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from league.standings.compute import objections
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.types import JSON, Results, TableResult
from tests.league.standings.results import match, scored

THIRD = Fraction(1, 3)
RIICHI: dict[str, JSON] = {"key": "raw_bonus", "bonus": {"4": [50, 10, -10, -30]}}


def fractions(*told: int | str) -> tuple[Fraction, ...]:
    return tuple(Fraction(value) for value in told)


def table(*places: int, drawn: bool = False, low_tie: bool = False) -> TableResult:
    names = "ABCDEFG"[: len(places)]
    return match(1, dict(zip(names, places, strict=True)), drawn=drawn, low_tie=low_tie)


def of_scores(*scores: int) -> TableResult:
    return scored(1, dict(zip("ABCDEFG", scores, strict=False)))


def paid(spec: JSON, result: TableResult) -> tuple[Fraction, ...]:
    return scheme_from_json(spec).award(result)


@pytest.mark.parametrize(
    ("key", "size", "row", "mean"),
    [
        ("vtes36", 3, fractions(60, 36, 12), 36),
        ("vtes36", 4, fractions(60, 48, 24, 12), 36),
        ("vtes36", 5, fractions(60, 48, 36, 24, 12), 36),
        ("pinburgh", 3, fractions(3, "1.5", 0), Fraction(3, 2)),
        ("pinburgh", 4, fractions(3, 2, 1, 0), Fraction(3, 2)),
        ("papa", 3, fractions(4, 2, 1), Fraction(7, 3)),
        ("papa", 4, fractions(4, 2, 1, 0), Fraction(7, 4)),
        ("paderborn", 3, fractions(5, 3, 1), 3),
        ("paderborn", 4, fractions(5, 3, 2, 1), Fraction(11, 4)),
        ("paderborn", 5, fractions(6, 4, 3, 2, 1), Fraction(16, 5)),
        ("newport", 3, fractions(10, 6, 2), 6),
        ("newport", 4, fractions(11, 7, 4, 2), 6),
        ("newport", 5, fractions(12, 8, 5, 3, 2), 6),
        ("bga", 2, fractions(2, 0), 1),
        ("bga", 3, fractions(4, 2, 0), 2),
        ("bga", 4, fractions(6, 4, 2, 0), 3),
        ("bga", 5, fractions(8, 6, 4, 2, 0), 4),
        ("bga", 6, fractions(10, 8, 6, 4, 2, 0), 5),
        ("pool10", 2, fractions("40/3", "20/3"), 10),
        ("pool10", 3, fractions(15, 10, 5), 10),
        ("pool10", 4, fractions("200/11", "120/11", "80/11", "40/11"), 10),
        ("winner", 4, fractions(5, 0, 0, 0), Fraction(5, 4)),
    ],
)
def test_a_named_scheme_pays_its_row_and_tells_its_mean_per_seat(
    key: str, size: int, row: tuple[Fraction, ...], mean: Fraction
) -> None:
    scheme = scheme_from_json({"key": key})

    assert scheme.row(size) == row
    assert scheme.mean_per_seat(size) == mean


@pytest.mark.parametrize(
    ("key", "sizes"),
    [
        ("vtes36", [3, 4, 5]),
        ("pinburgh", [3, 4]),
        ("papa", [3, 4]),
        ("paderborn", [3, 4, 5]),
        ("newport", [3, 4, 5]),
        ("bga", [2, 3, 4, 5, 6]),
        ("pool10", [2, 3, 4, 5, 6]),
        ("winner", [2, 3, 4, 5, 6]),
        ("raw_bonus", [3, 4]),
    ],
)
def test_a_named_scheme_knows_the_table_sizes_it_has_no_row_for(key: str, sizes: list[int]) -> None:
    scheme = scheme_from_json({"key": key})

    assert [size for size in range(2, 7) if scheme.covers(size)] == sizes


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 2, 4), fractions(11, "5.5", "5.5", 2)),
        ((1, 1, 3), fractions(8, 8, 2)),
        ((1, 2, 2, 2, 5), fractions(12, "16/3", "16/3", "16/3", 2)),
        ((1, 1, 1, 1), fractions(6, 6, 6, 6)),
    ],
)
def test_unbroken_ties_of_the_newport_grand_prix_are_split(
    places: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    assert paid({"key": "newport"}, table(*places)) == points


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 1, 3, 4), fractions(3, 3, 1, 0)),
        ((1, 2, 2, 4), fractions(4, "1.5", "1.5", 0)),
        ((1, 2, 3, 3), fractions(4, 2, "0.5", "0.5")),
        ((1, 2, 2, 2), fractions(4, 1, 1, 1)),
    ],
)
def test_joint_places_under_papa_share_four_two_one_nothing(
    places: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    assert paid({"key": "papa"}, table(*places)) == points


def test_ties_taking_full_points_leave_no_share() -> None:
    result = table(1, 1, 3)

    assert paid({"key": "papa", "ties": "full"}, result) == (4, 4, 1)
    assert paid({"key": "papa"}, result) == (3, 3, 1)


def test_a_commander_pod_rounds_shares_up_and_hands_out_seven_points() -> None:
    spec: JSON = {
        "key": "custom",
        "rows": {"3": [3, 2, 1], "4": [3, 2, 1, 0]},
        "ties": "share_up",
        "drawn": 1,
    }

    assert paid(spec, table(1, 2, 2, 4)) == (3, 2, 2, 0)
    assert paid(spec, table(1, 2, 2, 2)) == (3, 1, 1, 1)
    assert paid(spec, table(1, 1, 1, 1, drawn=True)) == (1, 1, 1, 1)
    assert not scheme_from_json(spec).conserving


def test_only_the_winner_is_paid_and_a_drawn_table_pays_one_each() -> None:
    assert paid({"key": "winner"}, table(1, 2, 3, 4)) == (5, 0, 0, 0)
    assert paid({"key": "winner"}, table(1, 1, 1, 1, drawn=True)) == (1, 1, 1, 1)
    assert paid({"key": "winner", "win": 3, "drawn": 0}, table(1, 1, 1, drawn=True)) == (0, 0, 0)
    assert paid({"key": "winner"}, table(1, 1, 3)) == fractions("5/2", "5/2", 0)


def test_the_share_of_the_table_is_exact() -> None:
    assert paid({"key": "table_share"}, of_scores(10, 8, 7, 5)) == fractions(
        "1/3", "4/15", "7/30", "1/6"
    )


def test_a_short_table_may_be_raised_by_its_average_per_missing_seat() -> None:
    short = of_scores(10, 6, 8)

    assert paid({"key": "table_share", "full_size": 4}, short) == fractions("5/16", "3/16", "1/4")
    assert paid({"key": "table_share"}, short) == fractions("5/12", "1/4", "1/3")
    assert scheme_from_json({"key": "table_share", "full_size": 4}).mean_per_seat(3) == Fraction(
        1, 4
    )


def test_a_table_without_points_is_shared_equally() -> None:
    assert paid({"key": "table_share"}, of_scores(0, 0, 0)) == (THIRD, THIRD, THIRD)


def test_tied_riichi_places_share_their_bonus() -> None:
    result = of_scores(41_900, 24_800, 24_800, 8_500)

    assert paid(RIICHI, result) == fractions("61.9", "-5.2", "-5.2", "-51.5")


def test_the_pot_of_a_riichi_table_leaves_the_sum_at_zero() -> None:
    spec: JSON = {
        "key": "raw_bonus",
        "pot": 20,
        "bonus": {"4": [15, 5, -5, -15]},
        "zero_sum": True,
    }

    result = paid(spec, of_scores(40_000, 30_000, 20_000, 10_000))

    assert result == fractions(45, 5, -15, -35)
    assert sum(result) == 0


def test_a_zero_sum_scheme_points_out_the_match_that_does_not_add_up() -> None:
    spec: JSON = {"key": "raw_bonus", "pot": 20, "zero_sum": True}
    good, bad = of_scores(40_000, 30_000, 20_000, 10_000), of_scores(38_000, 27_000, 20_000, 14_000)

    scheme = scheme_from_json(spec)

    assert objections(Results((good,)), scheme) == ()
    (objection,) = objections(Results((bad,)), scheme)
    assert (objection.match, objection.code) == (1, "sum_not_zero")


@pytest.mark.parametrize(
    ("centres", "points"),
    [
        ((5, 4, 5, 5, 4, 5, 4), (5505, 2004, 5505, 5505, 2004, 5505, 2004)),
        ((0, 5, 0, 17, 0, 5, 7), (2000, 4505, 2000, 7017, 2000, 4505, 6007)),
    ],
)
def test_carnage_adds_the_own_centres_to_shared_place_points(
    centres: tuple[int, ...], points: tuple[int, ...]
) -> None:
    spec: JSON = {
        "key": "place_plus_score",
        "places": {"key": "custom", "rows": {"7": [1000 * n for n in range(7, 0, -1)]}},
    }

    assert paid(spec, of_scores(*centres)) == points


def test_the_hundred_point_table_pays_for_playing_centres_and_the_first_three() -> None:
    spec: JSON = {
        "key": "place_plus_score",
        "places": {"key": "podium", "points": [38, 14, 7]},
        "playing": 1,
    }

    result = paid(spec, of_scores(5, 4, 5, 5, 4, 5, 4))

    assert result == fractions("20.75", 5, "20.75", "20.75", 5, "20.75", 5)
    assert sum(result) == 98


def test_a_bonus_for_winning_goes_on_top_of_any_scheme() -> None:
    spec: JSON = {"key": "win_bonus", "scheme": {"key": "pinburgh"}, "bonus": 2}

    assert paid(spec, table(1, 2, 3, 4)) == (5, 2, 1, 0)
    assert scheme_from_json(spec).row(4) == (5, 2, 1, 0)
    assert scheme_from_json(spec).mean_per_seat(4) == 2
    own_points: JSON = {"key": "win_bonus", "scheme": {"key": "game_points"}, "bonus": 10}
    assert paid(own_points, of_scores(7, 3)) == (17, 3)


def test_tied_winners_share_the_bonus_or_each_get_it_whole() -> None:
    spec: dict[str, JSON] = {"key": "win_bonus", "scheme": {"key": "pinburgh"}, "bonus": 2}

    assert paid(spec, table(1, 1, 3, 4)) == fractions("3.5", "3.5", 1, 0)
    assert paid({**spec, "shared": "one"}, table(1, 1, 3, 4)) == fractions("4.5", "4.5", 1, 0)


def test_there_is_no_bonus_where_nobody_won() -> None:
    spec: JSON = {"key": "win_bonus", "scheme": {"key": "pinburgh"}, "bonus": 2}

    assert paid(spec, table(1, 1, 1, 1, drawn=True)) == fractions("1.5", "1.5", "1.5", "1.5")
    assert paid(spec, table(1, 1, 3, 4, low_tie=True)) == (2, 2, 1, 0)


@pytest.mark.parametrize(
    ("spec", "code", "field"),
    [
        ({"key": "winner", "win": 0}, "win_not_positive", "win"),
        ({"key": "raw_bonus", "unit": 0}, "unit_not_positive", "unit"),
        ({"key": "raw_bonus", "pot": -1}, "negative_number", "pot"),
        ({"key": "raw_bonus", "bonus": {"4": [1, 2, 0, 0]}}, "row_rises", "bonus.4.1"),
        ({"key": "raw_bonus", "bonus": {"4": [3, 2, 1]}}, "place_missing", "bonus.4.3"),
        ({"key": "raw_bonus", "zero_sum": "yes"}, "unknown_choice", "zero_sum"),
        ({"key": "table_share", "full_size": 1}, "size_out_of_range", "full_size"),
        ({"key": "place_plus_score", "factor": 0}, "factor_zero", "factor"),
        (
            {"key": "place_plus_score", "places": {"key": "custom", "rows": {"3": [1, 2, 3]}}},
            "row_rises",
            "places.rows.3.1",
        ),
        (
            {"key": "place_plus_score", "places": {"key": "game_points"}},
            "unknown_scheme",
            "places.key",
        ),
        ({"key": "win_bonus", "scheme": {"key": "win_bonus"}}, "unknown_scheme", "scheme.key"),
        ({"key": "win_bonus", "scheme": 4}, "object_expected", "scheme"),
        ({"key": "win_bonus", "bonus": -1}, "negative_number", "bonus"),
        ({"key": "win_bonus", "shared": "all"}, "unknown_choice", "shared"),
    ],
)
def test_a_wrong_setting_is_refused_by_the_field_it_stands_in(
    spec: JSON, code: str, field: str
) -> None:
    with pytest.raises(StandingsError) as caught:
        scheme_from_json(spec)

    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize("key", ["table_share", "raw_bonus", "place_plus_score"])
def test_schemes_of_scores_refuse_games_without_or_with_few_points_winning(key: str) -> None:
    scheme = scheme_from_json({"key": key})

    assert scheme.objection(has_scores=False, higher_wins=None) == "scores_needed"
    assert scheme.objection(has_scores=True, higher_wins=False) == "wrong_direction"
    assert scheme.objection(has_scores=True, higher_wins=True) is None
