"""The players made of code: what the random one does, and how the smart one weighs its chances."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.core.rng import QuickRng
from games.core.types import CHANCE, Seat
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import BOTS, PLAY
from games.the_devil_with_it.play.actions import DRAW, STOP, Action, Bet
from games.the_devil_with_it.play.bots import RandomBot
from games.the_devil_with_it.play.odds import Odds, best_of, odds
from games.the_devil_with_it.play.smart import SmartBot, chance_to_win
from games.the_devil_with_it.play.state import State, bets_open, coal_open
from tests.games.the_devil_with_it.playing import DEFAULT, ODD_RULES, moments, opened, stepped


class Counting:
    """A generator that says how many numbers were asked for."""

    def __init__(self, seed: int = 1) -> None:
        self.rng, self.asked = QuickRng(seed), 0

    def below(self, n: int) -> int:
        self.asked += 1
        return self.rng.below(n)


def choice(bot: str, state: State, seat: int, rng: Counting | None = None) -> Action:
    view, legal = PLAY.view(state, Seat(seat)), PLAY.legal(state, Seat(seat))
    return BOTS[bot]().choose(view, legal, rng or Counting())


# --- the random one -----------------------------------------------------------------------


def test_random_stakes_are_ten_to_two_hundred_or_all_there_is() -> None:
    rich, poor = bets_open(DEFAULT, (900, 500)), bets_open(DEFAULT, (30, 500))
    rng = Counting()

    stakes = [choice("random", rich, 0, rng) for _ in range(2000)]

    assert set(stakes) == {Bet(amount) for amount in range(10, 210, 10)}
    found = [choice("random", poor, 0, rng) for _ in range(2000)]
    assert set(found) == {Bet(10), Bet(20), Bet(30)}
    assert 1700 < found.count(Bet(30)) < 1900


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_no_number_is_drawn_where_there_is_no_choice(bot: str) -> None:
    rng = Counting()

    assert choice(bot, bets_open(DEFAULT, (10, 500)), 0, rng) == Bet(10)
    assert choice(bot, opened(0, 10, 10), 0, rng) == DRAW
    assert rng.asked == 0


def test_random_players_stop_at_each_of_their_targets_equally_often() -> None:
    rng = Counting(5)
    at_60 = stepped(opened(0, 10, 10), 50, 10)
    at_90 = stepped(at_60, 10, 10, 10)
    ended = {60: 0, 90: 0, 120: 0}
    for _ in range(3000):
        if choice("random", at_60, 0, rng) == STOP:
            ended[60] += 1
        elif choice("random", at_90, 0, rng) == STOP:
            ended[90] += 1
        else:
            ended[120] += 1

    assert all(900 < count < 1100 for count in ended.values())


def test_random_players_stop_beyond_all_targets_and_go_on_below_without_a_number() -> None:
    rng = Counting()

    assert choice("random", stepped(opened(0, 10, 10), 50), 0, rng) == DRAW
    assert choice("random", stepped(opened(0, 10, 10), 75, 50), 0, rng) in (DRAW, STOP)
    assert rng.asked == 0


# --- odds ---------------------------------------------------------------------------------


def test_the_chance_of_a_devil_follows_the_pieces_seen() -> None:
    seen = stepped(opened(0, 10, 10), 100, 100)

    found = odds(seen.oven)

    assert (found.pieces, found.devils) == (46, 9)
    assert found.survival(0) == pytest.approx(37 / 46)
    assert found.survival(2) == pytest.approx(35 / 44)


def test_amounts_and_pieces_of_a_turn_are_those_of_all_orders_of_a_small_oven() -> None:
    """Every order of two devils and four equal pieces, with the target of 20."""
    oven = (0, 0, 10, 10, 10, 10)
    amounts, orders = {0: 0, 20: 0}, 0
    for order in permutations(oven, 2):
        orders += 1
        amounts[0 if 0 in order else 20] += 1

    found = Odds(oven)

    assert found.grain == 10
    assert found.amounts((20,))[2] == pytest.approx(amounts[20] / orders)
    assert found.amounts((20,))[0] == pytest.approx(amounts[0] / orders)
    assert found.counts((20,))[2] == pytest.approx(amounts[20] / orders)
    assert found.reach(30) == pytest.approx(4 / 6 * 3 / 5 * 2 / 4)


def test_the_last_piece_ends_a_turn_below_its_target() -> None:
    found = Odds((0, 10))

    assert found.amounts((60,))[:3] == pytest.approx((1.0, 0.0, 0.0))
    assert Odds((10, 10)).amounts((60,))[2] == pytest.approx(1.0)


def test_a_target_is_reached_as_often_as_in_play() -> None:
    rng, oven = QuickRng(3), PLAY.initial(2, DEFAULT).oven
    reached = 0
    for _ in range(20_000):
        left, total = list(oven), 0
        while total < 90:
            piece = left.pop(rng.below(len(left)))
            if not piece:
                break
            total += piece
        else:
            reached += 1

    assert odds(oven).reach(90) == pytest.approx(reached / 20_000, abs=0.012)


def test_the_best_of_several_turns() -> None:
    assert best_of((0.5, 0.25, 0.25), 2) == pytest.approx([0.25, 0.3125, 0.4375])


def test_odds_of_any_oven_are_chances() -> None:
    for options in ODD_RULES:
        oven = PLAY.initial(2, options).oven
        for pieces in (oven, oven[:1], oven[-1:], oven[::3]):
            found = Odds(pieces)
            for chances in (found.amounts((60, 90)), found.counts((60, 90))):
                assert all(0 <= chance <= 1 + 1e-9 for chance in chances)
                assert sum(chances) == pytest.approx(1.0)


# --- the smart one ------------------------------------------------------------------------


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    early = chance_to_win(400, (300, 300), 1600)
    late = chance_to_win(1500, (1400, 1400), 1600)

    assert 1 / 3 < early < late < 1
    assert chance_to_win(1600, (1200, 1200), 1600) > 0.95
    assert chance_to_win(300, (400, 1600), 1600) < 0.01


def test_it_stops_when_nothing_can_be_gained_by_another_piece() -> None:
    """The last to draw has won the bet, and holds the best and the most coal."""
    state = coal_open(DEFAULT, (100, 100), (60, 50), starter=1)
    state = stepped(state, 0, 50, 25)

    assert choice("smart", state, 0) == STOP


def test_it_draws_on_when_only_more_coal_saves_the_stake() -> None:
    state = coal_open(DEFAULT, (0, 400), (200, 10), starter=1)
    state = stepped(state, 100, "stop", 10, 10)

    assert choice("smart", state, 0) == DRAW


def test_it_never_draws_into_nothing_but_devils() -> None:
    state = coal_open(DEFAULT, (0, 400), (200, 10), oven=(0, 0, 0, 10, 10))
    state = stepped(state, 10, 10)

    assert choice("smart", state, 0) == STOP


def test_its_stake_can_be_won() -> None:
    state = bets_open(DEFAULT, (800, 500, 500, 500))

    found = choice("smart", state, 0)

    assert isinstance(found, Bet)
    assert 50 <= found.amount <= 200


def test_it_plays_under_any_house_rules_and_always_legally() -> None:
    for number, options in enumerate(ODD_RULES):
        bots: list[RandomBot | SmartBot] = [SmartBot(), RandomBot(), SmartBot()]
        for moment in moments(number, 3, options, bots, most=300):
            assert moment.actor is CHANCE or moment.action in PLAY.legal(
                moment.before, moment.actor
            )


def test_it_says_the_same_whatever_is_hidden_from_it() -> None:
    rng = QuickRng(2)
    for moment in moments(4, 4, most=400):
        if moment.actor is CHANCE:
            continue
        other = PLAY.resample(moment.before, moment.actor, rng)

        assert choice("smart", other, moment.actor) == choice("smart", moment.before, moment.actor)


@pytest.mark.gates
def test_it_wins_clearly_more_than_its_share_against_random_players() -> None:
    """The goal is 1.5 times the share of a quarter; the bench measures how much it is."""
    won, needed, matches = 0, 18, 24
    for match in range(matches):
        if won == needed or won + matches - match < needed:
            break  # the rest cannot change it
        bots: list[RandomBot | SmartBot] = [RandomBot() for _ in range(4)]
        bots[match % 4] = SmartBot()
        *_, last = moments(match, 4, DEFAULT, bots)
        outcome = PLAY.outcome(last.after)
        assert outcome is not None
        won += outcome.places[match % 4] == 1

    assert won == needed


def test_zero_stakes_are_weighed_too() -> None:
    state = bets_open(DevilWithItOptions(allow_zero_bet=True), (10, 900))

    assert choice("smart", state, 0) in (Bet(0), Bet(10))
