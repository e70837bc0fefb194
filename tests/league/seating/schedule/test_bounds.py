from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.schedule.bounds import bounds, least_most, least_spread, shared_pairs
from league.seating.schedule.instance import Instance
from league.seating.schedule.library import proven, proven_most, proven_spread
from league.seating.schedule.library import stored as stored_entries
from league.seating.schedule.measures import measure
from league.seating.schedule.offline.exact import OutOfTime, at_most, fewer
from league.seating.types import Pair
from tests.league.seating.schedule.cases import ALL, all_rounds, plain, raw, stored


@pytest.mark.parametrize("name", ALL)
def test_the_bounds_of_the_stored_instances_are_those_stored(name: str) -> None:
    found = bounds(stored(name))

    known = raw(name)["lower_bounds"]
    assert isinstance(known, dict)
    assert (found.counting, found.strangers, found.pigeonhole) == (
        known["count"],
        known["player"],
        known["pigeonhole"],
    )
    assert found.repeats == known["repeats"]


def pairs_mask(tables: list[tuple[int, ...]], number: dict[Pair, int]) -> int:
    mask = 0
    for table in tables:
        for a, b in combinations(sorted(table), 2):
            mask |= 1 << number[a, b]
    return mask


def fewest_repeats(n: int, sizes: tuple[int, ...], rounds: int, met: int) -> int:
    """The true minimum, by looking at every schedule."""
    number = {key: i for i, key in enumerate(combinations(range(n), 2))}
    ways = [pairs_mask(tables, number) for tables in all_rounds(range(n), sizes)]
    needed = rounds * sum(s * (s - 1) // 2 for s in sizes)
    unions = {met}
    for _ in range(rounds):
        unions = {union | way for union, way in product(unions, ways)}
    return needed - max((union & ~met).bit_count() for union in unions)


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((2, 2), 4),
        ((3, 2), 3),
        ((3, 3), 3),
        ((2, 2, 2), 3),
        ((4, 3), 3),
        ((3, 2, 2), 3),
        ((4, 4), 3),
        ((5, 3), 2),
        ((6, 2), 2),
        ((3, 3, 2), 2),
        ((3, 3, 3), 2),
    ],
)
def test_no_bound_is_above_what_a_full_enumeration_finds(
    sizes: tuple[int, ...], rounds: int
) -> None:
    least = fewest_repeats(sum(sizes), sizes, rounds, 0)

    assert bounds(plain(sizes, rounds)).repeats <= least


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (2, 2, 2), (5, 2), (4, 4)]),
    order=st.lists(st.permutations(range(8)), min_size=1, max_size=3),
)
def test_no_bound_after_a_history_is_above_what_a_full_enumeration_finds(
    sizes: tuple[int, ...], order: list[list[int]]
) -> None:
    n = sum(sizes)
    number = {key: i for i, key in enumerate(combinations(range(n), 2))}
    history = []
    met = 0
    for shuffled in order:
        seats = iter([p for p in shuffled if p < n])
        tables = [tuple(next(seats) for _ in range(size)) for size in sizes]
        history.append(tuple(tables))
        met |= pairs_mask(tables, number)
    instance = Instance(n=n, sizes=(sizes,), history=tuple(history))

    assert bounds(instance).repeats <= fewest_repeats(n, sizes, 1, met)


def test_absent_players_leave_fewer_fresh_pairs() -> None:
    everybody = plain((3, 3), 2)
    half = Instance(n=6, sizes=((3,), (3,)), present=((0, 1, 2), (0, 1, 2)))

    assert bounds(everybody).repeats == 2
    assert bounds(half).repeats == 3


def test_five_players_at_four_tables_share_a_pair_with_every_round() -> None:
    assert shared_pairs((5, 4, 4, 4), (5, 4, 4, 4)) == 1
    assert shared_pairs((4, 4, 4, 4), (4, 4, 4, 4)) == 0


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((3, 2), 3),
        ((3, 3), 3),
        ((2, 2, 2), 3),
        ((4, 3), 3),
        ((3, 2, 2), 3),
        ((4, 4), 3),
        ((5, 3), 2),
        ((3, 3, 2), 2),
        ((3, 3), 4),
        ((3, 2), 4),
    ],
)
def test_looking_at_every_way_finds_what_trying_every_schedule_finds(
    sizes: tuple[int, ...], rounds: int
) -> None:
    truth = fewest_repeats(sum(sizes), sizes, rounds, 0)

    found = fewer(sizes, rounds, truth + 1, seconds=60)

    assert fewer(sizes, rounds, truth, seconds=60) is None
    assert found is not None
    least, made = found
    assert least == truth == measure(plain(sizes, rounds), made).repeats
    for tables in made:
        assert tuple(len(table) for table in tables) == sizes
        assert sorted(p for table in tables for p in table) == list(range(sum(sizes)))


