"""Who sees what of a match of The Devil With It, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from games.core.rng import QuickRng
from games.core.types import CHANCE, Audience, Seat, Viewer
from games.core.words import render
from games.the_devil_with_it.money import pawn_position
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.actions import DRAW, STOP, Action, Bet, Change, Piece
from games.the_devil_with_it.play.state import State, Table, bets_open, coal_open
from games.the_devil_with_it.play.views import purse
from tests.games.the_devil_with_it.playing import DEFAULT, ODD_RULES, moments, opened, stepped

NAMES = ("Ada", "Ben", "Cleo", "Dario")
PUBLIC, REFEREE = Audience.PUBLIC, Audience.REFEREE


def told(state: State, actor: int | None, action: Action, viewer: Viewer = PUBLIC) -> list[str]:
    """The sentences for one step."""
    who = CHANCE if actor is None else Seat(actor)
    after = PLAY.apply(state, who, action)
    line = PLAY.redact(state, who, action, viewer)
    phrases = PLAY.tell(PLAY.view(state, viewer), who, line, PLAY.view(after, viewer))
    return [render(phrase, NAMES) for phrase in phrases]


def described(state: State, viewer: Viewer) -> list[str]:
    return [render(phrase, NAMES) for phrase in PLAY.describe(PLAY.view(state, viewer))]


# --- views --------------------------------------------------------------------------------


def test_a_fist_is_shut_for_everybody_else_until_all_are_in() -> None:
    state = PLAY.apply(bets_open(DEFAULT, (200, 210, 200)), Seat(1), Bet(110))

    seen: dict[Viewer, Sequence[int | None]] = {
        viewer: PLAY.view(state, viewer).stakes
        for viewer in (Seat(0), Seat(1), Seat(2), PUBLIC, REFEREE)
    }

    shut, open_ = (None, None, None), (None, 110, None)
    assert seen == {Seat(0): shut, Seat(1): open_, Seat(2): shut, PUBLIC: shut, REFEREE: open_}
    assert PLAY.view(state, Seat(0)).has_bet == (False, True, False)


def test_stakes_are_open_once_all_are_in() -> None:
    assert PLAY.view(opened(0, 60, 100), PUBLIC).stakes == (60, 100)


def test_a_purse_is_open_for_its_owner_for_partners_of_the_devil_and_at_the_end() -> None:
    """TD R20, R37: the pawn shows a range, the amount is not announced without a pact."""
    state = bets_open(DEFAULT, (210, 60, 320))
    secret, pact = (None, 60, None), (False, True, False)

    assert state.pacts == pact
    assert PLAY.view(state, PUBLIC).own == secret
    assert PLAY.view(state, Seat(0)).own == (210, 60, None)
    assert PLAY.view(state, Seat(1)).own == secret
    assert PLAY.view(state, REFEREE).own == (210, 60, 320)
    over = stepped(coal_open(DEFAULT, (1700, 300), (10, 10)), 0, 0)
    assert PLAY.view(over, PUBLIC).own == over.own


def test_a_pact_opens_the_purse_but_not_the_fist() -> None:
    state = PLAY.apply(bets_open(DEFAULT, (210, 60, 320)), Seat(1), Bet(20))

    seen = PLAY.view(state, PUBLIC)

    assert (seen.own[1], seen.stakes[1], seen.has_bet[1]) == (60, None, True)


def test_open_chips_by_house_rule_are_open_for_all() -> None:
    state = bets_open(DevilWithItOptions(holdings_secret=False), (210, 250, 320))

    assert PLAY.view(state, PUBLIC).own == (210, 250, 320)


def test_an_unknown_viewer_is_the_public() -> None:
    state = bets_open(DEFAULT, (210, 250, 320))

    assert PLAY.view(state, Seat(7)) == PLAY.view(state, Seat(-1)) == PLAY.view(state, PUBLIC)


def test_the_mix_of_the_coal_left_is_public() -> None:
    state = stepped(opened(0, 10, 10), 100, 0)
    data = PLAY.view_to_json(PLAY.view(state, PUBLIC))

    assert isinstance(data, dict)
    assert data["oven"] == {"0": 8, "10": 9, "20": 9, "25": 9, "50": 7, "75": 3, "100": 1}


def test_a_bet_is_a_secret_line_and_a_draw_a_public_one() -> None:
    state = bets_open(DEFAULT, (210, 250))
    bet = Bet(110)

    assert PLAY.redact(state, Seat(0), bet, Seat(0)) == {"t": "bet", "amount": 110}
    assert PLAY.redact(state, Seat(0), bet, REFEREE) == {"t": "bet", "amount": 110}
    assert PLAY.redact(state, Seat(0), bet, Seat(1)) == {"t": "bet"}
    assert PLAY.redact(state, Seat(0), bet, PUBLIC) == {"t": "bet"}
    assert PLAY.redact(state, CHANCE, Piece(0), PUBLIC) == PLAY.action_to_json(Piece(0))


def test_what_somebody_changes_is_seen_where_the_chips_are() -> None:
    state = PLAY.initial(2, DevilWithItOptions(track_chip_faces=True, first_starter=0))
    change = Change(((20, 1),), ((10, 2),))

    assert PLAY.redact(state, Seat(0), change, Seat(1)) == {"t": "change"}
    assert PLAY.redact(state, Seat(0), change, Seat(0)) == PLAY.action_to_json(change)
    assert PLAY.view(state, Seat(1)).chips == (None, (1, 2, 1, 1, 0, 0, 0))


# --- resampling ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", ODD_RULES)
def test_no_viewer_can_tell_a_resampled_state_from_the_real_one(
    options: DevilWithItOptions,
) -> None:
    rng = QuickRng(1)
    for moment in moments(9, 4, options, most=150):
        state = moment.after
        for viewer in (Seat(0), Seat(2), PUBLIC, REFEREE):
            other = PLAY.resample(state, viewer, rng)

            assert PLAY.view(other, viewer) == PLAY.view(state, viewer)
            if isinstance(viewer, int):
                assert PLAY.legal(other, viewer) == PLAY.legal(state, viewer)
            assert sum(other.holdings) + other.bank == options.chip_value


def test_resampling_takes_every_purse_and_fist_that_can_be_and_no_other() -> None:
    """Seat 1 stands between 200 and 300, and its fist may hold any part of its chips."""
    state = PLAY.apply(bets_open(DEFAULT, (300, 250, 60), number=3), Seat(1), Bet(10))
    rng = QuickRng(3)

    others = [PLAY.resample(state, Seat(0), rng) for _ in range(3000)]

    assert {other.own[1] for other in others} == set(range(210, 300, 10))
    assert {other.stakes[1] for other in others} == set(range(10, 300, 10))
    assert all((other.stakes[1] or 0) <= other.own[1] for other in others)
    assert {(other.own[0], other.own[2]) for other in others} == {(300, 60)}


def test_each_purse_that_can_be_is_equally_likely() -> None:
    state = bets_open(DEFAULT, (300, 250, 60), number=3)
    rng = QuickRng(4)

    counts = dict.fromkeys(range(210, 300, 10), 0)
    for _ in range(9000):
        counts[PLAY.resample(state, PUBLIC, rng).own[1]] += 1

    assert all(850 < count < 1150 for count in counts.values())


def test_open_payments_narrow_what_a_purse_can_hold() -> None:
    """Seat 0 had 210 to 290 and staked 200; the bank had to pay for it, so 10 to 40 are left."""
    state = coal_open(DEFAULT, (30, 60, 310), (200, 10, 10), pacts=(False, True, False))
    state = stepped(state, 0)
    rng = QuickRng(5)

    found = {PLAY.resample(state, PUBLIC, rng).own[0] for _ in range(500)}

    assert state.payments[0].by_bank
    assert found == {10, 20, 30, 40}


def test_with_a_counted_bank_all_hidden_purses_keep_their_sum() -> None:
    rules = DevilWithItOptions(bank_limited=True)
    state = bets_open(rules, (250, 260, 270, 400), number=3)
    rng = QuickRng(6)

    found = {PLAY.resample(state, Seat(3), rng).own[:3] for _ in range(500)}

    assert {sum(own) for own in found} == {780}
    assert len(found) > 20


def test_a_purse_lies_where_its_pawn_stands() -> None:
    table = Table(4, DEFAULT)

    assert purse(1, False, 2, table) == (200, 200)
    assert purse(4, False, 0, table) == (0, 50)
    assert purse(4, False, 1, table) == (60, 190)
    assert purse(4, False, 4, table) == (300, 300)
    assert purse(4, False, 11, table) == (1210, 1590)
    for holdings in range(0, 1600, 10):
        low, high = purse(9, False, pawn_position(holdings, DEFAULT.track), table)
        assert low <= holdings <= high


# --- words --------------------------------------------------------------------------------


def test_a_hidden_stake_is_told_without_its_amount_and_all_are_told_when_open() -> None:
    state = bets_open(DEFAULT, (200, 210))
    after = PLAY.apply(state, Seat(0), Bet(60))

    assert told(state, 0, Bet(60)) == ["Ada hides a stake in the fist."]
    assert told(state, 0, Bet(60), Seat(0)) == ["Ada hides a stake of 60 in the fist."]
    assert told(after, 1, Bet(100)) == [
        "Ben hides a stake in the fist.",
        "All fists open: Ada 60, Ben 100.",
    ]


def test_a_devil_is_told_with_every_payment() -> None:
    state = coal_open(DEFAULT, (60, 0, 0), (10, 10, 10), pacts=(False, True, True))
    drawing = PLAY.apply(state, Seat(0), DRAW)

    assert told(drawing, None, Piece(0)) == [
        "Ada reveals a devil: all coal of this turn is worthless.",
        "Ada pays 50 to Ben.",
        "The bank pays 50 to Cleo instead of Ada.",
    ]


def test_the_end_of_a_round_is_told_completely() -> None:
    state = stepped(opened(0, 60, 200), 0, 100, 75)

    assert told(state, 1, STOP) == [
        "Ben lays down coal worth 175 (pieces: 2).",
        "The best coal is worth 175.",
        "Ada wins 60 with 60.",
        "Ben loses the stake of 200.",
        "Ben gets 50 for the highest amount of coal.",
        "Ben gets 50 for the most pieces of coal.",
        "Ada moves the pawn: between 200 and 300.",
        "Ben moves the pawn: between 50 and 200.",
        "A pact with the devil for the next round: Ben.",
        "Round 2: Ben draws coal first.",
    ]


def test_the_end_of_a_match_is_told_with_all_totals() -> None:
    state = coal_open(DEFAULT, (1500, 300), (50, 60), oven=(20, 50))
    state = PLAY.apply(stepped(state, 50), Seat(0), DRAW)

    assert told(state, None, Piece(20)) == [
        "Ada reveals 20 and has 70 now.",
        "Ada lays down coal worth 70 (pieces: 2).",
        "The oven is empty; without coal: Ben.",
        "The best coal is worth 70.",
        "Ada wins 50 with 50.",
        "Ada gets 50 for the highest amount of coal.",
        "Ada gets 50 for the most pieces of coal.",
        "Ben made the highest bet and wins 120 with 60.",
        "The match is over: Ada 1700, Ben 480.",
    ]


def test_a_position_says_what_its_viewer_knows() -> None:
    state = stepped(
        coal_open(DEFAULT, (210, 0, 320), (20, 40, 0), number=4, pacts=(False, True, False)), 50, 25
    )

    assert described(state, Seat(0)) == [
        "Round 4",
        "Ada draws coal first.",
        "Ada: between 200 and 300, chips 210, stake 20",
        "Ben: on 0–50, chips 0, stake 40, pact with the devil",
        "Cleo: between 300 and 500, stake 0",
        "Pieces in the oven: 46, devils among them: 9.",
        "Ada has revealed 50, 25, together 75.",
    ]
    assert described(state, PUBLIC)[2] == "Ada: between 200 and 300, stake 20"


def test_choices_are_put_into_words() -> None:
    view = PLAY.view(stepped(opened(0, 10, 10), 20, 25), Seat(0))

    assert [
        render(PLAY.offer(view, action), NAMES)
        for action in (Bet(120), DRAW, STOP, Change(((100, 1),), ((10, 1), (20, 2), (50, 1))))
    ] == [
        "Bet 120",
        "Reveal a piece of coal",
        "Stop with 45",
        "Change 1 × 100 into 1 × 10, 2 × 20, 1 × 50",
    ]


def test_nothing_told_to_a_viewer_depends_on_what_is_hidden_from_it() -> None:
    """The same step in two states that a viewer cannot tell apart reads the same."""
    rng = QuickRng(8)
    for moment in moments(12, 3, DevilWithItOptions(end_threshold=500)):
        for viewer in (Seat(1), PUBLIC):
            before = PLAY.view(moment.before, viewer)
            line = PLAY.redact(moment.before, moment.actor, moment.action, viewer)
            after = PLAY.view(moment.after, viewer)
            other = PLAY.view(PLAY.resample(moment.after, viewer, rng), viewer)

            assert json.dumps(PLAY.view_to_json(other)) == json.dumps(PLAY.view_to_json(after))
            assert PLAY.tell(before, moment.actor, line, other) == PLAY.tell(
                before, moment.actor, line, after
            )
