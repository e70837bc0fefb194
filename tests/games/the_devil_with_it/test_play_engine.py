"""The course of a match of The Devil With It, its odd corners, and its record."""

from __future__ import annotations

import json

import pytest

from games.core.errors import BadOptions, IllegalAction, MalformedAction, NotYourTurn
from games.core.sheet import Level
from games.core.types import CHANCE, JSON, Outcome, Seat
from games.the_devil_with_it.options import DevilWithItOptions, EndTie
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.actions import (
    DRAW,
    STOP,
    Action,
    Bet,
    Change,
    Piece,
    Starter,
)
from games.the_devil_with_it.play.state import (
    MOST_BETS,
    Payment,
    Phase,
    State,
    bets_open,
    coal_open,
)
from games.the_devil_with_it.sheet.rules import DevilWithItRules
from tests.games.the_devil_with_it.playing import (
    DEFAULT,
    ODD_RULES,
    finished,
    moments,
    opened,
    stepped,
)


def refusal(state: State, seat: int, action: Action) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        PLAY.apply(state, Seat(seat), action)
    return caught.value.code.removeprefix("the_devil_with_it.play_"), str(
        caught.value.params["rule"]
    )


# --- a round ------------------------------------------------------------------------------


def test_the_printed_first_round_ends_with_the_printed_chips_and_pact() -> None:
    """Seats: Gordon, Petra, Lucy, Saul (TD-02 to TD-09)."""
    state = opened(0, 100, 120, 140, 60)
    assert (state.own, state.stakes) == ((100, 80, 60, 140), (100, 120, 140, 60))

    state = stepped(state, 50, 20, 20, 0)  # Gordon had 90
    state = stepped(state, 100, 25, 10, "stop")
    state = stepped(state, 0)
    state = stepped(state, 10, 10, 10, 20, "stop")

    assert state.own == (300, 370, 60, 310)
    assert state.places == (4, 5, 1, 5)
    assert state.pacts == (False, False, True, False)
    assert (state.number, state.starter, state.phase) == (2, 1, Phase.BET)


def test_all_seats_with_chips_owe_a_stake_until_the_last_fist_is_ready() -> None:
    state = bets_open(DEFAULT, (0, 40, 200))

    assert PLAY.to_act(state) == (1, 2)
    state = PLAY.apply(state, Seat(2), Bet(200))
    assert PLAY.to_act(state) == (1,)
    state = PLAY.apply(state, Seat(1), Bet(10))

    assert PLAY.to_act(state) == (0,)
    assert (state.stakes, state.own) == ((None, 10, 200), (0, 30, 0))


def test_the_stakes_on_offer_are_all_amounts_that_chips_can_form() -> None:
    state = bets_open(DEFAULT, (50, 200))

    assert PLAY.legal(state, Seat(0)) == tuple(map(Bet, (10, 20, 30, 40, 50)))


def test_with_zero_bets_an_empty_fist_is_a_bet_but_only_with_chips() -> None:
    state = bets_open(DevilWithItOptions(allow_zero_bet=True), (20, 0))

    assert PLAY.legal(state, Seat(0)) == (Bet(0), Bet(10), Bet(20))
    state = PLAY.apply(state, Seat(0), Bet(0))
    assert state.stakes == (0, None)
    assert PLAY.to_act(state) == (0,)


def test_stakes_that_cannot_be_are_refused_by_their_rules() -> None:
    state = bets_open(DEFAULT, (200, 200))

    assert refusal(state, 0, Bet(0)) == ("below_least", "TD R2")
    assert refusal(state, 0, Bet(15)) == ("not_in_chips", "TD R2")
    assert refusal(state, 0, Bet(205)) == ("beyond_chips", "TD R1")
    assert refusal(state, 0, Bet(210)) == ("beyond_chips", "TD R1")
    assert refusal(state, 0, DRAW) == ("stake_first", "TD R1")
    assert refusal(state, 0, Piece(10)) == ("only_chance", "TD R7")
    assert refusal(state, 0, Change(((20, 1),), ((10, 2),))) == ("no_faces", "TD R4")
    assert PLAY.objection(state, Seat(0), Bet(200)) is None


