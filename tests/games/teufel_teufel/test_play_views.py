"""Who knows what at a table of Teufel, Teufel!."""

from __future__ import annotations

from collections import Counter
from itertools import product

from games.core.rng import QuickRng
from games.core.types import CHANCE, Audience, Seat
from games.core.words import render
from games.teufel_teufel.play import PLAY
from games.teufel_teufel.play.actions import Draw, Peek, ShuffleLay, ShuffleTake, Step, SwapCards
from games.teufel_teufel.play.cards import HIDDEN
from games.teufel_teufel.play.state import State, position
from games.teufel_teufel.play.views import Group

NAMES = ["Ada", "Ben", "Cid"]
FAR_AWAY = {(7, 6): "green-E", (7, 7): "green-F"}


def _three(**facts: object) -> State:
    given: dict[str, object] = {
        "seats": 3,
        "hidden": {(1, 1): "red-A", (1, 2): "blue-A", **FAR_AWAY},
        "discs": [(4, 1), (4, 7), (7, 1)],
    }
    return position(**{**given, **facts})  # type: ignore[arg-type]


def _at(state: State, row: int, col: int) -> int:
    return state.ground.index[row, col]


def test_a_hidden_card_is_shown_to_the_referee_alone() -> None:
    state = _three()
    field = _at(state, 1, 1)

    shown = [
        dict(PLAY.view(state, viewer).known).get(field)
        for viewer in (Seat(0), Seat(1), Audience.PUBLIC, Audience.REFEREE)
    ]

    assert shown == [None, None, None, state.cards[field]]
    assert PLAY.view(state, Audience.REFEREE).cards[field] == HIDDEN


def test_what_a_seat_has_seen_stays_with_the_card_through_a_swap_until_it_is_opened() -> None:
    state = _three(known={0: [(1, 1)]})
    card = state.cards[_at(state, 1, 1)]

    state = PLAY.apply(state, Seat(0), SwapCards((1, 1), (7, 7)))
    assert PLAY.view(state, Seat(0)).known == ((_at(state, 7, 7), card),)
    assert PLAY.view(state, Seat(1)).known == ()

    state = state._replace(discs=(state.discs[0], _at(state, 6, 7), state.discs[2]))
    state = PLAY.apply(state, Seat(1), Step((7, 7)))
    assert PLAY.view(state, Seat(0)).known == ()
    assert PLAY.view(state, Seat(2)).cards[_at(state, 7, 7)] == card


def test_everybody_sees_where_a_card_is_peeked_at_and_one_alone_what_it_is() -> None:
    state = _three(open={(3, 1): "tower"})
    state = PLAY.apply(state, Seat(0), Step((3, 1)))

    action = Peek((1, 2))
    told = {}
    for viewer in (Seat(0), Seat(1)):
        before, line = PLAY.view(state, viewer), PLAY.redact(state, Seat(0), action, viewer)
        after = PLAY.view(PLAY.apply(state, Seat(0), action), viewer)
        told[viewer] = [render(phrase, NAMES) for phrase in PLAY.tell(before, Seat(0), line, after)]

    assert told == {
        0: ["Ada peeks at the card on r1c2.", "It is Blue A."],
        1: ["Ada peeks at the card on r1c2."],
    }


def test_a_peek_leaves_the_views_of_all_others_as_they_were() -> None:
    """TT R34: what a tower shows is known to one player alone."""
    state = _three(open={(3, 1): "tower"})
    state = PLAY.apply(state, Seat(0), Step((3, 1)))
    peeked = PLAY.apply(state, Seat(0), Peek((1, 2)))

    for viewer in (Seat(1), Seat(2), Audience.PUBLIC):
        before, after = PLAY.view(state, viewer), PLAY.view(peeked, viewer)
        turned = {"phase", "acting", "turn", "turns", "own_turns", "steps", "visited", "flips"}
        kept = [name for name in before._fields if name not in turned]
        assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    assert PLAY.view(peeked, Seat(0)).known != ()


def _shuffled() -> State:
    """The second seat holds a devil, and has hidden three cards on r2c2, r2c4 and r2c6."""
    state = _three(
        open={(3, 3): "red-B", (3, 4): "white-C", (3, 5): "devil"},
        devils=[1],
        turn=1,
    )
    for at in ((3, 3), (3, 4), (3, 5)):
        state = PLAY.apply(state, Seat(1), ShuffleTake(at))
    for at in ((2, 2), (2, 4), (2, 6)):
        state = PLAY.apply(state, Seat(1), ShuffleLay(at))
    return PLAY.apply(state, CHANCE, Draw("shuffle", ("devil", "red-B", "white-C")))