def fewest_by_most(sizes: tuple[int, ...], rounds: int) -> dict[int, int]:
    """The fewest repeats by the most meetings of a pair, by looking at every schedule."""
    ways = [
        [pair for table in tables for pair in combinations(sorted(table), 2)]
        for tables in all_rounds(range(sum(sizes)), sizes)
    ]
    found: dict[int, int] = {}
    for others in combinations_with_replacement(ways, rounds - 1):
        met = Counter(pair for pairs in (ways[0], *others) for pair in pairs)
        most, repeats = max(met.values()), met.total() - len(met)
        found[most] = min(repeats, found.get(most, repeats))
    return found


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((3, 3), 4), ((3, 3), 6), ((3, 2), 4), ((2, 2, 2), 4), ((4, 3), 3), ((3, 2, 2), 3)],
)
def test_looking_at_every_way_finds_how_few_repeats_go_with_few_meetings_of_a_pair(
    sizes: tuple[int, ...], rounds: int
) -> None:
    truth = fewest_by_most(sizes, rounds)

    for most in range(1, rounds + 1):
        limit = min((count for often, count in truth.items() if often <= most), default=None)
        found = fewer(sizes, rounds, 100, seconds=60, most=most)
        if limit is None:
            assert found is None
            continue
        assert found is not None
        figures = measure(plain(sizes, rounds), found[1])
        assert found[0] == figures.repeats == limit
        assert figures.most_meetings <= most
        assert fewer(sizes, rounds, limit, seconds=60, most=most) is None

    for often, repeats in truth.items():
        assert least_most(plain(sizes, rounds), repeats) <= often


def every_figure(sizes: tuple[int, ...], rounds: int) -> set[tuple[int, int, int]]:
    """Repeats, most meetings of a pair and spread of the larger tables of every schedule."""
    ways = all_rounds(range(sum(sizes)), sizes)
    found = set()
    for others in combinations_with_replacement(ways, rounds - 1):
        figures = measure(plain(sizes, rounds, preferred=min(sizes)), (ways[0], *others))
        found.add((figures.repeats, figures.most_meetings, figures.short_table_spread))
    return found


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((3, 2), 3), ((3, 2), 4), ((4, 3), 3), ((3, 2, 2), 2), ((3, 2, 2), 3), ((3, 3, 2), 2)],
)
def test_no_spread_is_said_to_be_forced_that_trying_every_schedule_undercuts(
    sizes: tuple[int, ...], rounds: int
) -> None:
    truth = every_figure(sizes, rounds)

    for preferred in (min(sizes), max(sizes)):
        instance = plain(sizes, rounds, preferred)
        for repeats, most, spread in truth:
            assert least_spread(instance, repeats, most) <= spread
    for wanted in range(rounds + 1):
        least = min((repeats for repeats, _, spread in truth if spread <= wanted), default=None)
        found = fewer(sizes, rounds, 100, seconds=60, spread=wanted)
        assert (None if found is None else found[0]) == least


@pytest.mark.parametrize(
    ("sizes", "rounds", "repeats", "most", "spread"),
    [
        ((5, 4, 4, 4, 4), 3, 0, 1, 2),
        ((4, 4, 3, 3), 4, 0, 1, 2),
        ((5, 4, 4, 4), 5, 4, 5, 3),
        ((5, 4, 4, 4, 4), 3, 6, 2, 1),
        ((5, 4, 4, 4, 4, 4, 4), 7, 0, 1, 1),
        ((4, 4, 4), 3, 9, 3, 0),
        ((5, 5), 3, 20, 3, 0),
    ],
)
def test_few_repeats_force_some_to_short_tables_more_often(
    sizes: tuple[int, ...], rounds: int, repeats: int, most: int, spread: int
) -> None:
    assert least_spread(plain(sizes, rounds), repeats, most) == spread


def test_nothing_is_said_of_the_spread_where_something_else_is_given() -> None:
    played = (((0, 1, 2, 3, 4), (5, 6, 7, 8)),)
    history = Instance(n=9, sizes=((5, 4),) * 3, history=played)
    absent = Instance(n=10, sizes=((5, 4),) * 3, present=(tuple(range(9)),) * 3)

    assert [least_spread(one, 12, 3) for one in (history, absent)] == [0, 0]
    assert least_spread(plain((5, 4), 1), 0, 1) == 0


@pytest.mark.parametrize("key", ["5-4|4", "5-4-4|4", "5-5-4|4", "4-4-3|4"])
def test_that_so_few_repeats_force_such_a_spread_is_proven_again(key: str) -> None:
    sizes = tuple(int(size) for size in key.partition("|")[0].split("-"))
    rounds = int(key.partition("|")[2])
    entry = stored_entries("schedules")[key]
    repeats, most, spread = (int(str(entry[field])) for field in ("repeats", "most", "spread"))

    assert proven_spread(sizes, rounds, repeats, most) == spread > 1
    assert proven_spread(sizes, rounds, repeats + 1, most) == 0
    assert proven_spread(sizes, rounds, repeats, most + 1) == 0
    few = fewer(sizes, rounds, repeats + 1, seconds=60, most=most, spread=spread - 1)
    assert few is None


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    with pytest.raises(OutOfTime):
        fewer((5, 5, 5), 4, 23, seconds=0)


