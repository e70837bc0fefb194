from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.schedule.bounds import bounds, least_most, least_spread, shared_pairs
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.library import proven, proven_cost, proven_most, proven_spread
from league.seating.schedule.library import stored as stored_entries
from league.seating.schedule.measures import measure
from league.seating.types import Pair
from tests.laboratory.exact import OutOfTime, at_most, fewer
from tests.laboratory.find import sizes_of
from tests.league.seating.schedule.cases import ALL, all_rounds, plain, raw, stored
from tests.tiers import examples


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
    assert found.repeats == known["repeats"] <= found.cost


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


def cheapest(sizes: tuple[int, ...], rounds: int, played: Counter[Pair] | None = None) -> int:
    """What repeats cost at the least, m(m-1)/2 for a pair that meets m times, of all schedules."""
    ways = [
        Counter(pair for table in tables for pair in combinations(sorted(table), 2))
        for tables in all_rounds(range(sum(sizes)), sizes)
    ]

    def cost(met: Counter[Pair]) -> int:
        return sum(times * (times - 1) // 2 for times in met.values())

    if played is not None:
        starts, left = [played], rounds
    else:
        starts, left = [ways[0]], rounds - 1
    return min(
        cost(sum(others, start)) - (cost(played) if played else 0)
        for start in starts
        for others in combinations_with_replacement(ways, left)
    )


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
    assert bounds(plain(sizes, rounds)).cost <= cheapest(sizes, rounds)


@settings(max_examples=examples(60), deadline=None)
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
    assert bounds(instance).cost <= cheapest(sizes, 1, pairs_of(history))


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
    truth = cheapest(sizes, rounds)

    found = fewer(sizes, rounds, truth + 1, seconds=60)

    assert fewer(sizes, rounds, truth, seconds=60) is None
    assert found is not None
    least, made = found
    assert least == truth == measure(plain(sizes, rounds), made).repeat_cost
    for tables in made:
        assert tuple(len(table) for table in tables) == sizes
        assert sorted(p for table in tables for p in table) == list(range(sum(sizes)))


def cheapest_by_most(sizes: tuple[int, ...], rounds: int) -> dict[int, int]:
    """The least that repeats cost by the most meetings of a pair, by looking at every schedule."""
    ways = [
        [pair for table in tables for pair in combinations(sorted(table), 2)]
        for tables in all_rounds(range(sum(sizes)), sizes)
    ]
    found: dict[int, int] = {}
    for others in combinations_with_replacement(ways, rounds - 1):
        met = Counter(pair for pairs in (ways[0], *others) for pair in pairs)
        most = max(met.values())
        cost = sum(times * (times - 1) // 2 for times in met.values())
        found[most] = min(cost, found.get(most, cost))
    return found


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((3, 3), 4), ((3, 3), 6), ((3, 2), 4), ((2, 2, 2), 4), ((4, 3), 3), ((3, 2, 2), 3)],
)
def test_looking_at_every_way_finds_at_what_cost_no_pair_meets_more_often(
    sizes: tuple[int, ...], rounds: int
) -> None:
    truth = cheapest_by_most(sizes, rounds)

    for most in range(1, rounds + 1):
        limit = min((count for often, count in truth.items() if often <= most), default=None)
        found = fewer(sizes, rounds, 100, seconds=60, most=most)
        if limit is None:
            assert found is None
            continue
        assert found is not None
        figures = measure(plain(sizes, rounds), found[1])
        assert found[0] == figures.repeat_cost == limit
        assert figures.most_meetings <= most
        assert fewer(sizes, rounds, limit, seconds=60, most=most) is None

    for often, cost in truth.items():
        assert least_most(plain(sizes, rounds), cost) <= often


def every_figure(sizes: tuple[int, ...], rounds: int) -> set[tuple[int, int, int]]:
    """Cost of repeats, most meetings of a pair, spread of the larger tables of every schedule."""
    ways = all_rounds(range(sum(sizes)), sizes)
    found = set()
    for others in combinations_with_replacement(ways, rounds - 1):
        figures = measure(plain(sizes, rounds, preferred=min(sizes)), (ways[0], *others))
        found.add((figures.repeat_cost, figures.most_meetings, figures.short_table_spread))
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
        for cost, most, spread in truth:
            assert least_spread(instance, cost, most) <= spread
    for wanted in range(rounds + 1):
        least = min((cost for cost, _, spread in truth if spread <= wanted), default=None)
        found = fewer(sizes, rounds, 100, seconds=60, spread=wanted)
        assert (None if found is None else found[0]) == least


@pytest.mark.parametrize(
    ("sizes", "rounds", "cost", "most", "spread"),
    [
        ((5, 4, 4, 4, 4), 3, 0, 1, 2),
        ((4, 4, 3, 3), 4, 0, 1, 2),
        ((5, 4, 4, 4), 5, 10, 2, 3),
        ((5, 4, 4, 4, 4), 3, 6, 2, 1),
        ((5, 4, 4, 4, 4, 4, 4), 7, 0, 1, 1),
        ((4, 4, 4), 3, 9, 3, 0),
        ((5, 5), 3, 24, 3, 0),
    ],
)
def test_cheap_repeats_force_some_to_short_tables_more_often(
    sizes: tuple[int, ...], rounds: int, cost: int, most: int, spread: int
) -> None:
    assert least_spread(plain(sizes, rounds), cost, most) == spread


