from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.contract import Budget
from league.seating.penalties import CASUAL, are_near, place_penalties
from league.seating.schedule.comfort import Comfort, Draft, Games, Wishful, _Hall, settle
from league.seating.schedule.draw import schedule
from league.seating.schedule.instance import Instance
from league.seating.schedule.measures import measure
from league.seating.types import Field, FieldPlayer, GameChoice, Pair
from tests.league.seating.schedule.cases import plain
from tests.tiers import examples

ONE, TWO = 1, 2


def wishful(
    players: tuple[FieldPlayer, ...],
    *,
    near: frozenset[Pair] = frozenset(),
    rooms: dict[int, int] | None = None,
) -> Wishful:
    games = tuple(GameChoice(ruleset=game, low=3, high=6) for game in (ONE, TWO))
    return Wishful(Field(players=players, games=games, rooms=rooms or {}), players, near)


def drawn(instance: Instance, seed: int = 1) -> Draft:
    made = schedule(instance, seed=seed, budget=Budget(steps=3000))
    return [[list(table) for table in tables] for tables in made.rounds]


def people(n: int) -> tuple[FieldPlayer, ...]:
    return tuple(FieldPlayer(id=i) for i in range(n))


def with_wishes(n: int, wishes: dict[int, FieldPlayer]) -> tuple[FieldPlayer, ...]:
    return tuple(wishes.get(i, FieldPlayer(id=i)) for i in range(n))


def halves(instance: Instance) -> Games:
    return [[ONE if t % 2 else TWO for t in range(len(sizes))] for sizes in instance.sizes]


def test_nobody_gets_a_game_they_refuse() -> None:
    instance = plain((4, 4, 4, 4), 4)
    players = with_wishes(
        16, {p: FieldPlayer(id=p, refuses=frozenset({1 + p % 2})) for p in range(8)}
    )
    rounds, games = drawn(instance), halves(instance)

    left = settle(instance, rounds, games, wishful(players), random.Random(1))

    assert left.broken == ()
    for tables, row in zip(rounds, games, strict=True):
        for table, game in zip(tables, row, strict=True):
            assert not any(game in players[p].refuses for p in table)


def test_liked_tables_cost_no_repeat_where_names_can_be_exchanged() -> None:
    instance = plain((4, 4, 4, 4), 4)
    players = with_wishes(16, {5: FieldPlayer(id=5, likes=frozenset({3}))})
    rounds, games = drawn(instance), [[ONE] * 4 for _ in range(4)]

    left = settle(instance, rounds, games, wishful(players), random.Random(1))

    assert (left.unmet, measure(instance, rounds).repeats) == (0, 0)
    assert all(5 in tables[2] for tables in rounds)


def test_friends_play_in_one_room_in_every_round() -> None:
    instance = plain((4, 4, 4, 4), 4)
    rooms = {1: 1, 2: 1, 3: 2, 4: 2}
    near = frozenset({(0, 9), (3, 4)})
    rounds, games = drawn(instance), [[ONE] * 4 for _ in range(4)]

    left = settle(
        instance, rounds, games, wishful(people(16), near=near, rooms=rooms), random.Random(1)
    )

    assert (left.unmet, measure(instance, rounds).repeats) == (0, 0)
    for tables in rounds:
        number = {p: t + 1 for t, table in enumerate(tables) for p in table}
        assert all(rooms[number[a]] == rooms[number[b]] for a, b in near)


def test_in_a_large_hall_everybody_who_wishes_finds_a_place_without_a_repeat() -> None:
    instance = plain((4,) * 70, 3)
    players = with_wishes(
        280,
        {p: FieldPlayer(id=p, refuses=frozenset({1 + p % 2})) for p in range(40)}
        | {p: FieldPlayer(id=p, likes=frozenset({p - 39, p - 19, p + 1})) for p in range(40, 60)}
        | {p: FieldPlayer(id=p, wants=frozenset({TWO})) for p in range(60, 90)},
    )
    near = frozenset((p, p + 1) for p in range(100, 140, 2))
    rooms = {t: 1 + t % 5 for t in range(1, 71)}
    rounds, games = drawn(instance), halves(instance)
    before = measure(instance, rounds).repeats

    left = settle(
        instance, rounds, games, wishful(players, near=near, rooms=rooms), random.Random(1)
    )

    assert (left.broken, left.unmet) == ((), 0)
    assert measure(instance, rounds).repeats == before


