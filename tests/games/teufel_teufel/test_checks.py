"""What can be wrong with a sheet, check by check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.core.types import JSON
from tests.games.teufel_teufel.tables import STAYED, found, table, warned

ONE_OF_THREE: Sequence[int | str] = (1, STAYED, STAYED)


def test_an_untouched_sheet_asks_for_the_end_and_for_everybody() -> None:
    sheet = table(None, [None, None])

    assert found(sheet) == [
        ("end_missing", "end"),
        ("left_missing", "seats.0.left"),
        ("left_missing", "seats.1.left"),
    ]
    assert found(sheet, final=False) == []


def test_a_sheet_in_the_making_is_not_blamed_for_what_is_still_open() -> None:
    sheet = table("last_one", [3, None, None, 1])

    assert found(sheet, final=False) == []


def test_what_cannot_become_true_any_more_is_said_at_once() -> None:
    sheet = table("day_break", [3, None, 2, 1])

    assert found(sheet, final=False) == [("no_day_break", "end")]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_table_of_another_size_is_not_judged_any_further(seats: int) -> None:
    assert found(table(None, [None] * seats)) == [("wrong_seat_count", "seats")]


@pytest.mark.parametrize(
    ("left", "verdict"),
    [
        ([1, 1, 2, STAYED], [("left_twice", "seats.1.left")]),
        ([1, 3, STAYED, STAYED], [("left_gap", "seats.1.left")]),
        ([2, STAYED, STAYED, STAYED], [("left_gap", "seats.0.left")]),
        ([1, 2, 3, 4], [("left_impossible", "seats.3.left")]),
        ([0, 1, 2, STAYED], [("left_impossible", "seats.0.left")]),
    ],
)
def test_the_order_of_leaving_has_everybody_once_and_no_gap(
    left: Sequence[int | str], verdict: list[tuple[str, str]]
) -> None:
    assert found(table("last_one", left)) == verdict


@pytest.mark.parametrize(
    ("end", "left", "verdict"),
    [
        ("last_one", [1, STAYED], []),
        ("last_one", [STAYED, STAYED], [("not_all_but_one", "end")]),
        ("day_break", [1, STAYED], [("no_day_break", "end")]),
        ("day_break", [1, STAYED, STAYED], []),
        ("stopped", [STAYED, STAYED], []),
        ("stopped", [1, STAYED], [("not_stopped", "end")]),
        ("stopped", [1, 2, STAYED, STAYED], []),
        ("stopped", [1, 2, 3, STAYED], [("not_stopped", "end")]),
    ],
)
def test_the_end_fits_the_number_of_those_who_left(
    end: str, left: Sequence[int | str], verdict: list[tuple[str, str]]
) -> None:
    assert found(table(end, left)) == verdict


def test_a_match_stopped_early_is_doubted_where_the_rules_do_not_foresee_it() -> None:
    assert warned(table("stopped", ONE_OF_THREE, options={})) == [("early_end_unforeseen", "end")]
    assert warned(table("stopped", ONE_OF_THREE, options={"early_end_allowed": True})) == []


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ({0: {"letters": 6}}, []),
        ({0: {"letters": 7}}, [("letters_impossible", "seats.0.letters")]),
        ({1: {"letters": -1}}, [("letters_impossible", "seats.1.letters")]),
        ({0: {"devil": True}}, [("leaver_with_devil", "seats.0.devil")]),
        ({1: {"letters": 6, "devil": True}}, []),
        ({1: {"letters": 0, "devil": True}, 2: {"letters": 5}}, []),
        ({1: {"letters": 3, "turns": 3}}, []),
        ({1: {"letters": 4, "turns": 3}}, [("too_few_turns", "seats.1.turns")]),
        ({0: {"turns": 6}}, []),
        ({2: {"turns": -1}}, [("negative", "seats.2.turns")]),
        ({0: {"colour": "red"}, 1: {"colour": "blue"}}, []),
        (
            {0: {"colour": "red"}, 2: {"colour": "red"}},
            [("colour_twice", "seats.2.colour")],
        ),
    ],
)
def test_what_a_player_holds_fits_where_the_player_is(
    rows: Mapping[int, Mapping[str, JSON]], verdict: list[tuple[str, str]]
) -> None:
    assert found(table("day_break", [1, STAYED, STAYED], rows=rows)) == verdict


@pytest.mark.parametrize(
    ("end", "left", "hidden", "verdict"),
    [
        ("last_one", [1, STAYED], 0, []),
        ("last_one", [1, STAYED], 42, []),
        ("last_one", [1, STAYED], 43, [("hidden_impossible", "hidden_cards")]),
        ("last_one", [1, STAYED], -1, [("hidden_impossible", "hidden_cards")]),
        ("day_break", [STAYED, STAYED], 0, []),
        ("day_break", [STAYED, STAYED], 1, [("hidden_at_day_break", "hidden_cards")]),
        ("stopped", [STAYED, STAYED], 1, []),
        ("stopped", [STAYED, STAYED], 0, [("day_has_broken", "hidden_cards")]),
    ],
)
def test_hidden_cards_fit_the_end(
    end: str, left: Sequence[int | str], hidden: int, verdict: list[tuple[str, str]]
) -> None:
    assert found(table(end, left, hidden_cards=hidden)) == verdict


@pytest.mark.parametrize(
    ("left", "rows", "rounds", "verdict"),
    [
        ([1, STAYED], {}, 6, []),
        ([1, STAYED], {}, 5, [("too_few_rounds", "rounds")]),
        ([1, STAYED], {}, -1, [("negative", "rounds")]),
        ([1, STAYED], {1: {"turns": 7}}, 6, [("more_turns_than_rounds", "seats.1.turns")]),
        ([1, STAYED], {1: {"turns": 6}}, 6, []),
    ],
)
def test_rounds_leave_time_for_every_letter_and_every_turn(
    left: Sequence[int | str],
    rows: Mapping[int, Mapping[str, JSON]],
    rounds: int,
    verdict: list[tuple[str, str]],
) -> None:
    assert found(table("last_one", left, rows=rows, rounds=rounds)) == verdict


def test_without_a_leaver_rounds_need_only_bring_the_letters_that_are_there() -> None:
    left = [STAYED, STAYED]

    assert found(table("day_break", left, rows={0: {"letters": 3}}, rounds=3)) == []
    assert found(table("day_break", left, rows={0: {"letters": 3}}, rounds=2)) == [
        ("too_few_rounds", "rounds")
    ]


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        (1, []),
        (3, []),
        (0, [("no_such_seat", "first_player")]),
        (4, [("no_such_seat", "first_player")]),
    ],
)
def test_the_first_player_has_a_seat(first: int, verdict: list[tuple[str, str]]) -> None:
    assert found(table("day_break", [1, STAYED, STAYED], first_player=first)) == verdict


def test_every_limit_follows_the_box() -> None:
    options: dict[str, JSON] = {
        "board": {"rows": 4, "cols": 5, "devil_field": [2, 3], "marked": [[1, 1], [1, 2]]},
        "cards": {"letters": 12, "devil": 3, "tower": 2},
        "letters": ["X", "Y"],
        "devils": 2,
        "start_distance": 2,
    }

    sound = table(
        "last_one",
        [1, STAYED],
        rows={0: {"letters": 2, "turns": 2}, 1: {"letters": 1, "turns": 1}},
        options=options,
        hidden_cards=17,
        rounds=2,
    )
    odd = table(
        "day_break",
        (*ONE_OF_THREE, STAYED),
        rows={
            0: {"letters": 1, "turns": 1},
            1: {"letters": 3, "devil": True},
            2: {"letters": 2, "devil": True, "turns": 1},
            3: {"devil": True},
        },
        options=options,
        hidden_cards=18,
        rounds=1,
    )

    assert found(sound) == []
    assert found(odd) == [
        ("leaver_without_letters", "seats.0.letters"),
        ("too_few_turns", "seats.0.turns"),
        ("letters_impossible", "seats.1.letters"),
        ("too_few_turns", "seats.2.turns"),
        ("too_many_devils", "seats"),
        ("hidden_impossible", "hidden_cards"),
        ("too_few_rounds", "rounds"),
    ]


def test_where_no_card_brings_a_devil_nobody_has_one() -> None:
    options: dict[str, JSON] = {"cards": {"devil": 0, "tower": 6}}
    assert found(table("day_break", ONE_OF_THREE, rows={1: {"devil": True}}, options=options)) == [
        ("too_many_devils", "seats")
    ]


def test_letters_are_asked_for_where_they_part_players() -> None:
    options: dict[str, JSON] = {"losers_tiebreak": "letters"}

    assert found(table("day_break", [1, STAYED, STAYED], options=options)) == [
        ("letters_needed", "seats.1.letters"),
        ("letters_needed", "seats.2.letters"),
    ]
    # one player left over, or nobody ahead of anybody: there is nothing to part
    assert found(table("last_one", [1, 2, STAYED], options=options)) == []
    assert found(table("day_break", [STAYED, STAYED, STAYED], options=options)) == []


def test_a_club_that_wants_everything_does_not_take_the_short_sheet() -> None:
    options: dict[str, JSON] = {"entry_level": "FULL"}
    assert found(table("day_break", ONE_OF_THREE, options=options, level="ORDER")) == [
        ("level_too_short", "level")
    ]
    assert found(table("day_break", ONE_OF_THREE, options=options)) == []
