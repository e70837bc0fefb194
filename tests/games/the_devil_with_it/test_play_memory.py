"""What somebody knows who kept count of all that lay open."""

from __future__ import annotations

import pytest

from games.core.rng import QuickRng
from games.core.types import Audience, Seat
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.memory import counted
from games.the_devil_with_it.play.state import bets_open
from tests.games.the_devil_with_it.playing import DEFAULT, ODD_RULES, moments


@pytest.mark.parametrize("options", ODD_RULES)
def test_everybodys_purse_can_be_counted_from_what_lay_open(options: DevilWithItOptions) -> None:
    for moment in moments(3, 3, options, most=200):
        seen = PLAY.view(moment.after, Audience.PUBLIC)

        assert counted(seen) == list(moment.after.holdings)


def test_a_count_is_the_same_whatever_purses_hide() -> None:
    rng = QuickRng(2)
    for moment in moments(4, 4, most=200):
        other = PLAY.resample(moment.after, Seat(0), rng)

        assert counted(PLAY.view(other, Seat(0))) == counted(PLAY.view(moment.after, Seat(0)))


def test_nothing_is_counted_in_a_position_without_a_past() -> None:
    assert counted(PLAY.view(bets_open(DEFAULT, (500, 300)), Seat(0))) is None


def test_rounds_before_the_last_stand_on_no_page() -> None:
    *_, last = moments(4, 4, most=200)
    view = PLAY.view(last.after, Seat(0))
    assert len(view.rounds) > 1

    assert PLAY.view_to_json(view) == PLAY.view_to_json(view._replace(rounds=view.rounds[-1:]))
