"""The players made of code, and the chances the better one reckons with."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.rng import QuickRng
from games.core.types import CHANCE, Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import BOTS, PLAY
from games.dice_devils.play.actions import (
    Action,
    Decline,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.odds import odds_for
from games.dice_devils.play.ranks import rank_worth
from games.dice_devils.play.state import Phase, State, position
from games.dice_devils.play.table import table_for
from games.dice_devils.play.worth import sets
from tests.games.dice_devils.matches import RULESETS, options

FOUR = (OBER, SPIEL, FEHLER, SATAN)
ODDS = odds_for(DiceDevilsOptions())


class Counting:
    """A generator that says how many numbers were asked for."""

    def __init__(self) -> None:
        self.rng, self.asked = QuickRng(1), 0

    def below(self, n: int) -> int:
        self.asked += 1
        return self.rng.below(n)


def choice(bot: str, state: State) -> Action:
    (seat,) = PLAY.to_act(state)
    assert isinstance(seat, int)
    return BOTS[bot]().choose(PLAY.view(state, seat), PLAY.legal(state, seat), QuickRng(1))


# --- chances


def test_two_equal_fighters_are_even() -> None:
    assert ODDS.chances(((FEHLER, None), (PUTZ, None)), None) == pytest.approx((0.5, 0.5))


def test_the_jumping_devil_wins_every_tie() -> None:
    ties = sum((6 - abs(7 - total)) ** 2 for total in range(2, 13)) / 36**2

    ahead, behind = ODDS.chances(((SPRING, None), (PUTZ, None)), None)

    assert (ahead, behind) == pytest.approx((0.5 + ties / 2, 0.5 - ties / 2))


def test_known_dice_win_against_everything_below_and_tie_as_often_as_not() -> None:
    below, equal = 26 / 36, 4 / 36  # of two dice, against 9

    chance, _ = ODDS.chances(((FEHLER, 9), (PUTZ, None)), None)

    assert chance == pytest.approx(below + equal / 2)


@pytest.mark.parametrize("golden", [1, 2, 3, 4, 5, 6])
def test_little_satan_adds_the_golden_die(golden: int) -> None:
    grey = [a + b for a, b in product((1, 2, 3, 3, 4, 4), repeat=2)]
    chance, _ = ODDS.chances(((SATAN, None), (PUTZ, 13)), golden)

    more = sum(total + golden > 13 for total in grey) / 36
    equal = sum(total + golden == 13 for total in grey) / 36
    even, _ = ODDS.chances(((SATAN, None), (PUTZ, None)), golden)
    assert chance == pytest.approx(more + equal * even)


def test_the_head_devils_dice_and_little_satans_golden_die_are_the_same() -> None:
    # counted over all 216 * 36 falls; a tie is as good as even
    won = 0.0
    for dice in product(range(1, 7), repeat=3):
        for grey in product((1, 2, 3, 3, 4, 4), repeat=2):
            ober, satan = sum(dice) - min(dice), sum(grey) + min(dice)
            won += 1.0 if ober > satan else 0.5 if ober == satan else 0.0

    chance, _ = ODDS.chances(((OBER, None), (SATAN, None)), None)

    assert chance == pytest.approx(won / (216 * 36))


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_somebody_wins(number: int) -> None:
    fighters = tuple((rank, None) for rank in (OBER, SATAN, SPIEL, FEHLER, PUTZ, SPRING)[:number])

    assert sum(ODDS.chances(fighters, None)) == pytest.approx(1.0)


def test_complete_sets_are_expected_by_the_chance_of_the_pieces_still_free() -> None:
    half = 10  # twentieths

    assert sets(2, 1, half, 3) == pytest.approx(0.5)
    assert sets(1, 2, half, 3) == pytest.approx(0.25)
    assert sets(2, 4, half, 3) == pytest.approx((4 + 6 + 4) / 16 + 2 * 1 / 16)
    assert sets(6, 0, half, 3) == 2.0


def test_who_claims_late_and_can_rob_holds_a_better_rank_than_the_first() -> None:
    worth = rank_worth(table_for(4, DiceDevilsOptions()))

    assert set(worth) == set(FOUR)
    assert min(worth, key=worth.__getitem__) == OBER
    assert all(0.5 < each < 1.2 for each in worth.values())


# --- decisions


def test_strong_dice_go_for_the_dear_item_and_weak_ones_out_of_the_way() -> None:
    def last_claim(grey: tuple[int, int]) -> Action:
        return choice(
            "smart",
            position(
                FOUR,
                phase=Phase.PLACE,
                open=("grill", "bed", "scarf"),
                dice=((6, 5, 4), (2, 2), (2, 1), grey),
                claims=(1, 1, 0, -1),
            ),
        )

    assert last_claim((4, 4)) == Place(0)
    assert last_claim((1, 1)) == Place(2)


def test_the_gambling_devil_forces_when_it_is_behind_and_lets_lie_when_it_is_ahead() -> None:
    def decision(own: tuple[int, int]) -> Action:
        return choice(
            "smart",
            position(
                FOUR,
                phase=Phase.SPIEL,
                open=("grill", "bed", "scarf"),
                dice=((6, 3, 3), own, (4, 4), (1, 1)),
                claims=(0, 0, 1, 2),
                shown=(True, True, False, False),
                fights=(0,),
                candidates=(0, 1),
            ),
        )

    assert decision((6, 2)) == Spiel(True)
    assert decision((6, 4)) == Spiel(False)


def test_the_error_devil_steals_what_completes_its_triple() -> None:
    state = position(
        FOUR,
        phase=Phase.ABILITY,
        open=("grill", "bed", "scarf"),
        held=({"heater": 1, "teacup": 1}, {}, {"teacup": 2, "bed": 1}, {"nightcap": 1}),
        dice=((1, 1, 1), (2, 2), (6, 6), (1, 1)),
        claims=(1, 0, 1, 1),
        fights=(1,),
        winner=2,
    )

    assert choice("smart", state) == Steal(Seat(0), "teacup")


def test_the_cleaning_devil_gives_a_small_item_for_a_dear_one() -> None:
    state = position(
        (OBER, PUTZ, SATAN),
        phase=Phase.ABILITY,
        open=("chili", "scarf"),
        held=({"iron": 1}, {"scarf": 1, "chili": 2}, {"grill": 1, "bed": 1}),
        dice=((1, 1, 1), (6, 5), (3, 3)),
        claims=(0, 1, 1),
        fights=(1,),
        winner=1,
    )

    assert choice("smart", state) == Exchange(Seat(2), "scarf", "grill")


def test_a_better_rank_is_taken_and_a_worse_one_left() -> None:
    def swap(winner: int, loser: int) -> Action:
        claims = [0 if seat in (winner, loser) else 1 + (seat % 2) for seat in range(4)]
        return choice(
            "smart",
            position(
                FOUR,
                phase=Phase.SWAP,
                open=("grill", "bed", "scarf"),
                dice=((6, 6, 6), (2, 2), (2, 1), (4, 4)),
                claims=claims,
                fights=(0,),
                winner=winner,
            ),
        )

    assert swap(0, 3) == SwapRank(Seat(3))
    assert swap(3, 0) == Decline("swap_rank")


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_one_choice_takes_no_number(bot: str) -> None:
    state = position(
        FOUR, phase=Phase.PLACE, open=("bed",), dice=((1, 1, 1), (2, 2), (2, 1), (4, 4))
    )
    rng = Counting()

    view, legal = PLAY.view(state, Seat(0)), PLAY.legal(state, Seat(0))

    assert BOTS[bot]().choose(view, legal, rng) == Place(0)
    assert rng.asked == 0


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_smart_players_play_to_the_end_under_every_house_rule(name: str, seats: int) -> None:
    rng = QuickRng(seats)
    state = PLAY.initial(seats, options(name))
    while actors := tuple(PLAY.to_act(state)):
        (actor,) = actors
        if actor is CHANCE:
            action = PLAY.chance(state, rng)
        else:
            assert isinstance(actor, int)
            action = BOTS["smart"]().choose(PLAY.view(state, actor), PLAY.legal(state, actor), rng)
        state = PLAY.apply(state, actor, action)

    assert state.phase is Phase.OVER


@pytest.mark.parametrize(("seats", "least"), [(3, 0.55), (4, 0.55), (6, 0.5)])
def test_the_smart_player_wins_far_more_than_its_share(seats: int, least: float) -> None:
    wins = 0
    matches = 80
    for match in range(matches):
        rng, me = QuickRng(match), match % seats
        bots = [BOTS["smart" if seat == me else "random"]() for seat in range(seats)]
        state = PLAY.initial(seats, DiceDevilsOptions())
        while actors := tuple(PLAY.to_act(state)):
            (actor,) = actors
            if actor is CHANCE:
                action = PLAY.chance(state, rng)
            else:
                assert isinstance(actor, int)
                view = PLAY.view(state, actor)
                action = bots[actor].choose(view, PLAY.legal(state, actor), rng)
            state = PLAY.advance(state, actor, action)
        outcome = PLAY.outcome(state)
        assert outcome is not None
        wins += outcome.places[me] == 1

    assert wins / matches > least
