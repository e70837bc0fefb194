"""What the worked examples leave open: moving, other discs, devils, towers and swaps."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import Audience, Seat
from tests.games.teufel_teufel.positions import (
    ALL,
    BLUE,
    DROP,
    END,
    GIVE,
    GREEN,
    HOLD,
    KEEP,
    PASS,
    RED,
    YELLOW,
    Table,
    dealt,
    drawn,
    jump,
    lay,
    lose,
    peek,
    place,
    skim,
    step,
    swap,
    table,
    take,
    take_from,
)

# --- moving


def test_a_move_has_one_step_at_least() -> None:
    """TT R2."""
    night = table((3, 2))

    assert not night.can(END)
    assert night.can(step(3, 3))


def test_a_move_may_come_back_and_enter_a_card_again() -> None:
    """TT R2, TT R9."""
    night = table((3, 2), open={(3, 3): "blue-D"}, letters={RED: "D"})

    night.do(*[step(3, 3), step(3, 2)] * 10, step(3, 3), END)

    assert (night.at(RED), night.turn) == ((3, 3), BLUE)


def test_without_revisits_a_move_comes_back_to_no_field_and_not_to_its_start() -> None:
    """TT R2 with `allow_revisit` off."""
    night = table((3, 2), options={"allow_revisit": False})

    night.do(step(3, 3))
    assert not night.can(step(3, 2))
    night.do(step(2, 3), step(2, 2))

    assert not night.can(step(3, 2)), "the move began there"
    assert not night.can(step(2, 3)), "the move has been there"
    assert night.can(step(1, 2))


def test_a_very_long_move_ends_where_it_may() -> None:
    """TT R2 with `max_steps_per_move`."""
    night = table(
        (3, 2), hidden={(3, 4): "blue-D"}, devils=[RED], options={"max_steps_per_move": 2}
    )

    night.do(step(3, 3), skim(3, 4))
    assert not night.can(END), "the guard ends no move where the rules do not"
    night.do(step(3, 5))

    assert night.turn == BLUE or night.offered == ["end_move"]


def test_an_open_own_letter_is_collected_without_being_turned_up() -> None:
    """TT R8, TT R10."""
    night = table((3, 2), open={(3, 3): "red-C"}, letters={RED: "AB"})

    night.do(step(3, 3))

    assert (night.letters(RED), night.card(3, 3), night.turn) == ("ABC", "red-C", BLUE)


def test_nobody_passes_who_can_do_something() -> None:
    night = table((3, 2))
    free = table((3, 2), options={"allow_pass": True})

    assert (night.can(PASS), free.can(PASS)) == (False, True)
    assert free.do(PASS).turn == BLUE


def test_whoever_can_do_nothing_passes() -> None:
    """TT R13: fields with two discs on both sides of the corner."""
    night = table((1, 1), (1, 2), (1, 2), (2, 1), (2, 1))

    assert night.offered == ["pass"]
    assert night.do(PASS).turn == BLUE


# --- other discs


def test_a_club_may_let_three_discs_stand_on_a_field() -> None:
    """TT R11 with `max_discs_per_field`."""
    night = table((3, 2), (3, 3), (3, 3), options={"max_discs_per_field": 3})

    night.do(step(3, 3))

    assert (night.at(RED), night.turn) == ((3, 3), BLUE)


def test_only_a_single_disc_is_jumped_over_or_given_a_devil() -> None:
    """TT R29, TT R30 with `max_discs_per_field`."""
    night = table((3, 2), (3, 3), (3, 3), devils=[RED], options={"max_discs_per_field": 3})

    assert not night.can(jump(3, 3))
    night.do(step(3, 3))

    assert (night.devil(RED), night.turn) == (True, BLUE)


@pytest.mark.parametrize(
    ("card", "letters", "devil"),
    [("red-A", "A", False), ("green-A", "", False), ("devil", "", True)],
)
def test_the_card_under_another_disc_has_its_effect_on_whoever_enters(
    card: str, letters: str, devil: bool
) -> None:
    """TT R14."""
    night = table((3, 2), (3, 3), hidden={(3, 3): card})

    night.do(step(3, 3))

    assert (night.letters(RED), night.devil(RED)) == (letters, devil)
    assert (night.card(3, 3), night.turn) == (card, BLUE)


def test_a_card_turned_up_by_another_does_nothing_to_the_disc_that_stood_on_it() -> None:
    """TT R14, TT R39: the disc under which it lay has not entered."""
    night = table((3, 2), (3, 3), (7, 1), hidden={(3, 3): "blue-A"})

    night.do(step(3, 3))

    assert (night.letters(BLUE), night.letters(RED)) == ("", "")


# --- the devil field


def test_three_players_never_empty_the_devil_field() -> None:
    """TT R15, TT R16."""
    night = table((4, 3), (1, 1), (1, 5), devils=[RED, BLUE, GREEN])

    assert (night.mid, night.can(step(4, 4))) == (1, False)


def test_whoever_crosses_the_devil_field_may_turn_back() -> None:
    """TT R16."""
    night = table((4, 3), (1, 1), (1, 5), (7, 2), devils=[RED, BLUE, GREEN, YELLOW])

    night.do(step(4, 4), step(4, 3))

    assert night.can(END)


def test_no_disc_starts_on_the_devil_field() -> None:
    """TT R17."""
    night = dealt(2)

    assert not night.can(place(4, 4))
    assert night.forbidden_by(place(4, 4)) == "TT R17"
    assert night.can(place(4, 3))


# --- devils


def test_devils_come_from_the_devil_field_while_one_is_there() -> None:
    """TT R18, TT R21."""
    night = table((3, 2), (1, 1), (1, 5), (7, 2), open={(3, 3): "devil"}, devils=[BLUE, GREEN])

    night.do(step(3, 3))

    assert (night.devil(RED), night.mid, night.turn) == (True, 1, BLUE)
    assert (night.devil(BLUE), night.devil(GREEN)) == (True, True)


def test_a_player_robbed_for_a_second_devil_leaves_as_well() -> None:
    """TT R22, TT R23."""
    night = table(
        (3, 2),
        (1, 1),
        (1, 5),
        (7, 2),
        open={(3, 3): "devil"},
        letters={RED: "ABC", GREEN: ALL},
        devils=[RED, BLUE, GREEN, YELLOW],
    )

    night.do(step(3, 3), take_from(GREEN), lose("BC"))

    assert (night.letters(RED), night.mid, night.left) == ("A", 2, [GREEN])
    assert night.turn == BLUE


@pytest.mark.parametrize(("lost", "kept"), [(0, "ABC"), (1, "BC"), (3, "")])
def test_a_club_may_let_other_numbers_of_letters_be_lost(lost: int, kept: str) -> None:
    """TT R20 with `letters_lost_with_two_devils`."""
    night = table(
        (3, 2),
        open={(3, 3): "devil"},
        letters={RED: "ABC"},
        devils=[RED],
        options={"letters_lost_with_two_devils": lost},
    )

    night.do(step(3, 3))
    if night.offered == ["lose_letters"]:
        night.do(lose("ABC"[:lost]))

    assert (night.letters(RED), night.mid, night.turn) == (kept, 4, BLUE)


def test_whoever_ends_on_a_hidden_card_turns_it_up_devil_or_not() -> None:
    """TT R27."""
    night = table((3, 2), hidden={(3, 3): "red-A"}, devils=[RED])

    night.do(step(3, 3))

    assert (night.letters(RED), night.card(3, 3), night.turn) == ("A", "red-A", BLUE)


def test_jumping_turns_nothing_up_and_ends_on_no_field() -> None:
    """TT R25, TT R29."""
    night = table((3, 2), (3, 3), hidden={(3, 3): "devil"}, devils=[RED])

    night.do(jump(3, 3))
    assert (night.can(END), night.can(GIVE)) == (False, False)
    assert night.forbidden_by(END) == "TT R29"
    night.do(step(3, 2), jump(3, 3), step(3, 4))

    assert (night.card(3, 3), night.devil(RED), night.at(RED)) == ("hidden", True, (3, 4))


def test_nobody_jumps_without_a_devil_or_over_an_empty_field() -> None:
    """TT R29."""
    night = table((3, 2), (3, 3))
    alone = table((3, 2), open={(3, 3): "blue-C"}, devils=[RED])

    assert (night.can(jump(3, 3)), alone.can(jump(3, 3))) == (False, False)


@pytest.mark.parametrize(
    ("card", "any_card", "allowed"),
    [
        ("devil", True, True),
        ("tower", True, True),
        ("devil", False, False),
        ("tower", False, False),
        ("green-A", False, True),
    ],
)
def test_a_club_may_forbid_to_jump_over_devils_and_towers(
    card: str, any_card: bool, allowed: bool
) -> None:
    """TT R29 with `jump_any_card`."""
    night = table(
        (3, 2), (3, 3), open={(3, 3): card}, devils=[RED], options={"jump_any_card": any_card}
    )

    assert night.can(jump(3, 3)) is allowed


def test_the_devil_may_be_given_on_a_field_without_a_card_or_kept() -> None:
    """TT R30."""
    given = table((3, 2), (3, 3), devils=[RED]).do(step(3, 3), GIVE)
    kept = table((3, 2), (3, 3), devils=[RED]).do(step(3, 3), KEEP)

    assert (given.devil(RED), given.devil(BLUE), given.turn) == (False, True, BLUE)
    assert (kept.devil(RED), kept.devil(BLUE), kept.turn) == (True, False, BLUE)


def test_nobody_gives_a_devil_that_is_in_another_disc() -> None:
    """TT R30."""
    night = table((3, 2), (3, 3), devils=[BLUE])

    night.do(step(3, 3))

    assert (night.turn, night.devil(RED), night.devil(BLUE)) == (BLUE, False, True)


def test_standing_together_gives_no_right_to_give() -> None:
    """TT R30, TT R32: the field has to be entered."""
    night = table((3, 3), (3, 3), devils=[RED])

    assert (night.can(GIVE), "give" in night.offered) == (False, False)
    night.do(step(3, 2), step(3, 3))

    assert night.offered == ["give"]


# --- the devil shuffle


def _three_open(**more: Any) -> Table:
    lying = {(1, 1): "tower", (1, 2): "devil", (1, 3): "red-A"}
    return table((3, 2), (1, 2), open=lying, devils=[RED], **more)


def test_without_a_devil_nobody_shuffles() -> None:
    """TT R26."""
    night = table((3, 2), open={(1, 1): "tower", (1, 2): "blue-A"})

    assert "shuffle_take" not in night.offered
    assert not night.can(take(1, 1))


def test_hidden_cards_are_not_taken_for_a_shuffle() -> None:
    """TT R26."""
    assert not _three_open().can(take(7, 7))


def test_cards_under_discs_may_be_taken_and_the_disc_keeps_its_field() -> None:
    """TT R26 with `shuffle_occupied_cards`."""
    night = _three_open()

    night.do(take(1, 1), take(1, 2))
    assert not night.can(lay(1, 2)), "a disc stands on the field just emptied"
    night.do(lay(1, 1), lay(6, 6), drawn("shuffle", "devil", "tower"))

    assert (night.at(BLUE), night.card(1, 2)) == ((1, 2), None)
    assert not _three_open(options={"shuffle_occupied_cards": False}).can(take(1, 2))


def test_nobody_sees_where_the_cards_of_a_shuffle_lie_but_everybody_which_they_are() -> None:
    """TT R26."""
    night = _three_open()

    night.do(take(1, 1), take(1, 3), lay(5, 5), lay(6, 6), drawn("shuffle", "red-A", "tower"))

    for viewer in (Seat(0), Seat(1), Audience.PUBLIC):
        seen = night.seen_by(viewer)
        (group,) = [group for group in seen["groups"] if [5, 5] in group["at"]]
        assert seen["known"] == []
        assert group["at"] == [[5, 5], [6, 6]]
        assert sorted(group["cards"]) == ["red-A", "tower"]


def test_a_draw_of_other_cards_than_those_taken_is_refused() -> None:
    """TT R26."""
    night = _three_open().do(take(1, 1), take(1, 3), lay(5, 5), lay(6, 6))

    assert not night.can(drawn("shuffle", "red-A", "devil"))
    assert night.forbidden_by(drawn("shuffle", "red-A", "devil")) == "TT R26"
    assert not night.can(drawn("shuffle", "red-A"))
    assert night.can(drawn("shuffle", "tower", "red-A"))


def test_a_club_may_shuffle_another_number_of_cards() -> None:
    """TT R26 with `shuffle_cards`."""
    night = _three_open(options={"shuffle_cards": [1, 2]})

    night.do(take(1, 1))
    assert night.can(lay(5, 5))
    night.do(take(1, 3))

    assert not night.can(take(1, 2))


# --- towers


def test_at_a_tower_one_looks_first_and_then_drops() -> None:
    """TT R33."""
    night = table((3, 2), (5, 5), hidden={(3, 3): "tower", (5, 5): "red-A"}, devils=[RED])

    night.do(step(3, 3))
    assert (night.offered, night.can(DROP)) == (["peek"], False)
    assert night.can(peek((5, 5))), "a card under a disc may be looked at"
    assert not night.can(peek((3, 3))), "an open card is no secret"
    night.do(peek((5, 5)))
    assert night.offered == ["drop_devil"]
    night.do(HOLD)

    assert (night.devil(RED), night.turn, night.card(3, 3)) == (True, BLUE, "tower")


def test_without_a_devil_there_is_nothing_to_drop() -> None:
    """TT R33."""
    night = table((3, 2), open={(3, 3): "tower"})

    night.do(step(3, 3), peek(None))

    assert night.turn == BLUE


def test_what_was_seen_is_known_until_the_card_is_open_wherever_it_lies() -> None:
    """TT R34, TT R36."""
    night = table((3, 2), hidden={(6, 6): "green-B", (1, 1): "green-C"}, peeked={RED: [(6, 6)]})

    night.do(swap((1, 1), (6, 6)))

    assert night.seen_by(Seat(0))["known"] == [{"at": [1, 1], "card": "green-B"}]
    assert night.seen_by(Seat(1))["known"] == []


def test_what_was_known_of_a_card_is_forgotten_once_it_is_shuffled() -> None:
    """TT R26, TT R34: the card comes back to the field where it was seen, perhaps."""
    night = table(
        (6, 1),
        (3, 4),
        open={(1, 1): "tower"},
        hidden={(3, 3): "green-C"},
        letters={BLUE: "C"},
        devils=[RED],
        peeked={RED: [(3, 3)]},
        turn=BLUE,
    )

    night.do(step(3, 3), step(2, 3), END)
    night.do(take(3, 3), take(1, 1), lay(3, 3), lay(5, 5), drawn("shuffle", "green-C", "tower"))

    assert night.card(3, 3) == "hidden"
    assert night.seen_by(Seat(0))["known"] == []


# --- swapping


def test_an_own_letter_can_be_swapped_whether_it_is_collected_or_not() -> None:
    """TT R36."""
    lying = {(1, 2): "red-B", (1, 3): "red-C"}
    night = table((3, 2), (1, 5), open=lying, hidden={(1, 5): "red-A"}, letters={RED: "B"})

    assert night.can(swap((1, 2), (1, 3)))
    assert not night.can(swap((1, 2), (1, 5))), "a disc stands on it"
    assert not night.can(swap((1, 2), (1, 2)))
    assert not night.can(swap((1, 2), (2, 2))), "there is no card"
    night.do(swap((1, 2), (1, 3)))

    assert (night.card(1, 2), night.card(1, 3), night.turn) == ("red-C", "red-B", BLUE)
