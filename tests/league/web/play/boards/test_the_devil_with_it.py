"""The board of The Devil With It: what lies open and can be counted, nothing that is hidden."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from games.core.rng import QuickRng
from games.core.types import Audience, Seat
from games.core.words import render
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.state import Phase, bets_open, coal_open
from league.queries.play.plays import Choice
from league.web.play.boards import horseshoe
from league.web.play.boards.scene import Scene, presses
from league.web.play.boards.the_devil_with_it import board_of, draw
from tests.games.the_devil_with_it.playing import DEFAULT, ODD_RULES, moments, opened, stepped
from tests.tiers import examples

if TYPE_CHECKING:
    from games.core.types import Viewer
    from games.the_devil_with_it.play.state import State

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")


def scene(state: State, viewer: Viewer = Audience.PUBLIC, before: State | None = None) -> Scene:
    view = PLAY.view(state, viewer)
    seat = viewer if isinstance(viewer, int) else None
    names = NAMES[: state.table.seats]
    choices = [
        Choice(PLAY.action_to_json(action), render(PLAY.offer(view, action), names, str))
        for action in (() if seat is None else PLAY.legal(state, seat))
    ]
    earlier = None if before is None else PLAY.view(before, viewer)
    return Scene(view, earlier, presses(choices), names, seat)


@pytest.mark.parametrize("options", ODD_RULES)
def test_all_that_is_offered_can_be_pressed_once(options: DevilWithItOptions) -> None:
    seats = min(4, options.seats[-1])
    kinds = set()

    for moment in islice(moments(5, seats, options), 0, 900, 900 // examples(30)):
        for seat in (each for each in PLAY.to_act(moment.after) if isinstance(each, int)):
            seen = scene(moment.after, Seat(seat))
            board = board_of(seen)

            stakes = [*board.stakes, *(stake for band in board.bands for stake in band.stakes)]
            found = [*(stake.press for stake in stakes), *board.changes]
            found += [press for press in (board.draw, board.stop) if press]
            assert found == list(seen.presses)
            kinds.add(bool(stakes))
    assert kinds == {True, False}


def test_what_cannot_be_known_is_not_on_the_board() -> None:
    rng, others = QuickRng(3), 0
    for moment in islice(moments(2, 4), 0, 400, 400 // examples(20)):
        state = moment.after
        for viewer in (Seat(0), Seat(3), Audience.PUBLIC):
            other = PLAY.resample(state, viewer, rng)

            assert draw(scene(other, viewer)) == draw(scene(state, viewer))
            others += other != state
    assert others


def test_the_board_stays_under_the_hand_while_others_close_their_fists() -> None:
    before = opened_for_bets(3)
    after = PLAY.advance(before, Seat(1), PLAY.legal(before, Seat(1))[4])

    assert draw(scene(before, Seat(0))) == draw(scene(after, Seat(0)))
    fists = [seat.has_fist for seat in board_of(scene(after, Audience.PUBLIC)).seats]
    assert fists == [False, True, False]


def test_an_own_stake_is_seen_before_all_are_open_and_nobody_else_s() -> None:
    state = opened_for_bets(2)
    state = PLAY.advance(state, Seat(1), PLAY.legal(state, Seat(1))[4])

    assert [seat.stake for seat in board_of(scene(state, Seat(1))).seats] == [None, 50]
    assert [seat.stake for seat in board_of(scene(state, Seat(0))).seats] == [None, None]


def test_many_stakes_lie_in_a_few_bands() -> None:
    state = bets_open(DEFAULT, (1590, 200))

    rich, poor = (board_of(scene(state, Seat(seat))) for seat in (0, 1))

    assert [(band.low, band.high) for band in rich.bands[:2]] == [(10, 90), (100, 190)]
    assert (len(rich.bands), rich.bands[-1].high, rich.stakes) == (16, 1590, ())
    assert (poor.bands, len(poor.stakes)) == ((), 20)


def test_coal_that_has_been_seen_is_counted_for_everybody() -> None:
    state = stepped(opened(0, 50, 50), 100, 100, "stop", 10, 0)

    board = board_of(scene(state))

    left = {coal.value: (coal.left, coal.full) for coal in board.coals}
    assert left == {
        0: (8, 9),
        10: (8, 9),
        20: (9, 9),
        25: (9, 9),
        50: (7, 7),
        75: (3, 3),
        100: (0, 2),
    }
    assert (board.in_oven, board.heap.count("M")) == (44, 44)
    last = [seat.before for seat in board.seats]
    assert [(row.stake, row.gain, row.turn and row.turn.is_devil) for row in last if row] == [
        (50, 100, False),
        (50, 100, True),
    ]


def test_what_a_running_turn_has_brought_lies_before_everybody() -> None:
    board = board_of(scene(stepped(opened(1, 50, 60), 20, 75)))

    assert board.drawing is not None
    assert (board.drawing.name, board.hand.pieces, board.hand.total) == ("Bo", (20, 75), 95)
    assert [seat.stake for seat in board.seats] == [50, 60]


def test_pact_money_of_the_round_before_is_told_on_both_sides() -> None:
    state = coal_open(DEFAULT, (300, 0), (10, 10), pacts=(False, True))

    board = board_of(scene(stepped(state, 0, 10, "stop")))

    assert [seat.before and seat.before.pact for seat in board.seats] == [-50, 50]


def test_purses_lie_open_where_the_rules_open_them() -> None:
    state = bets_open(DEFAULT, (40, 300, 500))

    assert [seat.own for seat in board_of(scene(state, Seat(1))).seats] == [40, 300, None]
    assert [seat.has_pact for seat in board_of(scene(state)).seats] == [True, False, False]


@pytest.mark.parametrize("track", [*{options.track for options in ODD_RULES}, (10,), (1,) * 30])
def test_all_pawns_stand_apart_and_on_the_board_wherever_they_are(track: tuple[int, ...]) -> None:
    for place in range(2 * len(track)):
        found = horseshoe.pawns((place,) * 6, len(track))

        spots = {(pawn.x, pawn.y) for pawn in found}
        assert len(spots) == 6
        assert all(2 <= x <= 297 - horseshoe.PAWN_WIDE for x, _ in spots)
        assert all(2 <= y <= 258 - horseshoe.PAWN_HIGH for _, y in spots)


def test_a_pawn_that_has_moved_since_the_last_look_is_marked() -> None:
    before = bets_open(DEFAULT, (200, 200))
    after = bets_open(DEFAULT, (200, 320))

    moved = {pawn.number: pawn.is_new for pawn in board_of(scene(after, before=before)).pawns}

    assert moved == {1: False, 2: True}


def test_each_decision_is_explained_to_who_makes_it_and_to_nobody_else() -> None:
    bets = bets_open(DEFAULT, (40, 300))
    coal = stepped(opened(1, 50, 60), 20, 75)

    told = [draw(scene(bets, Seat(seat))).advice for seat in (0, 1)]
    assert [len(advice) for advice in told] == [2, 1]
    assert (told[0][0], "50" in told[0][1]) == (told[1][0], True)
    assert "9" in draw(scene(coal, Seat(1))).advice[-1]
    assert [draw(scene(coal, viewer)).advice for viewer in (Seat(0), Audience.PUBLIC)] == [(), ()]


def opened_for_bets(seats: int) -> State:
    state = bets_open(DEFAULT, (200,) * seats, number=1)
    assert state.phase is Phase.BET
    return state