def test_what_was_proven_in_little_time_is_proven_again() -> None:
    quick = {
        "3-3|3": 5,
        "4-3-3-3|5": 3,
        "4-4-3-3|5": 2,
        "5-5|3": 18,
        "5-5|4": 35,
        "4-4-3|4": 8,
        "5-5-3|3": 9,
        "6-4-4|3": 12,
    }
    for key, least in quick.items():
        sizes = tuple(int(size) for size in key.partition("|")[0].split("-"))
        rounds = int(key.partition("|")[2])
        assert bounds(plain(sizes, rounds)).repeats == least
        assert fewer(sizes, rounds, least, seconds=60) is None


@pytest.mark.parametrize("key", ["3-3|4", "3-3|6", "4-4-3|4", "4-4-4|4"])
def test_that_so_few_repeats_force_a_pair_to_meet_so_often_is_proven_again(key: str) -> None:
    sizes = tuple(int(size) for size in key.partition("|")[0].split("-"))
    rounds = int(key.partition("|")[2])
    repeats = bounds(plain(sizes, rounds)).repeats

    assert least_most(plain(sizes, rounds), repeats) == 4
    assert fewer(sizes, rounds, repeats + 1, seconds=60, most=3) is None
    assert proven_most(sizes, rounds, repeats + 1) == 1


def test_seven_rounds_of_eleven_make_a_pair_meet_three_times() -> None:
    sizes, rounds = (4, 4, 3), 7

    assert least_most(plain(sizes, rounds), bounds(plain(sizes, rounds)).repeats) == 3
    assert fewer(sizes, rounds, 51, seconds=60, most=2) is None


def test_no_stored_schedule_undercuts_what_was_proven() -> None:
    for key, entry in stored_entries("schedules").items():
        sizes = [int(size) for size in key.partition("|")[0].split("-")]
        rounds, repeats = int(key.partition("|")[2]), int(str(entry["repeats"]))
        assert proven(sizes, rounds) <= repeats
        most, preferred = int(str(entry["most"])), int(str(entry["preferred"]))
        assert proven_most(sizes, rounds, repeats) <= most
        instance = plain(sizes, rounds, preferred)
        assert least_spread(instance, repeats, most) <= int(str(entry["spread"]))


@st.composite
def any_schedule(draw: st.DrawFn) -> tuple[Instance, list[list[list[int]]]]:
    """Anybody anywhere, or the same tables again and again."""
    sizes = draw(st.sampled_from([(3, 3), (4, 4, 3), (4, 3, 3), (5, 4), (4, 4, 4, 4), (2, 2, 2)]))
    rounds = []
    order = draw(st.permutations(range(sum(sizes))))
    for _ in range(draw(st.integers(1, 5))):
        if draw(st.booleans()):
            order = draw(st.permutations(range(sum(sizes))))
        seats = iter(order)
        rounds.append([[next(seats) for _ in range(size)] for size in sizes])
    return plain(sizes, len(rounds)), rounds


@settings(max_examples=200, deadline=None)
@given(any_schedule())
def test_some_pair_meets_as_often_and_tables_are_as_uneven_as_the_repeats_force(
    case: tuple[Instance, list[list[list[int]]]],
) -> None:
    instance, rounds = case
    found = measure(instance, rounds)

    assert found.most_meetings >= least_most(instance, found.repeats)
    least = least_spread(instance, found.repeats, found.most_meetings)
    assert found.short_table_spread >= least


@settings(max_examples=200, deadline=None)
@given(any_schedule())
def test_the_rounds_can_be_put_so_that_the_first_of_them_share_little(
    case: tuple[Instance, list[list[list[int]]]],
) -> None:
    instance, rounds = case
    found = measure(instance, rounds)

    def holds(left: list[list[list[int]]]) -> bool:
        if not left:
            return True
        few = measure(plain(instance.sizes[0], len(left)), left).repeats
        if few > at_most(found.repeats, len(rounds), len(left), found.most_meetings):
            return False
        return any(holds(left[:last] + left[last + 1 :]) for last in range(len(left)))

    assert holds(rounds)


@pytest.mark.parametrize(
    ("sizes", "rounds", "repeats", "most"),
    [
        ((5, 4, 4, 4), 5, 4, 5),
        ((4, 4), 7, 56, 3),
        ((4, 4), 3, 8, 3),
        ((4, 4, 4, 4), 5, 0, 1),
        ((4, 4, 4, 4), 5, 3, 2),
    ],
)
def test_few_repeats_force_one_pair_to_meet_often(
    sizes: tuple[int, ...], rounds: int, repeats: int, most: int
) -> None:
    assert least_most(plain(sizes, rounds), repeats) == most
