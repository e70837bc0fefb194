"""Matches in the browser, as far as a test needs them to have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import catalogue
from league.core import actors
from league.queries.play import plays as reading
from league.services.play import play_seats, plays

if TYPE_CHECKING:
    from random import Random

    from league.core.actors import Actor
    from league.models import Play

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")


def guest(name: str) -> Actor:
    """Somebody without an account whose browser has a key of its own."""
    return actors.as_guest(actors.ANONYMOUS, f"the key of {name}")


def sat_down(game: str = "dice-devils", people: int = 2, bots: int = 0) -> Play:
    """A table with guests on the first seats, bots on the last; ``guest("Ada")`` is its host.

    There are as many bots as the game needs at least.
    """
    bots = max(bots, catalogue.get(game).seats.start - people)
    play = plays.open_table(
        by=guest(NAMES[0]),
        game=game,
        size=people + bots,
        bots=["random"] * bots,
        name=NAMES[0],
    )
    for name in NAMES[1:people]:
        play_seats.sit(by=guest(name), play=play, name=name)
    return play


def begun(game: str = "dice-devils", people: int = 2, bots: int = 0) -> Play:
    """The same, with its first draws made."""
    return plays.begin(by=guest(NAMES[0]), play=sat_down(game, people, bots))


def owing(play: Play) -> list[Actor]:
    """Who is to decide, in the order of the seats."""
    rows = play.seats.filter(owes_since__isnull=False).order_by("number")
    return [guest(row.name) for row in rows]


def move(play: Play, chance: Random) -> Play:
    """One decision, by chance, of somebody who owes one."""
    by = chance.choice(owing(play))
    found = reading.shown(viewer=by, play=play, since=play.seq)
    action = chance.choice(found.choices).action
    return plays.act(by=by, play=play, seen=found.seq, action=action)
