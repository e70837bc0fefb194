from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.contract import Budget
from league.seating.schedule.bounds import bounds
from league.seating.schedule.draw import Progress, Schedule, schedule
from league.seating.schedule.in_turn import in_turn
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.measures import measure
from league.seating.types import pair
from tests.league.seating.fields import RANDOM
from tests.league.seating.schedule.cases import WHOLE, plain, raw, stored
from tests.tiers import examples

SHORT = Budget(steps=3000)


def assert_valid(instance: Instance, made: Schedule) -> None:
    assert len(made.rounds) == instance.rounds
    for number, tables in enumerate(made.rounds):
        assert [len(table) for table in tables] == list(instance.sizes[number])
        assert sorted(p for table in tables for p in table) == sorted(instance.players_of(number))
    for (number, player), table in instance.fixed.items():
        assert player in made.rounds[number][table]
    assert made.measures == measure(instance, made.rounds)
    assert made.measures.repeats >= bounds(instance).repeats == made.lower_bound
    assert made.measures.repeat_cost >= bounds(instance).cost == made.least_cost
    met = pairs_of(instance.history)
    cost = -sum(times * (times - 1) // 2 for times in met.values())
    met.update(pairs_of(made.rounds))
    assert made.measures.repeat_cost == cost + sum(m * (m - 1) // 2 for m in met.values())


THRICE = {"mix-17b-r5": 10, "mix-29-6-r6": 60}
"""Where the fewest repeats known need one pair all evening, and the cost of a schedule that spares
them: it is the least there can be."""


@pytest.mark.parametrize("name", WHOLE)
def test_every_stored_instance_gets_the_repeats_that_are_known(name: str) -> None:
    instance = stored(name)

    made = schedule(instance, seed=1)

    assert_valid(instance, made)
    if name in THRICE:
        assert made.measures.repeat_cost == made.least_cost == THRICE[name]
    else:
        assert made.measures.repeats == made.measures.repeat_cost == raw(name)["best_known"]
    assert (made.measures.apart_broken, made.measures.club_meetings) == (0, 0)
    equal = len({size for sizes in instance.sizes for size in sizes}) == 1
    assert made.measures.seat_deviation < 1 if equal else made.measures.seat_deviation <= 1.1


@pytest.mark.parametrize(
    ("sizes", "rounds", "cost", "most"),
    [
        ((5, 4, 4, 4), 5, 10, 2),
        ((6, 6, 6, 6, 5), 6, 60, 3),
        ((5, 4, 4, 4, 4, 4), 7, 12, 2),
        ((5, 5, 4, 4, 4, 4), 7, 16, 2),
    ],
)
def test_nobody_sits_with_the_same_person_all_evening(
    sizes: tuple[int, ...], rounds: int, cost: int, most: int
) -> None:
    instance = plain(sizes, rounds, max(4, sizes[-2]))

    for seed in (1, 2):
        made = schedule(instance, seed=seed)

        assert_valid(instance, made)
        assert made.measures.most_meetings <= most < rounds
        assert made.measures.repeat_cost <= cost


def test_nobody_sits_with_the_same_person_all_evening_where_rounds_are_drawn_one_by_one() -> None:
    made = [in_turn(plain((5, 4, 4, 4), 5), RANDOM, seed=seed) for seed in range(4)]

    assert max(one.measures.most_meetings for one in made) <= 3


def test_a_third_meeting_is_dearer_than_two_second_ones_of_others() -> None:
    # Two played twice with each other; somebody of them has to meet somebody again.
    twice = (((0, 1), (2, 3)), ((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    instance = Instance(n=4, sizes=((2, 2),), preferred=2, history=twice)

    made = schedule(instance, seed=1)

    assert made.measures.repeat_cost == made.least_cost == 2
    assert (0, 1) not in pairs_of(made.rounds)


@pytest.mark.parametrize(("tables", "count"), [(25, 8), (250, 10), (1250, 10)])
def test_big_events_have_no_repeat_and_even_seats_on_every_seed(tables: int, count: int) -> None:
    instance = plain((4,) * tables, count)

    first, second = schedule(instance, seed=1), schedule(instance, seed=2)

    assert first.rounds != second.rounds
    for made in (first, second):
        assert (made.measures.repeats, made.stopped_by, made.steps) == (0, "ideal", 0)
        assert made.measures.seat_deviation < 1


@st.composite
def constrained(draw: st.DrawFn) -> Instance:
    """Up to 24 players with absences, history, bans, clubs and a lock."""
    n = draw(st.integers(9, 24))
    rounds = draw(st.integers(1, 4))
    players = st.integers(0, n - 1)
    present = []
    sizes = []
    for _ in range(rounds):
        gone = draw(st.sets(players, max_size=3))
        here = tuple(p for p in range(n) if p not in gone)
        tables = max(1, len(here) // 4)
        row = [len(here) // tables + (t < len(here) % tables) for t in range(tables)]
        present.append(here)
        sizes.append(tuple(row))
    order = draw(st.permutations(range(n)))
    history = (tuple(tuple(order[i : i + 3]) for i in range(0, n - n % 3, 3)),)
    clubs = draw(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=n, max_size=n))
    fixed = {}
    if draw(st.booleans()):
        fixed[0, present[0][0]] = len(sizes[0]) - 1
    return Instance(
        n=n,
        sizes=tuple(sizes),
        present=tuple(present),
        history=history if draw(st.booleans()) else (),
        clubs=tuple(clubs) if draw(st.booleans()) else (),
        fixed=fixed,
    )


@settings(max_examples=examples(60), deadline=None)
@given(instance=constrained(), seed=st.integers(0, 1000))
def test_everybody_present_sits_once_at_a_legal_table_and_locks_are_kept(
    instance: Instance, seed: int
) -> None:
    made = schedule(instance, seed=seed, budget=SHORT)

    assert_valid(instance, made)
    assert made.rounds == schedule(instance, seed=seed, budget=SHORT).rounds


@settings(max_examples=examples(40), deadline=None)
@given(instance=constrained(), ban=st.tuples(st.integers(0, 8), st.integers(0, 8)))
def test_a_ban_is_kept_wherever_there_are_two_tables(
    instance: Instance, ban: tuple[int, int]
) -> None:
    if ban[0] == ban[1] or any(len(sizes) == 1 for sizes in instance.sizes):
        return
    banned = replace(instance, apart=frozenset({pair(*ban)}))

    made = schedule(banned, seed=1, budget=SHORT)

    assert_valid(banned, made)
    assert made.measures.apart_broken == 0
    assert pair(*ban) not in pairs_of(made.rounds)


@settings(max_examples=examples(25), deadline=None)
@given(sizes=st.sampled_from([(4, 4), (4, 3, 3), (4, 4, 4), (5, 4, 4)]), rounds=st.integers(1, 5))
def test_a_further_constraint_never_brings_the_repeats_below_the_bound(
    sizes: tuple[int, ...], rounds: int
) -> None:
    free = plain(sizes, rounds)
    bound = schedule(free, seed=1).lower_bound

    made = schedule(replace(free, apart=frozenset({(0, 1)})), seed=1, budget=SHORT)

    assert made.lower_bound == bound
    assert made.measures.repeats >= bound


@pytest.mark.parametrize(
    ("sizes", "rounds", "cost"),
    [
        ((4, 4, 4, 4, 4, 3, 3), 7, 0),
        ((5, 5, 4, 4, 4, 4, 4, 4, 4), 8, 0),
        ((5, 4, 4), 5, 40),
        ((5, 4, 4, 4, 4), 8, 62),
    ],
)
def test_a_given_split_gets_even_short_tables_at_no_higher_cost_of_repeats(
    sizes: tuple[int, ...], rounds: int, cost: int
) -> None:
    made = schedule(plain(sizes, rounds), seed=1)

    assert_valid(plain(sizes, rounds), made)
    assert made.measures.repeat_cost == cost == made.least_cost
    assert made.measures.short_table_spread == 1


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((6, 6, *[5] * 10), 5), ((6, *[5] * 9), 6), ((*[5] * 10, 4, 4), 7)],
)
def test_a_search_gives_even_short_tables_where_there_is_room(
    sizes: tuple[int, ...], rounds: int
) -> None:
    made = schedule(plain(sizes, rounds, preferred=5), seed=1)

    assert (made.measures.repeats, made.measures.short_table_spread) == (0, 1)
    assert made.stopped_by == "ideal"


def test_dense_rounds_keep_bans_and_clubs_by_the_choice_of_names() -> None:
    # Eight rounds of 32 at tables of four leave pairs who never meet: enough for these.
    clubs = tuple(player // 2 if player < 8 else None for player in range(32))
    instance = replace(
        plain((4,) * 8, 8), apart=frozenset({(30, 31), (28, 29), (26, 27)}), clubs=clubs
    )

    made = schedule(instance, seed=3)

    assert_valid(instance, made)
    assert (made.measures.repeats, made.measures.club_meetings) == (0, 0)
    assert made.measures.apart_broken == 0


def test_late_players_replan_the_rest_without_touching_what_was_played() -> None:
    planned = schedule(plain((4,) * 25, 8), seed=1)
    played = planned.rounds[:3]
    here = tuple(p for p in range(100) if p not in {5, 17, 60})
    rest = Instance(n=100, sizes=((4,) * 23 + (5,),) * 5, present=(here,) * 5, history=played)

    made = schedule(rest, seed=1)

    assert_valid(rest, made)
    assert made.measures.repeats == 0


def test_a_search_tells_what_it_finds_and_stops_when_its_steps_are_over() -> None:
    heard: list[Progress] = []

    made = schedule(
        plain((5, 5, 5, 4), 8), seed=1, budget=Budget(steps=5000), progress=heard.append
    )

    assert (made.stopped_by, made.steps) == ("steps", 5000)
    costs = [step.cost for step in heard]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 1


def test_seconds_stop_a_search() -> None:
    made = schedule(plain((6,) * 6, 7), seed=1, budget=Budget(steps=10**9, seconds=0.05))

    assert made.stopped_by == "time"
