"""The flow of chips: the worked examples of the rules, as far as they need no draw."""

from __future__ import annotations

import pytest

from games.the_devil_with_it.money import (
    RoundEnd,
    has_to_reset,
    is_bet,
    next_starter,
    pacts,
    pawn_position,
    pawn_positions,
    pay_pacts,
    round_end,
    settle,
    turn_order,
)
from games.the_devil_with_it.options import DevilWithItOptions, EndTie
from games.the_devil_with_it.scoring import outcome, places

DEFAULT = DevilWithItOptions()
TRACK = DEFAULT.track

# Saul, Gordon, Petra, Lucy: the first round that the rules tell at length
BETS = (60, 100, 120, 140)
UNSTAKED = (140, 100, 80, 60)


def test_the_best_amount_decides_about_every_stake() -> None:
    """TD R27, R28, R29, R31: the highest bet is lost, the second highest does not move up."""
    laid = ((50, 4), (0, 0), (135, 3), (0, 0))

    settled = settle(UNSTAKED, BETS, laid, DEFAULT)

    assert (settled.best_amount, settled.most_pieces) == (135, 4)
    assert settled.gains == (60, 100, 120, -140)
    assert settled.amount_bonuses == (0, 0, 50, 0)
    assert settled.count_bonuses == (50, 0, 0, 0)
    assert settled.holdings == (310, 300, 370, 60)


def test_the_highest_bet_is_doubled_where_it_wins() -> None:
    """TD R30: Lucy gets 280 and keeps her 140; the others win once."""
    laid = ((0, 0), (0, 0), (140, 3), (0, 0))

    settled = settle(UNSTAKED, BETS, laid, DEFAULT)

    assert settled.gains == (60, 100, 120, 280)
    assert settled.holdings[3] == 60 + 140 + 280


@pytest.mark.parametrize(
    ("unstaked", "stakes", "laid", "holdings"),
    [
        pytest.param((50, 60, 0), (100, 40, 80), ((0, 0), (0, 0), (0, 0)), (50, 60, 0), id="td-14"),
        pytest.param((0, 0), (200, 100), ((120, 3), (0, 0)), (100, 200), id="td-15"),
        pytest.param(
            (100, 100, 100),
            (100, 100, 50),
            ((100, 2), (20, 1), (0, 0)),
            (500, 400, 200),
            id="td-16",
        ),
        pytest.param(
            (100, 100, 100),
            (50, 50, 50),
            ((90, 3), (90, 2), (40, 3)),
            (350, 300, 300),
            id="td-18",
        ),
        pytest.param((0, 150), (None, 50), ((70, 2), (70, 3)), (50, 400), id="td-19"),
    ],
)
def test_stakes_doubles_and_bonuses_add_up(
    unstaked: tuple[int, ...],
    stakes: tuple[int | None, ...],
    laid: tuple[tuple[int, int], ...],
    holdings: tuple[int, ...],
) -> None:
    """TD R3, R10, R30, R32, R33, R34."""
    assert settle(unstaked, stakes, laid, DEFAULT).holdings == holdings


@pytest.mark.parametrize(("best", "gain"), [(130, 260), (125, -130)])
def test_a_stake_equal_to_the_best_amount_wins(best: int, gain: int) -> None:
    """TD R28."""
    settled = settle((0, 0), (130, 10), ((best, 3), (0, 0)), DEFAULT)

    assert settled.gains[0] == gain


def test_if_the_highest_bet_is_lost_nobody_is_doubled() -> None:
    """TD R31."""
    settled = settle((0, 0, 0), (300, 200, 100), ((250, 5), (0, 0), (0, 0)), DEFAULT)

    assert settled.gains == (-300, 200, 100)


def test_the_order_of_settling_has_no_effect_while_the_bank_never_runs_dry() -> None:
    """TD R35."""
    laid = ((50, 4), (0, 0), (135, 3), (0, 0))

    found = {settle(UNSTAKED, BETS, laid, DEFAULT, starter=starter) for starter in range(4)}

    assert len(found) == 1