def test_more_amounts_than_an_offer_holds_leave_the_smallest_and_all_chips() -> None:
    own = 10 * (MOST_BETS + 1)
    state = bets_open(DevilWithItOptions(end_threshold=20_000), (own, 200))

    legal = PLAY.legal(state, Seat(0))

    assert len(legal) == MOST_BETS
    assert legal[-2:] == (Bet(own - 20), Bet(own))
    assert refusal(state, 0, Bet(own - 10)) == ("not_offered", "TD R2")


def test_the_first_piece_is_compulsory_and_stakes_lie_still() -> None:
    state = opened(0, 50, 50)

    assert PLAY.legal(state, Seat(0)) == (DRAW,)
    assert refusal(state, 0, STOP) == ("draw_first", "TD R7")
    assert refusal(state, 0, Bet(10)) == ("stakes_lie", "TD R5")
    with pytest.raises(NotYourTurn):
        PLAY.apply(state, Seat(1), DRAW)
    assert PLAY.legal(stepped(state, 10), Seat(0)) == (DRAW, STOP)


def test_a_piece_that_is_not_in_the_oven_cannot_come_up() -> None:
    state = PLAY.apply(coal_open(DEFAULT, (0, 0), (200, 200), oven=(0, 10)), Seat(0), DRAW)

    found = PLAY.objection(state, CHANCE, Piece(100))
    assert found is not None
    assert (found.code, found.params) == (
        "the_devil_with_it.play_no_such_piece",
        {"rule": "TD R39", "value": 100},
    )
    assert PLAY.objection(state, CHANCE, Starter(0)) is not None
    assert PLAY.objection(state, CHANCE, Piece(0)) is None


def test_the_last_piece_ends_the_phase_and_counts() -> None:
    """TD-20: both pieces of the oven for the first player, nothing for the others."""
    state = coal_open(DEFAULT, (100,) * 3, (30, 40, 20), oven=(10, 20))

    state = stepped(state, 10, 20)

    facts = state.rounds[-1]
    assert facts.turns == ((10, 20), None, None)
    assert state.own == (100 + 30 + 30 + 100, 100, 100 + 20 + 20)
    assert (facts.reset, len(state.oven)) == (True, 48)


def test_a_devil_as_the_last_piece_is_paid_for_and_ends_the_phase() -> None:
    """TD-21: the second player has a pact and gets its money, nobody else draws."""
    state = coal_open(DEFAULT, (60, 0, 90), (10, 10, 10), oven=(0, 10), pacts=(False, True, False))

    state = stepped(state, 10, 0)

    facts = state.rounds[-1]
    assert facts.turns == ((10, 0), None, None)
    assert facts.payments == (Payment(0, 1, 50, by_bank=False),)
    assert state.own == (10, 50, 90)


def test_pact_money_received_can_be_paid_on_but_stakes_cannot() -> None:
    """TD-26: two partners, each meets a devil."""
    state = coal_open(
        DEFAULT,
        (100, 0, 0),
        (10, 40, 40),
        oven=(0, 0, 0, *[10] * 30),
        pacts=(False, True, True),
    )

    state = stepped(state, 0, 0)

    assert state.own == (0, 0, 100)
    assert state.payments == (
        Payment(0, 1, 50, by_bank=False),
        Payment(0, 2, 50, by_bank=False),
        Payment(1, 2, 50, by_bank=False),
    )


def test_a_pact_comes_by_itself_and_nobody_is_asked() -> None:
    """TD R15: the poorer one owes a stake like everybody else, and nothing besides."""
    state = stepped(opened(0, 200, 10), 0, 0)

    assert (state.own, state.pacts) == ((0, 190), (True, False))
    assert PLAY.to_act(state) == (1,)
    assert all(isinstance(action, Bet) for action in PLAY.legal(state, Seat(1)))


def test_nobody_pays_a_partner_twice_in_a_round() -> None:
    """TD R13: a devil ends the turn, and there is one turn each."""
    for moment in moments(21, 5):
        pairs = [(paid.payer, paid.receiver) for paid in moment.after.payments]
        assert len(pairs) == len(set(pairs))
        for turn in moment.after.turns:
            assert turn is None or 0 not in turn[:-1]


