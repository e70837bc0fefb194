from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.sheet.coal import coal_of
from games.the_devil_with_it.sheet.limits import first_end, most_after, most_ever
from tests.games.the_devil_with_it.tables import RULES

DEFAULT = DevilWithItOptions()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_default_box_allows_so_much_after_each_round(seats: int) -> None:
    """TD R48, R49."""
    assert [most_after(rounds, DEFAULT, seats) for rounds in (0, 1, 2, 3, 9)] == [
        200,
        700,
        2200,
        4230,
        4230,
    ]
    assert (first_end(DEFAULT, seats), most_ever(DEFAULT, seats)) == (2, 4230)


def test_a_smaller_end_amount_lowers_every_bound() -> None:
    """TD R49."""
    options = RULES.options_from_json({"end_threshold": 600})

    assert (first_end(options, 3), most_after(1, options, 3)) == (1, 700)
    assert most_ever(options, 3) == 590 + 2 * 590 + 100


def test_a_higher_end_amount_raises_the_bound() -> None:
    """TD R49."""
    options = RULES.options_from_json({"end_threshold": 2000})

    assert most_ever(options, 4) == 1990 + 2 * 1270 + 100


def test_where_spaces_lie_close_a_pact_can_lift_somebody_above_the_others() -> None:
    """TD R48: with a fine track the second round brings up to 50 more for each other player."""
    options = RULES.options_from_json({"track": [50, 200, *range(600, 710, 10)]})

    assert [most_after(2, options, seats) for seats in (2, 6)] == [2200 + 50, 2200 + 5 * 50]


def test_extra_rounds_have_no_bound_of_their_own() -> None:
    """TD R45, R49."""
    options = RULES.options_from_json({"end_tie": "extra_round"})

    assert most_ever(options, 3) is None
    assert [most_after(rounds, options, 3) for rounds in (2, 3)] == [2200, 2200 + 2 * 1270 + 100]


def test_a_stake_is_never_above_what_all_coal_can_cover_and_a_sum_of_chips() -> None:
    options = RULES.options_from_json({"coal": {"25": 1, "10": 1}, "oven_mouth_capacity": 5})

    assert most_after(1, options, 2) == 200 + 2 * 30 + 100


@pytest.mark.parametrize(
    ("pieces", "limits"),
    [
        (1, (10, 100)),
        (2, (20, 200)),
        (3, (30, 275)),
        (4, (40, 350)),
        (5, (50, 425)),
        (6, (60, 475)),
        (7, (70, 525)),
        (8, (80, 575)),
        (9, (90, 625)),
        (39, (1270, 1270)),
    ],
)
def test_so_many_pieces_show_amounts_between_limits(pieces: int, limits: tuple[int, int]) -> None:
    assert coal_of(DEFAULT.coal).amounts(pieces) == limits


def test_one_piece_shows_the_value_of_a_piece() -> None:
    coal = coal_of(DEFAULT.coal)

    assert [amount for amount in range(120) if coal.is_reachable(1, amount)] == [
        10,
        20,
        25,
        50,
        75,
        100,
    ]


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(1, 3)), min_size=1, max_size=4))
def test_reachable_amounts_are_those_of_some_handful(kinds: list[tuple[int, int]]) -> None:
    box = tuple(sorted(dict(kinds).items()))
    pieces = [value for value, count in box for _ in range(count)]
    coal = coal_of(box)

    for n in range(len(pieces) + 1):
        handfuls = {sum(some) for some in combinations(pieces, n)}
        found = {amount for amount in range(sum(pieces) + 2) if coal.is_reachable(n, amount)}
        assert found == handfuls
    assert not coal.is_reachable(len(pieces) + 1, sum(pieces))
    assert not coal.is_reachable(1, -1)
