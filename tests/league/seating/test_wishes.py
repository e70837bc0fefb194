from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.contract import plan
from league.seating.errors import SeatingRefused
from league.seating.split import table_splits
from league.seating.types import Field, FieldPlayer, Objection, SizeRule, Split, pair
from league.seating.wishes import tastes, total_cost, unmet, wished_splits
from tests.league.seating.fields import BALANCED, RANDOM, everyone, field, game, players, sizes

TWO_GAMES = (game(3, 5, ruleset=1), game(2, 4, ruleset=2))


def wishing(n: int, **wishes: dict[int, set[int]]) -> tuple[FieldPlayer, ...]:
    wants, refuses = wishes.get("wants", {}), wishes.get("refuses", {})
    return tuple(
        replace(
            player,
            wants=frozenset(wants.get(player.id, ())),
            refuses=frozenset(refuses.get(player.id, ())),
        )
        for player in players(n)
    )


def tried_unmet(seats: dict[int, int], people: tuple[FieldPlayer, ...]) -> int | None:
    places = [ruleset for ruleset, count in seats.items() for _ in range(count)]
    found = [
        sum(bool(p.wants) and r not in p.wants for p, r in zip(people, order, strict=True))
        for order in set(permutations(places))
        if not any(r in p.refuses for p, r in zip(people, order, strict=True))
    ]
    return min(found, default=None)


@given(data=st.data())
def test_the_unmet_wishes_are_as_few_as_trying_everything_finds(data: st.DataObject) -> None:
    seats = {1: data.draw(st.integers(1, 3)), 2: data.draw(st.integers(1, 3)), 3: 1}
    n = sum(seats.values())
    subsets = st.sets(st.integers(1, 3), max_size=2)
    people = tuple(
        FieldPlayer(
            id=i, wants=frozenset(data.draw(subsets)), refuses=frozenset(data.draw(subsets))
        )
        for i in range(1, n + 1)
    )
    # A wish for a refused game is none.
    people = tuple(replace(p, wants=p.wants - p.refuses) for p in people)

    assert unmet(seats, tastes(people, frozenset(seats))) == tried_unmet(seats, people)


def test_the_tables_follow_the_wishes() -> None:
    wants = {i: {1} for i in range(1, 6)} | {i: {2} for i in range(6, 10)}
    some = field(9, games=TWO_GAMES, players=wishing(9, wants=wants))

    made = plan(some, RANDOM, seed=1)

    assert {t.ruleset: sorted(t.players) for t in made.tables} == {
        1: [1, 2, 3, 4, 5],
        2: [6, 7, 8, 9],
    }
    assert [p.code for p in made.penalties if p.code == "unmet_wish"] == []


def test_a_wish_gives_way_to_the_sizes_when_it_would_cost_more() -> None:
    some = field(8, games=TWO_GAMES, players=wishing(8, wants={1: {2}, 2: {2}}))
    cheap = replace(some, sizes=SizeRule(wish=Fraction(1, 100)))

    dear_split, cheap_split = (wished_splits(f.players, f, 1)[0] for f in (some, cheap))

    assert (dear_split.sizes, dear_split.unmet) == ((4, 4), 0)
    assert sorted(dear_split.rulesets) == [1, 2]
    assert total_cost(cheap_split, cheap) <= total_cost(dear_split, cheap)


def test_nobody_plays_a_refused_game() -> None:
    refuses = {i: {1} for i in (2, 3, 5)}
    some = field(12, games=TWO_GAMES, players=wishing(12, refuses=refuses))

    for seed in range(5):
        made = plan(some, BALANCED, seed=seed)

        game_of = {player: t.ruleset for t in made.tables for player in t.players}
        assert [game_of[i] for i in (2, 3, 5)] == [2, 2, 2]


def test_a_player_who_refuses_everything_is_named() -> None:
    some = field(8, games=TWO_GAMES, players=wishing(8, refuses={4: {1, 2}}))

    with pytest.raises(SeatingRefused) as refused:
        plan(some, RANDOM, seed=1)

    assert refused.value.objections == (Objection("no_game_left", {"player": 4}),)


