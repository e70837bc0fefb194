"""The board of Teufel, Teufel!: all that may be done can be pressed, nothing hidden is shown."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from games import catalogue
from games.core.types import CHANCE, Audience, Seat
from games.teufel_teufel.play.actions import from_json
from games.teufel_teufel.play.cards import letter_card
from games.teufel_teufel.play.state import Phase, position
from league.queries.play.plays import Choice, Sight
from league.web.play.boards.scene import Scene, presses
from league.web.play.boards.teufel_advice import ADVICE, advice
from league.web.play.boards.teufel_pieces import Card, Disc
from league.web.play.boards.teufel_teufel import Layer, TeufelBoard, board
from tests.games.teufel_teufel.positions import ALL, BLUE, GAME, GREEN, RED
from tests.games.walks import rulesets, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core.types import JSON, Viewer
    from games.teufel_teufel.play.actions import TeufelAction
    from games.teufel_teufel.play.state import State
    from league.web.play.boards.teufel_teufel import Field

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")
PACKAGE = catalogue.get("teufel-teufel")


def drawn_for(state: State, viewer: Viewer, before: State | None = None) -> TeufelBoard:
    choices = [
        Choice(GAME.action_to_json(action), f"choice {number}")
        for number, action in enumerate(
            GAME.legal(state, viewer) if isinstance(viewer, int) else ()
        )
    ]
    sight = Sight(GAME.view(state, viewer), None if before is None else GAME.view(before, viewer))
    return board(Scene(sight.view, sight.before, presses(choices), NAMES[: state.seats]))


def field(shown: TeufelBoard, row: int, col: int) -> Field:
    return shown.rows[row - 1][col - 1]


def pressed(shown: TeufelBoard) -> Iterator[JSON]:
    """Every action that pressing on the board sends, each as often as it can be sent."""
    fields = [field for row in shown.rows for field in row]
    for field in fields:
        for one in field.presses:
            yield json.loads(one.press.value)
    swaps = [field.swap for field in fields if field.swap is not None]
    for number, first in enumerate(swaps):
        for second in swaps[number + 1 :]:
            yield {**json.loads(first.first.value), **json.loads(second.second.value)}
    for loss in shown.losses:
        yield json.loads(loss.press.value)
    for press in shown.presses:
        yield json.loads(press.value)


def decisions(seats: int, seed: int) -> Iterator[tuple[State, Seat]]:
    """Of a match the first three moments of each phase, and whose they are."""
    seen: Counter[Phase] = Counter()
    for step in walk(PACKAGE, seats, rulesets(PACKAGE)[0], seed, most=900):
        state = step.before
        actors = [actor for actor in GAME.to_act(state) if actor is not CHANCE]
        if actors and seen[state.phase] < 3:
            seen[state.phase] += 1
            yield state, Seat(int(actors[0]))


def test_all_that_may_be_done_can_be_pressed_once_and_nothing_else() -> None:
    met: set[str] = set()
    for seats, seed in ((2, 1), (4, 2), (6, 3), (5, 5)):
        for state, seat in decisions(seats, seed):
            legal: list[TeufelAction] = list(GAME.legal(state, seat))

            offered = [from_json(action) for action in pressed(drawn_for(state, seat))]

            assert Counter(map(repr, offered)) == Counter(map(repr, legal))
            met |= {action.kind for action in legal}
    assert met >= {"place_disc", "step", "swap", "shuffle_take", "shuffle_lay", "flip", "peek"}
    assert met >= {"give", "drop_devil", "take_devil_from", "lose_letters", "end_move"}


def test_no_two_buttons_of_a_field_lie_in_the_same_layer() -> None:
    for seats, seed in ((4, 2), (6, 3)):
        for state, seat in decisions(seats, seed):
            for row in drawn_for(state, seat).rows:
                for field in row:
                    layers = [one.layer for one in field.presses]
                    layers += [Layer.SWAP] if field.swap else []
                    assert len(layers) == len(set(layers))


def test_ways_are_asked_for_only_where_a_field_could_mean_two_things() -> None:
    plain = position(discs=[(1, 1), (7, 7)], hidden={(1, 2): "red-A", (2, 1): "red-B"})
    devil = position(
        discs=[(1, 1), (7, 7)],
        devils=[RED],
        hidden={(1, 2): "red-A", (2, 1): "red-B"},
        open={(4, 1): "blue-A", (4, 2): "blue-B"},
    )
    alone = position(discs=[(1, 1), (7, 7)], open={(1, 2): "blue-A"})

    ways = [
        [way.layer for way in drawn_for(state, Seat(RED)).ways] for state in (plain, devil, alone)
    ]

    assert ways == [
        [Layer.GO, Layer.SWAP],
        [Layer.GO, Layer.CROSS, Layer.SWAP, Layer.TAKE],
        [],
    ]


def test_a_card_one_has_peeked_at_is_seen_by_oneself_alone() -> None:
    state = position(
        seats=3,
        discs=[(1, 1), (7, 7), (1, 7)],
        hidden={(4, 1): "green-C", (4, 2): "devil"},
        known={BLUE: [(4, 1)]},
    )

    def seen(viewer: Viewer) -> list[Card | None]:
        shown = drawn_for(state, viewer)
        assert (field(shown, 4, 1).is_hidden, field(shown, 4, 2).is_hidden) == (True, True)
        return [field(shown, 4, 1).card, field(shown, 4, 2).card]

    green = Card("letter", "C", GREEN + 1, f"card-{letter_card(GREEN, 2)}")
    assert seen(Seat(BLUE)) == [green, None]
    assert seen(Seat(RED)) == [None, None]
    assert seen(Audience.PUBLIC) == [None, None]
    assert seen(Audience.REFEREE) == [green, Card("devil", piece="devil.4-2")]


def test_discs_on_one_field_stand_beside_each_other_with_their_devils() -> None:
    state = position(seats=3, discs=[(3, 3), (3, 3), (7, 7)], devils=[BLUE])

    shown = drawn_for(state, Seat(BLUE))

    assert field(shown, 3, 3).discs == (
        Disc(1, 28, has_devil=False, is_mine=False),
        Disc(2, 72, has_devil=True, is_mine=True),
    )
    assert field(shown, 7, 7).discs == (Disc(3, 50, has_devil=False, is_mine=False),)
    assert len(shown.home) == 3


def test_what_has_changed_since_the_last_look_is_marked() -> None:
    before = position(
        discs=[(1, 1), (7, 7)],
        turn=BLUE,
        hidden={(7, 6): "red-A", (4, 1): "red-B", (4, 2): "tower"},
    )
    after = GAME.advance(before, Seat(BLUE), from_json({"t": "step", "to": [7, 6], "mode": "auto"}))
    swapped = GAME.advance(before, Seat(BLUE), from_json({"t": "swap", "a": [4, 1], "b": [4, 2]}))

    def new(state: State) -> list[tuple[int, int]]:
        shown = drawn_for(state, Seat(RED), before)
        return [(one.row, one.col) for row in shown.rows for one in row if one.is_new]

    assert new(after) == [(7, 6)]
    assert new(swapped) == [(4, 1), (4, 2)]
    assert new(before) == []


def test_letters_devils_and_who_has_left_stand_beside_the_board() -> None:
    state = position(
        seats=3, discs=[(1, 1), (7, 7), None], letters=["BD", "", ALL], devils=[BLUE], left=[GREEN]
    )

    red, blue, green = drawn_for(state, Seat(RED)).players

    assert [hole.letter for hole in red.holes if hole.is_full] == ["B", "D"]
    assert (red.is_mine, red.is_due, red.has_devil, red.place) == (True, True, False, None)
    assert (blue.is_mine, blue.is_due, blue.has_devil, blue.place) == (False, False, True, None)
    assert (green.is_placed, green.place) == (False, 1)
    assert len({(hole.x, hole.y) for hole in green.holes if hole.is_full}) == 6


def test_whoever_decides_is_told_what_about_and_of_a_devil_in_the_own_disc() -> None:
    for state, seat in decisions(4, 2):
        told = advice(GAME.view(state, seat))
        has_devil = state.phase is Phase.TURN and state.devils >> seat & 1

        assert told[:1] == (ADVICE[state.phase],)
        assert len(told) == (2 if has_devil else 1)
        assert advice(GAME.view(state, Audience.PUBLIC)) == ()
        assert all(
            advice(GAME.view(state, Seat(other))) == () for other in range(4) if other != seat
        )


def test_there_is_a_sentence_for_every_decision() -> None:
    by_chance = {Phase.DEAL, Phase.FIRST_PLAYER, Phase.SHUFFLE}

    assert set(ADVICE) == set(Phase) - by_chance - {Phase.OVER}


@pytest.mark.parametrize("number", range(len(rulesets(PACKAGE))))
def test_the_board_of_any_house_rules_is_drawn(number: int) -> None:
    options = rulesets(PACKAGE)[number]
    seats = options.seats.stop - 1
    state = list(walk(PACKAGE, seats, options, 4, most=60))[-1].after

    shown = drawn_for(state, Seat(0))

    assert (len(shown.rows), {len(row) for row in shown.rows}) == (
        options.board.rows,
        {options.board.cols},
    )
    assert {len(player.holes) for player in shown.players} == {len(options.letters)}
