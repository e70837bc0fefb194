"""The worked examples of the rules, TT-01 to TT-35, played on the engine."""

from __future__ import annotations

import pytest

from games.core.types import Audience, Outcome, Seat
from tests.games.teufel_teufel.positions import (
    ALL,
    BLUE,
    DROP,
    END,
    GAME,
    GIVE,
    GREEN,
    KEEP,
    RED,
    WHITE,
    YELLOW,
    Table,
    dealt,
    drawn,
    flip,
    jump,
    lay,
    lose,
    peek,
    place,
    read,
    skim,
    step,
    swap,
    table,
    take,
    take_from,
)


def test_tt_01_a_pass_and_an_empty_field_stop_nobody() -> None:
    """TT R3, TT R6."""
    night = table((3, 2), open={(3, 3): "blue-D"}, letters={RED: "D"})

    night.do(step(3, 3), step(3, 4))

    assert (night.at(RED), night.letters(RED), night.turn) == ((3, 4), "D", RED)
    assert night.can(END)


def test_tt_02_a_letter_in_the_disc_passes_every_colour_one_after_the_other() -> None:
    """TT R2, TT R6."""
    row = {(3, 3): "green-A", (3, 4): "blue-A", (3, 5): "yellow-A"}
    night = table((3, 2), open=row, letters={RED: "A"})

    night.do(step(3, 3), step(3, 4), step(3, 5))

    assert (night.at(RED), night.letters(RED), night.turn) == ((3, 5), "A", RED)
    assert night.can(step(3, 6))


def test_tt_03_an_own_letter_is_turned_up_and_collected_and_ends_the_movement() -> None:
    """TT R4, TT R5, TT R10."""
    night = table((3, 2), hidden={(3, 3): "red-B"})

    night.do(step(3, 3))

    assert (night.at(RED), night.letters(RED), night.turn) == ((3, 3), "B", BLUE)
    assert night.card(3, 3) == "red-B"


def test_tt_04_a_foreign_letter_is_turned_up_stays_and_ends_the_movement() -> None:
    """TT R4, TT R7."""
    night = table((3, 2), hidden={(3, 3): "blue-C"})

    night.do(step(3, 3))

    assert (night.at(RED), night.letters(RED), night.turn) == ((3, 3), "", BLUE)
    assert night.card(3, 3) == "blue-C"


def test_tt_05_a_pass_that_was_hidden_lets_one_go_on_to_a_letter() -> None:
    """TT R5, TT R6."""
    night = table((3, 2), hidden={(3, 3): "blue-D", (3, 4): "red-E"}, letters={RED: "D"})

    night.do(step(3, 3))
    assert (night.turn, night.card(3, 3)) == (RED, "blue-D")
    night.do(step(3, 4))

    assert (night.letters(RED), night.turn) == ("DE", BLUE)


def test_tt_06_an_own_letter_already_in_the_disc_is_a_pass() -> None:
    """TT R6."""
    night = table((3, 2), open={(3, 3): "red-D"}, letters={RED: "D"})

    night.do(step(3, 3))

    assert night.turn == RED
    assert night.can(step(3, 4))


def test_tt_07_another_letter_that_lies_open_ends_the_movement() -> None:
    """TT R7, TT R8."""
    night = table((3, 2), open={(3, 3): "blue-C"}, letters={RED: "D"})

    night.do(step(3, 3))

    assert (night.at(RED), night.letters(RED), night.turn) == ((3, 3), "D", BLUE)


def test_tt_08_a_devil_card_gives_a_devil_and_ends_the_turn() -> None:
    """TT R18, TT R19."""
    night = table((3, 2), hidden={(3, 3): "devil"})

    night.do(step(3, 3))

    assert (night.devil(RED), night.mid, night.turn) == (True, 3, BLUE)
    assert night.card(3, 3) == "devil"