def test_a_table_without_chips_goes_on_by_drawing_coal() -> None:
    """TD R50: nobody owes a stake, bonuses bring money back."""
    state = coal_open(DEFAULT, (0, 0), (100, 100))

    state = stepped(state, 0, 0)
    assert (state.own, state.phase) == ((0, 0), Phase.CHOOSE)
    assert PLAY.to_act(state) == (1,)
    state = stepped(state, 10, "stop", 0)

    assert state.own == (0, 100 + 50)  # the devil of a partner, paid by the bank
    assert state.rounds[-1].stakes == (None, None)


def test_coal_laid_down_stays_out_until_what_is_left_fits_the_mouth() -> None:
    """TD-33 with 21 pieces: 20 stay, 19 bring everything back."""
    oven = (0, *[10] * 20)
    state = coal_open(DEFAULT, (100, 100), (10, 10), oven=(*oven, 20))

    on = stepped(state, 10, "stop", 0)
    back = stepped(state, 10, 20, "stop", 0)

    assert (on.oven, on.rounds[-1].reset) == ((*[10] * 19, 20), False)
    assert (len(back.oven), back.rounds[-1].reset) == (48, True)


# --- beginnings and ends ------------------------------------------------------------------


def test_chance_chooses_the_first_starter_unless_the_rules_name_one() -> None:
    drawn = PLAY.initial(3, DEFAULT)
    fixed = PLAY.initial(3, DevilWithItOptions(first_starter=2))

    assert PLAY.to_act(drawn) == (CHANCE,)
    assert PLAY.apply(drawn, CHANCE, Starter(1)).starter == 1
    assert PLAY.objection(drawn, CHANCE, Starter(3)) is not None
    assert (fixed.starter, PLAY.to_act(fixed)) == (2, (0, 1, 2))
    assert PLAY.starts(fixed) == ("2", "3", "1")


def test_where_everybody_started_stays_known() -> None:
    states = [moment.after for moment in moments(3)]

    assert {PLAY.starts(state) for state in states} == {PLAY.starts(states[0])}
    assert sorted(PLAY.starts(states[0])) == ["1", "2", "3", "4"]


def test_nobody_has_a_pact_in_the_first_round_whatever_the_track() -> None:
    """TD R14: pacts come from moving the pawns."""
    state = PLAY.initial(2, DevilWithItOptions(track=(500, 900)))

    assert (state.places, state.pacts) == ((0, 0), (False, False))


def test_wrong_tables_are_refused() -> None:
    for seats, options in (
        (1, DEFAULT),
        (7, DEFAULT),
        (2, DevilWithItOptions(first_starter=3)),
        (2, DevilWithItOptions(track_chip_faces=True, chips=((20, 99), (50, 99)))),
    ):
        with pytest.raises(BadOptions):
            PLAY.initial(seats, options)


def test_exactly_the_threshold_at_the_end_of_a_round_ends_the_match() -> None:
    """TD R43, R44: not the first one there but the richest one wins."""
    state = coal_open(
        DEFAULT, (1600, 1700), (20, 200), oven=[0, 0, *[10] * 30], pacts=(False, False)
    )

    state = stepped(state, 0, 0)
    assert state.phase is Phase.END
    assert PLAY.outcome(state) == Outcome((1600, 1700), (2, 1), "points")

    state = coal_open(DEFAULT, (1530, 900), (10, 10), oven=[0, *[10] * 30])
    state = stepped(state, 10, "stop", 0)
    assert PLAY.outcome(state) == Outcome((1530 + 30 + 100, 900 + 30), (1, 2), "points")
    assert PLAY.to_act(state) == ()


