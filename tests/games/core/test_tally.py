from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.game import Played
from games.core.tally import Tally, spread, wilson
from games.core.types import Outcome

BOTS = ("random", "random", "smart")


def _match(
    places: tuple[int, ...],
    points: tuple[int, ...] | None = None,
    *,
    starts: tuple[str, ...] = ("a", "b", "c"),
    length: int = 4,
    drawn: bool = False,
    low_tie: bool = False,
) -> Played:
    ended = Outcome(points, places, "end", drawn=drawn, low_tie=low_tie)
    return Played(ended, length, starts, 10)


def _figures(*matches: Played, scale: int = 1) -> dict[str, Any]:  # figures are of mixed kinds
    tally = Tally()
    for match in matches:
        tally.add(match)
    return tally.figures(BOTS, "rounds", scale)


def test_a_shared_win_is_a_part_of_a_win_for_each() -> None:
    found = _figures(_match((1, 1, 3)), _match((2, 3, 1)))

    assert found["wins_by_seat"] == [0.5, 0.5, 1]
    assert found["mean_place_by_seat"] == [1.5, 2, 2]
    assert found["ties"] == {"first": 1, "any": 1, "nobody_won": 0}


def test_a_tie_behind_the_winner_is_a_tie_but_no_shared_win() -> None:
    found = _figures(_match((1, 2, 2)))

    assert found["ties"] == {"first": 0, "any": 1, "nobody_won": 0}
    assert found["wins_by_seat"] == [1, 0, 0]


def test_nobody_wins_where_the_outcome_says_so() -> None:
    found = _figures(_match((1, 1, 1), drawn=True))

    assert found["wins_by_seat"] == [0, 0, 0]
    assert found["ties"] == {"first": 0, "any": 1, "nobody_won": 1}
    assert found["mean_place_by_seat"] == [1, 1, 1]


def test_those_who_lose_together_count_as_the_lowest_place_they_cover() -> None:
    found = _figures(_match((1, 2, 2), low_tie=True), _match((1, 1, 1), low_tie=True))

    assert found["mean_place_by_seat"] == [2, 3, 3]
    assert found["wins_by_seat"] == [1, 0, 0]


def test_wins_and_places_are_told_by_start_and_by_bot_too() -> None:
    found = _figures(_match((1, 2, 3)), _match((3, 2, 1), starts=("c", "b", "a")))

    assert found["wins_by_start"] == {"a": 2, "b": 0, "c": 0}
    assert found["mean_place_by_start"] == {"a": 1, "b": 2, "c": 3}
    assert {bot: row["wins"] for bot, row in found["by_bot"].items()} == {"random": 1, "smart": 1}
    assert [row["fair_share"] for row in found["by_bot"].values()] == [0.666667, 0.333333]


def test_a_match_cut_before_the_start_was_known_counts_by_seat_alone() -> None:
    found = _figures(_match((1, 2, 3), starts=()))

    assert found["wins_by_start"] == {}
    assert found["wins_by_seat"] == [1, 0, 0]


def test_points_are_shown_in_the_units_of_the_sheet() -> None:
    found = _figures(_match((1, 2, 3), (125, 100, -5)), scale=10)

    assert found["points"]["distribution"] == {"-0.5": 1, "10": 1, "12.5": 1}
    assert [found["points"][key] for key in ("min", "median", "max")] == [-0.5, 10, 12.5]
    assert [row["mean"] for row in found["points"]["by_seat"]] == [12.5, 10, -0.5]


def test_a_game_of_places_has_no_points() -> None:
    assert _figures(_match((1, 2, 3)))["points"] is None


def test_no_match_at_all_has_figures_too() -> None:
    found = _figures()

    assert found["wins_by_seat"] == [0, 0, 0]
    assert found["mean_place_by_seat"] == [None, None, None]


def test_mean_deviation_interval_and_quantiles_are_those_of_the_counts() -> None:
    found = spread({6: 2, 2: 1, 4: 1})

    assert found == {
        "mean": 4.5,
        "ci95": [2.623477, 6.376523],
        "sd": 1.914854,
        "min": 2,
        "p5": 2,
        "median": 4,
        "p95": 6,
        "max": 6,
    }


@pytest.mark.parametrize(
    ("wins", "many", "interval"),
    [
        (Fraction(0), 10, [0, 0.277533]),
        (Fraction(10), 10, [0.722467, 1]),
        (Fraction(50), 100, [0.403832, 0.596168]),
    ],
)
def test_the_interval_of_a_share_is_wilsons(
    wins: Fraction, many: int, interval: list[float]
) -> None:
    assert wilson(wins, many) == interval


_MATCHES = st.lists(
    st.permutations((1, 2, 3)).map(lambda places: _match(tuple(places), tuple(places)))
    | st.sampled_from([_match((1, 1, 1)), _match((1, 1, 3), length=9), _match((1, 2, 2))]),
    max_size=12,
)


@given(matches=_MATCHES, at=st.integers(0, 12))
def test_parts_added_in_any_order_give_the_same_sum(matches: list[Played], at: int) -> None:
    parts = [Tally(), Tally()]
    for index, match in enumerate(matches):
        parts[index < at].add(match)
    forward, backward, whole = Tally(), Tally(), Tally()
    for part in parts:
        forward.merge(part)
    for part in reversed(parts):
        backward.merge(part)
    for match in matches:
        whole.add(match)

    assert forward == backward == whole
    assert forward.figures(BOTS, "rounds") == whole.figures(BOTS, "rounds")