def test_nothing_is_said_of_the_spread_where_something_else_is_given() -> None:
    played = (((0, 1, 2, 3, 4), (5, 6, 7, 8)),)
    history = Instance(n=9, sizes=((5, 4),) * 3, history=played)
    absent = Instance(n=10, sizes=((5, 4),) * 3, present=(tuple(range(9)),) * 3)

    assert [least_spread(one, 12, 3) for one in (history, absent)] == [0, 0]
    assert least_spread(plain((5, 4), 1), 0, 1) == 0


@pytest.mark.parametrize("key", ["4-3-3|4", "4-4-3|4", "4-3-3|5"])
def test_that_so_low_a_cost_forces_such_a_spread_is_proven_again(key: str) -> None:
    sizes, rounds = sizes_of(key)
    entry = stored_entries("schedules")[key]
    cost, most, spread = (int(str(entry[field])) for field in ("cost", "most", "spread"))

    assert proven_spread(sizes, rounds, cost, most) == spread > 1
    assert proven_spread(sizes, rounds, cost + 1, most) == 0
    assert proven_spread(sizes, rounds, cost, most + 1) == 0
    few = fewer(sizes, rounds, cost + 1, seconds=60, most=most, spread=spread - 1)
    assert few is None


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    with pytest.raises(OutOfTime):
        fewer((5, 5, 5), 4, 23, seconds=0)


@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("3-3|3", 6),
        ("4-4-3-3|5", 2),
        ("5-5|3", 24),
        ("4-4-3|4", 12),
        ("5-5-3|3", 12),
        ("6-4-4|3", 15),
    ],
)
def test_what_was_proven_in_little_time_is_proven_again(key: str, least: int) -> None:
    sizes, rounds = sizes_of(key)

    assert bounds(plain(sizes, rounds)).cost == least
    assert fewer(sizes, rounds, least, seconds=60) is None
    assert fewer(sizes, rounds, least + 1, seconds=60) is not None


@pytest.mark.parametrize("key", ["4-3-3|4", "5-4|3", "5-4|4"])
def test_that_so_low_a_cost_forces_a_pair_to_meet_so_often_is_proven_again(key: str) -> None:
    sizes, rounds = sizes_of(key)
    cost = bounds(plain(sizes, rounds)).cost
    most = least_most(plain(sizes, rounds), cost)

    assert proven_most(sizes, rounds, cost) == most > 2
    assert fewer(sizes, rounds, cost + 1, seconds=60, most=most - 1) is None
    assert proven_most(sizes, rounds, cost + 1) == 1


def test_no_stored_schedule_undercuts_what_was_proven() -> None:
    for key, entry in stored_entries("schedules").items():
        sizes = [int(size) for size in key.partition("|")[0].split("-")]
        rounds, repeats = int(key.partition("|")[2]), int(str(entry["repeats"]))
        assert proven(sizes, rounds) <= repeats
        cost = int(str(entry["cost"]))
        assert proven_cost(sizes, rounds) <= int(str(entry["bound"])) <= cost
        most, preferred = int(str(entry["most"])), int(str(entry["preferred"]))
        assert proven_most(sizes, rounds, cost) <= most
        instance = plain(sizes, rounds, preferred)
        assert least_spread(instance, cost, most) <= int(str(entry["spread"]))


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


@settings(max_examples=examples(200), deadline=None)
@given(any_schedule())
def test_some_pair_meets_as_often_and_tables_are_as_uneven_as_the_repeats_force(
    case: tuple[Instance, list[list[list[int]]]],
) -> None:
    instance, rounds = case
    found = measure(instance, rounds)

    assert bounds(instance).cost <= found.repeat_cost
    assert found.most_meetings >= least_most(instance, found.repeat_cost)
    least = least_spread(instance, found.repeat_cost, found.most_meetings)
    assert found.short_table_spread >= least


@settings(max_examples=examples(200), deadline=None)
@given(any_schedule())
def test_the_rounds_can_be_put_so_that_the_first_of_them_share_little(
    case: tuple[Instance, list[list[list[int]]]],
) -> None:
    instance, rounds = case
    found = measure(instance, rounds)

    def holds(left: list[list[list[int]]]) -> bool:
        if not left:
            return True
        few = measure(plain(instance.sizes[0], len(left)), left).repeat_cost
        if few > at_most(found.repeat_cost, len(rounds), len(left)):
            return False
        return any(holds(left[:last] + left[last + 1 :]) for last in range(len(left)))

    assert holds(rounds)


@pytest.mark.parametrize(
    ("sizes", "rounds", "cost", "most"),
    [
        ((5, 4, 4, 4), 5, 10, 2),
        ((4, 4), 7, 84, 3),
        ((4, 4), 3, 12, 2),
        ((4, 4, 4, 4), 5, 0, 1),
    ],
)
def test_more_meetings_than_pairs_force_one_pair_to_meet_often(
    sizes: tuple[int, ...], rounds: int, cost: int, most: int
) -> None:
    assert least_most(plain(sizes, rounds), cost) == most