def test_tt_09_a_second_devil_costs_both_and_two_letters_of_the_own_choice() -> None:
    """TT R18, TT R20."""
    night = table((3, 2), open={(3, 3): "devil"}, letters={RED: "ACE"}, devils=[RED])

    night.do(step(3, 3))
    assert [night.can(lose(letters)) for letters in ("AC", "AE", "CE", "A", "ACE", "AB")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    night.do(lose("AC"))

    assert (night.letters(RED), night.devil(RED), night.mid, night.turn) == ("E", False, 4, BLUE)


def test_tt_10_whoever_has_fewer_letters_loses_what_is_there() -> None:
    """TT R20."""
    night = table((3, 2), open={(3, 3): "devil"}, letters={RED: "A"}, devils=[RED])

    _lose_all(night.do(step(3, 3)), "A")

    assert (night.letters(RED), night.devil(RED), night.mid, night.turn) == ("", False, 4, BLUE)


def test_tt_11_a_robbed_player_with_six_letters_leaves_at_once() -> None:
    """TT R21, TT R23, TT R37."""
    night = table(
        (3, 2),
        (1, 1),
        (1, 5),
        (7, 2),
        (5, 7),
        open={(3, 3): "devil"},
        letters={GREEN: ALL, BLUE: "AB"},
        devils=[BLUE, GREEN, YELLOW, WHITE],
    )

    night.do(step(3, 3))
    assert [night.can(take_from(seat)) for seat in range(5)] == [False, *[True] * 4]
    night.do(take_from(GREEN))

    assert (night.devil(RED), night.mid, night.left, night.at(GREEN)) == (True, 0, [GREEN], None)
    assert (night.is_over, night.turn) == (False, BLUE)


def test_tt_12_with_an_own_devil_and_an_empty_field_one_still_takes_another() -> None:
    """TT R20, TT R21, TT R22."""
    night = table(
        (3, 2),
        (1, 1),
        (1, 5),
        (7, 2),
        open={(3, 3): "devil"},
        letters={RED: "ABC", BLUE: "D"},
        devils=[RED, BLUE, GREEN, YELLOW],
    )

    night.do(step(3, 3))
    assert [night.can(take_from(seat)) for seat in range(4)] == [False, True, True, True]
    night.do(take_from(BLUE), lose("AB"))

    assert (night.letters(RED), night.devil(RED), night.mid) == ("C", False, 2)
    assert (night.letters(BLUE), night.devil(BLUE)) == ("D", False)


def test_tt_13_whoever_drops_the_devil_at_a_tower_with_six_letters_leaves() -> None:
    """TT R33, TT R35, TT R38."""
    night = table((3, 2), (7, 1), (1, 5), open={(3, 3): "tower"}, letters={RED: ALL}, devils=[RED])

    night.do(step(3, 3), peek(None))
    assert night.at(RED) == (3, 3)
    night.do(DROP)

    assert (night.left, night.at(RED), night.mid, night.turn) == ([RED], None, 4, BLUE)


def test_tt_14_what_was_seen_from_a_tower_is_seen_by_one_alone() -> None:
    """TT R33, TT R34."""
    far = {(6, 6): "green-B", (7, 7): "green-C", (1, 1): "black-A"}
    night = table((3, 2), (7, 1), (1, 5), open={(3, 3): "tower"}, hidden=far)

    night.do(step(3, 3))
    before = [_truths(night, viewer) for viewer in (Seat(1), Seat(2), Audience.PUBLIC)]
    told = [
        GAME.redact(night.state, Seat(0), read(peek((6, 6))), viewer)
        for viewer in (Seat(0), Seat(1), Audience.PUBLIC)
    ]
    night.do(peek((6, 6)))

    assert night.card(6, 6) == "hidden"
    assert _truths(night, Seat(0)) == [{"at": [6, 6], "card": "green-B"}]
    assert [_truths(night, viewer) for viewer in (Seat(1), Seat(2), Audience.PUBLIC)] == before
    assert before == [[], [], []]
    assert told[1] == told[2]


def test_tt_15a_the_devil_field_is_blocked_while_a_devil_stands_on_it() -> None:
    """TT R15."""
    night = table((4, 3), devils=[RED])

    assert night.mid == 3
    assert not night.can(step(4, 4))
    assert night.forbidden_by(step(4, 4)) == "TT R15"


def test_tt_15b_the_empty_devil_field_may_be_crossed_but_is_no_place_to_stop() -> None:
    """TT R16, TT R17."""
    night = table((4, 3), (1, 1), (1, 5), (7, 2), devils=[RED, BLUE, GREEN, YELLOW])

    night.do(step(4, 4))
    assert (night.can(END), night.turn) == (False, RED)
    assert night.forbidden_by(END) == "TT R17"
    night.do(step(4, 5))

    assert night.at(RED) == (4, 5)
    assert night.can(END)


def test_tt_16_without_a_devil_another_disc_ends_the_movement_even_with_a_pass() -> None:
    """TT R12."""
    night = table((3, 2), (3, 3), open={(3, 3): "green-D"}, letters={RED: "D"})

    night.do(step(3, 3))

    assert (night.at(RED), night.turn) == ((3, 3), BLUE)


@pytest.mark.parametrize("devils", [[], [RED]])
def test_tt_17_two_discs_block_a_field_for_everybody(devils: list[int]) -> None:
    """TT R11, TT R13."""
    night = table((3, 2), (3, 3), (3, 3), open={(3, 3): "green-D"}, devils=devils)

    assert [night.can(way(3, 3)) for way in (step, jump, skim)] == [False, False, False]
    assert night.forbidden_by(step(3, 3)) == "TT R13"


def test_tt_18_with_a_devil_one_jumps_over_another_disc_without_its_pass() -> None:
    """TT R25, TT R29."""
    night = table((3, 2), (3, 3), open={(3, 3): "green-D"}, devils=[RED])

    night.do(jump(3, 3))
    assert (night.can(END), night.turn) == (False, RED)
    night.do(step(3, 4))

    assert (night.at(RED), night.devil(RED), night.devil(BLUE)) == ((3, 4), True, False)


def test_tt_19_the_devil_may_be_given_to_whom_one_comes_to_stand_with() -> None:
    """TT R30."""
    night = table((3, 2), (3, 3), open={(3, 3): "green-F"}, devils=[RED])

    night.do(step(3, 3))
    assert (night.can(GIVE), night.can(KEEP)) == (True, True)
    night.do(GIVE)

    assert (night.devil(RED), night.devil(BLUE), night.mid, night.turn) == (False, True, 3, BLUE)


def test_tt_20_a_second_devil_from_a_player_costs_the_receiver_both_and_two_letters() -> None:
    """TT R20, TT R31."""
    night = table(
        (3, 2), (3, 3), open={(3, 3): "green-F"}, letters={BLUE: "AB"}, devils=[RED, BLUE]
    )

    assert night.mid == 2
    _lose_all(night.do(step(3, 3), GIVE), "AB")

    assert (night.devil(RED), night.devil(BLUE)) == (False, False)
    assert (night.letters(BLUE), night.mid, night.turn) == ("", 4, BLUE)


def test_tt_21_on_a_devil_card_nothing_can_be_given_and_the_second_devil_counts() -> None:
    """TT R20, TT R30."""
    night = table((3, 2), (3, 3), open={(3, 3): "devil"}, letters={RED: "ABC"}, devils=[RED])

    night.do(step(3, 3))
    assert night.offered == ["lose_letters"]
    night.do(lose("AB"))

    assert (night.letters(RED), night.devil(RED), night.devil(BLUE)) == ("C", False, False)
    assert (night.mid, night.turn) == (4, BLUE)


def test_tt_22_on_a_tower_nothing_can_be_given_but_the_devil_may_be_dropped() -> None:
    """TT R30, TT R33."""
    night = table((3, 2), (3, 3), open={(3, 3): "tower"}, letters={RED: "ABC"}, devils=[RED])

    night.do(step(3, 3), peek(None))
    assert night.offered == ["drop_devil"]
    night.do(DROP)

    assert (night.letters(RED), night.devil(RED), night.devil(BLUE)) == ("ABC", False, False)
    assert (night.mid, night.turn) == (4, BLUE)


def test_tt_23_the_letter_is_collected_first_and_giving_the_devil_lets_one_leave() -> None:
    """TT R30, TT R37, TT R38."""
    night = table(
        (3, 2), (3, 3), (7, 1), open={(3, 3): "red-F"}, letters={RED: "ABCDE"}, devils=[RED]
    )

    night.do(step(3, 3))
    assert (night.letters(RED), night.at(RED)) == (ALL, (3, 3))
    night.do(GIVE)

    assert (night.left, night.at(RED), night.devil(BLUE), night.turn) == ([RED], None, True, BLUE)


def test_tt_24_with_a_devil_hidden_cards_are_crossed_but_none_is_a_place_to_stop() -> None:
    """TT R25, TT R27."""
    covered = {(2, 4): "blue-C", (2, 5): "devil"}
    night = table((2, 3), hidden=covered, devils=[RED])

    night.do(skim(2, 4), skim(2, 5))
    assert (night.can(END), night.at(RED)) == (False, (2, 5))
    assert night.forbidden_by(END) == "TT R27"
    night.do(step(2, 6))

    assert (night.card(2, 4), night.card(2, 5)) == ("hidden", "hidden")
    assert (night.at(RED), night.devil(RED), night.can(END)) == ((2, 6), True, True)
    plain = table((2, 3), hidden=covered)
    assert not plain.can(skim(2, 4))
    assert plain.forbidden_by(skim(2, 4)) == "TT R27"


def test_tt_25_open_cards_stop_even_those_with_a_devil() -> None:
    """TT R28."""
    night = table((2, 3), open={(2, 4): "blue-C"}, devils=[RED])

    assert not night.can(skim(2, 4))
    night.do(step(2, 4))

    assert (night.at(RED), night.turn) == ((2, 4), BLUE)


def test_tt_26_hidden_cards_and_open_own_letters_can_be_swapped_and_nothing_else() -> None:
    """TT R36."""
    night = table(
        (3, 2),
        open={(1, 2): "red-B", (1, 3): "blue-C", (1, 5): "tower", (3, 2): "red-A"},
        hidden={(2, 5): "green-F"},
    )

    lying = [(1, 2), (1, 3), (1, 5), (2, 5), (3, 2), (7, 7)]
    pairs = [(a, b) for a in lying for b in lying if a < b]
    allowed = [pair for pair in pairs if night.can(swap(*pair))]
    assert allowed == [((1, 2), (2, 5)), ((1, 2), (7, 7)), ((2, 5), (7, 7))]
    assert night.forbidden_by(swap((1, 2), (1, 3))) == "TT R36"
    night.do(swap((2, 5), (1, 2)))

    assert (night.card(1, 2), night.card(2, 5), night.turn) == ("hidden", "red-B", BLUE)
    assert night.truth(1, 2) == "green-F"
    assert night.seen_by(Seat(0))["known"] == []


def test_tt_27_a_devil_shuffle_takes_two_to_four_open_cards_to_free_fields() -> None:
    """TT R17, TT R26."""
    lying = {
        (1, 1): "tower",
        (1, 2): "devil",
        (1, 3): "red-A",
        (1, 4): "blue-B",
        (1, 5): "green-C",
    }
    night = table((3, 2), open=lying, devils=[RED])
    fields = sorted(lying)

    night.do(take(*fields[0]))
    assert not night.can(lay(6, 6)), "one card is too few"
    night.do(take(*fields[1]), take(*fields[2]))
    assert night.can(lay(6, 6))
    # three cards are enough, a fifth is too many
    four = Table(night.state).do(take(*fields[3]))
    assert (four.can(lay(6, 6)), four.can(take(*fields[4]))) == (True, False)
    targets = {
        "devil field": (4, 4),
        "just emptied": (1, 1),
        "a disc without a card": (3, 2),
        "a card": (1, 5),
        "a hidden card": (7, 7),
    }
    assert {name: night.can(lay(*at)) for name, at in targets.items()} == {
        "devil field": False,
        "just emptied": True,
        "a disc without a card": False,
        "a card": False,
        "a hidden card": False,
    }
    night.do(lay(1, 1), lay(2, 2), lay(6, 2), drawn("shuffle", "red-A", "tower", "devil"))

    assert [night.truth(*at) for at in ((1, 1), (2, 2), (6, 2))] == ["red-A", "tower", "devil"]
    assert [night.card(*at) for at in ((1, 1), (1, 2), (1, 3), (6, 2))] == [
        "hidden",
        None,
        None,
        "hidden",
    ]
    assert (night.devil(RED), night.at(RED), night.turn) == (True, (3, 2), BLUE)
    assert night.hidden == 4


def test_tt_28_a_player_who_has_left_turns_up_the_last_card_and_the_day_breaks() -> None:
    """TT R39, TT R41, TT R48."""
    night = table((3, 2), None, (7, 1), left=[BLUE], letters={BLUE: ALL}, turn=BLUE)

    night.do(flip(7, 7))

    assert night.is_over
    assert night.outcome == Outcome(None, (2, 1, 2), "day_break", low_tie=True)


def test_tt_29_the_last_card_is_resolved_before_the_day_breaks() -> None:
    """TT R42, TT R46, TT R48."""
    night = table(
        (3, 2),
        None,
        (7, 1),
        (1, 5),
        hidden={(3, 3): "red-F"},
        night=False,
        left=[BLUE],
        letters={RED: "ABCDE", BLUE: ALL},
    )

    night.do(step(3, 3))

    assert (night.left, night.is_over) == ([BLUE, RED], True)
    assert night.outcome == Outcome(None, (2, 1, 3, 3), "day_break", low_tie=True)


def test_tt_30_with_two_players_the_first_to_leave_ends_the_match() -> None:
    """TT R37, TT R40, TT R47."""
    night = table((3, 2), open={(3, 3): "red-F"}, letters={RED: "ABCDE"})

    night.do(step(3, 3))

    assert (night.left, night.is_over) == ([RED], True)
    assert night.outcome == Outcome(None, (1, 2), "last_one")


def test_tt_31_if_nobody_has_left_at_day_break_nobody_has_won() -> None:
    """TT R41, TT R49."""
    night = table(
        (3, 2),
        (7, 1),
        (1, 5),
        (1, 1),
        (7, 5),
        (5, 6),
        hidden={(3, 3): "blue-A"},
        night=False,
    )

    night.do(step(3, 3))

    assert night.is_over
    assert night.outcome == Outcome(None, (1,) * 6, "day_break", drawn=True, low_tie=True)


def test_tt_32a_discs_start_with_three_free_fields_between_them() -> None:
    night = dealt(2).do(place(1, 1))

    assert (night.can(place(1, 5)), night.can(place(1, 4))) == (True, False)


def test_tt_32b_whoever_places_a_disc_leaves_room_for_all_who_follow() -> None:
    five = dealt(5).do(place(1, 1), place(1, 5), place(6, 3))
    four = dealt(4).do(place(1, 1), place(1, 5), place(6, 3))

    assert (five.can(place(5, 6)), four.can(place(5, 6))) == (False, True)


def test_tt_33_no_step_goes_diagonally() -> None:
    """TT R1."""
    night = table((3, 3))

    assert [night.can(step(*at)) for at in ((2, 2), (4, 4), (3, 5), (3, 3))] == [False] * 4
    assert [night.can(step(*at)) for at in ((2, 3), (3, 2), (3, 4), (4, 3))] == [True] * 4
    assert night.forbidden_by(step(2, 2)) == "TT R1"


@pytest.mark.parametrize("in_one_move", [True, False])
def test_tt_34_a_lost_letter_is_regained_by_coming_back_to_its_card(in_one_move: bool) -> None:
    """TT R9."""
    night = table((3, 3), open={(3, 3): "red-D"})

    night.do(step(3, 4))
    assert night.letters(RED) == ""
    if not in_one_move:
        night.do(END, step(7, 2), END)
    night.do(step(3, 3))

    assert (night.letters(RED), night.turn) == ("D", BLUE)


def test_tt_35_six_letters_with_a_second_devil_are_only_four_and_no_leaving() -> None:
    """TT R31, TT R38."""
    night = table(
        (3, 3),
        (3, 2),
        open={(3, 3): "green-A"},
        letters={RED: ALL},
        devils=[RED, BLUE],
        turn=BLUE,
    )

    night.do(step(3, 3), GIVE)
    assert night.actor == RED
    night.do(lose("AB"))

    assert (night.devil(RED), night.devil(BLUE), night.letters(RED)) == (False, False, "CDEF")
    assert (night.at(RED), night.left, night.mid) == ((3, 3), [], 4)


def _truths(night: Table, viewer: Seat | Audience) -> list[object]:
    return list(night.seen_by(viewer)["known"])


def _lose_all(night: Table, letters: str) -> None:
    """Gives back these letters if that is still asked for, there being nothing to choose."""
    if not night.is_over and night.offered == ["lose_letters"]:
        night.do(lose(letters))
