from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.changes import (
    add_player,
    effect,
    move,
    options_for,
    problems,
    remove_player,
    swap,
)
from league.seating.contract import plan
from league.seating.errors import ChangeRefused
from league.seating.penalties import explain
from league.seating.types import Bye, Objection, PlannedTable, TableLock, pair
from tests.league.seating.fields import RANDOM, field, game, players

TABLES = (PlannedTable(1, 1, (1, 2, 3, 4)), PlannedTable(2, 1, (5, 6, 7)))


def names(tables: tuple[PlannedTable, ...]) -> list[tuple[int, ...]]:
    return [table.players for table in tables]


def test_a_late_player_joins_the_short_table_and_nobody_moves() -> None:
    change = add_player(TABLES, field(8), 8)

    assert names(change.tables) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert [(p.code, p.table) for p in change.resolved] == [("off_size", 2)]
    assert (change.appeared, change.cost_before, change.cost_after) == ((), 150, 0)


def test_a_late_player_joins_a_table_of_four_before_a_table_of_five_becomes_one_of_six() -> None:
    seated = (
        PlannedTable(1, 1, (1, 2, 3, 4, 5)),
        PlannedTable(2, 1, (6, 7, 8, 9)),
        PlannedTable(3, 1, (10, 11, 12, 13)),
    )

    options = options_for(seated, field(14), 14)

    assert [option.table for option in options] == [2, 3, 1]


@pytest.mark.parametrize("times", [1, 3])
def test_who_often_sat_at_tables_of_unusual_size_does_not_make_a_table_of_six(times: int) -> None:
    seated = (
        PlannedTable(1, 1, (1, 2, 3, 4, 5)),
        PlannedTable(2, 1, (6, 7, 8, 9)),
        PlannedTable(3, 1, (10, 11, 12, 13)),
    )
    often = {7, 8, 9, 10, 11, 12, 13}
    past = tuple(
        replace(player, off_size=times if player.id in often else 0) for player in players(14)
    )

    options = options_for(seated, field(14, players=past), 14)

    assert [option.table for option in options] == [2, 3, 1]


def test_a_late_player_is_shown_every_table_with_its_price() -> None:
    some = field(8, met={pair(5, 8): 1})

    options = options_for(TABLES, some, 8)

    assert [(o.table, o.change.cost_after) for o in options] == [(1, 400), (2, 1000)]
    assert add_player(TABLES, some, 8, table=2).appeared[0].players == (5, 8)


def test_a_full_table_is_refused_and_a_full_room_too() -> None:
    some = field(8, low=3, high=4)
    full = (TABLES[0], PlannedTable(2, 1, (5, 6, 7, 9)))

    with pytest.raises(ChangeRefused) as table_full:
        add_player(TABLES, some, 8, table=1)
    with pytest.raises(ChangeRefused) as room_full:
        add_player(full, some, 8)

    assert (table_full.value.code, table_full.value.params) == (
        "table_full",
        {"table": 1, "size": 4, "high": 4},
    )
    assert (room_full.value.code, room_full.value.params) == ("no_free_seat", {"player": 8})


def test_a_full_table_may_change_to_a_game_with_room() -> None:
    some = field(5, games=(game(3, 4, ruleset=1), game(3, 5, ruleset=2, copies=1)))

    options = options_for((PlannedTable(1, 1, (1, 2, 3, 4)),), some, 5)

    assert [(o.table, o.ruleset) for o in options] == [(1, 2)]
    assert options[0].change.tables == (PlannedTable(1, 2, (1, 2, 3, 4, 5)),)


@pytest.mark.parametrize(("player", "code"), [(1, "player_twice"), (99, "player_unknown")])
def test_nobody_is_seated_twice_and_no_stranger_at_all(player: int, code: str) -> None:
    with pytest.raises(ChangeRefused) as refused:
        add_player(TABLES, field(8), player)

    assert refused.value.code == code


def test_a_move_keeps_the_order_of_all_others() -> None:
    change = move(TABLES, field(8), 2, 2)

    assert names(change.tables) == [(1, 3, 4), (5, 6, 7, 2)]


def test_a_move_to_a_full_a_missing_or_a_locked_table_is_refused() -> None:
    tight = field(8, low=3, high=4)
    locked = field(8, kept=(TableLock(number=2, ruleset=1, players=(5, 6, 7)),))

    with pytest.raises(ChangeRefused) as full:
        move(TABLES, tight, 5, 1)
    with pytest.raises(ChangeRefused) as missing:
        move(TABLES, tight, 5, 3)
    with pytest.raises(ChangeRefused) as kept:
        move(TABLES, locked, 1, 2)

    assert full.value.code == "table_full"
    assert (missing.value.code, missing.value.params) == (
        "no_such_table",
        {"table": 3, "tables": 2},
    )
    assert (kept.value.code, kept.value.params) == ("table_locked", {"table": 2})


def test_a_swap_exchanges_seats_within_and_across_tables() -> None:
    across = swap(TABLES, field(8), 2, 7)
    within = swap(TABLES, field(8), 2, 3)

    assert names(across.tables) == [(1, 7, 3, 4), (5, 6, 2)]
    assert names(within.tables) == [(1, 3, 2, 4), (5, 6, 7)]


