from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.rolling import Advice, Patience, Waiting, advise, next_tables, options
from league.seating.types import Pair, PlannedTable, SizeRule, TableLock, pair
from tests.league.seating import open_evening
from tests.league.seating.fields import field, game, players, sizes


def waiting(*entries: tuple[int, int, int]) -> list[Waiting]:
    return [Waiting(player=p, since=since, played=played) for p, since, played in entries]


def seated(tables: tuple[PlannedTable, ...]) -> list[int]:
    return sorted(player for table in tables for player in table.players)


def test_two_people_wait_for_a_third() -> None:
    assert next_tables(waiting((1, 1, 0), (2, 1, 0)), field(2), seed=1) == ()


def test_nobody_waiting_means_no_table() -> None:
    assert next_tables([], field(0), seed=1) == ()


def test_everybody_who_is_free_sits_down_when_the_tables_allow_it() -> None:
    tables = next_tables(waiting(*((i, 1, 0) for i in range(1, 10))), field(9), seed=1)

    assert (seated(tables), sizes(tables)) == (list(range(1, 10)), [5, 4])


def test_for_one_table_fewest_matches_go_first_then_the_longest_wait() -> None:
    free = waiting((1, 9, 1), (2, 8, 1), (3, 2, 2), (4, 1, 2), (5, 7, 0), (6, 6, 2), (7, 3, 3))

    tables = next_tables(free, field(7), seed=1, at_most=1)

    assert seated(tables) == [1, 2, 4, 5]


def test_those_equal_at_the_border_are_chosen_for_the_fewest_repeats() -> None:
    free = waiting((1, 1, 0), (2, 1, 0), (3, 1, 0), *((i, 2, 0) for i in range(4, 8)))
    some = field(7, met={pair(1, 4): 2, pair(2, 5): 1, pair(3, 6): 1})

    tables = next_tables(free, some, seed=1, at_most=1)

    assert seated(tables) == [1, 2, 3, 7]


def test_the_free_are_mixed_anew_after_a_first_match() -> None:
    met = {pair(a, b): 1 for t in ((1, 2, 3, 4), (5, 6, 7, 8)) for a in t for b in t if a < b}

    tables = next_tables(waiting(*((i, 1, 1) for i in range(1, 9))), field(8, met=met), seed=1)

    assert [sum(player <= 4 for player in table.players) for table in tables] == [2, 2]


def test_running_tables_keep_their_players_numbers_and_copies() -> None:
    running = (TableLock(number=2, ruleset=1, players=(1, 2, 3, 4)),)
    some = field(12, games=(game(3, 4, copies=2),), kept=running)

    tables = next_tables(waiting(*((i, i, 0) for i in range(5, 13))), some, seed=1)

    assert [(table.number, sorted(table.players)) for table in tables] == [(1, [5, 6, 7, 8])]


def test_numbers_go_on_after_tables_that_are_done() -> None:
    running = (TableLock(number=6, ruleset=1, players=(1, 2, 3)),)

    tables = next_tables(
        waiting(*((i, 1, 0) for i in range(4, 12))),
        field(11, kept=running),
        seed=1,
        first_number=5,
    )

    assert [table.number for table in tables] == [5, 7]


def test_no_table_is_proposed_when_all_are_taken() -> None:
    running = (TableLock(number=1, ruleset=1, players=(1, 2, 3)),)
    some = field(7, kept=running, sizes=SizeRule(max_tables=1))

    assert next_tables(waiting(*((i, 1, 0) for i in range(4, 8))), some, seed=1) == ()


def test_the_table_of_whoever_waited_longest_comes_first() -> None:
    tables = next_tables(waiting(*((i, 20 - i, 0) for i in range(1, 13))), field(12), seed=4)

    firsts = [max(table.players) for table in tables]
    assert firsts == sorted(firsts, reverse=True)
    assert firsts[0] == 12


@given(
    entries=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3)), max_size=14),
    at_most=st.one_of(st.none(), st.integers(1, 3)),
)
def test_nobody_is_passed_over_by_somebody_with_more_matches_or_a_shorter_wait(
    entries: list[tuple[int, int]], at_most: int | None
) -> None:
    free = [Waiting(player=i, since=s, played=p) for i, (s, p) in enumerate(entries, start=1)]

    tables = next_tables(free, field(len(free)), seed=1, at_most=at_most)

    chosen = seated(tables)
    turns = {w.player: (w.played, w.since) for w in free}
    left = [turn for player, turn in turns.items() if player not in chosen]
    assert len(chosen) == len(set(chosen))
    assert all(3 <= size <= 6 for size in sizes(tables))
    assert at_most is None or len(tables) <= at_most
    assert max((turns[p] for p in chosen), default=(0, 0)) <= min(left, default=(99, 99))
    if at_most is None:
        assert len(chosen) == (len(free) if len(free) >= 3 else 0)