def test_a_limited_bank_pays_what_it_has_from_the_starter_on() -> None:
    """TD R35 with ``bank_limited``: 150 are there, seat 1 is settled first."""
    laid = ((0, 0), (100, 1))

    settled = settle((0, 0), (100, 50), laid, DEFAULT, starter=1, bank=150)

    # seat 1: 50 for the single win and both bonuses; nothing is left for the doubled stake
    assert settled.holdings == (100, 50 + 50 + 50 + 50)


def test_bonuses_follow_the_options() -> None:
    """TD R33."""
    options = DevilWithItOptions(bonus_amount=20, bonus_count=30)

    settled = settle((0, 0), (10, 10), ((50, 1), (20, 2)), options)

    assert (settled.amount_bonuses, settled.count_bonuses) == ((20, 0), (0, 30))


@pytest.mark.parametrize(
    ("payer", "unstaked", "holders", "expected"),
    [
        pytest.param(0, (90, 0, 0, 0), (False, True, True, True), (40, 50, 50, 50), id="td-12"),
        pytest.param(0, (70, 30, 200), (True, True, False), (20, 80, 200), id="td-22"),
        pytest.param(0, (70, 30, 200), (True, False, False), (70, 30, 200), id="td-23"),
        pytest.param(0, (0, 500), (False, True), (0, 550), id="td-24"),
        pytest.param(0, (120, 0, 10), (False, True, True), (20, 50, 60), id="td-25"),
        pytest.param(1, (0, 120, 10), (True, False, True), (50, 20, 60), id="from-the-payers-left"),
    ],
)
def test_everybody_with_a_pact_gets_the_payment_for_a_devil(
    payer: int,
    unstaked: tuple[int, ...],
    holders: tuple[bool, ...],
    expected: tuple[int, ...],
) -> None:
    """TD R21, R22, R23, R24, R26."""
    assert pay_pacts(payer, unstaked, holders, DEFAULT).unstaked == expected


def test_with_ninety_one_partner_is_paid_and_the_bank_pays_the_others() -> None:
    """TD R24, R25: clockwise from the payer's left."""
    paid = pay_pacts(1, (0, 90, 0, 0), (True, False, True, True), DEFAULT)

    assert paid.paid == ((2, 50, False), (3, 50, True), (0, 50, True))


def test_money_from_a_pact_pays_the_next_devil_of_the_round() -> None:
    """TD R23: Y staked everything, gets 50 from X, and pays Z with it."""
    holders = (False, True, True)

    first = pay_pacts(0, (100, 0, 0), holders, DEFAULT)
    second = pay_pacts(1, first.unstaked, holders, DEFAULT)

    assert first.unstaked == (0, 50, 50)
    assert second.unstaked == (0, 0, 100)


def test_a_limited_bank_steps_in_only_as_far_as_it_can() -> None:
    paid = pay_pacts(0, (0, 0, 0), (False, True, True), DEFAULT, bank=70)

    assert paid.paid == ((1, 50, True), (2, 20, True))


@pytest.mark.parametrize(
    ("holdings", "position"),
    [
        (0, 0), (50, 0), (60, 1), (190, 1), (200, 2), (210, 3), (290, 3), (300, 4), (310, 5),
        (490, 5), (500, 6), (510, 7), (800, 8), (1590, 11), (1600, 12), (1610, 13),
    ],
)  # fmt: skip
def test_pawns_stand_on_spaces_and_in_the_gaps_between_them(holdings: int, position: int) -> None:
    """TD R19, R36."""
    assert pawn_position(holdings, TRACK) == position


def test_a_track_of_one_space_has_two_places() -> None:
    assert pawn_positions((50, 60), (50,)) == (0, 1)


