"""What holds for every position of Teufel, Teufel!, under usual and odd house rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import BadOptions, IllegalAction, MalformedAction
from games.core.rng import QuickRng
from games.core.sheet import Level
from games.core.types import CHANCE, JSON, Seat
from games.teufel_teufel import GAME
from games.teufel_teufel.options import MOST_CARDS, TeufelOptions, from_json
from games.teufel_teufel.play import PLAY
from games.teufel_teufel.play.actions import (
    AUTO,
    JUMP,
    SKIM,
    EndMove,
    Flip,
    Give,
    LoseLetters,
    Pass,
    Peek,
    PlaceDisc,
    ShuffleLay,
    ShuffleTake,
    Step,
    SwapCards,
    TakeDevilFrom,
    TeufelAction,
)
from games.teufel_teufel.play.state import Phase, State, position
from tests.games.teufel_teufel.odd_rules import ODD_RULES

RULES = st.sampled_from(ODD_RULES)


def _match(
    seats: int, rules: Mapping[str, JSON], seed: int, most: int
) -> Iterator[tuple[State, TeufelAction | None]]:
    """Positions and what was done in them, chosen wildly: all actions are equally likely."""
    rng = QuickRng(seed)
    state = PLAY.initial(seats, from_json(rules))
    for _ in range(most):
        actors = list(PLAY.to_act(state))
        if not actors:
            yield state, None
            return
        (actor,) = actors
        if actor is CHANCE:
            action = PLAY.chance(state, rng)
        else:
            legal = PLAY.legal(state, Seat(int(actor)))
            kinds = sorted({each.kind for each in legal})
            kind = kinds[rng.below(len(kinds))]
            same = [each for each in legal if each.kind == kind]
            action = same[rng.below(len(same))]
        yield state, action
        state = PLAY.apply(state, actor, action)
    yield state, None


def _every_action(state: State) -> Iterator[TeufelAction]:
    """Every action there can be on this board, and some beyond it."""
    board = state.ground.options.board
    places = [(row, col) for row in range(board.rows + 2) for col in range(board.cols + 2)]
    yield from (EndMove(), Pass(), Give(True), Give(False), Peek(None))
    yield from (TakeDevilFrom(seat) for seat in range(-1, 7))
    for letters in ("", "A", "B", "AB", "BA", "AC", "AA", "ABC", "ABCD", "AZ"):
        yield LoseLetters(tuple(letters))
    for place in places:
        yield from (Step(place, mode) for mode in (AUTO, SKIM, JUMP, "fly"))
        yield from (Peek(place), Flip(place), PlaceDisc(place))
        yield from (ShuffleTake(place), ShuffleLay(place))
        yield from (SwapCards(place, other) for other in places[:: 1 + len(places) // 12])


@given(st.integers(2, 6), RULES, st.integers(0, 2**32), st.integers(1, 250))
def test_what_is_offered_is_accepted_and_nothing_else(
    seats: int, rules: Mapping[str, JSON], seed: int, most: int
) -> None:
    *_, (state, _) = _match(seats, rules, seed, most)
    for actor in PLAY.to_act(state):
        if actor is CHANCE:
            continue
        assert isinstance(actor, int)
        legal = PLAY.legal(state, Seat(actor))
        accepted = {
            action
            for action in _every_action(state)
            if PLAY.objection(state, actor, action) is None
        }

        assert accepted - set(legal) == set()
        assert [each for each in legal if PLAY.objection(state, actor, each) is not None] == []
        assert 1 <= len(legal) <= 1000


@given(st.integers(2, 6), RULES, st.integers(0, 2**32))
def test_no_match_gets_stuck_and_what_holds_between_effects_holds(
    seats: int, rules: Mapping[str, JSON], seed: int
) -> None:
    for state, _ in _match(seats, rules, seed, 400):
        ground = state.ground
        standing = [field for field in state.discs if field >= 0]
        assert 0 <= state.mid <= ground.devils  # TT R24
        assert [f for f in standing if standing.count(f) > ground.most_discs] == []  # TT R11
        assert state.cards[ground.devil_field] == -1  # TT R17
        lying = [card for card in state.cards if card >= 0]
        if state.phase is not Phase.DEAL:
            assert sorted(lying) == sorted(ground.deck)  # TT R10
        on_devil_field = ground.devil_field in standing
        assert not on_devil_field or (state.must_go_on and state.mid == 0)  # TT R15, R17
        if state.phase in (Phase.TURN, Phase.FLIP):
            assert state.hidden  # TT R41
            waiting = [
                seat
                for seat in range(seats)
                if state.letters[seat] == ground.all_letters
                and not state.devils >> seat & 1
                and seat not in state.left
            ]
            assert waiting == []  # TT R37
        if state.end is None:
            assert len(state.left) <= seats - 2  # TT R40


@given(st.integers(2, 6), RULES, st.integers(0, 2**32), st.integers(1, 400))
def test_a_position_whenever_stopped_can_be_put_on_a_sheet(
    seats: int, rules: Mapping[str, JSON], seed: int, most: int
) -> None:
    *_, (state, _) = _match(seats, rules, seed, most)
    options = state.ground.options
    data = json.loads(json.dumps(PLAY.sheet(state)))
    sheet = GAME.sheet.parse(data, seats=seats, options=options)
    errors = {issue.code for issue in GAME.sheet.check(sheet) if issue.level is Level.ERROR}

    if state.end is None:
        # in the middle of an effect the last card may be open, or a disc complete
        unfinished = {"teufel_teufel.day_has_broken"}
        assert errors - unfinished == set()
    else:
        assert errors == set()
        assert GAME.sheet.settle(sheet) == PLAY.outcome(state)
    if not errors:
        assert GAME.sheet.settle(sheet) == PLAY.adjudicate(state)


@given(st.integers(2, 6), RULES, st.integers(0, 2**32), st.integers(1, 300))
def test_actions_survive_the_wire(
    seats: int, rules: Mapping[str, JSON], seed: int, most: int
) -> None:
    for _, action in _match(seats, rules, seed, most):
        if action is not None:
            wire = json.loads(json.dumps(PLAY.action_to_json(action)))
            assert PLAY.action_from_json(wire) == action


def test_actions_of_different_kinds_are_never_equal() -> None:
    place = (1, 1)
    actions = [Peek(place), Flip(place), PlaceDisc(place), ShuffleTake(place), ShuffleLay(place)]

    assert len({*actions, EndMove(), Pass()}) == 7


def test_a_swap_may_name_its_cards_in_any_order() -> None:
    wire: JSON = {"t": "swap", "a": [5, 1], "b": [1, 2]}

    assert PLAY.action_from_json(wire) == SwapCards((1, 2), (5, 1))


def test_a_step_without_a_mode_takes_what_is_there() -> None:
    assert PLAY.action_from_json({"t": "step", "to": [1, 2]}) == Step((1, 2), AUTO)


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        ({"t": "fly"}, "action.unknown"),
        ({"t": "step", "to": [1]}, "json.wrong_length"),
        ({"t": "step", "to": [1, 2], "mode": "walk"}, "json.unknown_choice"),
        ({"t": "step", "to": [1, 2], "at": [1, 2]}, "json.unknown_field"),
        ({"t": "give"}, "json.not_bool"),
        ({"t": "take_devil_from", "victim": True}, "json.not_whole"),
        ({"t": "chance", "what": "roll", "values": []}, "json.unknown_choice"),
        ({"t": "chance", "what": "deal", "values": ["devil"] * 201}, "json.wrong_length"),
        (7, "json.not_object"),
    ],
)
def test_what_is_no_action_is_refused_with_a_code(wire: Any, code: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        PLAY.action_from_json(wire)

    assert caught.value.code == code


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(BadOptions) as caught:
        PLAY.initial(7, TeufelOptions())

    assert (caught.value.code, caught.value.params) == ("game.wrong_seats", {"seats": 7})


# --- crossing where no field may be visited twice


def test_without_revisits_nobody_crosses_into_a_dead_end() -> None:
    def corner(third: tuple[int, int]) -> State:
        """From r2c1 the corner r1c1 leads on to r1c2 only."""
        return position(
            seats=3,
            options=from_json({"allow_revisit": False}),
            open={(1, 2): "blue-A", (7, 1): "blue-B"},
            hidden={(1, 1): "red-A", (2, 1): "red-B", (7, 7): "red-C"},
            discs=[(2, 1), (1, 2), third],
            devils=[0],
        )

    dead, way = corner((1, 2)), corner((7, 1))
    skim = Step((1, 1), SKIM)

    assert (skim in PLAY.legal(dead, Seat(0)), skim in PLAY.legal(way, Seat(0))) == (False, True)
    refused = PLAY.objection(dead, Seat(0), skim)
    assert isinstance(refused, IllegalAction)
    assert (refused.code, refused.params["rule"]) == ("teufel_teufel.no_way_on", "TT R9")


# --- limits and measures


def test_a_match_ends_with_the_turn_that_reaches_the_limit() -> None:
    for state, _ in _match(3, {"turn_limit": 9}, 5, 500):
        last = state

    outcome = PLAY.outcome(last)
    assert outcome is not None
    assert (PLAY.length(last), outcome.reason, outcome.drawn) == (9, "stopped", True)


def test_starts_are_places_in_the_order_of_turns() -> None:
    rng = QuickRng(3)
    state = PLAY.initial(4, from_json({"first_player": "random"}))
    assert PLAY.starts(state) == ()

    state = PLAY.advance(state, CHANCE, PLAY.chance(state, rng))
    state = PLAY.advance(state, CHANCE, PLAY.action_from_json(_first(2)))

    assert PLAY.starts(state) == ("3", "4", "1", "2")
    assert list(PLAY.to_act(state)) == [2]


def _first(seat: int) -> JSON:
    return {"t": "chance", "what": "first_player", "values": [seat]}


def test_the_longest_list_of_choices_is_below_the_limit() -> None:
    """As many cards as allowed, hidden but for the own ones, and a devil with fields to cross."""
    options = from_json(
        {
            "cards": {"tower": 4},
            "board": {"marked": [[2, 2], [4, 6], [6, 2], [6, 6]]},
            "allow_pass": True,
        }
    )
    ground = PLAY.initial(2, options).ground
    lying = dict(zip(ground.card_fields, ground.deck, strict=True))
    named = {ground.places[field]: ground.names[card] for field, card in lying.items()}
    own = {at: name for at, name in named.items() if name.startswith("red")}
    hidden = {at: name for at, name in named.items() if at not in own}
    state = position(options=options, open=own, hidden=hidden, discs=[(6, 2), (4, 6)], devils=[0])

    kinds = [each.kind for each in PLAY.legal(state, Seat(0))]

    found = {kind: kinds.count(kind) for kind in kinds}
    assert (len(named), MOST_CARDS) == (44, 44)
    assert found == {"step": 8, "shuffle_take": 6, "swap": 946, "pass": 1}
