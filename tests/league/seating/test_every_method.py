"""A draw fails only where there is no seating, whatever the method, and free wishes are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.contract import Budget, SeatingMethod, plan
from league.seating.errors import SeatingRefused
from league.seating.methods import METHODS
from league.seating.penalties import place_penalties, weights_of
from league.seating.types import (
    Field,
    FieldPlayer,
    GameChoice,
    Objection,
    PlannedTable,
    TableLock,
    pair,
)
from tests.league.seating.fields import FIXED, RANDOM, SNAKE, SWISS, field, game, players
from tests.tiers import examples

DRAWING = [method for method in METHODS if not method.brings_tables]
SHORT = Budget(steps=2000)
NONE = frozenset[int]()


def by_points(
    n: int,
    *,
    needs: frozenset[int] = NONE,
    likes: frozenset[int] = NONE,
    wants: frozenset[int] = NONE,
) -> tuple[FieldPlayer, ...]:
    """Players 1 to n from the best to the last, who has needs or wishes."""
    some = players(n, {i: n - i for i in range(1, n + 1)})
    return (*some[:-1], replace(some[-1], needs=needs, likes=likes, wants=wants))


def table_of(tables: Sequence[PlannedTable], player: int) -> int:
    return next(table.number for table in tables if player in table.players)


@pytest.mark.parametrize("kind", ["needs", "likes"])
@pytest.mark.parametrize("method", DRAWING, ids=lambda method: method.key)
@pytest.mark.parametrize("n", [8, 9, 13])
def test_the_last_of_the_ranking_gets_table_one_where_numbers_can_be_exchanged(
    n: int, method: SeatingMethod, kind: str
) -> None:
    one = frozenset({1})
    last = by_points(n, needs=one) if kind == "needs" else by_points(n, likes=one)
    some = field(n, 4, 5, players=last)

    made = [plan(some, method, seed=seed, budget=SHORT) for seed in (1, 2, 3)]

    assert [table_of(one.tables, n) for one in made] == [1, 1, 1]


def test_exchanging_numbers_changes_nobodys_company_by_standings() -> None:
    free = plan(field(12, 4, 4, players=by_points(12)), SWISS, seed=1)
    bound = plan(field(12, 4, 4, players=by_points(12, needs=frozenset({1}))), SWISS, seed=1)

    companies = [sorted(sorted(table.players) for table in made.tables) for made in (free, bound)]
    assert companies[0] == companies[1] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_a_prescribed_round_gives_its_tables_other_numbers_where_somebody_needs_one() -> None:
    prescribed = ((1, 2, 3, 4), (5, 6, 7, 8))
    some = field(8, 4, 4, players=by_points(8, needs=frozenset({1})), prescribed=prescribed)

    made = plan(some, FIXED, seed=1)

    assert [sorted(table.players) for table in made.tables] == [[5, 6, 7, 8], [1, 2, 3, 4]]


def test_games_change_hands_between_equal_tables_where_somebody_wishes_for_one() -> None:
    some = field(
        8,
        games=(game(4, 4, ruleset=1, copies=1), game(4, 4, ruleset=2, copies=1)),
        players=by_points(8, wants=frozenset({1})),
    )

    for method in DRAWING:
        made = plan(some, method, seed=2)

        assert [p.code for p in made.penalties if p.code == "unmet_wish"] == []


def test_a_snake_keeps_clubs_apart_that_only_a_search_of_every_way_can_part() -> None:
    # Four of one club and four of another at four tables, some of whom need certain tables.
    clubs = (range(1, 5), range(5, 9), range(9, 12))
    apart = frozenset(pair(a, b) for club in clubs for a, b in combinations(club, 2))
    needs = {1: {4}, 2: {3}, 5: {1, 2}, 6: {1, 2}, 9: {2}}
    some = tuple(
        replace(p, needs=frozenset(needs.get(p.id, ())))
        for p in players(13, {i: i for i in range(1, 14)})
    )

    made = plan(field(13, 3, 4, players=some, apart=apart), SNAKE, seed=1)

    for table in made.tables:
        assert not apart.intersection(combinations(sorted(table.players), 2))
        for player in table.players:
            assert table.number in needs.get(player, {table.number})


def test_sizes_are_exchanged_where_all_who_need_a_table_fit_only_the_larger_one() -> None:
    some = tuple(replace(p, needs=frozenset({2})) if p.id <= 5 else p for p in players(9))

    for method in DRAWING:
        made = plan(field(9, 4, 5, players=some), method, seed=1)

        assert [len(table.players) for table in made.tables] == [4, 5]
        assert {table_of(made.tables, player) for player in range(1, 6)} == {2}


def test_needs_that_no_seating_meets_are_refused_by_all_alike() -> None:
    some = tuple(replace(p, needs=frozenset({1})) if p.id <= 6 else p for p in players(9))

    found = []
    for method in DRAWING:
        with pytest.raises(SeatingRefused) as refused:
            plan(field(9, 4, 5, players=some), method, seed=1)
        found.append(refused.value.objections)

    nobody = (Objection("needs_not_found", {"players": (1, 2, 3, 4, 5, 6)}),)
    assert found == [nobody] * len(DRAWING)


@st.composite
def crowded(draw: st.DrawFn) -> Field:
    """A small field full of bans, needs, wishes, refusals, clubs, locks and earlier meetings."""
    n = draw(st.integers(6, 15))
    ids = range(1, n + 1)
    few = st.lists(st.sampled_from(ids), max_size=4, unique=True)
    numbers = st.frozensets(st.integers(1, 3), min_size=1, max_size=2)
    rulesets = st.frozensets(st.integers(1, 2), min_size=1, max_size=1)
    needs, likes, refuses, wants = (
        {player: draw(values) for player in draw(few)}
        for values in (numbers, numbers, rulesets, rulesets)
    )
    clubs = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    pairs = st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=5)
    apart = {pair(a, b) for a, b in draw(pairs) if a != b}
    if draw(st.booleans()):
        same = {(a, b) for a, b in combinations(ids, 2) if clubs[a - 1] == clubs[b - 1] > 0}
        apart |= same
    met = {pair(a, b): draw(st.integers(1, 3)) for a, b in draw(pairs) if a != b}
    locked = draw(st.booleans()) and n >= 9
    kept = (TableLock(number=1, ruleset=1, players=(1, 2, 3)),) if locked else ()
    pinned = {} if locked or draw(st.booleans()) else {draw(st.sampled_from(ids)): 2}
    some = tuple(
        FieldPlayer(
            id=player,
            score=Fraction(draw(st.integers(0, 6))),
            groups=frozenset({clubs[player - 1]}) if clubs[player - 1] else NONE,
            needs=NONE if locked and player < 4 else needs.get(player, NONE),
            likes=likes.get(player, NONE),
            refuses=refuses.get(player, NONE),
            wants=wants.get(player, NONE),
        )
        for player in ids
    )
    return Field(
        players=some,
        games=(GameChoice(ruleset=1, low=3, high=5), GameChoice(ruleset=2, low=3, high=5)),
        met=met,
        apart=frozenset(apart),
        kept=kept,
        pinned=pinned,
    )


def missed(tables: Sequence[PlannedTable], some: Field) -> int:
    """What unmet wishes for tables and games cost."""
    known = {p.id: p for p in some.players}
    return sum(
        penalty.cost
        for table in tables
        for player in table.players
        for penalty in place_penalties(known[player], table.number, table.ruleset, weights_of(some))
    )


@settings(max_examples=examples(60), deadline=None)
@given(some=crowded(), seed=st.integers(0, 99))
def test_every_method_finds_a_plan_where_a_random_draw_does(some: Field, seed: int) -> None:
    try:
        plan(some, RANDOM, seed=seed, budget=SHORT)
    except SeatingRefused:
        return

    for method in DRAWING:
        made = plan(some, method, seed=seed, budget=SHORT)

        met = [
            some.met.get(key, 0)
            for table in made.tables
            for key in combinations(sorted(table.players), 2)
        ]
        assert (made.repeats, made.repeat_cost) == (sum(map(bool, met)), sum(met))
        assert made.lower_bound <= made.repeats
        assert made.least_cost <= made.repeat_cost
        held = {lock.number for lock in some.kept} | set(some.pinned.values())
        free = [table for table in made.tables if table.number not in held]
        for one, other in combinations(free, 2):
            exchanged = (
                replace(one, number=other.number),
                replace(other, number=one.number),
            )
            assert missed((one, other), some) <= missed(exchanged, some)
