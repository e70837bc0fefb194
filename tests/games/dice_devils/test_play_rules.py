"""The worked examples of the rules, DD-01 to DD-35, played on the engine."""

from __future__ import annotations

import pytest

from games.core.errors import BadOptions
from games.core.sheet import Level
from games.core.types import CHANCE, Audience, Outcome, Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.play import PLAY
from games.dice_devils.play.actions import Draw, Exchange, Place, Spiel, Steal, SwapRank
from games.dice_devils.play.state import Phase, position
from games.dice_devils.play.table import result
from tests.games.dice_devils.matches import done, items
from tests.games.dice_devils.positions import (
    NO_SWAP,
    Held,
    again,
    choices,
    claimed,
    dice_seen,
    due,
    fought,
    losers,
    may_throw,
    on_turn,
    points,
    rolled,
    rules,
)
from tests.games.dice_devils.tables import RULES

BLACK = (FEHLER, PUTZ, SPRING)
"""Three devils with two black dice each, none of which decides anything during a fight."""


def test_dd_01_the_higher_sum_of_two_black_dice_takes_the_item() -> None:
    """DD R16, R25."""
    state = fought(BLACK, [(4, 6), (4, 5), (6, 6)], (0, 0, 1))

    assert state.winner == 0
    assert [items(state, seat) for seat in range(3)] == [{"grill": 1}, {}, {"bed": 1}]


@pytest.mark.parametrize(
    ("dice", "counted"),
    [((5, 4, 2), 9), ((6, 6, 1), 12), ((5, 5, 3), 10), ((5, 5, 5), 10), ((2, 5, 4), 9)],
)
def test_dd_02_the_head_devil_counts_its_two_highest_dice(
    dice: tuple[int, ...], counted: int
) -> None:
    """DD R14."""
    assert result(OBER, dice, 0) == counted


@pytest.mark.parametrize("elsewhere", [True, False])
def test_dd_03_little_satan_adds_the_lowest_golden_die_wherever_it_lies(elsewhere: bool) -> None:
    """DD R15: 4 + 2 + 3 beats 8 and, where the head devil fights as well, loses to 11."""
    claims = (1, 0, 0) if elsewhere else (0, 0, 0)
    state = fought((OBER, PUTZ, SATAN), [(6, 5, 3), (4, 4), (4, 2)], claims)

    assert state.winner == (2 if elsewhere else 0)
    # 9, not 8: a cleaning devil with 9 would have tied
    tied = fought((OBER, PUTZ, SATAN), [(6, 5, 3), (4, 5), (4, 2)], (1, 0, 0))
    assert due(tied) == "tie_reroll"


def test_dd_04_forced_throws_count_even_where_the_gambling_devil_loses_by_them() -> None:
    """DD R19, R20, R30."""
    state = fought((SPIEL, OBER, FEHLER), [(4, 5), (6, 4, 3), (3, 4)])
    assert (due(state), on_turn(state)) == ("spiel", 0)

    state = again(done(state, Spiel(True)), 4, 4, 2, 5, 6)

    assert (state.winner, state.spiel_used) == (2, True)
    assert state.dice == ((4, 5), (4, 4, 2), (5, 6))
    assert losers(state) == {0, 1}


def test_dd_05_three_devils_place_in_order_of_rank() -> None:
    """DD R9."""
    state = rolled((SATAN, OBER, PUTZ), [(1, 2), (1, 2, 3), (1, 2)])

    order = []
    for _ in range(2):
        order.append(on_turn(state))
        state = done(state, Place(0))
    order.append(on_turn(state))

    assert order == [1, 2, 0]


def test_dd_06_whoever_beats_the_head_devil_may_become_it() -> None:
    """DD R30, R31."""
    state = fought((FEHLER, OBER, SPIEL), [(6, 6), (5, 4, 3), (1, 1)], (0, 0, 1))

    state = done(state, SwapRank(Seat(1)))

    assert state.rank_round == (OBER, FEHLER, SPIEL)
    assert may_throw(state, 6, 5, 4, 3, 3, 2, 2)
    state = done(state, Draw("roll", (6, 5, 4, 3, 3, 2, 2)))
    assert state.dice == ((6, 5, 4), (2, 2), (3, 3))
    assert on_turn(state) == 0


