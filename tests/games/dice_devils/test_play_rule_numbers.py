"""The numbered rules of Dice Devils, one by one, where the worked examples leave them open."""

from __future__ import annotations

import pytest

from games.core.errors import BadOptions, IllegalAction, NotYourTurn
from games.core.rng import QuickRng
from games.core.types import CHANCE, JSON, Audience, Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.play import PLAY
from games.dice_devils.play.actions import Decline, Draw, Exchange, Place, Spiel, Steal, SwapRank
from games.dice_devils.play.state import Phase, position
from tests.games.dice_devils.matches import done, items, play
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

FOUR = (OBER, SPIEL, FEHLER, SATAN)
SIX = (OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN)
DEFAULT = rules()
NO_THEFT = Decline("steal")
NO_EXCHANGE = Decline("exchange")


# --- set-up and revealing


@pytest.mark.parametrize(
    ("seats", "ranks", "lying"),
    [
        (3, (OBER, PUTZ, SATAN), 2),
        (4, FOUR, 3),
        (5, (OBER, SPIEL, FEHLER, PUTZ, SATAN), 3),
        (6, SIX, 4),
    ],
)
def test_each_table_has_its_ranks_and_its_open_items(
    seats: int, ranks: tuple[int, ...], lying: int
) -> None:
    """DD R1, R3, R4, R6."""
    state = PLAY.initial(seats, DEFAULT)
    shuffle = PLAY.chance(state, QuickRng(seats))
    state = done(state, shuffle)
    assert isinstance(shuffle, Draw)
    assert len(shuffle.values) == 56

    dealt = PLAY.chance(state, QuickRng(seats))
    state = done(state, dealt)

    assert isinstance(dealt, Draw)
    assert sorted(dealt.values) == list(ranks)
    assert (state.open, len(state.supply)) == (shuffle.values[:lying], 56 - lying)
    # nobody decides about the reveal
    assert (PLAY.to_act(state), due(state)) == ((CHANCE,), "roll")


def test_any_seat_may_draw_any_rank() -> None:
    """DD R3."""
    state = done(PLAY.initial(3, DEFAULT), Draw("shuffle", PLAY.initial(3, DEFAULT).table.box))

    found = {PLAY.chance(state, QuickRng(seed)) for seed in range(200)}

    assert len(found) == 6


@pytest.mark.parametrize(
    ("ranks", "code"),
    [
        ((SPIEL, FEHLER, SATAN), "satan_without_ober"),
        ((OBER, OBER, SATAN), "rank_repeated"),
        ((OBER, SATAN), "rank_number"),
        ((OBER, SPIEL, 7), "number_out_of_range"),
    ],
)
def test_ranks_of_ones_choice_are_refused_where_they_do_not_go_together(
    ranks: tuple[int, ...], code: str
) -> None:
    """DD R2."""
    with pytest.raises(BadOptions) as caught:
        rules(ranks)

    assert caught.value.code == f"dice_devils.{code}"


def test_without_the_lowest_and_the_highest_rank_items_are_opened_all_the_same() -> None:
    """DD R6, R43, R45."""
    chosen = rules((SPIEL, FEHLER, PUTZ, SPRING))
    state = PLAY.initial(4, chosen)

    state = done(state, Draw("shuffle", state.table.box), Draw("ranks", (4, 5, 2, 3)))

    assert (due(state), len(state.open)) == ("roll", 3)
    state = done(state, Draw("roll", (1, 1, 2, 2, 3, 3, 4, 4)))
    # the best rank in play begins, and got the first dice
    assert (on_turn(state), state.dice[2]) == (2, (1, 1))