def test_what_cannot_be_met_is_named() -> None:
    instance = plain((4, 4), 1)
    players = with_wishes(8, {2: FieldPlayer(id=2, refuses=frozenset({ONE, TWO}))})

    left = settle(instance, drawn(instance), halves(instance), wishful(players), random.Random(1))

    assert left.broken == ((2, "refused_game"),)


def test_without_wishes_nothing_moves() -> None:
    instance = plain((4, 4, 3), 3)
    rounds, games = drawn(instance), halves(instance)
    before = [[list(table) for table in tables] for tables in rounds]

    left = settle(instance, rounds, games, wishful(people(11)), random.Random(1))

    assert (left, rounds, games) == (Comfort((), 0, 0), before, halves(instance))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Instance, Wishful]:
    n = draw(st.integers(9, 20))
    count = draw(st.integers(1, 4))
    tables = n // 4
    sizes = tuple(n // tables + (t < n % tables) for t in range(tables))
    gone = draw(st.sets(st.integers(0, n - 1), max_size=2))
    here = tuple(p for p in range(n) if p not in gone)
    short = tuple(
        len(here) // tables + (t < len(here) % tables) for t in range(tables) if len(here)
    )
    present = (tuple(range(n)),) * (count - 1) + (here,)
    instance = Instance(
        n=n,
        sizes=(sizes,) * (count - 1) + (short,),
        present=present,
        clubs=tuple(draw(st.lists(st.sampled_from([None, 1, 2]), min_size=n, max_size=n))),
    )
    some = st.frozensets(st.integers(1, tables), max_size=2)
    taste = st.sampled_from([frozenset[int](), frozenset({ONE}), frozenset({TWO})])
    players = tuple(
        FieldPlayer(id=p, wants=draw(taste), likes=draw(some))
        if p % 2
        else FieldPlayer(id=p, refuses=draw(taste))
        for p in range(n)
    )
    pairs = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=4))
    near = frozenset((min(a, b), max(a, b)) for a, b in pairs if a != b)
    rooms = {t: t % 2 for t in range(1, tables + 1)}
    return instance, wishful(players, near=near, rooms=rooms)


def price_of(instance: Instance, rounds: Draft, games: Games, wanted: Wishful) -> int:
    """Meetings, clubs, short tables and wishes at the room's prices, counted anew."""
    total = measure(instance, rounds).cost
    for tables, row in zip(rounds, games, strict=True):
        number = {p: t + 1 for t, table in enumerate(tables) for p in table}
        for p, t in number.items():
            found = place_penalties(wanted.players[p], t, row[t - 1], CASUAL)
            total += sum(penalty.cost for penalty in found)
        for a, b in wanted.near:
            if a in number and b in number:
                total += CASUAL.near * (not are_near(wanted.field, number[a], number[b]))
    return total


@settings(max_examples=examples(20), deadline=None)
@given(cases(), st.integers(0, 5))
def test_exchanges_keep_the_rounds_whole_and_never_make_the_sum_dearer(
    case: tuple[Instance, Wishful], seed: int
) -> None:
    instance, wanted = case
    rounds, games = drawn(instance), halves(instance)
    before = [[list(table) for table in tables] for tables in rounds]

    left = settle(instance, rounds, games, wanted, random.Random(seed))

    for number, tables in enumerate(rounds):
        assert sorted(len(t) for t in tables) == sorted(len(t) for t in before[number])
        assert sorted(p for t in tables for p in t) == sorted(instance.players_of(number))
        assert Counter(games[number]) == Counter(halves(instance)[number])
    now = price_of(instance, rounds, games, wanted)
    assert now <= price_of(instance, before, halves(instance), wanted)
    assert left.price == now - measure(instance, rounds).cost


@settings(max_examples=examples(40), deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_every_exchange_changes_the_price_by_what_it_says(
    case: tuple[Instance, Wishful], dice: random.Random
) -> None:
    instance, wanted = case
    hall = _Hall(instance, drawn(instance), halves(instance), wanted, dice)
    for _ in range(10):
        before = price_of(instance, *hall.copy(), wanted)
        number = dice.randrange(instance.rounds)
        one, other = dice.sample(range(len(hall.rounds[number])), 2)
        a, b = (dice.choice(hall.rounds[number][t]) for t in (one, other))
        exchanges: list[Callable[[], int]] = [
            partial(hall.renumber, number, one, other),
            partial(hall.regame, number, one, other),
            partial(hall.swap, number, a, b),
        ]
        change = dice.choice(exchanges)()
        assert price_of(instance, *hall.copy(), wanted) - before == change