def test_dd_07_fifteen_points_of_items_and_a_triple_are_eighteen() -> None:
    """DD R37."""
    marion = {"chili": 3, "grill": 1}
    marion |= dict.fromkeys(("bed", "heater", "earmuffs", "scarf", "teacup", "nightcap"), 1)

    assert points(BLACK, [marion, {}, {}])[0] == 18


def test_dd_08_of_two_tied_at_the_top_the_better_new_throw_wins() -> None:
    """DD R17."""
    state = fought(BLACK, [(4, 4), (5, 3), (4, 2)])
    assert (due(state), may_throw(state, 2, 3, 5, 4), may_throw(state, 2, 3, 5, 4, 1, 1)) == (
        "tie_reroll",
        True,
        False,
    )

    state = again(state, 2, 3, 5, 4)

    assert state.winner == 1
    assert state.dice == ((2, 3), (5, 4), (4, 2))


def test_dd_09_a_tie_goes_on_among_those_who_are_tied_again() -> None:
    """DD R17."""
    state = fought((OBER, FEHLER, PUTZ), [(4, 3, 1), (3, 4), (5, 2)])
    state = again(state, 5, 4, 1, 6, 3, 2, 2)
    assert (due(state), state.candidates) == ("tie_reroll", (0, 1))

    state = again(state, 5, 1, 1, 6, 5)

    assert (state.winner, losers(state)) == (1, {0, 2})


def test_dd_10_old_dice_of_the_beaten_do_not_count_against_new_ones() -> None:
    """DD R17."""
    state = fought((FEHLER, PUTZ, SPIEL), [(4, 5), (6, 3), (4, 4)])
    assert due(state) == "spiel"
    state = done(state, Spiel(False))

    state = again(state, 1, 2, 2, 2)

    assert (state.winner, losers(state)) == (1, {0, 2})


def test_dd_11_the_jumping_devil_wins_a_tie_at_once() -> None:
    """DD R18."""
    state = fought(BLACK, [(3, 3), (6, 4), (5, 5)])

    assert (due(state), state.winner) == ("swap_rank", 2)


def test_dd_12_a_jumping_devil_below_the_top_is_out() -> None:
    """DD R17, R18."""
    state = fought((SPRING, OBER, FEHLER), [(4, 4), (5, 4, 1), (6, 3)])
    assert (due(state), state.candidates) == ("tie_reroll", (1, 2))

    state = again(state, 2, 1, 1, 1, 1)

    assert (state.winner, losers(state)) == (1, {0, 2})


@pytest.mark.parametrize(
    ("force", "spring", "winner"),
    [(False, None, 1), (True, (4, 4), 0), (True, (6, 4), 1)],
    ids=["a: declined", "b: forced to 8", "c: forced to 10 again"],
)
def test_dd_13_the_gambling_devil_decides_before_the_jumping_devil_wins_the_tie(
    force: bool, spring: tuple[int, int] | None, winner: int
) -> None:
    """DD R23."""
    state = fought((SPIEL, SPRING, PUTZ), [(5, 5), (6, 4), (1, 1)], (0, 0, 1))
    assert due(state) == "spiel"

    state = done(state, Spiel(force))
    if spring is not None:
        state = again(state, *spring)

    assert state.winner == winner


def test_dd_14_a_head_devil_alone_shows_its_dice_for_little_satan() -> None:
    """DD R11, R12, R15."""
    state = fought((OBER, SATAN, FEHLER), [(6, 4, 2), (3, 3), (3, 4)], (0, 1, 1))

    assert dice_seen(state, Audience.PUBLIC)[0] == (6, 4, 2)
    assert (state.winner, items(state, 0), items(state, 1)) == (1, {"grill": 1}, {"bed": 1})
    # 8 and not 7
    even = fought((OBER, SATAN, FEHLER), [(6, 4, 2), (3, 3), (4, 4)], (0, 1, 1))
    assert due(even) == "tie_reroll"


