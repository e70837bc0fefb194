from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.apart import arrange, conflicts
from league.seating.contract import SeatingMethod, plan
from league.seating.errors import SeatingRefused
from league.seating.split import splits
from league.seating.types import Objection, Pair, TableLock, pair
from tests.league.seating.fields import RANDOM, SWISS, all_pairs, field, sizes


def can_be_kept(ids: list[int], table_sizes: tuple[int, ...], apart: frozenset[Pair]) -> bool:
    if not table_sizes:
        return True
    first = ids[0]
    for size in sorted(set(table_sizes)):
        rest_sizes = list(table_sizes)
        rest_sizes.remove(size)
        for others in combinations(ids[1:], size - 1):
            table = (first, *others)
            if any(pair(a, b) in apart for a, b in combinations(table, 2)):
                continue
            rest = [i for i in ids if i not in table]
            if can_be_kept(rest, tuple(rest_sizes), apart):
                return True
    return False


@given(data=st.data(), method=st.sampled_from([RANDOM, SWISS]))
def test_bans_are_kept_whenever_any_seating_keeps_them(
    data: st.DataObject, method: SeatingMethod
) -> None:
    n = data.draw(st.integers(4, 9))
    ids = list(range(1, n + 1))
    pairs = sorted(all_pairs(ids))
    apart = frozenset(data.draw(st.sets(st.sampled_from(pairs), max_size=2 * n)))
    met = data.draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3), max_size=10))
    possible = any(can_be_kept(ids, s.sizes, apart) for s in splits(n, 2, 5))

    some = field(n, low=2, high=5, apart=apart, met=met)

    if possible:
        made = plan(some, method, seed=2)
        together = {pair(a, b) for t in made.tables for a, b in combinations(t.players, 2)}
        assert together & apart == frozenset()
    else:
        with pytest.raises(SeatingRefused) as refused:
            plan(some, method, seed=2)
        assert refused.value.code in ("apart_from_all", "apart_impossible")


def test_everybody_apart_from_everybody_is_refused_naming_somebody() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(8, apart=all_pairs(range(1, 9))), RANDOM, seed=1)

    assert refused.value.objections == (Objection("apart_from_all", {"player": 1}),)


def test_one_player_apart_from_everybody_is_named_and_seating_works_without_the_ban() -> None:
    lonely = frozenset(pair(4, other) for other in range(1, 9) if other != 4)
    some = field(8, apart=lonely)

    with pytest.raises(SeatingRefused) as refused:
        plan(some, SWISS, seed=1)

    assert refused.value.objections == (Objection("apart_from_all", {"player": 4}),)
    assert sizes(plan(replace(some, apart=frozenset()), SWISS, seed=1).tables) == [4, 4]


def test_more_enemies_than_tables_are_named() -> None:
    with pytest.raises(SeatingRefused) as refused:
        plan(field(8, low=4, high=4, apart=all_pairs((2, 5, 8))), RANDOM, seed=1)

    assert refused.value.objections == (
        Objection("apart_impossible", {"players": (2, 5, 8), "tables": 2}),
    )


def test_another_split_is_taken_when_the_best_one_cannot_keep_the_bans() -> None:
    made = plan(field(9, apart=all_pairs((1, 2, 3))), RANDOM, seed=1)

    assert sizes(made.tables) == [3, 3, 3]
    assert sorted(min(t.players) for t in made.tables) == [1, 2, 3]


def test_a_dense_net_of_bans_is_solved() -> None:
    # Twenty players in five circles of four, each circle all enemies: one of each per table.
    apart = frozenset().union(*(all_pairs(range(i, i + 4)) for i in range(1, 20, 4)))

    made = plan(field(20, low=5, high=5, apart=apart), SWISS, seed=1)

    assert (
        sorted(sorted((p - 1) // 4 for p in t.players) for t in made.tables)
        == [[0, 1, 2, 3, 4]] * 4
    )


def test_a_table_kept_by_hand_may_break_a_ban_and_the_plan_says_so() -> None:
    kept = (TableLock(number=1, ruleset=1, players=(1, 2, 3)),)

    made = plan(field(7, apart=frozenset({pair(1, 2)}), kept=kept), RANDOM, seed=1)

    assert [(p.code, p.players, p.table) for p in made.penalties][:1] == [("apart", (1, 2), 1)]


def test_the_exact_search_gives_up_instead_of_hanging() -> None:
    # Eleven enemies at ten tables: impossible, but proving it takes a search.
    enemies = conflicts(range(11), all_pairs(range(11)))
    sizes_apart = [4, 3] * 5

    assert arrange(enemies, sizes_apart, {}, steps=50) == "unknown"
    assert arrange(enemies, [4] * 10, {}) == "impossible"


def test_twelve_enemies_among_forty_get_twelve_tables() -> None:
    made = plan(field(40, apart=all_pairs(range(1, 13))), RANDOM, seed=1)

    assert sorted(sizes(made.tables)) == [3] * 8 + [4] * 4


def test_many_households_in_a_large_hall_are_parted() -> None:
    households = frozenset(pair(i, i + 1) for i in range(1, 300, 2))

    made = plan(field(300, apart=households), SWISS, seed=1)

    together = {pair(a, b) for t in made.tables for a, b in combinations(t.players, 2)}
    assert together & households == frozenset()


def test_two_who_are_kept_apart_are_not_both_held_at_one_table() -> None:
    enemies = {1: {2}, 2: {1}}

    assert arrange(enemies, (2, 2), {1: 0, 2: 0}) == "impossible"
    assert arrange(enemies, (2, 2), {1: 0, 2: 1}) == {1: 0, 2: 1}
    assert arrange({}, (2, 2), {1: 0, 2: 0, 3: 0}) == "impossible"
