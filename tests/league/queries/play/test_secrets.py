"""What one viewer gets of a match is the same, whatever it is that it may not know."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.db import transaction

from games.core.rng import SeededRng
from games.core.transcript import played
from games.core.types import Audience, Seat
from league.core.actors import ANONYMOUS
from league.core.enums import PlayState
from league.queries.play import lists, states, transcripts
from league.queries.play import plays as reading
from league.services.play import plays
from tests.factories.plays import NAMES, begun, guest, move, owing
from tests.tiers import examples

if TYPE_CHECKING:
    from games.core.types import Viewer
    from league.core.actors import Actor
    from league.models import Play

pytestmark = pytest.mark.django_db

GAMES = ("dice-devils", "teufel-teufel", "the-devil-with-it")
SEATS = 3


def given(viewer: Actor, play: Play) -> tuple[str, ...]:
    """Everything that is told to one viewer."""
    return (
        repr(reading.shown(viewer=viewer, play=play)),
        repr(lists.mine(viewer=viewer)),
        *transcripts.lines(viewer=viewer, play=play),
    )


def now(viewer: Actor, play: Play) -> str:
    """The position alone, without the way to it."""
    return repr(reading.shown(viewer=viewer, play=play, since=play.seq))


@pytest.mark.parametrize("game", GAMES)
def test_a_position_that_a_viewer_cannot_tell_from_the_real_one_looks_the_same(game: str) -> None:
    play, chance = begun(game, people=SEATS), Random(4)
    viewers: list[tuple[Actor, Viewer]] = [
        *((guest(NAMES[number]), Seat(number)) for number in range(SEATS)),
        (ANONYMOUS, Audience.PUBLIC),
    ]
    other_states = 0

    for number in range(examples(16)):
        for by, audience in viewers:
            real = states.newest(play)
            told = now(by, play)
            rng = SeededRng(f"{number} {audience}".encode())
            other = played(states.package_of(play)).resample(real, audience, rng)
            states.keep(play, play.seq, play.moved_at, other)

            assert now(by, play) == told

            states.keep(play, play.seq, play.moved_at, real)
            other_states += other != real
        for _ in range(4):
            if play.state == PlayState.RUNNING:
                play = move(play, chance)
    assert other_states > 0 or game == "dice-devils"


def test_the_whole_of_what_the_others_get_is_the_same_for_every_hidden_stake() -> None:
    with time_machine.travel("2026-11-03T20:00:00Z", tick=False):
        play = begun("the-devil-with-it", people=SEATS)
        by, *others = owing(play)
        page = reading.shown(viewer=by, play=play)
        found = []
        for choice in (page.choices[0], page.choices[-1]):
            with transaction.atomic():
                after = plays.act(by=by, play=play, seen=page.seq, action=choice.action)
                stored = json.dumps(after.actions.get(seq=after.seq).action)
                found.append((stored, *(given(viewer, after) for viewer in (*others, ANONYMOUS))))
                transaction.set_rollback(True)
            states.kept.clear()
            states.late.clear()

    (one, *first), (other, *second) = found
    assert one != other
    assert first == second


def test_the_seed_is_told_to_nobody_before_the_end() -> None:
    play = begun(people=2)
    secret = play.secret.drawn

    for by in (guest("Ada"), guest("Bo"), ANONYMOUS):
        assert secret not in "".join(given(by, play))

    while play.state == PlayState.RUNNING:
        play = move(play, Random(1))
    assert secret in "".join(given(ANONYMOUS, play))