def test_dd_15_a_forced_head_devil_takes_little_satan_down_with_it() -> None:
    """DD R13, R20, R21."""
    ranks = (SPIEL, OBER, SATAN, PUTZ)
    state = fought(ranks, [(4, 5), (6, 5, 5), (4, 3), (4, 5)], (0, 0, 1, 1))

    state = again(done(state, Spiel(True)), 3, 2, 1)
    assert state.winner == 0
    state = done(state, NO_SWAP)

    assert (state.winner, items(state, 3)) == (3, {"bed": 1})
    # 4 + 3 + 1 = 8 exactly
    other = fought(ranks, [(4, 5), (6, 5, 5), (4, 3), (4, 4)], (0, 0, 1, 1))
    other = done(again(done(other, Spiel(True)), 3, 2, 1), NO_SWAP)
    assert due(other) == "tie_reroll"


def test_dd_16_little_satan_ties_without_the_golden_dice_being_thrown() -> None:
    """DD R14, R15, R17."""
    ranks = (OBER, FEHLER, SATAN, PUTZ)
    state = fought(ranks, [(5, 4, 3), (6, 3), (3, 4), (4, 4)], (0, 0, 1, 1))
    state = again(state, 6, 6, 1, 2, 3)
    assert (state.winner, losers(state)) == (0, {1})

    state = done(state, NO_SWAP)
    assert due(state) == "tie_reroll"
    assert (may_throw(state, 4, 4, 4, 4), may_throw(state, 6, 6, 1, 4, 4, 4, 4)) == (True, False)
    state = again(state, 4, 4, 4, 4)

    assert (state.winner, state.dice[0], state.dice[2], state.dice[3]) == (
        2,
        (6, 6, 1),
        (4, 4),
        (4, 4),
    )


def test_dd_17_forcing_little_satan_leaves_golden_dice_elsewhere_alone() -> None:
    """DD R24."""
    state = fought((OBER, SPIEL, SATAN), [(6, 5, 2), (4, 4), (4, 3)], (0, 1, 1))
    state = done(state, Spiel(True))
    assert (may_throw(state, 1, 2), may_throw(state, 6, 5, 2, 1, 2)) == (True, False)

    state = again(state, 1, 2)

    assert (state.winner, state.dice) == (1, ((6, 5, 2), (4, 4), (1, 2)))


@pytest.mark.parametrize(
    ("grey", "golden", "counted"), [((4, 4), (6, 6, 6), 14), ((1, 1), (1, 6, 6), 3)]
)
def test_dd_18_little_satan_counts_from_three_to_fourteen(
    grey: tuple[int, int], golden: tuple[int, int, int], counted: int
) -> None:
    """DD R15."""
    assert result(SATAN, grey, min(golden)) == counted
    state = fought((OBER, FEHLER, SATAN), [golden, (6, 6), grey], (1, 0, 0))
    assert state.winner == (2 if counted > 12 else 1)


def test_dd_19_only_items_of_value_one_can_be_stolen() -> None:
    """DD R26, R28."""
    held: Held = ({"grill": 1, "scarf": 1}, {"iron": 1}, {})
    state = fought((SPIEL, OBER, FEHLER), [(1, 1), (1, 1, 1), (6, 6)], held=held)
    state = done(state, Spiel(False))

    assert choices(state) == [
        {"t": "steal", "from": 0, "item": "scarf"},
        {"t": "decline", "what": "steal"},
    ]


