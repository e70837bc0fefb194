"""What the coach imagines: tables that go with a view, under any house rules."""

from __future__ import annotations

from games.catalogue import get
from games.core.rng import QuickRng
from games.core.types import CHANCE
from games.teufel_teufel.play import PLAY
from games.teufel_teufel.play.imagined import imagined
from games.teufel_teufel.play.smart import SmartBot, Thought
from games.teufel_teufel.play.state import Phase
from games.teufel_teufel.play.views import TeufelView
from tests.games.walks import rulesets, walk

PACKAGE = get("teufel-teufel")


def test_an_imagined_table_looks_like_the_real_one_and_differs_from_it() -> None:
    differing, number = 0, 0
    for options in rulesets(PACKAGE)[:6]:
        seats = PACKAGE.sheet.seats(options)[-1]
        for step in walk(PACKAGE, seats, options, 5, 250):
            if step.actor is CHANCE or step.number % 5:
                continue
            number += 1
            seen = PLAY.view(step.before, step.actor)

            other = imagined(seen, QuickRng(number))

            assert PLAY.view(other, step.actor) == seen
            assert PLAY.legal(other, step.actor) == PLAY.legal(step.before, step.actor)
            differing += other.cards != step.before.cards

    assert differing > number / 2


def test_the_first_of_those_thought_of_is_what_a_careful_player_does() -> None:
    seen: set[Phase] = set()
    for seed in range(4):
        for step in walk(PACKAGE, 4, PACKAGE.sheet.default_options(), seed, 300):
            if step.actor is CHANCE or step.before.phase in (Phase.PLACE, Phase.FLIP):
                continue
            view: TeufelView = PLAY.view(step.before, step.actor)
            legal = PLAY.legal(step.before, step.actor)
            if len(legal) == 1 or step.number % 4:
                continue
            seen.add(view.phase)

            ranked = Thought(view, step.actor).ranked(legal)

            assert ranked[0] == SmartBot().choose(view, legal, QuickRng(1))
            assert len(set(ranked)) == len(ranked)
            assert set(ranked) <= set(legal)

    assert {Phase.TURN, Phase.MOVE, Phase.GIVE, Phase.PEEK} <= seen
