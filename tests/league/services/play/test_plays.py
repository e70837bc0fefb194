"""A match in the browser from the first seat to the last decision."""

from __future__ import annotations

import random

import pytest

from league.core import actors
from league.core.enums import PlayState
from league.models import Play, PlayAction
from league.queries.play import plays as reading
from league.services.play import play_seats, plays

pytestmark = pytest.mark.django_db

GAMES = ("dice-devils", "teufel-teufel", "the-devil-with-it")


def guest(name: str) -> actors.Actor:
    return actors.as_guest(actors.ANONYMOUS, f"key of {name}")


def begun(game: str, people: int = 2, bots: int = 1) -> tuple[Play, list[actors.Actor]]:
    who = [guest(str(number)) for number in range(people)]
    play = plays.open_table(
        by=who[0], game=game, size=people + bots, bots=["smart"] * bots, name="Ada"
    )
    for actor, name in zip(who[1:], ("Bo", "Cleo", "Dee"), strict=False):
        play_seats.sit(by=actor, play=play, name=name)
    return plays.begin(by=who[0], play=play), who


def move(play: Play, who: list[actors.Actor], chance: random.Random) -> Play:
    """One decision of somebody who owes one."""
    owing = [
        actor for actor in who if reading.shown(viewer=actor, play=play, since=play.seq).choices
    ]
    actor = chance.choice(owing)
    found = reading.shown(viewer=actor, play=play, since=play.seq)
    action = chance.choice(found.choices).action
    return plays.act(by=actor, play=play, seen=found.seq, action=action)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_from_the_first_seat_to_its_end(game: str) -> None:
    play, who = begun(game)
    chance = random.Random(1)

    while play.state == PlayState.RUNNING:
        play = move(play, who, chance)

    numbers = list(PlayAction.objects.filter(play=play).values_list("seq", flat=True))
    assert numbers == list(range(1, play.seq + 1))
    assert (play.state, play.end, play.seed != "") == (PlayState.OVER, "played", True)
    assert len((play.outcome or {})["places"]) == 3
