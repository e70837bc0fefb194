"""What comes first where one action has several effects: a loss is part of what caused it."""

from __future__ import annotations

from games.core.types import Outcome
from tests.games.teufel_teufel.positions import (
    ALL,
    BLUE,
    GIVE,
    GREEN,
    RED,
    YELLOW,
    lose,
    step,
    table,
    take_from,
)


def test_the_receiver_gives_back_letters_before_the_giver_ends_the_match_by_leaving() -> None:
    """TT R20, TT R31, TT R37, TT R40: giving is over when the second devil has had its effect."""
    night = table(
        (3, 2),
        (3, 3),
        open={(3, 3): "green-A"},
        letters={RED: ALL, BLUE: "ABC"},
        devils=[RED, BLUE],
    )

    night.do(step(3, 3), GIVE)
    before = (night.actor, night.left, night.outcome)
    night.do(lose("AB"))

    assert before == (BLUE, [], None)
    assert (night.left, night.letters(BLUE), night.mid) == ([RED], "C", 4)
    assert night.outcome == Outcome(None, (1, 2), "last_one")


def test_a_complete_receiver_loses_letters_and_a_complete_giver_leaves() -> None:
    """TT R31, TT R37, TT R43: losing both devils does not let the receiver leave."""
    night = table(
        (3, 2),
        (3, 3),
        (7, 1),
        open={(3, 3): "green-A"},
        letters={RED: ALL, BLUE: ALL},
        devils=[RED, BLUE],
    )

    night.do(step(3, 3), GIVE, lose("EF"))

    assert (night.left, night.letters(BLUE), night.at(BLUE)) == ([RED], "ABCD", (3, 3))
    assert (night.turn, night.outcome) == (BLUE, None)


def test_a_robber_with_two_devils_gives_back_letters_before_the_robbed_player_leaves() -> None:
    """TT R22, TT R23."""
    night = table(
        (3, 2),
        (7, 1),
        (7, 5),
        (1, 5),
        open={(3, 3): "devil"},
        letters={RED: ALL, GREEN: ALL},
        devils=[RED, BLUE, GREEN, YELLOW],
    )

    night.do(step(3, 3), take_from(GREEN))
    before = (night.actor, night.left)
    night.do(lose("AB"))

    assert before == (RED, [])
    assert (night.left, night.letters(RED), night.mid, night.turn) == ([GREEN], "CDEF", 2, BLUE)


def test_the_last_hidden_card_lets_the_day_break_after_the_letters_are_lost() -> None:
    """TT R42: the loss belongs to the opening."""
    night = table(
        (3, 2),
        (7, 1),
        (7, 5),
        hidden={(3, 3): "devil"},
        night=False,
        letters={RED: "ABC"},
        devils=[RED],
    )

    night.do(step(3, 3))
    before = (night.actor, night.outcome)
    night.do(lose("AB"))

    assert before == (RED, None)
    assert (night.letters(RED), night.mid) == ("C", 4)
    assert night.outcome == Outcome(None, (1, 1, 1), "day_break", drawn=True, low_tie=True)


def test_nothing_can_be_given_where_two_others_stand() -> None:
    """TT R30, with `max_discs_per_field`: the movement has to end with exactly one other disc."""
    crowded = table(
        (3, 2), (3, 3), (3, 3), (7, 1), devils=[RED], options={"max_discs_per_field": 3}
    )
    lone = table((3, 2), (3, 3), (3, 1), (7, 1), devils=[RED], options={"max_discs_per_field": 3})

    crowded.do(step(3, 3))
    lone.do(step(3, 3))

    assert (crowded.turn, crowded.devil(RED)) == (BLUE, True)
    assert (lone.turn, lone.offered) == (RED, ["give"])


def test_nobody_jumps_two_discs() -> None:
    """TT R29, with `max_discs_per_field`: only a field with one other disc can be jumped."""
    night = table(
        (3, 2),
        (3, 3),
        (3, 3),
        (2, 2),
        devils=[RED],
        options={"max_discs_per_field": 3},
    )

    assert night.forbidden_by(step(3, 3, "jump")) == "TT R29"
    assert night.can(step(3, 3))
    assert night.can(step(2, 2, "jump"))