def test_a_level_first_place_is_shared_or_parted_by_extra_rounds() -> None:
    """TD R45: an extra round ends the match even if nobody has the end amount any more."""
    oven = [0, 0, 0, 0, *[10] * 40]
    rules = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND)
    free, parted = (
        stepped(
            coal_open(
                options, (1600, 1600, 10), (10, 10, 10), oven=oven, pacts=(False, False, False)
            ),
            *(0, 0, 0),
        )
        for options in (DEFAULT, rules)
    )

    assert PLAY.outcome(free) == Outcome((1600, 1600, 10), (1, 1, 3), "points")
    assert (parted.phase, parted.is_extra) == (Phase.BET, True)
    assert parted.pacts == (False, False, True)
    for seat, stake in enumerate((1000, 1000, 10)):
        parted = PLAY.apply(parted, Seat(seat), Bet(stake))
    parted = stepped(parted, 0, 10, "stop", 10, "stop")

    assert PLAY.outcome(parted) == Outcome((700, 550, 170), (1, 2, 3), "points")
    assert parted.number == 3


def test_extra_rounds_repeat_while_the_first_place_is_level() -> None:
    rules = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND)
    oven = [0, 0, 0, *[10] * 40]
    state = coal_open(rules, (700, 700), (10, 10), oven=oven, is_extra=True)

    again = stepped(state, 0, 0)
    assert (again.phase, again.is_extra) == (Phase.BET, True)
    over = stepped(state, 10, "stop", 0)

    assert PLAY.outcome(over) == Outcome((830, 730), (1, 2), "points")


def test_the_last_round_allowed_ends_the_match_early() -> None:
    rules = DevilWithItOptions(max_rounds=1)

    state = stepped(opened(0, 10, 20, options=rules), 0, 0)

    assert PLAY.outcome(state) == Outcome((190, 180), (1, 2), "early_end")


def test_a_match_stopped_within_a_round_gives_the_stakes_back() -> None:
    state = stepped(opened(0, 10, 200), 50)

    assert PLAY.adjudicate(state) == Outcome((200, 200), (1, 1), "early_end")
    assert PLAY.length(state) == 0


# --- money and chips ----------------------------------------------------------------------


def test_a_limited_bank_pays_what_it_has_in_turn_order() -> None:
    rules = DevilWithItOptions(
        bank_limited=True, chips=((10, 60), (20, 12), (50, 6), (100, 6)), end_threshold=2000
    )
    state = coal_open(
        rules,
        (0, 1000, 390),
        (60, 200, 60),
        starter=2,
        oven=[0, 0, 100, *[10] * 30],
        pacts=(False, False, False),
    )
    assert state.bank == 30

    state = stepped(state, 0, 100, "stop", 0)

    # seat 2 is due 60 first and gets the 30; nothing is left for seat 0 before seat 1 has lost
    assert state.own == (60, 1000, 390 + 60 + 30)
    assert state.rounds[-1].gains == (0, -200, 30)
    assert (state.rounds[-1].amount_bonuses, state.rounds[-1].count_bonuses) == (
        (0, 0, 0),
        (0, 0, 0),
    )
    assert state.bank == 200


def test_all_chips_of_the_box_are_always_somewhere() -> None:
    rules = DevilWithItOptions(bank_limited=True, track_chip_faces=True)
    for moment in moments(5, 6, rules, most=3000):
        state = moment.after
        assert sum(state.holdings) + state.bank == rules.chip_value
        assert state.bank >= 0
        faces = state.table.faces
        for pile, holdings in zip(state.chips, state.holdings, strict=True):
            assert sum(face * count for face, count in zip(faces, pile, strict=True)) == holdings
            assert min(pile) >= 0


def test_changing_offers_one_chip_for_smaller_ones_and_back() -> None:
    """TD R4 with the five chips everybody starts with: 100, 50, 20, 20, 10."""
    state = PLAY.initial(2, DevilWithItOptions(track_chip_faces=True, first_starter=0))
    changes = [action for action in PLAY.legal(state, Seat(0)) if isinstance(action, Change)]

    assert changes == [
        Change(((100, 1),), ((50, 2),)),
        Change(((50, 1),), ((10, 1), (20, 2))),
        Change(((20, 1),), ((10, 2),)),
        Change(((10, 1), (20, 2), (50, 1), (100, 1)), ((200, 1),)),
        Change(((10, 1), (20, 2), (50, 1)), ((100, 1),)),
        Change(((10, 1), (20, 2)), ((50, 1),)),
    ]
    after = PLAY.apply(state, Seat(0), changes[0])
    assert (after.chips[0], after.own) == ((1, 2, 3, 0, 0, 0, 0), state.own)
    assert PLAY.to_act(after) == (0, 1)


