from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.split import (
    check,
    check_field,
    fewest_byes,
    is_feasible,
    nearest_splits,
    splits,
    table_splits,
)
from league.seating.types import Field, GameChoice, SizeRule, TableLock
from tests.league.seating.fields import field, game


def brute(n: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for size in range(low, min(high, n) + 1):
        for rest in brute_from(n - size, low, size):
            yield (size, *rest)


def brute_from(n: int, low: int, largest: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
        return
    for size in range(low, min(largest, n) + 1):
        for rest in brute_from(n - size, low, size):
            yield (size, *rest)


def brute_cost(sizes: tuple[int, ...], preferred: int, below: int, above: Fraction) -> Fraction:
    cost = Fraction(len(set(sizes)) - 1, 20)
    for size in sizes:
        factor = above if size > preferred else Fraction(below)
        cost += factor * (size - preferred) ** 2
    return cost


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (14, (4, 4, 3, 3)),
        (17, (5, 4, 4, 4)),
        (18, (4, 4, 4, 3, 3)),
        (5000, (4,) * 1250),
    ],
)
def test_the_best_sizes_for_tables_of_three_to_six(n: int, expected: tuple[int, ...]) -> None:
    assert splits(n, 3, 6)[0].sizes == expected


def test_seventeen_players_have_alternatives_in_order_of_cost() -> None:
    found = splits(17, 3, 6)

    assert [(s.sizes, s.cost) for s in found[:3]] == [
        ((5, 4, 4, 4), Fraction(31, 20)),
        ((4, 4, 3, 3, 3), Fraction(61, 20)),
        ((5, 5, 4, 3), Fraction(41, 10)),
    ]


def test_at_equal_cost_the_split_with_the_larger_smallest_table_wins() -> None:
    found = splits(18, 3, 6, above=Fraction(1))

    assert found[0].cost == found[1].cost
    assert [s.sizes for s in found[:2]] == [(5, 5, 4, 4), (4, 4, 4, 3, 3)]


@given(
    n=st.integers(1, 40),
    low=st.integers(2, 5),
    width=st.integers(0, 3),
    preferred=st.integers(2, 8),
    below=st.integers(1, 3),
    above=st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(4)]),
    max_tables=st.one_of(st.none(), st.integers(1, 12)),
)
def test_the_first_split_is_as_cheap_as_the_best_of_all(
    n: int,
    low: int,
    width: int,
    preferred: int,
    below: int,
    above: Fraction,
    max_tables: int | None,
) -> None:
    high = low + width
    preferred = min(max(preferred, low), high)
    every = [s for s in brute(n, low, high) if max_tables is None or len(s) <= max_tables]

    found = splits(n, low, high, preferred, Fraction(below), above, max_tables=max_tables)

    assert bool(found) == bool(every)
    if every:
        assert found[0].cost == min(brute_cost(s, preferred, below, above) for s in every)
        assert found[0].cost == brute_cost(found[0].sizes, preferred, below, above)


@given(
    n=st.integers(3, 30),
    weights=st.dictionaries(st.integers(3, 6), st.integers(0, 9).map(Fraction), min_size=4),
)
def test_weights_per_size_replace_the_distance(n: int, weights: dict[int, Fraction]) -> None:
    found = splits(n, 3, 6, weights=weights)

    cheapest = min(
        sum(weights[size] for size in sizes) + Fraction(len(set(sizes)) - 1, 20)
        for sizes in brute(n, 3, 6)
    )
    assert found[0].cost == cheapest


@pytest.mark.parametrize(
    ("low", "high", "impossible"),
    [
        (3, 6, [1, 2]),
        (2, 6, [1]),
        (3, 5, [1, 2]),
        (3, 4, [1, 2, 5]),
        (4, 5, [1, 2, 3, 6, 7, 11]),
        (5, 6, [1, 2, 3, 4, 7, 8, 9, 13, 14, 19]),
        (4, 4, [n for n in range(1, 60) if n % 4]),
    ],
)
def test_exactly_these_numbers_are_impossible(low: int, high: int, impossible: list[int]) -> None:
    refused = [n for n in range(1, 60) if not is_feasible(n, low, high)]

    assert refused == impossible
    assert [n for n in range(1, 60) if check(n, low, high) is not None] == impossible
    assert [n for n in range(1, 60) if not splits(n, low, high)] == impossible


def test_seven_players_at_tables_of_four_or_five_are_told_what_would_help() -> None:
    answer = check(7, 4, 5)

    assert answer is not None
    assert answer.ways_out.byes == 2
    assert answer.ways_out.wider == ((3, 5), (3, 6), (2, 5))
    assert answer.ways_out.near == (5, 8)


