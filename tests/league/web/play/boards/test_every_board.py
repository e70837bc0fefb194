"""What each board owes: all that can be decided stands on it, by its words, for whoever looks."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games import catalogue
from games.core.rng import QuickRng
from games.core.types import CHANCE, Audience, Seat
from games.core.words import render
from league.queries.play.plays import Choice, Sight
from league.web.play import boards

if TYPE_CHECKING:
    from games.core.types import Viewer
    from league.web.play.boards.scene import Drawn

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")
BUTTON = re.compile(
    r'<button type="submit" form="choose" name="action" value="([^"]*)"(.*?)</button>', re.DOTALL
)
HALVES = [re.compile(rf'form="choose" name="{name}" value="([^"]+)"') for name in ("half", "rest")]
LABEL = re.compile(r'aria-label="([^"]*)"')
READ_OUT = re.compile(r'\s*<span class="visually-hidden">(.*?)</span>')  # the rest is decoration
DECORATION = re.compile(r'<svg.*?</svg>|<[^>]* aria-hidden="true".*?</\w+>|<[^>]*>', re.DOTALL)
EVERY, MOST = 3, 60  # boards are slower to draw than moves: so many positions, so far apart


def engine(key: str) -> Any:
    play = catalogue.get(key).play
    assert play is not None
    return play


@cache
def moments(key: str, size: int) -> tuple[tuple[Any, Any], ...]:
    """Positions of a match played by chance, each with the one before it."""
    package, game = catalogue.get(key), engine(key)
    chance, rng = Random(size), QuickRng(size)
    state = game.initial(size, package.sheet.options_from_json({}))
    found: list[tuple[Any, Any]] = []
    while (actors := tuple(game.to_act(state))) and len(found) < EVERY * MOST:
        before, actor = state, chance.choice(actors)
        if actor is CHANCE:
            action = game.chance(state, rng)
        else:
            action = chance.choice(game.legal(state, actor))
        state = game.advance(state, actor, action)
        found.append((before, state))
    return (*found[size::EVERY], found[-1])


def choices(key: str, state: Any, seat: int) -> list[Choice]:
    game = engine(key)
    view = game.view(state, seat)
    return [
        Choice(game.action_to_json(action), render(game.offer(view, action), NAMES))
        for action in game.legal(state, seat)
    ]


def drawn(key: str, before: Any, state: Any, viewer: Viewer) -> Drawn:
    game = engine(key)
    mine = viewer if isinstance(viewer, int) else None
    board = boards.drawn(
        key,
        Sight(game.view(state, viewer), game.view(before, viewer)),
        choices=[] if mine is None else choices(key, state, mine),
        names=NAMES,
        mine=mine,
    )
    assert board is not None
    return board


def buttons(board: Drawn) -> list[tuple[str, str]]:
    """What can be pressed there: the action, and the name that is read out."""
    found = []
    for value, rest in BUTTON.findall(board.html):
        attributes, _, content = rest.partition(">")
        label = LABEL.search(attributes) or READ_OUT.match(content)
        name = label[1] if label else " ".join(DECORATION.sub("", content).split())
        found.append((unescape(value), unescape(name)))
    return found


def joined(board: Drawn) -> set[str]:
    """The actions that two presses make, where a board asks for one half and then the other."""
    first, second = (
        [json.loads(unescape(text)) for text in found.findall(board.html)] for found in HALVES
    )
    return {
        json.dumps({**half, **rest}, separators=(",", ":")) for half in first for rest in second
    }


EACH = [
    pytest.param(key, size, id=f"{key}, {size}")
    for key in boards.DRAWN_BY
    for size in (catalogue.get(key).seats.start, min(6, catalogue.get(key).seats[-1]))
]


@pytest.mark.parametrize(("key", "size"), EACH)
def test_a_board_that_offers_all_has_each_choice_once_by_its_words(key: str, size: int) -> None:
    game, seen = engine(key), 0
    for before, state in moments(key, size):
        for seat in range(size):
            if seat not in game.to_act(state):
                continue
            board = drawn(key, before, state, Seat(seat))
            wanted = [
                (json.dumps(choice.action, separators=(",", ":")), choice.words)
                for choice in choices(key, state, seat)
            ]
            if board.offers_all:
                seen += 1
                halves = joined(board)
                once = [one for one in wanted if one[0] not in halves]
                assert sorted(buttons(board)) == sorted(once)
    assert seen > 0


@pytest.mark.parametrize(("key", "size"), EACH)
def test_a_board_shows_every_moment_to_whoever_watches_and_offers_them_nothing(
    key: str, size: int
) -> None:
    opening = engine(key).initial(size, catalogue.get(key).sheet.options_from_json({}))
    for before, state in ((opening, opening), *moments(key, size)):
        for viewer in (Audience.PUBLIC, Audience.REFEREE):
            board = drawn(key, before, state, viewer)

            assert "<" in board.html
            assert buttons(board) == []
