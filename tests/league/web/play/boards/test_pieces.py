"""Each piece on a board has one name there, by which it is found again when it has moved."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from games.core.rng import QuickRng
from games.core.types import Audience, Seat
from games.teufel_teufel.play.cards import DEVIL, EMPTY, HIDDEN, TOWER
from games.teufel_teufel.play.state import NOWHERE
from games.the_devil_with_it.play.state import Phase
from tests.league.web.play.boards.test_every_board import EACH, drawn, engine, moments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from games.dice_devils.play.views import View as DiceView
    from games.teufel_teufel.play.views import TeufelView
    from games.the_devil_with_it.play.views import View as OvenView

NAME = re.compile(r'data-piece="([^"]*)"')
PLACE = re.compile(r'data-place="([^"]*)"')
EVERY, LATEST = 3, 10  # boards are slow to draw


def dice_devils(view: DiceView) -> Iterator[tuple[str, int]]:
    """What lies on the table, by kind, as the view has it."""
    if not view.rank_round:
        return
    is_over = bool(view.places)
    taken = {at for at in range(len(view.open)) if view.claimants(at) and at not in view.fights}
    won = {*view.fights[:1]} if view.winner is not None else set()
    gone = won if -1 in view.claims else won | taken
    held = [row for seat, row in enumerate(view.collections) if not view.hides_items(Seat(seat))]
    yield "thing", sum(count > 0 for row in held for count in row)
    if not is_over:
        yield "thing", len(view.open) - len(gone)
        yield "tile", sum(at >= 0 for at in view.claims)


def teufel_teufel(view: TeufelView) -> Iterator[tuple[str, int]]:
    """Cards that have been taken up lie in the hand."""
    known = dict(view.known)
    for at, card in enumerate(view.cards):
        seen = known.get(at, card)
        if seen != EMPTY and at != view.ground.devil_field:
            yield {HIDDEN: "back", DEVIL: "devil", TOWER: "tower"}.get(seen, "card"), 1
    placed = [seat for seat, at in enumerate(view.discs) if at != NOWHERE]
    yield "disc", len(placed)
    yield "imp", view.mid + sum(view.devils >> seat & 1 for seat in placed)
    yield "stone", sum(row.bit_count() for row in view.letters)


def the_devil_with_it(view: OvenView) -> Iterator[tuple[str, int]]:
    """The coal of the running turn lies in the hand, that of the others in their rows."""
    yield "pawn", view.table.seats
    yield "coal", sum(len(turn) for turn in view.turns if turn)
    if view.phase is Phase.CHOOSE or (view.phase is Phase.REVEAL and view.hand):
        yield "coal", len(view.hand)


LIES: Mapping[str, Callable[[Any], Iterator[tuple[str, int]]]] = {
    "dice-devils": dice_devils,
    "teufel-teufel": teufel_teufel,
    "the-devil-with-it": the_devil_with_it,
}
ALWAYS: Mapping[str, Mapping[str, str]] = {  # what is a piece wherever it is drawn
    "dice-devils": {"die": '<svg class="die '},
    "teufel-teufel": {},
    "the-devil-with-it": {"stake": '<svg class="fist ', "stake ": '<span class="chip ember"'},
}


@pytest.mark.parametrize(("key", "size"), EACH)
def test_each_piece_has_one_name_of_its_own_whoever_looks(key: str, size: int) -> None:
    game = engine(key)
    for before, state in moments(key, size)[::EVERY]:
        for viewer in (Seat(0), Audience.PUBLIC, Audience.REFEREE):
            html = drawn(key, before, state, viewer).html
            names = NAME.findall(html)
            kinds = Counter(re.split("[-.]", name)[0] for name in names)
            kinds["die"] += kinds.pop("golden", 0)
            lies: Counter[str] = Counter()
            for kind, count in LIES[key](game.view(state, viewer)):
                lies[kind] += count
            for kind, sign in ALWAYS[key].items():
                lies[kind.strip()] += html.count(sign)

            assert names == [*dict.fromkeys(names)]
            assert +kinds == +lies
            places = PLACE.findall(html)
            assert places == [*dict.fromkeys(places)]


@pytest.mark.parametrize(("key", "size"), EACH)
def test_a_name_says_nothing_that_the_viewer_does_not_see(key: str, size: int) -> None:
    game, rng = engine(key), QuickRng(size)
    for before, state in moments(key, size)[-LATEST:]:
        for viewer in (Seat(0), Audience.PUBLIC):
            other = game.resample(state, viewer, rng)
            was = game.resample(before, viewer, rng)

            assert drawn(key, was, other, viewer) == drawn(key, before, state, viewer)
