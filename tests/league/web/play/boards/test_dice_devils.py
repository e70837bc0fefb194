"""The board of Dice Devils: exchanges in two halves, what is new, whose dice are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.types import Audience, Seat
from games.core.words import render
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN
from games.dice_devils.play import PLAY
from games.dice_devils.play.state import Phase, State, position
from league.queries.play.plays import Choice
from league.web.play.boards.dice_devils import Board, board_of
from league.web.play.boards.scene import Scene, presses
from tests.games.dice_devils.positions import rules

if TYPE_CHECKING:
    from games.core.types import Viewer

NAMES = ("Ada", "Bo", "Cleo")
RANKS = (OBER, PUTZ, SATAN)
DICE = ((6, 3, 2), (5, 5), (4, 1))
HELD = ({"bed": 1}, {"scarf": 2, "grill": 1}, {"teacup": 3, "iron": 1})


def board(state: State, viewer: Viewer = Audience.PUBLIC, before: State | None = None) -> Board:
    view = PLAY.view(state, viewer)
    mine = viewer if isinstance(viewer, int) else None
    offered = [
        Choice(PLAY.action_to_json(action), render(PLAY.offer(view, action), NAMES))
        for action in (() if mine is None else PLAY.legal(state, mine))
    ]
    earlier = None if before is None else PLAY.view(before, viewer)
    return board_of(Scene(view, earlier, presses(offered), NAMES, mine))


def won(phase: Phase, ranks: tuple[int, ...] = RANKS) -> State:
    """Bo has won the bed against Cleo."""
    return position(
        ranks,
        options=rules(ranks),
        phase=phase,
        open=("grill", "bed"),
        held=HELD,
        dice=DICE,
        shown=(True, True, True),
        claims=(0, 1, 1),
        fights=(1,),
        candidates=(1,),
        winner=1,
    )


def placing(*held: dict[str, int]) -> State:
    return position(RANKS, phase=Phase.PLACE, open=("grill", "bed"), dice=DICE, held=held)


def test_an_exchange_is_told_in_two_halves_that_make_every_choice() -> None:
    state = won(Phase.ABILITY)

    shown = board(state, Seat(1))

    halves = [
        (gift.thing.kind, prey.devil.name, thing.kind)
        for gift in shown.gifts
        for prey in gift.preys
        for thing in prey.things
    ]
    assert halves == [
        ("scarf", "Cleo", "teacup"),
        ("scarf", "Cleo", "iron"),
        ("grill", "Cleo", "teacup"),
        ("grill", "Cleo", "iron"),
    ]
    assert [press.words for press in shown.plain] == ["Exchange no item"]


def test_a_theft_offers_what_each_loser_has_of_value_one() -> None:
    shown = board(won(Phase.ABILITY, (OBER, FEHLER, SATAN)), Seat(1))

    assert [(prey.devil.name, [t.kind for t in prey.things]) for prey in shown.thefts] == [
        ("Cleo", ["teacup"])
    ]


def test_ranks_are_exchanged_with_a_loser_or_kept() -> None:
    shown = board(won(Phase.SWAP), Seat(1))

    assert [swap.devil.name for swap in shown.swaps] == ["Cleo"]
    assert [press.words for press in shown.plain] == ["Keep the rank"]


def test_an_item_that_somebody_alone_has_claimed_is_gone_while_others_fight() -> None:
    slots = board(won(Phase.SWAP)).slots

    assert [(slot.is_gone, slot.is_fought_for) for slot in slots] == [(True, False), (False, True)]


def test_little_satan_adds_the_lowest_golden_die_in_a_fight() -> None:
    fighters = board(won(Phase.SWAP)).fighters

    assert [(one.devil.name, one.golden, one.throw.result) for one in fighters] == [
        ("Bo", 0, 10),
        ("Cleo", 2, 7),
    ]


def test_dice_of_others_lie_face_down_and_ones_own_are_seen() -> None:
    players = board(placing(), Seat(1)).players

    throws = [(one.devil.name, one.throw.tone, one.throw.faces) for one in players if one.throw]
    assert throws == [
        ("Ada", "golden", (0, 0, 0)),
        ("Bo", "black", (5, 5)),
        ("Cleo", "grey", (0, 0)),
    ]


def test_what_was_won_since_the_last_look_is_new() -> None:
    before, state = placing(), placing(*HELD)

    players = board(state, Seat(1), before).players

    assert [[thing.is_new for thing in one.things] for one in players] == [
        [True],
        [True] * 2,
        [True] * 2,
    ]
    assert not any(
        thing.is_new for one in board(state, Seat(1), state).players for thing in one.things
    )


def test_in_the_end_players_stand_in_order_of_their_places() -> None:
    over = position(RANKS, phase=Phase.OVER, held=HELD, dice=DICE)

    assert [(one.devil.name, one.place, one.points) for one in board(over).players] == [
        ("Cleo", 1, 9),
        ("Bo", 2, 5),
        ("Ada", 3, 1),
    ]