def test_a_seat_changes_as_often_as_there_are_faces_and_not_after_its_bet() -> None:
    state = PLAY.initial(2, DevilWithItOptions(track_chip_faces=True, first_starter=0))
    there, back = Change(((20, 1),), ((10, 2),)), Change(((10, 2),), ((20, 1),))
    with_bet = PLAY.apply(PLAY.apply(state, Seat(0), Bet(10)), Seat(1), Bet(10))
    for action in (there, back, there, back, there, back, there):
        state = PLAY.apply(state, Seat(0), action)

    assert refusal(state, 0, back) == ("change_not_offered", "TD R4")
    assert len(PLAY.legal(state, Seat(0))) == 20
    assert refusal(with_bet, 0, there) == ("change_late", "TD R4")


def test_a_limited_bank_changes_into_faces_it_has() -> None:
    chips = ((10, 6), (20, 12), (50, 6), (100, 6), (200, 4), (500, 4))
    rules = DevilWithItOptions(
        track_chip_faces=True, bank_limited=True, first_starter=0, chips=chips
    )
    state = PLAY.initial(6, rules)  # all chips of 10 to 100 are with the players

    assert [action for action in PLAY.legal(state, Seat(0)) if isinstance(action, Change)] == [
        Change(((10, 1), (20, 2), (50, 1), (100, 1)), ((200, 1),))
    ]


# --- records ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Bet(120), {"t": "bet", "amount": 120}),
        (DRAW, {"t": "draw"}),
        (STOP, {"t": "stop"}),
        (Piece(25), {"t": "chance", "what": "piece", "values": [25]}),
        (Piece(0), {"t": "chance", "what": "piece", "values": [0]}),
        (Starter(2), {"t": "chance", "what": "starter", "values": [2]}),
        (
            Change(((100, 1),), ((50, 2),)),
            {"t": "change", "give": {"100": 1}, "take": {"50": 2}},
        ),
    ],
)
def test_actions_have_the_wire_form_of_the_rules(action: Action, data: JSON) -> None:
    assert PLAY.action_to_json(action) == data
    assert PLAY.action_from_json(json.loads(json.dumps(data))) == action


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"t": 1},
        {"t": "fly"},
        {"t": "bet"},
        {"t": "bet", "amount": True},
        {"t": "bet", "amount": -10},
        {"t": "bet", "amount": 10, "p": 1},
        {"t": "bet", "amount": 10**12},
        {"t": "draw", "x": 1},
        {"t": "chance", "what": "piece", "values": []},
        {"t": "chance", "what": "piece", "values": [1, 2]},
        {"t": "chance", "what": "dice", "values": [1]},
        {"t": "chance", "what": "starter", "values": [6]},
        {"t": "change", "give": [], "take": {}},
        {"t": "change", "give": {"x": 1}, "take": {}},
        {"t": "change", "give": {str(face): 1 for face in range(99)}, "take": {}},
    ],
)
def test_what_is_no_action_is_refused(data: JSON) -> None:
    with pytest.raises(MalformedAction):
        PLAY.action_from_json(data)


def test_a_devil_may_be_written_as_a_word() -> None:
    data: JSON = {"t": "chance", "what": "piece", "values": ["devil"]}

    assert PLAY.action_from_json(data) == Piece(0)


@pytest.mark.parametrize("options", ODD_RULES)
def test_a_finished_match_writes_a_ledger_without_errors_that_settles_the_same(
    options: DevilWithItOptions,
) -> None:
    rules = DevilWithItRules()
    for seats in options.seats:
        state = finished(seats, seats, options)
        data = json.loads(json.dumps(PLAY.sheet(state)))
        sheet = rules.parse(data, seats=seats, options=options)

        assert [issue for issue in rules.check(sheet) if issue.level is Level.ERROR] == []
        assert rules.settle(sheet) == PLAY.outcome(state)
        assert PLAY.length(state) == len(sheet.rounds)