def test_who_plays_no_game_on_offer_holds_up_nobody() -> None:
    people = tuple(
        replace(person, refuses=frozenset({1})) if person.id == 2 else person
        for person in players(5)
    )
    free = waiting(*((i, i, 0) for i in range(1, 6)))

    (best, *_) = options(free, field(5, players=people), seed=1)

    assert (seated(best.tables), best.left, best.blocked) == ([1, 3, 4, 5], (2,), (2,))


def test_the_first_of_several_ways_is_the_one_that_forms() -> None:
    free = waiting(*((i, 1, 0) for i in range(1, 10)))

    found = options(free, field(9), seed=3)

    assert found[0].tables == next_tables(free, field(9), seed=3)
    looks = [tuple(sorted(sizes(option.tables))) for option in found]
    assert len(set(looks)) == len(looks) > 1


@given(turns=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3)), max_size=9))
def test_every_way_seats_each_person_once_and_names_the_rest(
    turns: list[tuple[int, int]],
) -> None:
    free = [Waiting(player=i, since=s, played=p) for i, (s, p) in enumerate(turns, start=1)]

    for option in options(free, field(len(free)), seed=1):
        everybody = sorted([*seated(option.tables), *option.left])
        assert everybody == [row.player for row in free]


MET = {pair(a, b): 1 for t in ((1, 2, 3, 4), (5, 6, 7, 8)) for a in t for b in t if a < b}
SECOND = TableLock(number=2, ruleset=1, players=(5, 6, 7, 8))


def advice(
    free: list[Waiting] | None = None,
    *,
    met: dict[Pair, int] = MET,
    hold: int = 6,
    waited: int = 0,
    ends: dict[int, int] | None = None,
    kept: tuple[TableLock, ...] = (SECOND,),
) -> Advice:
    """Four who came off the first table, while by default the second one ends in five minutes."""
    some = field(8, met=met, kept=kept)
    people = free or waiting(*((i, 1, 1) for i in range(1, 5)))
    (now, *_) = options(people, some, seed=1, first_number=3)
    patience = Patience(hold=hold, waited=waited, ends={2: 5} if ends is None else ends)
    return advise(now, people, some, patience, seed=1, first_number=3)


def test_those_who_just_met_had_better_wait_for_the_table_that_ends_next() -> None:
    assert advice() == Advice("wait", 2, 5, again=4, seats=8)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"met": {}}, "all_new"),
        ({"waited": 6}, "waited_enough"),
        ({"hold": 0}, "waited_enough"),
        ({"waited": 2}, "none_ends_soon"),
        ({"ends": {2: 7}}, "none_ends_soon"),
        ({"kept": (), "ends": {}}, "none_ends_soon"),
        ({"met": {pair(a, b): 1 for a in range(1, 9) for b in range(a + 1, 9)}}, "no_fresher"),
    ],
)
def test_tables_start_at_once_where_waiting_is_too_long_or_mixes_nobody(
    said: dict[str, Any], why: str
) -> None:
    assert advice(**said) == Advice(why)  # type: ignore[arg-type]


def test_a_table_of_which_nobody_knows_when_it_ends_is_named_without_a_time() -> None:
    assert advice(ends={}) == Advice("end_unknown", 2, None, again=4, seats=8)


def test_of_several_tables_the_one_that_ends_next_is_waited_for() -> None:
    third = TableLock(number=1, ruleset=1, players=(9, 10, 11, 12))
    some = field(12, met=MET, kept=(third, SECOND))
    people = waiting(*((i, 1, 1) for i in range(1, 5)))
    (now, *_) = options(people, some, seed=1)

    found = [
        advise(now, people, some, Patience(hold=9, waited=0, ends=ends), seed=1).table
        for ends in ({1: 3, 2: 5}, {1: 9, 2: 5}, {2: 5}, {1: 3})
    ]

    assert found == [1, 2, 2, 1]


def test_a_pair_that_met_often_is_worth_more_waiting_than_one_that_met_once() -> None:
    everybody = {pair(a, b): 1 for a in range(1, 9) for b in range(a + 1, 9)}
    often = everybody | {pair(a, b): 4 for a in range(1, 5) for b in range(a + 1, 5)}

    assert (advice(met=everybody).why, advice(met=often).why) == ("no_fresher", "wait")


@pytest.mark.parametrize("people", [24, 40])
def test_waiting_six_minutes_at_most_halves_how_often_the_same_two_meet(people: int) -> None:
    at_once, mixed = (open_evening.play(people, seed=1, hold=hold) for hold in (0, 6))

    assert (max(at_once.waits), max(mixed.waits)) == (0, 6)
    assert 2 * mixed.mean_met < at_once.mean_met
    assert mixed.most_met < at_once.most_met * 2 / 3
    assert mixed.strangers < at_once.strangers * 2 / 3
    matches = [night.played.total() for night in (at_once, mixed)]
    assert matches[1] > matches[0] * 9 / 10