def test_refusals_that_fill_no_table_are_named() -> None:
    copies = (game(3, 5, ruleset=1), game(3, 4, ruleset=2, copies=1))
    some = field(9, games=copies, players=wishing(9, refuses={i: {1} for i in range(1, 7)}))

    with pytest.raises(SeatingRefused) as refused:
        plan(some, RANDOM, seed=1)

    assert refused.value.objections == (
        Objection("refusal_not_found", {"players": (1, 2, 3, 4, 5, 6)}),
    )


def test_copies_owned_limit_what_wishes_can_get() -> None:
    games = (game(3, 5, ruleset=1), game(3, 4, ruleset=2, copies=1))
    some = field(12, games=games, players=wishing(12, wants={i: {2} for i in range(1, 9)}))

    made = plan(some, RANDOM, seed=1)

    assert Counter(t.ruleset for t in made.tables) == {1: 2, 2: 1}
    assert sum(p.code == "unmet_wish" for p in made.penalties) == 4


@given(n=st.integers(4, 16))
def test_without_wishes_the_split_is_the_plain_one(n: int) -> None:
    some = field(n, games=TWO_GAMES)

    plain, wished = table_splits(n, some, keep=1)[0], wished_splits(some.players, some, 1)[0]

    assert (wished.cost, wished.unmet) == (plain.cost, 0)


def test_a_split_that_forces_fewer_repeats_wins_when_repeats_weigh_enough() -> None:
    met = dict.fromkeys([pair(a, b) for a in range(1, 6) for b in range(a + 1, 6)], 1)
    some = field(10, met=met, low=3, high=5)
    dear = replace(some, sizes=SizeRule(preferred=5, repeat=Fraction(5)))
    free = replace(some, sizes=SizeRule(preferred=5, repeat=Fraction(0)))

    assert sizes(plan(dear, RANDOM, seed=1).tables) == [4, 3, 3]
    assert sizes(plan(free, RANDOM, seed=1).tables) == [5, 5]


@given(data=st.data())
def test_the_mix_of_games_is_as_good_as_trying_every_one(data: st.DataObject) -> None:
    n = data.draw(st.integers(6, 10))
    wanted = {i: data.draw(st.sets(st.integers(1, 2), max_size=1)) for i in range(1, n + 1)}
    some = field(n, games=TWO_GAMES, players=wishing(n, wants=wanted))

    best = wished_splits(some.players, some, 1)[0]

    tried = []
    for first in range(n + 1):
        parts = [
            table_splits(seats, replace(some, games=(choice,)), keep=1)
            if seats
            else (Split((), Fraction(0)),)
            for seats, choice in zip((first, n - first), TWO_GAMES, strict=True)
        ]
        if all(parts):
            # A further kind of size costs a twentieth and only ranks: leave it out.
            sizes_cost = sum(
                (1 if size < 4 else Fraction(3, 2) if size > 4 else 0) * (size - 4) ** 2
                for part in parts
                for size in part[0].sizes
            )
            missing = sum(
                max(0, sum(w == {game_} for w in wanted.values()) - seats)
                for game_, seats in ((1, first), (2, n - first))
            )
            tried.append(sizes_cost + Fraction(missing, 2))
    kinds = Fraction(len(set(best.sizes)) - 1, 20)
    assert total_cost(best, some) - kinds <= min(tried) + Fraction(1, 10)


def test_a_large_hall_with_many_games_is_split_without_trying_every_mix() -> None:
    games = tuple(game(3, 5, ruleset=i) for i in range(1, 6))
    some = field(200, games=games, players=wishing(200, wants={1: {3}}))

    best = wished_splits(some.players, some, 5)[0]

    assert sum(best.sizes) == 200