@pytest.mark.parametrize(
    ("holdings", "holders"),
    [
        pytest.param((200, 200, 200), (False, False, False), id="all-level"),
        pytest.param((60, 60, 300), (False, False, False), id="two-last-above-the-first-space"),
        pytest.param((50, 300), (True, False), id="alone-and-on-the-first-space"),
        pytest.param((40, 50, 0, 300), (True, True, True, False), id="all-on-the-first-space"),
        pytest.param((210, 290, 500), (False, False, False), id="two-in-one-gap"),
        pytest.param((200, 210, 500), (True, False, False), id="alone-last"),
        pytest.param((310, 300, 370, 60), (False, False, False, True), id="lucy-alone-last"),
        pytest.param((310, 300, 190, 60), (False, False, False, False), id="lucy-and-petra"),
        pytest.param((50, 300, 10, 0), (True, False, True, True), id="three-on-the-first-space"),
    ],
)
def test_the_places_of_the_pawns_say_who_has_a_pact(
    holdings: tuple[int, ...], holders: tuple[bool, ...]
) -> None:
    """TD R14, R16, R17, R18, R19."""
    assert pacts(pawn_positions(holdings, TRACK)) == holders


def test_a_match_ends_at_the_end_of_a_round_with_the_amount_and_the_highest_total_wins() -> None:
    """TD R43, R44."""
    assert round_end((1610, 1750, 1590), 9, DEFAULT) is RoundEnd.OVER
    assert places((1610, 1750, 1590)) == (2, 1, 3)
    assert round_end((1600, 0), 9, DEFAULT) is RoundEnd.OVER


def test_below_the_amount_the_match_goes_on() -> None:
    """TD R43, R50: also where nobody has any chips."""
    assert round_end((1590, 1200), 9, DEFAULT) is RoundEnd.GOES_ON
    assert round_end((0, 0), 9, DEFAULT) is RoundEnd.GOES_ON


def test_equal_totals_share_their_places() -> None:
    """TD R45."""
    found = outcome((1700, 1700, 900), ended_early=False)

    assert (found.places, found.points, found.reason) == ((1, 1, 3), (1700, 1700, 900), "points")
    assert round_end((1700, 1700, 900), 9, DEFAULT) is RoundEnd.OVER


def test_extra_rounds_are_played_while_the_first_place_is_level() -> None:
    """TD R45: afterwards nobody needs to have the end amount."""
    options = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND)

    assert round_end((1700, 1700, 900), 9, options) is RoundEnd.EXTRA_ROUND
    assert round_end((1700, 1650, 1650), 9, options) is RoundEnd.OVER
    assert round_end((900, 900, 800), 10, options, is_extra=True) is RoundEnd.EXTRA_ROUND
    assert round_end((900, 800, 800), 10, options, is_extra=True) is RoundEnd.OVER


def test_a_limit_of_rounds_ends_the_match_in_any_case() -> None:
    options = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND, max_rounds=8)

    assert round_end((900, 800), 7, options) is RoundEnd.GOES_ON
    assert round_end((900, 800), 8, options) is RoundEnd.OVER_EARLY
    assert round_end((1700, 1700), 8, options) is RoundEnd.OVER


@pytest.mark.parametrize(
    ("bet", "legal"), [(0, False), (15, False), (205, False), (210, False), (200, True)]
)
def test_a_bet_is_a_sum_of_own_chips(bet: int, legal: bool) -> None:
    """TD R1, R2."""
    assert is_bet(bet, 200, DEFAULT) is legal


def test_no_bet_is_for_players_without_chips_alone() -> None:
    """TD R1, R3."""
    zero = DevilWithItOptions(allow_zero_bet=True)

    assert [is_bet(None, 0, DEFAULT), is_bet(None, 10, DEFAULT)] == [True, False]
    assert [is_bet(0, 0, zero), is_bet(0, 10, zero), is_bet(0, 10, DEFAULT)] == [False, True, False]


@pytest.mark.parametrize(("remaining", "reset"), [(20, False), (19, True), (0, True)])
def test_all_coal_goes_back_when_the_rest_fits_into_the_mouth(remaining: int, reset: bool) -> None:
    """TD R40, R41."""
    assert has_to_reset(remaining, DEFAULT) is reset


def test_turns_go_clockwise_and_so_does_the_start() -> None:
    """TD R6, R42."""
    starters = [2]
    for _ in range(3):
        starters.append(next_starter(starters[-1], 4))

    assert starters == [2, 3, 0, 1]
    assert turn_order(2, 4) == (2, 3, 0, 1)
