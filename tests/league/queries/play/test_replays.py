"""A match that is over, step by step."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from league.queries.play import states
from league.services.play import play_endings
from tests.factories import plays

if TYPE_CHECKING:
    from league.models import Play

pytestmark = pytest.mark.django_db


def stopped() -> Play:
    play = plays.move(plays.begun("dice-devils", people=1), Random(1))
    return play_endings.agree_to_stop(by=plays.guest("Ada"), play=play)


def test_the_steps_of_a_match_that_is_over_are_worked_out_once() -> None:
    play = stopped()

    first = states.ended(play)

    assert len(first) == play.seq
    assert states.ended(play) is first


def test_steps_are_kept_of_a_few_matches_alone() -> None:
    for _ in range(states.MOST_WHOLE + 2):
        states.ended(stopped())

    assert len(states.whole) == states.MOST_WHOLE