def test_two_players_at_tables_of_three_are_not_offered_a_bye() -> None:
    answer = check(2, 3, 6)

    assert answer is not None
    assert answer.ways_out.byes is None
    assert answer.ways_out.near == (3,)


def test_a_table_limit_forces_larger_tables() -> None:
    assert splits(17, 3, 6, max_tables=3)[0].sizes == (6, 6, 5)
    assert splits(19, 3, 6, max_tables=3) == ()
    assert splits(1000, 3, 6, max_tables=200)[0].sizes == (5,) * 200


def brute_games(n: int, games: tuple[GameChoice, ...], preferred: int) -> Fraction | None:
    """The least cost without the price of further sizes, trying everything."""
    if n == 0:
        return Fraction(0)
    if not games:
        return None
    first, rest = games[0], games[1:]
    best: Fraction | None = None
    wish = min(max(preferred, first.low), first.high)
    most = n // first.low if first.copies is None else min(n // first.low, first.copies)
    for tables in range(most + 1):
        for total in range(tables * first.low, min(n, tables * first.high) + 1):
            own = min(
                (
                    brute_cost(s, wish, 1, Fraction(3, 2)) - Fraction(len(set(s)) - 1, 20)
                    for s in brute(total, first.low, first.high)
                    if len(s) == tables
                ),
                default=Fraction(0) if tables == 0 else None,
            )
            others = brute_games(n - total, rest, preferred)
            if own is not None and others is not None:
                best = own + others if best is None else min(best, own + others)
    return best


@given(
    n=st.integers(2, 22),
    ranges=st.lists(
        st.tuples(st.integers(2, 5), st.integers(0, 2), st.one_of(st.none(), st.integers(1, 2))),
        min_size=2,
        max_size=3,
    ),
)
def test_several_games_share_the_tables_at_the_least_cost(
    n: int, ranges: list[tuple[int, int, int | None]]
) -> None:
    games = tuple(
        game(low, low + width, ruleset=10 + place, copies=copies)
        for place, (low, width, copies) in enumerate(ranges)
    )

    found = table_splits(n, Field(players=(), games=games))

    expected = brute_games(n, games, 4)
    assert bool(found) == (expected is not None)
    if expected is not None:
        plain = min(s.cost - Fraction(len(set(s.sizes)) - 1, 20) for s in found)
        assert plain == expected
    for split in found:
        assert sum(split.sizes) == n
        for choice in games:
            used = [
                size
                for size, ruleset in zip(split.sizes, split.rulesets, strict=True)
                if ruleset == choice.ruleset
            ]
            assert all(choice.low <= size <= choice.high for size in used)
            assert choice.copies is None or len(used) <= choice.copies


def test_copies_of_a_game_limit_its_tables() -> None:
    games = (game(3, 6, ruleset=1, copies=2), game(2, 4, ruleset=2, copies=2))

    found = table_splits(16, Field(players=(), games=games))

    assert (found[0].sizes, found[0].rulesets) == ((4, 4, 4, 4), (1, 1, 2, 2))


def test_a_kept_table_uses_up_a_copy_and_a_table() -> None:
    kept = (TableLock(number=1, ruleset=1, players=(91, 92, 93)),)
    limited = Field(players=(), games=(game(copies=2),), kept=kept)
    few = Field(players=(), games=(game(),), kept=kept, sizes=SizeRule(max_tables=2))

    assert [s.sizes for s in table_splits(6, limited)] == [(6,)]
    assert [s.sizes for s in table_splits(6, few)] == [(6,)]


def test_a_fixed_size_takes_only_the_preferred_one() -> None:
    fixed = field(9, size_mode="fixed")

    assert table_splits(9, fixed) == ()
    assert fewest_byes(9, fixed) == 1
    answer = check_field(9, fixed)
    assert answer is not None
    assert answer.ways_out.near == (8, 12)


def test_sixty_tables_with_mixed_games_are_split_exactly() -> None:
    games = tuple(game(3 + i % 2, 4 + i % 3, ruleset=i, copies=12) for i in range(6))

    found = table_splits(240, Field(players=(), games=games))

    assert found[0].sizes == (4,) * 60


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (16, {(4, 4, 4, 4)}),
        (17, {(5, 4, 4, 4)}),
        (19, {(4, 4, 4, 4, 3)}),
        (10, {(5, 5), (4, 3, 3)}),
        (22, {(5, 5, 4, 4, 4), (4, 4, 4, 4, 3, 3)}),
    ],
)
def test_the_nearest_splits_count_a_seat_too_many_like_one_too_few(
    players: int, expected: set[tuple[int, ...]]
) -> None:
    assert {split.sizes for split in nearest_splits(players, 3, 6)} == expected