def test_a_swap_names_what_it_makes_worse_and_better() -> None:
    some = field(8, met={pair(1, 2): 1, pair(1, 7): 2})

    change = swap(TABLES, some, 2, 7)

    assert [(p.players, p.table) for p in change.appeared if p.code == "met_event"] == [((1, 7), 1)]
    assert [(p.players, p.table) for p in change.resolved if p.code == "met_event"] == [((1, 2), 1)]
    assert change.cost_after - change.cost_before == 1050


def test_a_ban_is_never_broken_by_hand_but_may_be_healed() -> None:
    some = field(8, apart=frozenset({pair(1, 7), pair(5, 6)}))

    with pytest.raises(ChangeRefused) as refused:
        swap(TABLES, some, 2, 7)
    with pytest.raises(ChangeRefused):
        move(TABLES, some, 1, 2)
    healed = swap(TABLES, some, 2, 6)

    assert (refused.value.code, refused.value.params) == ("apart", {"players": (1, 7), "table": 1})
    assert [p.players for p in healed.resolved if p.code == "apart"] == [(5, 6)]


def test_a_late_player_is_not_offered_the_table_of_somebody_to_avoid() -> None:
    some = field(8, apart=frozenset({pair(6, 8)}))

    assert [o.table for o in options_for(TABLES, some, 8)] == [1]
    with pytest.raises(ChangeRefused) as refused:
        add_player(TABLES, some, 8, table=2)
    assert refused.value.code == "apart"


def test_a_seating_made_for_eight_cannot_be_published_for_nine() -> None:
    made = plan(field(8), RANDOM, seed=1)

    assert problems(made.tables, made.byes, field(8)) == ()
    assert problems(made.tables, made.byes, field(9)) == (
        Objection("not_seated", {"players": (9,), "count": 1}),
    )


def test_all_problems_of_a_hand_made_seating_are_named() -> None:
    tables = (
        PlannedTable(1, 1, (1, 2, 3)),
        PlannedTable(2, 1, (1, 4)),
        PlannedTable(2, 5, (6, 77, 7)),
    )
    some = field(8, games=(game(copies=1),), apart=frozenset({pair(2, 3)}))

    found = problems(tables, (Bye(7, "rotation"),), some)

    assert found == (
        Objection("player_twice", {"player": 1, "tables": (1, 2)}),
        Objection("player_twice", {"player": 7, "tables": (2,)}),
        Objection("player_unknown", {"player": 77}),
        Objection("not_seated", {"players": (5, 8), "count": 2}),
        Objection("table_twice", {"table": 2}),
        Objection("apart", {"players": (2, 3), "table": 1}),
        Objection("size_not_allowed", {"table": 2, "size": 2, "low": 3, "high": 6}),
        Objection("ruleset_not_offered", {"table": 2, "ruleset": 5}),
        Objection("too_few_copies", {"ruleset": 1, "tables": 2, "copies": 1}),
    )


@given(data=st.data())
def test_any_row_of_changes_keeps_everybody_at_one_place_and_its_costs_true(
    data: st.DataObject,
) -> None:
    n = data.draw(st.integers(7, 16))
    met = data.draw(
        st.dictionaries(
            st.tuples(st.integers(1, n), st.integers(1, n)).filter(lambda key: key[0] < key[1]),
            st.integers(1, 3),
            max_size=15,
        )
    )
    some = field(n, met=met)
    tables = plan(some, RANDOM, seed=1).tables

    for _ in range(data.draw(st.integers(1, 5))):
        a, b = data.draw(st.integers(1, n)), data.draw(st.integers(1, n))
        try:
            if data.draw(st.booleans()):
                change = swap(tables, some, a, b)
            else:
                change = move(tables, some, a, 1 + b % len(tables))
        except ChangeRefused:
            continue
        assert change.cost_before == sum(p.cost for p in explain(tables, some))
        tables = change.tables
        assert change.cost_after == sum(p.cost for p in explain(tables, some))
        assert effect(tables, tables, some).appeared == ()

    assert sorted(p for table in tables for p in table.players) == list(range(1, n + 1))


def test_a_player_who_comes_back_takes_the_bye_of_another_at_the_short_table() -> None:
    some = field(8)
    without = (TABLES[0], PlannedTable(2, 1, (5, 6)))

    back = add_player(without, some, 7)

    assert names(back.tables) == [(1, 2, 3, 4), (5, 6, 7)]
    assert problems(back.tables, (), replace(some, players=some.players[:7])) == ()


def test_somebody_who_goes_leaves_the_others_in_their_seats() -> None:
    tables = (PlannedTable(1, 1, (1, 2, 3, 4)), PlannedTable(2, 1, (5, 6, 7, 8)))

    change = remove_player(tables, field(8, met={(1, 2): 1}), 2)

    assert [table.players for table in change.tables] == [(1, 3, 4), (5, 6, 7, 8)]
    assert [p.code for p in change.resolved] == ["met_event"]
    assert [(p.code, p.table) for p in change.appeared] == [("off_size", 1)]


def test_nobody_is_taken_from_a_table_that_plays() -> None:
    tables = (PlannedTable(1, 1, (1, 2, 3, 4)),)
    lock = TableLock(number=1, ruleset=1, players=(1, 2, 3, 4))

    with pytest.raises(ChangeRefused) as refused:
        remove_player(tables, field(4, kept=(lock,)), 2)

    assert refused.value.code == "table_locked"
