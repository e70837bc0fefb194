"""How likely each seat was to win, step by step."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from games.catalogue import get
from games.core.chances import GRID, WHOLE, Chance, is_clear, measured, wins
from games.core.recorder import play_match
from games.core.types import Outcome

if TYPE_CHECKING:
    from games.core.transcript import Transcript

DICE = get("dice-devils")


@pytest.fixture(scope="module")
def record() -> Transcript:
    options = DICE.sheet.default_options()
    return play_match(DICE, seats=3, options=options, secret=bytes(32), bots=["random"] * 3)


def test_the_last_chance_is_what_was_and_every_other_an_estimate_of_many(
    record: Transcript,
) -> None:
    ticks = count()

    found = measured(DICE, record, seconds=10, clock=lambda: next(ticks) / 10)

    assert record.footer is not None
    assert record.footer.outcome is not None
    assert found.steps[-1].shares == tuple(
        round(WHOLE * share) for share in wins(record.footer.outcome)
    )
    assert [chance.seq for chance in found.steps][:: len(found.steps) - 1] == [
        0,
        len(record.lines),
    ]
    assert all(chance.trials >= 8 for chance in found.steps[:-1])
    assert all(WHOLE - 3 <= sum(chance.shares) <= WHOLE + 3 for chance in found.steps)


def test_without_time_a_few_steps_are_looked_at_all_the_same(record: Transcript) -> None:
    ticks = count()

    found = measured(DICE, record, seconds=0, clock=lambda: float(next(ticks)))

    assert (found.bot, len(found.steps)) == ("random", GRID)
    assert {chance.trials for chance in found.steps[:-1]} == {8}


def test_a_shared_win_is_shared_and_one_of_nobody_is_nobodys() -> None:
    assert wins(Outcome(None, (1, 3, 1), "points")) == (0.5, 0.0, 0.5)
    assert wins(Outcome(None, (1, 1), "points", drawn=True)) == (0.0, 0.0)


def test_what_trials_differ_among_themselves_is_no_turn() -> None:
    few = Chance(1, 20, (500, 500)), Chance(2, 20, (600, 400))
    many = Chance(1, 2000, (500, 500)), Chance(2, 2000, (600, 400))

    assert (is_clear(*few, 0), is_clear(*many, 0)) == (False, True)


def test_nobody_of_those_who_lose_together_has_won() -> None:
    assert wins(Outcome(None, (1, 1, 3), "end", low_tie=True)) == (0.0, 0.0, 0.0)
    assert wins(Outcome(None, (1, 2, 3), "end", low_tie=True)) == (1.0, 0.0, 0.0)