@pytest.mark.parametrize(("seats", "lying"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_more_fights_means_fewer_open_items(seats: int, lying: int) -> None:
    """DD R42."""
    state = PLAY.initial(seats, rules(variant_more_fights=True))
    box, ranks = state.table.box, state.table.ranks

    state = done(state, Draw("shuffle", box), Draw("ranks", ranks))

    assert (len(state.open), ranks) == (lying, PLAY.initial(seats, DEFAULT).table.ranks)


def test_adding_the_same_number_lets_items_pile_up() -> None:
    """DD R4."""
    state = fought(
        (FEHLER, PUTZ, SPRING),
        [(6, 6), (1, 1), (1, 1)],
        open=("bed", "scarf"),
        supply=("iron", "grill", "chili"),
        item_refill="add_fixed_number",
    )

    state = done(state, NO_SWAP)

    assert (state.open, state.supply) == (("scarf", "iron", "grill"), ("chili",))


# --- throwing and placing


def test_every_rank_throws_its_own_dice_all_at_once() -> None:
    """DD R7."""
    state = position(SIX, open=("bed", "iron", "grill", "scarf"))
    throws = (6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)

    assert may_throw(state, *throws, 4, 4)
    assert not may_throw(state, *throws, 4, 5)
    assert not may_throw(state, *throws, 4)
    assert not may_throw(state, *throws[:-1], 7, 4, 4)
    after = done(state, Draw("roll", (*throws, 1, 4)))
    assert [len(dice) for dice in after.dice] == [3, 2, 2, 2, 2, 2]


def test_one_face_in_six_of_a_grey_die_is_a_one_and_two_in_six_are_fours() -> None:
    """DD R7."""
    state = position(FOUR, open=("bed",))
    rng = QuickRng(1)

    faces: list[int] = []
    for _ in range(6000):
        draw = PLAY.chance(state, rng)
        assert isinstance(draw, Draw)
        faces += [int(face) for face in draw.values[-2:]]

    shares = [round(faces.count(face) * 6 / len(faces)) for face in range(1, 7)]
    assert shares == [1, 1, 2, 2, 0, 0]


def test_everybody_sees_the_own_dice_only() -> None:
    """DD R8."""
    dice = [(6, 3, 2), (5, 5), (4, 4), (4, 1)]
    state = rolled(FOUR, dice)

    for seat in range(4):
        assert dice_seen(state, Seat(seat)) == [
            own if other == seat else None for other, own in enumerate(dice)
        ]
    assert dice_seen(state, Audience.PUBLIC) == [None] * 4


def test_dice_that_were_shown_are_secret_again_once_thrown_anew() -> None:
    """DD R8."""
    state = fought((FEHLER, PUTZ, SPRING), [(6, 6), (1, 1), (1, 1)])
    state = done(state, NO_SWAP)
    assert dice_seen(state, Audience.PUBLIC) == [(6, 6), (1, 1), (1, 1)]

    state = done(state, Draw("roll", (2, 3, 4, 5, 6, 1)))

    assert dice_seen(state, Audience.PUBLIC) == [None] * 3
    assert dice_seen(state, Seat(1)) == [None, (4, 5), None]


def test_placing_goes_by_rank_each_once_and_claims_stay() -> None:
    """DD R9, R10."""
    state = rolled((FEHLER, SATAN, OBER, SPIEL), [(1, 1), (1, 1), (1, 1, 1), (1, 1)])
    order = []
    for slot in (2, 2, 2, 0):
        order.append(on_turn(state))
        assert choices(state) == [{"t": "place", "slot": each} for each in range(3)]
        before = state.claims
        state = done(state, Place(slot))
        if len(order) < 4:
            kept = [new for new, old in zip(state.claims, before, strict=True) if old >= 0]
            assert kept == [2] * (len(order) - 1)
            with pytest.raises(NotYourTurn):
                PLAY.apply(state, Seat(order[-1]), Place(0))

    assert order == [2, 3, 0, 1]
    assert state.claims == (2, 0, 2, 2)


@pytest.mark.parametrize("slot", [-1, 3, 99])
def test_only_an_open_item_can_be_claimed(slot: int) -> None:
    """DD R9."""
    state = rolled(FOUR, [(1, 1, 1), (1, 1), (1, 1), (1, 1)])

    with pytest.raises(IllegalAction) as caught:
        done(state, Place(slot))

    assert caught.value.params["rule"] == "DD R9"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_there_is_a_fight_in_every_round(seats: int) -> None:
    """DD R10: fewer items than players, so the match never goes on without a winner."""
    chosen = rules()
    state = PLAY.initial(seats, chosen)
    rng = QuickRng(seats)
    fights: dict[int, int] = {}
    while actors := PLAY.to_act(state):
        (actor,) = actors
        if actor is CHANCE:
            state = PLAY.apply(state, actor, PLAY.chance(state, rng))
            continue
        assert isinstance(actor, int)
        if state.phase is Phase.SWAP:
            fights[state.round] = fights.get(state.round, 0) + 1
        legal = PLAY.legal(state, actor)
        state = PLAY.apply(state, actor, legal[rng.below(len(legal))])

    assert sorted(fights) == list(range(1, state.round + 1))


# --- who gets what


@pytest.mark.parametrize(
    ("ranks", "when", "shown"),
    [
        ((OBER, FEHLER, SATAN), "if_satan_in_play", True),
        ((OBER, FEHLER, PUTZ), "if_satan_in_play", False),
        ((OBER, FEHLER, PUTZ), "always", True),
        ((SPIEL, FEHLER, PUTZ), "always", False),
    ],
)
def test_a_head_devil_alone_shows_its_dice_where_little_satan_plays(
    ranks: tuple[int, ...], when: str, shown: bool
) -> None:
    """DD R12, R44."""
    first = (6, 5, 4) if ranks[0] == OBER else (6, 5)
    state = fought(ranks, [first, (6, 6), (1, 1)], (0, 1, 1), reveal_ober_when_alone=when)

    assert dice_seen(state, Audience.PUBLIC) == [first if shown else None, (6, 6), (1, 1)]


def test_all_other_dice_of_lone_claimants_stay_secret() -> None:
    """DD R11, R12."""
    state = fought(FOUR, [(6, 5, 4), (6, 6), (1, 1), (2, 2)], (0, 0, 1, 2))

    state = done(state, Spiel(False))

    assert state.winner == 1
    assert dice_seen(state, Audience.PUBLIC) == [(6, 5, 4), (6, 6), None, None]
    state = done(state, NO_SWAP)
    assert (items(state, 2), items(state, 3)) == ({"bed": 1}, {"chili": 1})
    # after the round nobody keeps them, whoever looks
    assert dice_seen(state, Audience.REFEREE) == [(6, 5, 4), (6, 6), (), ()]


def test_lone_claims_come_first_then_the_head_devils_fight_then_by_best_rank() -> None:
    """DD R13."""
    dice = [(6, 6, 1), (1, 1), (6, 6), (1, 1), (6, 6), (1, 1)]
    ranks = (OBER, SATAN, FEHLER, SPRING, SPIEL, PUTZ)
    state = fought(ranks, dice, (3, 3, 1, 1, 0, 0))

    order: list[int] = []
    while state.round == 1:
        if state.phase is Phase.SPIEL:
            state = done(state, Spiel(False))
            continue
        assert not order or due(state) == "swap_rank"
        order.append(int(state.winner))
        state = done(state, NO_SWAP)

    assert order == [0, 4, 2]

    mixed = fought(ranks, dice, (0, 1, 1, 2, 2, 3))
    assert [items(mixed, seat) for seat in range(6)] == [
        {"grill": 1},
        {},
        {},
        {},
        {},
        {"scarf": 1},
    ]
    assert (on_turn(mixed), due(mixed)) == (4, "spiel")


def test_the_head_devil_throws_all_three_dice_again_forced_or_tied() -> None:
    """DD R14, R20."""
    forced = done(fought((OBER, SPIEL, PUTZ), [(4, 3, 1), (5, 1), (1, 1)]), Spiel(True))
    tied = fought((OBER, FEHLER, PUTZ), [(4, 3, 1), (5, 2), (1, 1)])

    assert (may_throw(forced, 1, 2, 3, 4, 4), may_throw(forced, 1, 2, 4, 4)) == (True, False)
    assert (may_throw(tied, 1, 2, 3, 4, 4), may_throw(tied, 1, 2, 4, 4)) == (True, False)
    assert again(tied, 6, 1, 6, 6, 5).winner == 0


def test_little_satan_adds_the_golden_die_of_the_moment_when_both_throw_again() -> None:
    """DD R15, R17, R20."""
    state = fought((OBER, SPIEL, SATAN), [(6, 5, 5), (1, 1), (1, 1)])
    state = done(state, Spiel(True))

    # 2 + 1 = 3 for the head devil, 4 + 4 + 1 = 9 for Satan, 2 for the gambling devil
    state = again(state, 2, 1, 1, 4, 4)

    assert (state.winner, losers(state)) == (2, {0, 1})

    tied = fought((OBER, PUTZ, SATAN), [(4, 3, 3), (1, 1), (3, 1)])
    assert tied.candidates == (0, 2)
    # 6 + 3 = 9 against 3 + 3 + 3: tied again; with the old golden dice it would not be
    assert due(again(tied, 6, 3, 3, 3, 3)) == "tie_reroll"


def test_a_tie_below_the_top_is_no_tie() -> None:
    """DD R16, R17."""
    state = fought((FEHLER, PUTZ, SPRING), [(3, 3), (6, 1), (5, 1)])

    assert (due(state), state.winner) == ("swap_rank", 1)


def test_the_jumping_devil_also_wins_a_tie_after_new_throws() -> None:
    """DD R18."""
    state = fought((SPIEL, SPRING, PUTZ), [(1, 1), (4, 4), (4, 3)])

    state = again(done(state, Spiel(True)), 5, 4, 3, 6)

    assert (state.winner, losers(state)) == (1, {0, 2})


def test_the_gambling_devil_forces_in_its_own_fight_only_and_all_of_them() -> None:
    """DD R19."""
    ranks = (OBER, SPIEL, FEHLER, PUTZ, SATAN)
    dice = [(6, 6, 6), (1, 1), (2, 2), (3, 3), (1, 1)]
    state = fought(ranks, dice, (0, 1, 1, 1, 0))
    assert (state.winner, due(state)) == (0, "swap_rank")
    state = done(state, NO_SWAP)
    assert choices(state) == [{"t": "spiel", "force": True}, {"t": "spiel", "force": False}]

    state = done(state, Spiel(True))
    assert (may_throw(state, 1, 1, 1, 2), may_throw(state, 1, 1)) == (True, False)
    state = again(state, 1, 1, 1, 2)

    assert state.dice == ((6, 6, 6), (1, 1), (1, 1), (1, 2), (1, 1))
    assert state.winner == 3


def test_the_gambling_devil_decides_nothing_when_alone() -> None:
    """DD R19."""
    state = fought((SPIEL, FEHLER, PUTZ), [(1, 1), (6, 6), (1, 2)], (0, 1, 1))

    assert (due(state), state.winner) == ("swap_rank", 1)


@pytest.mark.parametrize("window", ["after_reveal", "any_evaluation"])
def test_one_forced_throw_a_round_and_a_new_one_in_the_next(window: str) -> None:
    """DD R19, R22."""
    state = fought(
        (SPIEL, FEHLER, PUTZ), [(4, 4), (1, 1), (1, 1)], supply=("bed", "bed"), spiel_window=window
    )
    state = again(done(state, Spiel(True)), 4, 4, 1, 1)
    assert (due(state), state.spiel_used) == ("tie_reroll", True)
    state = again(state, 6, 6, 6, 6)
    assert due(state) == "tie_reroll"
    state = done(again(state, 6, 6, 1, 1), NO_SWAP)

    state = claimed(done(state, Draw("roll", (6, 6, 1, 1, 1, 1))), 0, 0, 0)

    assert (state.round, due(state), state.spiel_used) == (2, "spiel", False)


def test_a_first_tie_may_be_answered_by_forcing_instead_of_throwing_oneself() -> None:
    """DD R22."""
    state = fought((SPIEL, FEHLER, PUTZ), [(5, 5), (6, 4), (1, 1)])

    forced = again(done(state, Spiel(True)), 1, 1, 2, 1)
    declined = done(state, Spiel(False))

    assert (forced.winner, forced.dice[0]) == (0, (5, 5))
    assert (due(declined), declined.candidates) == ("tie_reroll", (0, 1))
    # the usual window is shut after the first decision
    assert due(again(declined, 3, 3, 3, 3)) == "tie_reroll"


def test_in_the_wide_window_a_gambling_devil_that_is_out_cannot_force() -> None:
    """DD R22."""
    state = fought((SPIEL, FEHLER, PUTZ), [(1, 1), (6, 4), (5, 5)], spiel_window="any_evaluation")
    state = done(state, Spiel(False))
    assert state.candidates == (1, 2)

    state = again(state, 3, 3, 3, 3)

    assert due(state) == "tie_reroll"


def test_in_the_wide_window_only_those_still_in_throw() -> None:
    """DD R22."""
    state = fought((SPIEL, FEHLER, PUTZ), [(5, 5), (6, 4), (1, 1)], spiel_window="any_evaluation")
    state = again(done(state, Spiel(False)), 3, 3, 4, 4)
    assert (due(state), on_turn(state)) == ("spiel", 0)

    state = done(state, Spiel(True))

    assert (may_throw(state, 2, 2), may_throw(state, 2, 2, 2, 2)) == (True, False)
    assert again(state, 2, 2).winner == 0


@pytest.mark.parametrize(
    ("spring", "other", "phase"),
    [((5, 5), (1, 1), "swap_rank"), ((6, 5), (1, 1), "spiel"), ((4, 4), (6, 4), "spiel")],
    ids=["tied with SPRING", "SPRING ahead", "tied with another"],
)
def test_the_jumping_devil_comes_first_only_in_a_tie_of_the_two(
    spring: tuple[int, int], other: tuple[int, int], phase: str
) -> None:
    """DD R18, R23."""
    state = fought((SPIEL, SPRING, PUTZ), [(5, 5), spring, other], spiel_before_spring=False)

    assert due(state) == phase


# --- after a won fight


def test_the_thief_takes_one_item_from_one_loser_of_this_fight() -> None:
    """DD R26, R28."""
    held: Held = ({"bed": 2, "iron": 1}, {"scarf": 1, "bed": 1}, {}, {"teacup": 1})
    state = fought(
        (OBER, PUTZ, FEHLER, SATAN), [(1, 1, 1), (1, 1), (6, 6), (1, 1)], (0, 0, 0, 1), held=held
    )
    assert sorted(map(str, choices(state))) == sorted(
        map(
            str,
            [
                {"t": "steal", "from": 0, "item": "bed"},
                {"t": "steal", "from": 1, "item": "bed"},
                {"t": "steal", "from": 1, "item": "scarf"},
                {"t": "decline", "what": "steal"},
            ],
        )
    )

    state = done(state, Steal(Seat(0), "bed"))

    assert (items(state, 0), items(state, 2)) == ({"bed": 1, "iron": 1}, {"bed": 1, "grill": 1})
    assert due(state) == "swap_rank"


def test_a_thief_may_take_the_kind_that_is_worth_one_here() -> None:
    """DD R26: the value counts, not the name."""
    held: Held = ({"bed": 1, "iron": 1, "scarf": 1}, {}, {})
    state = fought(
        (OBER, PUTZ, FEHLER),
        [(1, 1, 1), (1, 1), (6, 6)],
        held=held,
        item_types={"bed": [6, 2], "iron": [3, 1], "scarf": [6, 0]},
    )

    assert choices(state)[:-1] == [{"t": "steal", "from": 0, "item": "iron"}]


def test_a_loser_who_wins_no_fight_uses_no_ability() -> None:
    """DD R26, R27: error and cleaning devil lose, the winner only exchanges ranks."""
    held: Held = ({"bed": 1}, {"bed": 1}, {"bed": 1})
    state = fought((FEHLER, PUTZ, SPRING), [(1, 1), (1, 2), (6, 6)], held=held)

    assert (state.winner, due(state)) == (2, "swap_rank")


def test_the_cleaning_devil_gives_any_of_its_own_and_takes_any_of_a_losers() -> None:
    """DD R27, R28."""
    held: Held = ({"bed": 1}, {"grill": 2, "scarf": 1}, {"iron": 1}, {"teacup": 1})
    state = fought(
        (PUTZ, OBER, FEHLER, SATAN),
        [(6, 6), (1, 1, 1), (1, 1), (1, 1)],
        (1, 1, 1, 0),
        open=("chili", "heater", "bed"),
        held=held,
    )
    found = {(each["with"], each["give"], each["take"]) for each in choices(state)[:-1]}  # type: ignore[call-overload,index]

    assert found == {
        (seat, give, take)
        for give in ("bed", "heater")
        for seat, take in ((1, "grill"), (1, "scarf"), (2, "iron"))
    }
    state = done(state, Exchange(Seat(1), "bed", "grill"))
    assert [items(state, seat) for seat in range(4)] == [
        {"heater": 1, "grill": 1},
        {"bed": 1, "scarf": 1, "grill": 1},
        {"iron": 1},
        {"teacup": 1, "chili": 1},
    ]


@pytest.mark.parametrize(("rank", "decline"), [(FEHLER, NO_THEFT), (PUTZ, NO_EXCHANGE)])
def test_an_ability_is_voluntary_and_comes_before_the_exchange_of_ranks(
    rank: int, decline: Decline
) -> None:
    """DD R28, R29."""
    held: Held = ({}, {"scarf": 1}, {})
    state = fought((rank, OBER, SPRING), [(6, 6), (1, 1, 1), (1, 1)], (0, 0, 1), held=held)
    assert due(state) == "ability"
    with pytest.raises(IllegalAction):
        done(state, SwapRank(Seat(1)))

    state = done(state, decline)

    assert (due(state), items(state, 0), items(state, 1)) == (
        "swap_rank",
        {"grill": 1},
        {"scarf": 1},
    )


def test_ranks_are_exchanged_with_any_loser_of_the_fight_and_items_are_not() -> None:
    """DD R30, R32."""
    held: Held = ({"bed": 1}, {"iron": 1}, {"scarf": 1}, {})
    state = fought(
        (FEHLER, OBER, SPIEL, SATAN), [(6, 6), (1, 1, 1), (1, 1), (1, 1)], (0, 0, 0, 1), held=held
    )
    state = done(state, Spiel(False), Steal(Seat(2), "scarf"))
    assert choices(state) == [
        {"t": "swap_rank", "with": 1},
        {"t": "swap_rank", "with": 2},
        {"t": "decline", "what": "swap_rank"},
    ]

    state = done(state, SwapRank(Seat(1)))

    assert state.rank_round == (OBER, FEHLER, SPIEL, SATAN)
    assert [items(state, seat) for seat in range(3)] == [
        {"bed": 1, "grill": 1, "scarf": 1},
        {"iron": 1},
        {},
    ]


def test_declining_leaves_the_ranks_as_they_are() -> None:
    """DD R30."""
    state = fought((FEHLER, PUTZ, SPRING), [(6, 6), (1, 1), (1, 1)])

    state = done(state, NO_SWAP)

    assert (state.round, state.rank_round, state.rank_now) == (2, (3, 4, 5), (3, 4, 5))


def test_a_new_head_devil_leaves_little_satan_the_golden_dice_of_this_round() -> None:
    """DD R31, R32, R33."""
    ranks = (OBER, FEHLER, SATAN, PUTZ)
    state = fought(ranks, [(4, 3, 3), (6, 6), (3, 3), (4, 4)], (0, 0, 1, 1))
    state = done(state, SwapRank(Seat(0)))
    # 3 + 3 + 3 beats 8
    assert (state.winner, state.rank_round, losers(state)) == (2, ranks, {3})

    state = done(state, SwapRank(Seat(3)))

    assert state.rank_round == (FEHLER, OBER, PUTZ, SATAN)


# --- the end of a round and of the match


def test_one_item_short_the_match_goes_on() -> None:
    """DD R35."""
    held: Held = ({"bed": 6, "scarf": 2}, {}, {})
    state = fought((FEHLER, PUTZ, SPRING), [(6, 6), (1, 1), (1, 1)], held=held)

    state = done(state, NO_SWAP)

    assert (sum(state.collections[0]), due(state), PLAY.outcome(state)) == (9, "roll", None)


def test_ranks_of_the_last_round_stay_when_the_match_ends() -> None:
    """DD R35, R40."""
    state = fought(
        (FEHLER, PUTZ, SPRING), [(6, 6), (1, 1), (1, 1)], end_item_count=1, open=("bed", "iron")
    )

    state = done(state, SwapRank(Seat(2)))

    assert (due(state), state.rank_round, state.rank_now) == ("over", (3, 4, 5), (5, 4, 3))
    assert (PLAY.to_act(state), state.open) == ((), ("iron",))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_falls_below_the_number_that_ended_the_match(seats: int) -> None:
    """DD R35, R36."""
    for seed in range(12):
        state, _ = play(seats, DEFAULT, seed)
        numbers = sorted(map(sum, state.collections), reverse=True)

        assert 10 <= numbers[0] <= 11
        assert numbers[1] <= 10
        assert sum(number >= 10 for number in numbers) <= state.table.target


def test_a_box_that_runs_dry_ends_the_match_early() -> None:
    """DD R5, R35."""
    state = fought(
        (FEHLER, PUTZ, SPRING),
        [(6, 6), (1, 1), (1, 1)],
        open=("bed",),
        held=({}, {"iron": 1}, {}),
        supply=(),
    )

    state = done(state, Decline("steal") if due(state) == "ability" else NO_SWAP)

    outcome = PLAY.outcome(state)
    assert outcome is not None
    assert (outcome.points, outcome.reason) == ((1, 3, 0), "early_end")


# --- counting


def test_the_size_and_the_bonus_of_a_set_are_the_clubs() -> None:
    """DD R37."""
    held: Held = [{"bed": 5, "grill": 2}, {"scarf": 4}, {}]

    assert points((3, 4, 5), held) == (5 + 6 + 3, 4 + 3, 0)
    assert points((3, 4, 5), held, triple_size=2, triple_bonus=4) == (5 + 6 + 12, 4 + 8, 0)


def test_pieces_of_one_kind_with_one_worth_of_their_own_count_that_on_the_sheet() -> None:
    """DD R37."""
    state = fought(
        (FEHLER, PUTZ, SPRING),
        [(6, 6), (1, 1), (1, 1)],
        open=("iron", "bed"),
        end_item_count=1,
        item_values_by_piece={"iron": [1, 1, 1]},
    )
    state = done(state, NO_SWAP)

    sheet = RULES.parse(PLAY.sheet(state), seats=3, options=state.table.options)

    assert RULES.settle(sheet).points == (1, 0, 0)
    assert RULES.settle(sheet) == PLAY.outcome(state)


@pytest.mark.parametrize(
    ("house_rules", "places"),
    [
        ({}, (1, 2, 4, 3)),
        ({"spring_wins_end_tie": False}, (2, 1, 4, 3)),
        ({"tie_break": "shared"}, (1, 1, 3, 3)),
        ({"tie_break_applies_to_all_places": False}, (1, 2, 3, 3)),
    ],
)
def test_ties_are_parted_as_the_club_wants(
    house_rules: dict[str, JSON], places: tuple[int, ...]
) -> None:
    """DD R39, R41."""
    held: Held = ({"iron": 1}, {"grill": 1}, {"bed": 1}, {"scarf": 1})
    state = position(
        (SPRING, OBER, PUTZ, FEHLER), options=rules((1, 3, 4, 5), **house_rules), held=held
    )

    assert PLAY.adjudicate(state).places == places


def test_the_most_points_win_whoever_has_the_most_items() -> None:
    """DD R38, R41."""
    held: Held = ({"bed": 1, "scarf": 1, "teacup": 1, "heater": 1}, {"iron": 1, "grill": 1}, {})
    state = position((OBER, PUTZ, SATAN), held=held)

    assert PLAY.adjudicate(state).places == (2, 1, 3)