@pytest.mark.parametrize(("people", "kinds"), [(60, 5), (240, 3), (1000, 3), (90, 2)])
def test_refusals_and_wishes_find_their_games_in_a_hall_of_any_size(
    people: int, kinds: int
) -> None:
    games = tuple(game(3, 6, ruleset=i) for i in range(1, kinds + 1))
    third = people // 3
    some = field(
        people,
        games=games,
        players=wishing(
            people,
            refuses={i: {1} for i in range(1, third)},
            wants={i: {2} for i in range(third, third + people // 5)},
        ),
    )

    best = wished_splits(some.players, some, 1)[0]

    seats = Counter[int]()
    for size, ruleset in zip(best.sizes, best.rulesets, strict=True):
        seats[ruleset] += size
    assert (sum(best.sizes), best.unmet) == (people, 0)
    assert people - seats[1] >= third - 1
    assert seats[2] >= people // 5


def test_a_hall_too_large_to_try_every_mix_keeps_to_copies_and_tables() -> None:
    games = (game(3, 6, ruleset=1), *(game(3, 6, ruleset=i, copies=6) for i in range(2, 6)))
    some = field(
        80,
        games=games,
        sizes=SizeRule(max_tables=16),
        players=wishing(80, refuses={i: {1} for i in range(1, 60)}),
    )

    best = wished_splits(some.players, some, 1)[0]

    used = Counter(best.rulesets)
    assert (sum(best.sizes), best.unmet, len(best.sizes) <= 16) == (80, 0, True)
    assert max(used[i] for i in range(2, 6)) <= 6


def test_a_player_gets_the_table_they_need_and_rather_the_one_they_like() -> None:
    some = players(12)
    changed = (replace(some[0], needs=frozenset({3})), replace(some[1], likes=frozenset({2})))
    field_: Field = field(12, low=4, high=4, players=(*changed, *some[2:]))

    made = plan(field_, RANDOM, seed=4)

    table = {player: t.number for t in made.tables for player in t.players}
    assert (table[1], table[2]) == (3, 2)


def test_a_needed_table_that_does_not_exist_is_named() -> None:
    some = players(8)
    needy = (replace(some[0], needs=frozenset({9})), *some[1:])

    with pytest.raises(SeatingRefused) as refused:
        plan(field(8, players=needy), RANDOM, seed=1)

    assert refused.value.objections == (Objection("no_table_left", {"player": 1}),)


def test_two_who_want_to_be_near_get_tables_in_one_room() -> None:
    rooms = {1: 1, 2: 1, 3: 2, 4: 2}
    some = field(
        16, low=4, high=4, apart=frozenset({(1, 2)}), near=frozenset({(1, 2)}), rooms=rooms
    )

    for seed in range(4):
        made = plan(some, RANDOM, seed=seed)

        table = {player: t.number for t in made.tables for player in t.players}
        assert table[1] != table[2]
        assert rooms[table[1]] == rooms[table[2]]


def test_two_who_would_rather_not_meet_meet_only_where_it_cannot_be_helped() -> None:
    parted = plan(field(8, rather_apart=frozenset({(1, 2)})), RANDOM, seed=1)
    forced = plan(field(4, rather_apart=frozenset({(1, 2)})), RANDOM, seed=1)

    assert [p.code for p in parted.penalties] == []
    assert [(p.code, p.players) for p in forced.penalties] == [("rather_apart", (1, 2))]


def test_a_player_with_an_open_seat_elsewhere_is_named() -> None:
    made = plan(field(8, elsewhere=frozenset({3})), RANDOM, seed=1)

    assert [(p.code, p.players, p.cost) for p in made.penalties] == [("plays_elsewhere", (3,), 0)]
    assert everyone(made) == list(range(1, 9))


def test_the_organizers_split_is_kept_whatever_people_wish() -> None:
    chosen = Split((5, 4), Fraction(0), (1, 2))
    some = field(9, games=TWO_GAMES, players=wishing(9, wants={1: {2}}), split=chosen)

    made = plan(some, RANDOM, seed=1)

    assert [(len(t.players), t.ruleset) for t in made.tables] == [(5, 1), (4, 2)]