@pytest.mark.parametrize("held", [({"grill": 1}, {"chili": 2}, {}), ({}, {}, {"bed": 3})])
def test_dd_20_without_anything_to_steal_no_theft_is_offered(
    held: tuple[dict[str, int], ...],
) -> None:
    """DD R26."""
    state = fought((SPIEL, OBER, FEHLER), [(1, 1), (1, 1, 1), (6, 6)], held=held)

    state = done(state, Spiel(False))

    assert (state.winner, due(state)) == (2, "swap_rank")


def test_dd_21_the_item_just_won_may_be_given_away() -> None:
    """DD R25, R27."""
    state = fought(
        (PUTZ, FEHLER, SPRING),
        [(6, 6), (1, 1), (1, 1)],
        (0, 0, 1),
        open=("scarf", "bed"),
        held=({}, {"grill": 1}, {}),
    )
    assert choices(state) == [
        {"t": "exchange", "with": 1, "give": "scarf", "take": "grill"},
        {"t": "decline", "what": "exchange"},
    ]

    state = done(state, Exchange(Seat(1), "scarf", "grill"))

    assert (items(state, 0), items(state, 1)) == ({"grill": 1}, {"scarf": 1})


def test_dd_22_a_cleaning_devil_finds_nothing_with_losers_who_own_nothing() -> None:
    """DD R27."""
    state = fought(
        (PUTZ, FEHLER, SPRING), [(6, 6), (1, 1), (1, 1)], (0, 0, 1), held=({"bed": 2}, {}, {})
    )

    assert (state.winner, due(state)) == (0, "swap_rank")


@pytest.mark.parametrize("alone", [FEHLER, PUTZ])
def test_dd_23_whoever_is_alone_takes_the_item_and_nothing_else(alone: int) -> None:
    """DD R11."""
    others = {"bed": 1, "grill": 1}
    ranks = (alone, SPIEL, SPRING)
    state = fought(ranks, [(6, 6), (2, 1), (1, 1)], (1, 0, 0), held=({}, others, others))

    assert items(state, 0) == {"bed": 1}
    state = done(state, Spiel(False))
    assert (state.winner, due(state)) == (1, "swap_rank")
    state = done(state, NO_SWAP)
    assert (due(state), state.rank_now) == ("roll", ranks)


def test_dd_24_a_rank_just_taken_steals_nothing_in_this_round() -> None:
    """DD R29, R31."""
    state = fought(
        (SPRING, FEHLER, PUTZ), [(6, 6), (1, 1), (1, 1)], (0, 0, 1), held=({}, {"bed": 1}, {})
    )
    assert due(state) == "swap_rank"

    state = done(state, SwapRank(Seat(1)))

    assert (due(state), items(state, 1)) == ("roll", {"bed": 1})
    assert state.rank_round == (FEHLER, SPRING, PUTZ)


def test_dd_25_an_unclaimed_item_stays_and_the_others_are_made_up_for() -> None:
    """DD R4, R34."""
    state = fought(
        (OBER, SPIEL, FEHLER, SATAN),
        [(6, 6, 6), (1, 1), (6, 5), (1, 1)],
        (0, 0, 2, 2),
        open=("chili", "bed", "grill"),
        supply=("iron", "scarf", "heater", "heater"),
    )

    state = done(state, Spiel(False), NO_SWAP, NO_SWAP)

    assert (state.open, state.supply) == (("bed", "iron", "scarf"), ("heater", "heater"))


NINE = (
    {"bed": 6, "heater": 3},
    {"earmuffs": 6, "heater": 3},
    {"scarf": 6, "teacup": 3},
    {"hot_water_bottle": 6, "teacup": 3},
    {"nightcap": 6, "chili": 3},
    {"iron": 3, "grill": 3, "hot_bath": 3},
)
SIX = (OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN)


