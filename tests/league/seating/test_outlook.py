"""Tables to have ready when the number of players is not sure."""

from __future__ import annotations

from league.seating.outlook import outlook
from league.seating.types import GameChoice


def game(number: int, low: int, high: int, copies: int | None = None) -> GameChoice:
    return GameChoice(ruleset=number, low=low, high=high, copies=copies)


def test_tables_that_stay_when_two_more_or_fewer_come_are_named_with_their_range() -> None:
    (found,) = outlook([16], [game(1, 3, 5)])

    assert found.best is not None
    assert (found.best.split.sizes, found.best.fewest, found.best.most) == ((4, 4, 4, 4), 12, 20)
    assert found.steady == found.best
    assert [(near.heads, near.tables and near.tables.split.sizes) for near in found.nearby] == [
        (14, (4, 4, 3, 3)),
        (15, (4, 4, 4, 3)),
        (17, (5, 4, 4, 4)),
        (18, (4, 4, 4, 3, 3)),
    ]
    assert found.holds


def test_a_safer_split_is_another_one_where_the_best_has_no_room_to_grow() -> None:
    (found,) = outlook([10], [game(1, 5, 5), game(2, 2, 4)], preferred=5)

    assert found.best is not None
    assert found.steady is not None
    assert (found.best.split.rulesets, found.best.fewest, found.best.most) == ((1, 1), 10, 10)
    assert (found.steady.fewest <= 8, found.steady.most >= 12) == (True, True)


def test_what_does_not_fit_is_told_number_by_number() -> None:
    (found,) = outlook([8], [game(1, 4, 4)])

    assert found.best is not None
    assert (found.steady, found.holds, found.missing) == (None, False, (6, 7, 9, 10))


def test_copies_and_tables_in_the_room_are_limits() -> None:
    few = outlook([12], [game(1, 3, 4, copies=2)])
    small = outlook([12], [game(1, 3, 4)], max_tables=2)

    assert [one.best for one in (*few, *small)] == [None, None]
    assert few[0].missing == (10, 11, 13, 14)


def test_nobody_is_a_number_for_which_nothing_is_planned() -> None:
    (found,) = outlook([2], [game(1, 2, 4)])

    assert [near.heads for near in found.nearby] == [1, 3, 4]
    assert found.missing == (1,)