def test_after_a_devil_shuffle_everybody_knows_which_cards_lie_there_and_nobody_where() -> None:
    state = _shuffled()
    numbers = state.ground.numbers
    dealt = tuple(_at(state, *at) for at in ((1, 1), (1, 2), (7, 6), (7, 7)))
    laid = tuple(_at(state, *at) for at in ((2, 2), (2, 4), (2, 6)))

    expected = (
        Group(
            0, dealt, tuple(sorted(numbers[n] for n in ("red-A", "blue-A", "green-E", "green-F")))
        ),
        Group(1, laid, tuple(sorted(numbers[name] for name in ("red-B", "white-C", "devil")))),
    )

    for viewer in (Seat(0), Seat(1), Audience.PUBLIC):
        assert PLAY.view(state, viewer).groups == expected


def test_a_group_keeps_its_cards_through_swaps_and_loses_those_that_are_opened() -> None:
    state = _shuffled()
    assert list(PLAY.to_act(state)) == [2]
    state = PLAY.apply(state, Seat(2), SwapCards((2, 2), (1, 1)))
    groups = {group.number: group for group in PLAY.view(state, Seat(0)).groups}
    assert groups[1].fields == tuple(_at(state, *at) for at in ((1, 1), (2, 4), (2, 6)))

    state = state._replace(discs=(_at(state, 2, 3), *state.discs[1:]))
    state = PLAY.apply(state, Seat(0), Step((2, 4)))
    groups = {group.number: group for group in PLAY.view(state, Seat(2)).groups}

    left = sorted(state.ground.numbers[name] for name in ("devil", "white-C"))
    assert groups[1].fields == tuple(_at(state, *at) for at in ((1, 1), (2, 6)))
    assert list(groups[1].cards) == left


def test_resampling_deals_every_arrangement_of_a_group_equally_often_and_keeps_what_is_known() -> (
    None
):
    state = _shuffled()
    seen = _at(state, 1, 1)
    state = state._replace(known=(1 << seen, 0, 0))
    rng = QuickRng(11)
    laid = [_at(state, *at) for at in ((2, 2), (2, 4), (2, 6))]
    found: Counter[tuple[int, ...]] = Counter()
    first: Counter[int] = Counter()

    for _ in range(1200):
        other = PLAY.resample(state, Seat(0), rng)
        assert other.cards[seen] == state.cards[seen]
        found[tuple(other.cards[field] for field in laid)] += 1
        first[other.cards[_at(state, 1, 2)]] += 1

    assert (len(found), len(first)) == (6, 3)
    assert all(150 < number < 250 for number in found.values())
    assert all(330 < number < 470 for number in first.values())


def test_draws_are_read_by_the_referee_alone() -> None:
    state = PLAY.initial(3, _three().ground.options)
    draw = PLAY.chance(state, QuickRng(1))

    lines = [
        PLAY.redact(state, CHANCE, draw, viewer)
        for viewer in (Seat(0), Audience.PUBLIC, Audience.REFEREE)
    ]

    hidden = {"t": "chance", "what": "deal"}
    assert lines == [hidden, hidden, PLAY.action_to_json(draw)]


def test_the_board_is_drawn_with_cards_discs_and_devils() -> None:
    state = _three(open={(4, 1): "yellow-C", (4, 2): "devil", (3, 3): "tower"}, devils=[0])

    lines = [render(phrase, NAMES) for phrase in PLAY.describe(PLAY.view(state, Seat(0)))]

    assert lines[1] == "r1  ##     ##     --     --     --     --     --"
    assert lines[3] == "r3  --     --     ^^     --     --     --     --"
    assert lines[4] == "r4  yC 1   !!     --     <3>    --     --     -- 2"
    assert lines[9:12] == [
        "1: Ada, Red, on r4c1, no letters, with a devil.",
        "2: Ben, Blue, on r4c7, no letters.",
        "3: Cid, Green, on r7c1, no letters.",
    ]


def test_what_is_legal_does_not_depend_on_what_is_hidden() -> None:
    state = _three(devils=[0], open={(3, 1): "tower"})
    rng = QuickRng(2)

    for viewer, _ in product((Seat(0), Seat(1), Seat(2)), range(20)):
        other = PLAY.resample(state, viewer, rng)
        assert list(PLAY.legal(other, viewer)) == list(PLAY.legal(state, viewer))