def test_dd_26_the_last_two_items_are_opened_although_four_should_lie_there() -> None:
    """DD R5, R35."""
    before = position(SIX, phase=Phase.DEAL, held=NINE, supply=("chili", "hot_bath"))

    state = done(before, Draw("ranks", SIX))

    assert (state.open, state.supply) == (("chili", "hot_bath"), ())
    throws = (6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    state = claimed(done(state, Draw("roll", throws)), 0, 0, 0, 0, 0, 0)
    state = done(state, Spiel(False), NO_SWAP)
    assert (PLAY.to_act(state), sum(state.collections[0])) == ((), 10)


def test_dd_27_an_item_left_over_and_the_last_two_make_three() -> None:
    """DD R4, R5."""
    held: Held = (*NINE[:5], {"iron": 3, "grill": 3, "hot_bath": 1})
    state = position(
        SIX,
        phase=Phase.PLACE,
        open=("hot_bath", "hot_bath"),
        held=held,
        supply=("chili", "hot_bath"),
        dice=((1, 1, 1), (1, 1), (1, 1), (1, 1), (2, 1), (6, 6)),
    )
    state = claimed(state, 0, 0, 0, 0, 0, 0)

    # Satan owns 7 and wins the eighth
    state = done(state, Spiel(False), NO_SWAP)

    assert (sum(map(sum, state.collections)), state.open) == (
        53,
        ("hot_bath", "chili", "hot_bath"),
    )
    assert state.supply == ()


def test_dd_28_the_match_ends_with_ten_items_and_nine_can_win() -> None:
    """DD R35, R38."""
    state = fought(
        (SPRING, PUTZ, FEHLER),
        [(6, 6), (5, 5), (1, 1)],
        (0, 1, 1),
        open=("nightcap", "hot_bath"),
        held=(
            {"bed": 6, "heater": 2, "scarf": 1},
            {"iron": 3, "grill": 2, "chili": 2, "hot_bath": 1},
            {},
        ),
    )
    # the other fight is still to be finished
    assert (sum(state.collections[0]), due(state)) == (10, "swap_rank")

    state = done(state, NO_SWAP)

    assert PLAY.outcome(state) == Outcome((16, 26, 0), (2, 1, 3), "points")


def test_dd_29_eleven_items_are_the_most_one_can_have() -> None:
    """DD R26, R36."""
    held: Held = ({"iron": 3, "grill": 3, "chili": 3}, {"bed": 3}, {})
    state = fought(
        (FEHLER, PUTZ, SPRING), [(6, 6), (1, 1), (1, 1)], open=("chili", "scarf"), held=held
    )

    state = done(state, Steal(Seat(1), "bed"), NO_SWAP)

    assert (PLAY.to_act(state), sum(state.collections[0])) == ((), 11)


@pytest.mark.parametrize(
    ("held", "counted"),
    [
        ({"bed": 6}, 12),
        ({"bed": 5}, 8),
        ({"chili": 4}, 11),
        ({"iron": 3}, 12),
        ({"iron": 3, "grill": 3, "chili": 4}, 35),
        ({"iron": 3, "grill": 3, "chili": 4, "hot_bath": 1}, 37),
    ],
)
def test_dd_30_every_three_equal_items_are_a_triple(held: dict[str, int], counted: int) -> None:
    """DD R37."""
    assert points(BLACK, [held, {}, {}]) == (counted, 0, 0)


def test_dd_31_equal_points_go_to_the_jumping_devil_then_by_rank() -> None:
    """DD R39, R41."""
    held: Held = (
        {"bed": 6, "heater": 3, "chili": 2},
        {"earmuffs": 6, "scarf": 3, "hot_bath": 2},
        {"teacup": 6, "hot_water_bottle": 3, "chili": 2},
        {"iron": 3, "grill": 3, "nightcap": 1},
    )
    state = position((SPRING, OBER, FEHLER, PUTZ), options=rules((1, 3, 4, 5)), held=held)

    outcome = PLAY.adjudicate(state)

    assert (outcome.points, outcome.places) == ((22, 22, 22, 25), (2, 3, 4, 1))


@pytest.mark.parametrize(("last", "places"), [(True, (1, 2, 3)), (False, (2, 1, 3))])
def test_dd_32_a_rank_taken_in_the_last_round_counts_for_the_places(
    last: bool, places: tuple[int, ...]
) -> None:
    """DD R40."""
    state = fought(
        (PUTZ, SPRING, FEHLER),
        [(6, 6), (1, 1), (1, 2)],
        (0, 0, 1),
        open=("bed", "scarf"),
        # 19 points, and one more for the bed; against 20
        held=(
            {"iron": 2, "grill": 2, "chili": 2, "heater": 1, "teacup": 2},
            {"iron": 1, "grill": 1, "hot_bath": 3, "chili": 2, "bed": 1},
            {},
        ),
        end_tie_uses_rank_after_last_swap=last,
    )
    state = done(state, PLAY.action_from_json({"t": "decline", "what": "exchange"}))

    state = done(state, SwapRank(Seat(1)))

    assert PLAY.outcome(state) == Outcome((20, 20, 1), places, "tie_break")


def test_dd_33_ranks_of_ones_choice_need_the_head_devil_for_little_satan() -> None:
    """DD R2, R43."""
    with pytest.raises(BadOptions) as caught:
        rules((SPIEL, FEHLER, SATAN))
    assert caught.value.code == "dice_devils.satan_without_ober"
    assert rules((OBER, SPIEL, FEHLER)).ranks_in_play(3) == (OBER, SPIEL, FEHLER)

    state = rolled((PUTZ, SPIEL, FEHLER), [(1, 1), (1, 1), (1, 1)])

    assert on_turn(state) == 1


def test_dd_34_the_sheet_of_a_theft_in_the_last_round_is_accepted() -> None:
    """DD R26, R35: 11, 8, 7 and 0 items, the 11 by an error devil; and it settles alike."""
    held: Held = (
        {"iron": 3, "grill": 3, "chili": 3},
        {"bed": 6, "heater": 3},
        {"scarf": 6, "teacup": 1},
        {},
    )
    state = fought(
        (FEHLER, OBER, SPIEL, SATAN),
        [(6, 6), (1, 1, 1), (6, 5), (1, 1)],
        (0, 0, 1, 1),
        open=("chili", "nightcap", "hot_bath"),
        held=held,
        round=14,
    )
    state = done(state, Steal(Seat(1), "bed"), NO_SWAP, Spiel(False), NO_SWAP)
    assert [sum(row) for row in state.collections] == [11, 8, 8, 0]

    sheet = RULES.parse(PLAY.sheet(state), seats=4, options=state.table.options)

    assert [issue for issue in RULES.check(sheet) if issue.level is Level.ERROR] == []
    assert RULES.settle(sheet) == PLAY.outcome(state)


def test_dd_35_a_whole_round_with_two_fights_a_swap_and_a_theft() -> None:
    """DD R13, R26, R30, R31, R34."""
    before = position(
        (OBER, SPIEL, FEHLER, SATAN),
        open=("grill", "bed", "chili"),
        held=({}, {}, {}, {"bed": 1}),
        supply=("iron", "teacup", "scarf"),
    )
    state = done(before, Draw("roll", (6, 3, 2, 5, 5, 4, 4, 4, 1)))

    state = claimed(state, 0, 0, 2, 2)
    assert (due(state), on_turn(state)) == ("spiel", 1)
    assert dice_seen(state, Audience.PUBLIC) == [(6, 3, 2), (5, 5), None, None]
    state = done(state, Spiel(False))
    assert (state.winner, items(state, 1)) == (1, {"grill": 1})
    state = done(state, SwapRank(Seat(0)))
    assert (state.winner, due(state)) == (2, "ability")
    state = done(state, Steal(Seat(3), "bed"), NO_SWAP)

    assert [items(state, seat) for seat in range(4)] == [
        {},
        {"grill": 1},
        {"bed": 1, "chili": 1},
        {},
    ]
    assert state.rank_round == (SPIEL, OBER, FEHLER, SATAN)
    assert (state.open, PLAY.to_act(state)) == (("bed", "iron", "teacup"), (CHANCE,))
