"""The worked examples of the rules, TD-01 to TD-35, played on the engine."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.core.types import CHANCE, Outcome, Seat
from games.the_devil_with_it.money import pawn_position
from games.the_devil_with_it.options import DevilWithItOptions, EndTie
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.actions import DRAW, Bet, Starter
from games.the_devil_with_it.play.state import Payment, Phase, State, bets_open, coal_open
from tests.games.the_devil_with_it.playing import DEFAULT, opened, stepped

SMALL_BANK = DevilWithItOptions(
    bank_limited=True, chips=((10, 60), (20, 12), (50, 6), (100, 6)), end_threshold=2000
)
"""A box with 1,740 in it."""

SAUL, GORDON, PETRA, LUCY = range(4)
PLENTY = (0, 0, 0, 0, 0, 0, 0, 0, *[10] * 30, 20, 20, 20, 25, 50, 50, 50, 75, 100, 100)
"""A well-filled oven that holds whatever an example draws."""
NOBODY = (False, False, False, False)


def laid(*pieces: int) -> list[int | str]:
    """A turn that ends by stopping."""
    return [*pieces, "stop"]


def round_played(
    unstaked: Sequence[int],
    stakes: Sequence[int | None],
    *turns: Sequence[int | str],
    pacts: Sequence[bool] = NOBODY,
    oven: Sequence[int] = PLENTY,
    options: DevilWithItOptions = DEFAULT,
) -> State:
    """A round from the opened fists on, the first seat begins; a turn for each seat."""
    state = coal_open(options, unstaked, stakes, oven=oven, pacts=tuple(pacts)[: len(unstaked)])
    for turn in turns:
        state = stepped(state, *turn)
    return state


DEVIL = (0,)


def first_round() -> State:
    """Bets and coal as the rules tell them; Gordon begins."""
    state = opened(GORDON, 60, 100, 120, 140)
    for turn in ((50, 20, 20, 0), laid(100, 25, 10), DEVIL, laid(10, 10, 10, 20)):
        state = stepped(state, *turn)
    return state


def test_td_01_everybody_starts_with_five_chips_worth_two_hundred() -> None:
    """TD R14."""
    state = PLAY.initial(4, DevilWithItOptions(first_starter=0, track_chip_faces=True))

    assert (state.own, state.places, state.pacts) == ((200,) * 4, (2,) * 4, NOBODY)
    assert state.table.faces[:4] == (10, 20, 50, 100)
    assert state.chips == ((1, 2, 1, 1, 0, 0, 0),) * 4


def test_td_02_stakes_lie_apart_from_the_other_chips() -> None:
    """TD R1, R5."""
    state = opened(0, 60, 100, 120, 140)

    assert state.own == (140, 100, 80, 60)
    assert state.stakes == (60, 100, 120, 140)


def test_td_03_a_devil_takes_what_was_drawn_and_in_round_one_nobody_is_paid() -> None:
    """TD R8, R9, R14."""
    (facts,) = first_round().rounds

    assert facts.turns == ((10, 10, 10, 20), (50, 20, 20, 0), (100, 25, 10), (0,))
    assert facts.payments == ()


def test_td_04_the_second_highest_bet_does_not_move_up() -> None:
    """TD R27, R28, R29, R31."""
    (facts,) = first_round().rounds

    assert facts.gains == (60, 100, 120, -140)


def test_td_05_one_bonus_for_the_amount_and_one_for_the_pieces() -> None:
    """TD R33, R34."""
    (facts,) = first_round().rounds

    assert facts.amount_bonuses == (0, 0, 50, 0)
    assert facts.count_bonuses == (50, 0, 0, 0)


def test_td_06_the_first_round_leaves_these_chips() -> None:
    """TD R46."""
    assert first_round().own == (310, 300, 370, 60)


def test_td_07_the_highest_bet_that_wins_is_doubled() -> None:
    """TD R28, R30."""
    state = opened(GORDON, 60, 100, 120, 140)
    for turn in (DEVIL, laid(100, 20, 20), DEVIL, laid(10, 10)):
        state = stepped(state, *turn)

    assert state.rounds[0].gains == (60, 100, 120, 280)
    assert state.own[LUCY] == 60 + 140 + 280


def test_td_08_pawns_stand_on_numbers_or_between_them() -> None:
    """TD R36, R38."""
    places = first_round().places

    assert places == tuple(pawn_position(chips, DEFAULT.track) for chips in (310, 300, 370, 60))
    assert places == (5, 4, 5, 1)


def test_td_09_the_last_pawn_alone_has_a_pact() -> None:
    """TD R14, R16."""
    assert first_round().pacts == (False, False, False, True)


@pytest.mark.parametrize(
    ("holdings", "holders"),
    [
        pytest.param((310, 300, 100, 60), [], id="td-10 Lucy and Petra in one gap"),
        pytest.param((50, 300, 10, 0), [0, 2, 3], id="td-11 all on the first space"),
        pytest.param((200, 200, 200), [], id="td-28 level above the first space"),
        pytest.param((60, 60, 300), [], id="td-28 two in the last gap"),
        pytest.param((50, 300), [0], id="td-28 alone and on the first space"),
        pytest.param((40, 50, 0, 300), [0, 1, 2], id="td-28 three on the first space"),
        pytest.param((210, 290, 500), [], id="td-28 different amounts in one gap"),
        pytest.param((200, 210, 500), [0], id="td-28 the number before its gap"),
    ],
)
def test_td_10_11_28_places_decide_about_pacts(
    holdings: tuple[int, ...], holders: list[int]
) -> None:
    """TD R14, R16-R19: after a round that leaves everybody with these chips."""
    seats = len(holdings)
    state = coal_open(DEFAULT, holdings, (10,) * seats, oven=PLENTY, pacts=(False,) * seats)

    state = stepped(state, *DEVIL * seats)

    assert state.own == holdings
    assert [seat for seat, pact in enumerate(state.pacts) if pact] == holders


def test_td_12_with_ninety_one_partner_is_paid_and_the_bank_pays_the_others() -> None:
    """TD R21, R24, R25, R26."""
    state = coal_open(
        DEFAULT,
        (0, 90, 0, 0),
        (50, 50, 50, 50),
        starter=GORDON,
        oven=PLENTY,
        pacts=(True, False, True, True),
    )

    state = stepped(state, 0)

    assert state.own == (50, 40, 50, 50)
    assert state.payments == (
        Payment(GORDON, PETRA, 50, by_bank=False),
        Payment(GORDON, LUCY, 50, by_bank=True),
        Payment(GORDON, SAUL, 50, by_bank=True),
    )


@pytest.mark.parametrize(
    ("lying", "left", "reset"),
    [
        pytest.param(22, 48, True, id="td-13 what is left fits, td-33 19"),
        pytest.param(23, 20, False, id="td-13 it sticks out, td-33 20"),
        pytest.param(3, 48, True, id="td-33 nothing left"),
    ],
)
def test_td_13_33_coal_comes_back_when_the_rest_fits_into_the_mouth(
    lying: int, left: int, reset: bool
) -> None:
    """TD R39, R40, R41: two turns take three pieces."""
    oven = (0, *[10] * (lying - 1))
    state = round_played((100, 100), (10, 10), laid(10, 10) if lying > 3 else (10, 10), oven=oven)
    state = stepped(state, 0)

    assert (len(state.oven), state.rounds[-1].reset) == (left, reset)
    assert state.phase is Phase.BET


def test_td_14_where_all_meet_devils_all_stakes_are_lost_and_no_bonus_is_paid() -> None:
    """TD R9, R27, R29, R34."""
    state = round_played((50, 60, 0), (100, 40, 80), DEVIL, DEVIL, DEVIL)

    assert state.own == (50, 60, 0)
    assert state.rounds[-1].gains == (-100, -40, -80)


def test_td_15_a_loser_of_the_bet_may_get_both_bonuses() -> None:
    """TD R29, R31, R33."""
    state = round_played((0, 0), (200, 100), laid(100, 10, 10), DEVIL)

    assert state.own == (100, 200)


def test_td_16_two_highest_bets_are_both_doubled() -> None:
    """TD R30, R33."""
    state = round_played((100,) * 3, (100, 100, 50), laid(50, 50), laid(20), DEVIL)

    assert state.own == (500, 400, 200)


@pytest.mark.parametrize(("pieces", "gain"), [((100, 10, 20), 260), ((100, 25), -130)])
def test_td_17_a_stake_wins_where_it_equals_the_amount(pieces: tuple[int, ...], gain: int) -> None:
    """TD R28, R29, R30."""
    state = round_played((500, 500), (130, 10), laid(*pieces), DEVIL)

    assert state.rounds[-1].gains[0] == gain


def test_td_18_equal_amounts_and_equal_numbers_all_get_their_bonus() -> None:
    """TD R30, R33."""
    state = round_played(
        (100,) * 3, (50,) * 3, laid(50, 20, 20), laid(75, 10), laid(10, 10, 20), oven=(*PLENTY, 15)
    )
    assert state.own == (350, 250, 300)  # 90, 85 and 40

    even = round_played(
        (100,) * 3, (50,) * 3, laid(50, 20, 20), laid(80, 10), laid(10, 10, 20), oven=(*PLENTY, 80)
    )
    assert even.own == (350, 300, 300)


def test_td_19_without_chips_one_draws_and_a_single_bettor_is_doubled() -> None:
    """TD R3, R30, R32, R33."""
    state = round_played((0, 150), (None, 50), laid(50, 20), laid(50, 10, 10))

    assert state.own == (50, 400)


def test_td_20_the_last_piece_is_a_stop_and_nobody_else_draws() -> None:
    """TD R11, R12, R33."""
    state = round_played((100,) * 3, (30, 40, 20), (10, 20), oven=(10, 20))

    facts = state.rounds[-1]
    assert facts.turns == ((10, 20), None, None)
    assert (facts.amount_bonuses, facts.count_bonuses) == ((50, 0, 0), (50, 0, 0))
    assert facts.gains == (30, -40, 20)
    assert state.own == (260, 100, 140)


@pytest.mark.parametrize(("unstaked", "after", "by_bank"), [(60, 10, False), (40, 40, True)])
def test_td_21_a_devil_as_the_last_piece_costs_and_ends_the_drawing(
    unstaked: int, after: int, by_bank: bool
) -> None:
    """TD R11, R21, R24."""
    state = round_played(
        (unstaked, 0, 90), (10, 10, 10), (10, 0), oven=(0, 10), pacts=(False, True, False)
    )

    facts = state.rounds[-1]
    assert facts.payments == (Payment(0, 1, 50, by_bank=by_bank),)
    assert (facts.turns[1:], facts.gains) == ((None, None), (-10, -10, -10))
    assert state.own == (after, 50, 90)


@pytest.mark.parametrize(
    ("unstaked", "pacts", "after"),
    [
        pytest.param((70, 30, 200), (True, True, False), (20, 80, 200), id="td-22 to a partner"),
        pytest.param((70, 30, 200), (True, False, False), (70, 30, 200), id="td-23 oneself"),
        pytest.param((0, 500, 200), (False, True, False), (0, 550, 200), id="td-24 no stake"),
        pytest.param((120, 0, 10), (False, True, True), (20, 50, 60), id="td-25 to both partners"),
    ],
)
def test_td_22_to_25_whoever_meets_a_devil_pays_every_fellow_with_a_pact(
    unstaked: tuple[int, ...], pacts: tuple[bool, ...], after: tuple[int, ...]
) -> None:
    """TD R5, R21-R24."""
    state = round_played(unstaked, (100, 20, 20), DEVIL, pacts=pacts)

    assert (state.own, state.stakes) == (after, (100, 20, 20))


def test_td_26_money_got_from_a_pact_may_have_to_be_paid_on() -> None:
    """TD R22, R23."""
    state = round_played((100, 0, 0), (10, 40, 40), DEVIL, pacts=(False, True, True))
    assert state.own == (0, 50, 50)

    state = stepped(state, 0)

    assert state.own == (0, 0, 100)


@pytest.mark.parametrize(
    ("chips", "place"),
    [
        *((0, 0), (50, 0), (60, 1), (190, 1), (200, 2), (210, 3), (290, 3), (300, 4), (310, 5)),
        *((490, 5), (500, 6), (510, 7), (800, 8), (1590, 11)),
    ],
)
def test_td_27_amounts_have_their_places(chips: int, place: int) -> None:
    """TD R36, R38: after a round in which both lost their stakes."""
    state = round_played((chips, 300), (10, 10), DEVIL, DEVIL)

    assert state.places == (place, 4)


@pytest.mark.parametrize(("chips", "place"), [(1600, 12), (1610, 13), (9000, 13)])
def test_td_27_beyond_the_last_number_is_a_place_of_its_own(chips: int, place: int) -> None:
    """TD R36."""
    state = round_played((chips, 300), (10, 10), DEVIL, DEVIL)

    assert (state.phase, state.places) == (Phase.END, (place, 4))


@pytest.mark.parametrize(
    ("holdings", "outcome"),
    [
        pytest.param(
            (1610, 1750, 1590), Outcome((1610, 1750, 1590), (2, 1, 3), "points"), id="td-29"
        ),
        pytest.param((1590, 900, 800), None, id="td-30"),
        pytest.param((1600, 0, 0), Outcome((1600, 0, 0), (1, 2, 2), "points"), id="exactly"),
        pytest.param(
            (1700, 1700, 900), Outcome((1700, 1700, 900), (1, 1, 3), "points"), id="td-31"
        ),
    ],
)
def test_td_29_to_31_the_end_and_the_places(
    holdings: tuple[int, ...], outcome: Outcome | None
) -> None:
    """TD R43, R44, R45."""
    state = round_played(holdings, (10, 10, 10), DEVIL, DEVIL, DEVIL)

    assert PLAY.outcome(state) == outcome
    assert (PLAY.to_act(state) == ()) is (outcome is not None)


def test_td_32_stakes_are_sums_of_chips_up_to_all_one_owns() -> None:
    """TD R1, R2."""
    state = bets_open(DEFAULT, (200, 200))

    legal = [PLAY.objection(state, Seat(0), Bet(bet)) is None for bet in (0, 15, 205, 210, 200)]

    assert legal == [False, False, False, False, True]
    assert PLAY.legal(state, Seat(0)) == tuple(Bet(bet) for bet in range(10, 201, 10))


def test_td_34_the_starter_moves_one_seat_to_the_left() -> None:
    """TD R6, R42."""
    wide = DevilWithItOptions(oven_mouth_capacity=48)  # all coal comes back every round
    state = PLAY.apply(PLAY.initial(4, wide), CHANCE, Starter(2))
    starters, orders = [], []
    for _ in range(4):
        starters.append(state.starter)
        for seat in range(4):
            state = PLAY.apply(state, Seat(seat), Bet(10))
        order = []
        for _ in range(4):
            order.append(state.seat)
            assert PLAY.to_act(state) == (state.seat,)
            state = stepped(state, 0)
        orders.append(order)

    assert starters == [2, 3, 0, 1]
    assert orders == [[2, 3, 0, 1], [3, 0, 1, 2], [0, 1, 2, 3], [1, 2, 3, 0]]


def test_td_35_a_lost_highest_bet_leaves_the_others_single() -> None:
    """TD R29, R31."""
    state = round_played((500,) * 3, (300, 200, 100), laid(100, 100, 50), laid(10), laid(20))

    assert state.rounds[-1].gains == (-300, 200, 100)


# --- rules that no example shows ----------------------------------------------------------


def test_everybody_with_chips_bets_once_and_the_others_never() -> None:
    """TD R1, R3."""
    state = bets_open(DEFAULT, (100, 0, 50))
    assert PLAY.to_act(state) == (0, 2)
    assert PLAY.legal(state, Seat(1)) == ()

    state = PLAY.apply(state, Seat(2), Bet(50))

    assert PLAY.legal(state, Seat(2)) == ()
    state = PLAY.apply(state, Seat(0), Bet(10))
    assert (state.stakes, state.own) == ((10, None, 50), (90, 0, 0))
    order = []
    while state.number == 2:
        (seat,) = PLAY.to_act(state)
        order.append(seat)
        state = stepped(state, 0)
    assert order == [0, 1, 2]


def test_one_turn_each_with_a_first_piece_that_must_be_drawn() -> None:
    """TD R6, R7, R8."""
    state = opened(1, 10, 10, 10)
    assert PLAY.legal(state, Seat(1)) == (DRAW,)

    state = stepped(state, 20, 50)
    assert [len(PLAY.legal(state, Seat(seat))) for seat in range(3)] == [0, 2, 0]
    state = stepped(state, "stop")

    assert PLAY.to_act(state) == (2,)
    assert (state.turns, state.hand) == ((None, (20, 50), None), ())


def test_a_devil_ends_the_turn_and_leaves_the_bet_alone() -> None:
    """TD R9, R10: the bet wins by what somebody else laid down."""
    state = round_played((100, 100), (30, 20), (10, 10, 0), laid(20, 10, 10))

    assert state.own == (100 + 30 + 60, 100 + 20 + 20 + 100)
    assert len(state.oven) == len(PLENTY) - 6


def test_pact_money_is_paid_at_once() -> None:
    """TD R21: before the next player draws."""
    state = round_played((100, 0), (10, 10), DEVIL, pacts=(False, True))

    assert (state.own, state.phase, state.seat) == ((50, 50), Phase.CHOOSE, 1)


def test_a_partner_further_on_is_paid_although_the_one_before_was_paid_by_the_bank() -> None:
    """TD R24, R26: nobody may leave to the bank what can be paid."""
    state = round_played((50, 0, 0), (10, 10, 10), DEVIL, pacts=(False, True, True))

    assert (state.own, [paid.by_bank for paid in state.payments]) == ((0, 50, 50), [False, True])


def test_a_pact_holds_for_the_whole_round_even_where_its_owner_has_become_rich() -> None:
    """TD R14, R38: pawns stand still until the round is settled."""
    state = round_played((300, 0, 300), (10, 50, 10), DEVIL, pacts=(False, True, False))
    assert (state.own, state.pacts) == ((250, 50, 300), (False, True, False))

    state = stepped(state, *laid(100))
    assert state.pacts == (False, True, False)
    state = stepped(state, 0)

    assert state.rounds[-1].payments == (
        Payment(0, 1, 50, by_bank=False),
        Payment(2, 1, 50, by_bank=False),
    )
    # 100 of pact money, the stake three times, both bonuses; the others win their bets
    assert (state.own, state.pacts) == ((270, 350, 270), (False, False, False))


def test_most_pieces_count_whatever_they_are_worth() -> None:
    """TD R33."""
    state = round_played((100, 100), (10, 10), laid(10, 10, 10), laid(50, 50))

    assert (state.rounds[-1].amount_bonuses, state.rounds[-1].count_bonuses) == ((0, 50), (50, 0))


def test_settling_begins_with_the_starter_where_the_bank_may_run_dry() -> None:
    """TD R35."""
    paid = []
    for starter in (0, 1):
        state = coal_open(
            SMALL_BANK, (800, 800), (50, 50), starter=starter, oven=PLENTY, pacts=(False, False)
        )
        assert state.bank == 40
        state = stepped(state, *laid(50), *laid(50))
        paid.append(state.rounds[-1].gains)

    assert paid == [(40, 0), (0, 40)]


def test_a_lost_stake_is_in_the_bank_for_those_who_are_settled_later() -> None:
    """TD R29, R35."""
    state = coal_open(SMALL_BANK, (690, 800), (200, 50), oven=PLENTY, pacts=(False, False))
    assert state.bank == 0

    state = stepped(state, *DEVIL, *laid(50))

    assert (state.own, state.bank) == ((690, 800 + 50 + 50 + 100), 50)


def test_a_limited_bank_pays_partners_in_turn_as_far_as_it_can() -> None:
    """TD R24, R35."""
    state = round_played(
        (0, 800, 0), (100, 800, 10), DEVIL, pacts=(False, True, True), options=SMALL_BANK
    )

    assert (state.own, state.bank) == ((0, 830, 0), 0)
    assert [paid.amount for paid in state.payments] == [30, 0]


def test_chips_that_are_lost_can_be_paid_out_in_the_same_settlement() -> None:
    """TD R4, R35: an empty bank pays 60 with the three chips of 20 it has just got."""
    rules = DevilWithItOptions(
        bank_limited=True,
        track_chip_faces=True,
        chips=((10, 12), (20, 12), (50, 6), (100, 6)),
        end_threshold=2000,
    )
    state = coal_open(
        rules, (400, 780), (20, 60), starter=1, oven=PLENTY, pacts=(False, False)
    )._replace(chips=((12, 0, 6, 0), (0, 12, 0, 6)), changes=(0, 0))
    assert state.bank == 0

    state = stepped(state, *DEVIL, *laid(20))

    assert state.own == (480, 780)
    assert state.chips == ((12, 3, 6, 0), (0, 9, 0, 6))


def test_coal_laid_down_or_lost_to_a_devil_stays_out_of_play() -> None:
    """TD R39, R40: the next round is played with the rest alone."""
    rules = DevilWithItOptions(oven_mouth_capacity=0)
    state = round_played(
        (100, 100), (10, 10), laid(100, 50), (25, 0), oven=(0, 0, 25, 50, 75, 100), options=rules
    )

    assert state.oven == (0, 75)
    assert state.phase is Phase.BET


@pytest.mark.parametrize("capacity", [0, 5, 19, 30])
def test_the_mouth_holds_as_many_pieces_as_the_options_say(capacity: int) -> None:
    """TD R41."""
    rules = DevilWithItOptions(oven_mouth_capacity=capacity)
    oven = (0, 0, *[10] * (capacity + 1))

    more = round_played((100, 100), (10, 10), DEVIL, DEVIL, oven=oven, options=rules)
    fits = round_played((100, 100), (10, 10), DEVIL, DEVIL, oven=oven[:-1], options=rules)

    assert (more.rounds[-1].reset, fits.rounds[-1].reset) == (False, True)
    assert (len(more.oven), len(fits.oven)) == (capacity + 1, 48)


def test_first_place_level_asks_for_extra_rounds_for_everybody() -> None:
    """TD R45."""
    rules = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND)
    state = round_played((1700, 1700, 20), (10, 10, 10), DEVIL, DEVIL, DEVIL, options=rules)
    assert (state.phase, PLAY.to_act(state), state.pacts) == (
        Phase.BET,
        (0, 1, 2),
        (False, False, True),
    )
    parted = round_played((1700, 1700, 1700), (10, 20, 30), *[DEVIL] * 3, options=rules)
    assert parted.is_extra

    for seat, bet in enumerate((10, 20, 10)):
        state = PLAY.apply(state, Seat(seat), Bet(bet))
    state = stepped(state, 0, 0, 0)

    assert PLAY.outcome(state) == Outcome((1640, 1630, 110), (1, 2, 3), "points")


def test_amounts_stay_within_what_two_rounds_can_bring() -> None:
    """TD R47, R48: everything staked, won and doubled, with both bonuses."""
    state = opened(0, 200, 200)
    state = stepped(state, 100, 100, "stop", 0)
    assert state.own == (700, 600)

    state = PLAY.apply(PLAY.apply(state, Seat(0), Bet(700)), Seat(1), Bet(10))
    # the second begins; its devil is the last thing it does
    pieces = (100, 100, 75, 75, 75, 50, 50, 50, 50, 50, 50, 50)
    state = state._replace(oven=tuple(sorted((0, *pieces, 10))))
    state = stepped(state, 0, *pieces, "stop")

    assert state.own == (2200, 610)
    assert PLAY.outcome(state) == Outcome((2200, 610), (1, 2), "points")


def test_no_stake_above_all_coal_together_can_win() -> None:
    """TD R49."""
    coal = [value for value, count in DEFAULT.coal for _ in range(count)]
    assert sum(coal) == 1270
    oven = (0, *coal)

    most = round_played((320, 0), (1270, 10), DEVIL, coal, oven=oven)
    beyond = round_played((310, 0), (1280, 10), DEVIL, coal, oven=oven)

    assert most.own[0] == 320 + 1270 + 2540
    assert beyond.own[0] == 310


def test_the_match_goes_on_where_nobody_has_chips() -> None:
    """TD R50, R3."""
    state = round_played((0, 0), (100, 100), DEVIL, DEVIL)

    assert (state.own, state.phase, state.pacts) == ((0, 0), Phase.CHOOSE, (True, True))
    state = stepped(state, *laid(10), *laid(20))
    assert state.own == (100, 50)  # the second seat has begun
