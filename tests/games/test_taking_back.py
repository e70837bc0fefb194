"""A decision that a game lets people take back has told nobody anything but itself."""

from __future__ import annotations

import pytest

from games.catalogue import playable
from games.core.package import GamePackage
from games.core.rng import QuickRng
from games.core.types import CHANCE
from tests.games.walks import play_of, rulesets, viewers, walk
from tests.tiers import examples


@pytest.mark.parametrize("package", playable(), ids=lambda package: package.key)
def test_what_comes_back_has_turned_up_nothing_that_lay_hidden(package: GamePackage) -> None:
    play, found = play_of(package), 0
    for number, options in enumerate(rulesets(package)):
        seats = max(package.sheet.seats(options))
        for step in walk(package, seats, options, number, examples(400)):
            if step.actor is CHANCE or not play.keeps_hidden(step.before, step.after):
                continue
            found += 1
            for viewer in viewers(seats):
                seen = play.view(step.after, viewer)
                other = play.resample(step.before, viewer, QuickRng(number))
                if play.objection(other, step.actor, step.action) is not None:
                    assert viewer != step.actor
                    continue
                after = play.advance(other, step.actor, step.action)

                assert play.view(after, viewer) == seen
                assert play.keeps_hidden(other, after)
    assert found
    assert play.taken_back
