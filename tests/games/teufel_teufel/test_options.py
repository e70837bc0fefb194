from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import BadOptions
from games.core.forms import from_form, to_form
from games.core.types import JSON, Path
from games.teufel_teufel.board import Board
from games.teufel_teufel.options import Cards, TeufelOptions, to_json
from tests.games.teufel_teufel.tables import RULES

SMALL: dict[str, JSON] = {
    "board": {"rows": 4, "cols": 5, "devil_field": [2, 3], "marked": [[1, 1]]},
    "cards": {"letters": 12, "devil": 4, "tower": 2},
    "letters": ["X", "Y"],
    "start_distance": 2,
}


def test_the_defaults_are_written_out_completely() -> None:
    assert RULES.options_to_json(TeufelOptions()) == {
        "players": [2, 6],
        "board": {
            "rows": 7,
            "cols": 7,
            "devil_field": [4, 4],
            "marked": [[2, 2], [2, 6], [4, 2], [4, 6], [6, 2], [6, 6]],
        },
        "cards": {"letters": 36, "devil": 4, "tower": 2},
        "letters": ["A", "B", "C", "D", "E", "F"],
        "devils": 4,
        "start_distance": 4,
        "start_lookahead": True,
        "flip_start_card": False,
        "allow_pass": False,
        "max_discs_per_field": 2,
        "letters_lost_with_two_devils": 2,
        "shuffle_cards": [2, 4],
        "shuffle_occupied_cards": True,
        "jump_any_card": True,
        "finished_flips": 2,
        "resolve_last_card": True,
        "daybreak_places": "shared_last",
        "losers_tiebreak": "none",
        "allow_revisit": True,
        "first_player": "oldest",
        "turn_limit": 2000,
        "max_steps_per_move": 60,
        "early_end_allowed": False,
        "entry_level": "ORDER",
    }


def test_a_smaller_game_is_read_field_by_field() -> None:
    options = RULES.options_from_json(SMALL)

    assert options == replace(
        TeufelOptions(),
        board=Board(rows=4, cols=5, devil_field=7, marked=(0,)),
        cards=Cards(letters=12, devil=4, tower=2),
        letters=("X", "Y"),
        start_distance=2,
    )
    assert RULES.options_from_json(RULES.options_to_json(options)) == options


def test_every_card_has_a_field_in_the_usual_box() -> None:
    options = TeufelOptions()

    assert (options.fields, len(options.card_fields), options.cards.total) == (49, 42, 42)


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (7, "json.not_object", ()),
        ({"colour": 1}, "json.unknown_field", ()),
        ({"players": [2]}, "json.wrong_length", ("players",)),
        ({"players": [1, 4]}, "teufel_teufel.number_out_of_range", ("players", 0)),
        ({"players": [2, 7]}, "teufel_teufel.number_out_of_range", ("players", 1)),
        ({"players": [5, 3]}, "teufel_teufel.range_reversed", ("players", 1)),
        ({"board": 7}, "json.not_object", ("board",)),
        ({"board": {"rows": 2}}, "teufel_teufel.number_out_of_range", ("board", "rows")),
        ({"board": {"cols": 13}}, "teufel_teufel.number_out_of_range", ("board", "cols")),
        (
            {"board": {"devil_field": [4, 8]}},
            "teufel_teufel.outside_the_board",
            ("board", "devil_field"),
        ),
        ({"board": {"devil_field": [4]}}, "json.wrong_length", ("board", "devil_field")),
        ({"board": {"devil_field": ["4", 4]}}, "json.not_whole", ("board", "devil_field", 0)),
        (
            {"board": {"devil_field": [2, 2]}},
            "teufel_teufel.marked_devil_field",
            ("board", "marked"),
        ),
        (
            {"board": {"marked": [[2, 2], [0, 6]]}},
            "teufel_teufel.outside_the_board",
            ("board", "marked", 1),
        ),
        (
            {"board": {"marked": [[2, 2], [2, 6], [2, 2]]}},
            "teufel_teufel.marked_twice",
            ("board", "marked", 2),
        ),
        ({"board": {"marked": [4]}}, "json.not_list", ("board", "marked", 0)),
        ({"board": {"marked": []}}, "teufel_teufel.number_of_marked", ("board", "marked")),
        ({"board": {"marked": "2,2 3"}}, "json.wrong_length", ("board", "marked", 1)),
        ({"board": {"marked": [[2, 2]]}}, "teufel_teufel.cards_and_fields", ("cards",)),
        ({"cards": {"letters": 35}}, "teufel_teufel.letter_cards", ("cards", "letters")),
        ({"cards": {"tower": 3}}, "teufel_teufel.cards_and_fields", ("cards",)),
        ({"cards": {"tower": -1}}, "teufel_teufel.number_out_of_range", ("cards", "tower")),
        ({"cards": {"devil": 5, "tower": 5}}, "teufel_teufel.too_many_cards", ("cards",)),
        ({"letters": ["A"]}, "teufel_teufel.number_of_letters", ("letters",)),
        ({"letters": "ABCDEFG"}, "teufel_teufel.number_of_letters", ("letters",)),
        ({"letters": ["A", "B", "b"]}, "teufel_teufel.not_a_letter", ("letters",)),
        ({"letters": ["A", "AB"]}, "json.too_long", ("letters",)),
        ({"letters": ["A", "B", "A"]}, "teufel_teufel.letter_twice", ("letters",)),
        ({"letters": ["A", "B"]}, "teufel_teufel.letter_cards", ("cards", "letters")),
        ({"devils": 1}, "teufel_teufel.number_out_of_range", ("devils",)),
        ({"start_distance": 0}, "teufel_teufel.number_out_of_range", ("start_distance",)),
        ({"start_distance": 5}, "teufel_teufel.no_room_to_start", ("start_distance",)),
        (
            {"max_discs_per_field": 1},
            "teufel_teufel.number_out_of_range",
            ("max_discs_per_field",),
        ),
        ({"shuffle_cards": [4, 2]}, "teufel_teufel.range_reversed", ("shuffle_cards", 1)),
        ({"shuffle_cards": [0, 2]}, "teufel_teufel.number_out_of_range", ("shuffle_cards", 0)),
        ({"finished_flips": 0}, "teufel_teufel.number_out_of_range", ("finished_flips",)),
        ({"daybreak_places": "none"}, "json.unknown_choice", ("daybreak_places",)),
        ({"losers_tiebreak": True}, "json.not_text", ("losers_tiebreak",)),
        ({"allow_pass": 1}, "json.not_bool", ("allow_pass",)),
        ({"turn_limit": -1}, "teufel_teufel.number_out_of_range", ("turn_limit",)),
        ({"max_steps_per_move": 0}, "teufel_teufel.number_out_of_range", ("max_steps_per_move",)),
    ],
)
def test_impossible_options_are_refused_at_their_field(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json(data)

    assert (caught.value.code, caught.value.path) == (code, path)


def test_fewer_players_may_start_farther_apart() -> None:
    options = RULES.options_from_json({"players": [2, 5], "start_distance": 5})

    assert list(RULES.seats(options)) == [2, 3, 4, 5]


def test_a_split_counted_in_another_copy_is_accepted_if_it_fills_the_board() -> None:
    options = RULES.options_from_json({"cards": {"devil": 3, "tower": 3}})

    assert options.cards == Cards(letters=36, devil=3, tower=3)


@pytest.mark.parametrize("written", [None, 0])
def test_a_limit_of_turns_can_be_left_out(written: JSON) -> None:
    options = RULES.options_from_json({"turn_limit": written})

    assert options.turn_limit is None
    assert RULES.options_from_json(RULES.options_to_json(options)) == options


@pytest.mark.parametrize(
    ("data", "expected"),
    [({}, False), ({"first_player": "seat"}, False), ({"first_player": "random"}, True)],
)
def test_only_a_lot_leaves_the_first_player_to_chance(data: JSON, expected: bool) -> None:
    assert RULES.options_from_json(data).draws_first_player is expected


@pytest.mark.parametrize("data", [SMALL, {"turn_limit": 0}, {"players": [3, 4]}])
def test_the_settings_form_keeps_what_a_club_has_changed(data: JSON) -> None:
    options = RULES.options_from_json(data)
    fields = RULES.option_fields()

    reading = from_form(to_form(RULES.options_to_json(options), fields), fields)

    assert reading.issues == ()
    assert RULES.options_from_json(reading.data) == options


def test_fields_and_letters_may_be_typed_as_people_write_them() -> None:
    typed: dict[str, JSON] = {**SMALL, "letters": "X, Y"}
    typed["board"] = {"rows": 4, "cols": 5, "devil_field": [2, 3], "marked": "r1c1"}

    assert RULES.options_from_json(typed) == RULES.options_from_json(SMALL)


def test_the_settings_form_has_a_field_for_every_option() -> None:
    written = to_json(TeufelOptions())
    assert isinstance(written, dict)

    assert {cell.path[0] for cell in RULES.option_fields()} == set(written)


@given(rows=st.integers(3, 4), cols=st.integers(3, 4), data=st.data())
def test_as_many_discs_find_room_as_can_be_chosen_far_enough_apart(
    rows: int, cols: int, data: st.DataObject
) -> None:
    board = Board(rows, cols, data.draw(st.integers(0, rows * cols - 1), "devil field"), ())
    distance = data.draw(st.integers(1, 5), "distance")
    taken = data.draw(st.lists(st.integers(0, rows * cols - 1), max_size=2), "taken")

    most = _most_apart(
        [
            field
            for field in range(board.fields)
            if field != board.devil_field
            and all(board.distance(field, disc) >= distance for disc in taken)
        ],
        board,
        distance,
    )

    assert board.room_for(most, taken, distance)
    assert not board.room_for(most + 1, taken, distance)


def _most_apart(free: list[int], board: Board, distance: int) -> int:
    """Plain enumeration: the first free field takes a disc, or it stays empty."""
    if not free:
        return 0
    first, *rest = free
    apart = [field for field in rest if board.distance(first, field) >= distance]
    return max(1 + _most_apart(apart, board, distance), _most_apart(rest, board, distance))


@pytest.mark.parametrize(
    ("field", "neighbours"), [(1, (2, 8)), (25, (18, 24, 26, 32)), (21, (14, 20, 28))]
)
def test_a_step_leads_to_the_next_field_of_a_row_or_column(
    field: int, neighbours: tuple[int, ...]
) -> None:
    # TT R1; fields counted from 1 here
    board = TeufelOptions().board

    assert board.neighbours(field - 1) == tuple(other - 1 for other in neighbours)
