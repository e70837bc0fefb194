"""The course of a match: what is due when, what a match comes to, how it is written down."""

from __future__ import annotations

import pytest

from games.core.errors import BadOptions, IllegalAction, MalformedAction, NotYourTurn
from games.core.sheet import Level
from games.core.types import CHANCE, JSON, Outcome, Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import PLAY
from games.dice_devils.play.actions import (
    Action,
    Decline,
    Draw,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.state import Phase, position
from tests.games.dice_devils.matches import RULESETS, done, items, options, play
from tests.games.dice_devils.tables import RULES

FOUR = (OBER, SPIEL, FEHLER, SATAN)
NO_SWAP = Decline("swap_rank")


def test_a_whole_round_goes_as_the_rules_tell_it() -> None:
    state = position(
        FOUR,
        open=("grill", "bed", "chili"),
        held=({}, {}, {}, {"bed": 1}),
        supply=("iron", "scarf", "scarf"),
    )

    state = done(state, Draw("roll", (6, 3, 2, 5, 5, 4, 4, 4, 1)))
    state = done(state, Place(0), Place(0), Place(2), Place(2))
    assert state.phase is Phase.SPIEL
    state = done(state, Spiel(False))
    assert (state.winner, state.phase) == (1, Phase.SWAP)
    state = done(state, SwapRank(Seat(0)))
    assert (state.winner, state.phase) == (2, Phase.ABILITY)
    state = done(state, Steal(Seat(3), "bed"), NO_SWAP)

    assert [items(state, seat) for seat in range(4)] == [
        {},
        {"grill": 1},
        {"bed": 1, "chili": 1},
        {},
    ]
    assert state.rank_round == (SPIEL, OBER, FEHLER, SATAN)
    assert (state.round, state.open) == (2, ("bed", "iron", "scarf"))
    assert PLAY.to_act(state) == (CHANCE,)


def test_golden_dice_that_change_hands_stay_as_they_lie() -> None:
    # DD R31, R32: SPIEL becomes OBER, yet SATAN adds the golden die of this round
    state = position(
        (OBER, SPIEL, FEHLER, SATAN),
        phase=Phase.PLACE,
        open=("grill", "bed", "chili"),
        dice=((6, 3, 2), (5, 5), (4, 4), (3, 3)),
    )

    state = done(state, Place(0), Place(0), Place(2), Place(2), Spiel(False), SwapRank(Seat(0)))

    assert state.rank_now == (SPIEL, OBER, FEHLER, SATAN)
    assert state.phase is Phase.TIED  # 8 against 3 + 3 + 2
    state = done(state, Draw("tie_reroll", (2, 2, 1, 2)))
    assert state.winner == 3  # 4 against 1 + 2 + 2


def test_without_the_first_say_for_the_gambling_devil_the_jumping_devil_wins_at_once() -> None:
    # DD R23
    place = (Place(0), Place(0), Place(0))
    dice = ((5, 5), (5, 5), (3, 3))
    ranks = (SPIEL, SPRING, FEHLER)
    for first, phase in ((True, Phase.SPIEL), (False, Phase.SWAP)):
        chosen = DiceDevilsOptions(variant_custom_ranks=(2, 3, 5), spiel_before_spring=first)
        state = position(ranks, options=chosen, phase=Phase.PLACE, open=("bed", "iron"), dice=dice)

        state = done(state, *place)

        assert state.phase is phase


def test_in_the_wide_window_the_gambling_devil_may_force_after_a_tie_those_still_in() -> None:
    # DD R22
    for name, phase, still_in in (
        ("usual", Phase.TIED, (1, 2)),
        ("force at any time", Phase.SPIEL, (1, 2, 3)),
    ):
        state = position(
            FOUR,
            options=options(name),
            phase=Phase.PLACE,
            open=("bed", "iron", "grill"),
            dice=((1, 2, 1), (5, 4), (6, 3), (4, 4)),
        )
        state = done(state, *[Place(1)] * 4, Spiel(False))
        assert (state.phase, state.candidates) == (Phase.TIED, (1, 2, 3))

        state = done(state, Draw("tie_reroll", (6, 6, 6, 6, 3, 3)))

        assert (state.phase, state.candidates) == (phase, still_in)
    state = done(state, Spiel(True))
    assert (state.phase, PLAY.legal(state, Seat(1))) == (Phase.FORCED, ())
    state = done(state, Draw("forced_reroll", (1, 1, 4, 4)))
    assert (state.winner, state.spiel_used) == (1, True)


def test_every_player_alone_means_no_fight_and_the_next_round() -> None:
    chosen = options("items pile up")
    state = position(
        FOUR,
        options=chosen,
        phase=Phase.PLACE,
        open=("bed", "iron", "grill", "scarf", "heater"),
        supply=("teacup", "teacup", "chili", "chili"),
        dice=((6, 3, 2), (5, 5), (4, 4), (3, 3)),
    )

    state = done(state, Place(0), Place(1), Place(2), Place(3))

    assert (state.round, state.phase) == (2, Phase.ROLL)
    assert state.open == ("heater", "teacup", "teacup", "chili")  # DD R4: three more, not up to 3
    # what lone claimants rolled is gone for good, the golden dice were shown (DD R12)
    assert state.dice == ((6, 3, 2), (), (), ())


def test_the_match_ends_with_the_round_and_the_sheet_says_how() -> None:
    state = position(
        (OBER, PUTZ, SATAN),
        phase=Phase.PLACE,
        open=("bed", "iron"),
        held=({"heater": 6, "scarf": 3}, {"grill": 2}, {}),
        dice=((6, 3, 2), (5, 5), (3, 3)),
        round=12,
    )

    state = done(state, Place(0), Place(1), Place(1), NO_SWAP)

    assert PLAY.to_act(state) == ()
    # 5 + 5 against 3 + 3 + 2; PUTZ finds nothing to take from SATAN
    assert PLAY.outcome(state) == Outcome((19, 9, 0), (1, 2, 3), "points")
    sheet = RULES.parse(PLAY.sheet(state), seats=3, options=state.table.options)
    assert [issue for issue in RULES.check(sheet) if issue.level is Level.ERROR] == []


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_played_match_writes_a_sheet_without_errors_that_settles_alike(
    name: str, seats: int
) -> None:
    chosen = options(name)
    for seed in range(15):
        state, _ = play(seats, chosen, seed)

        sheet = RULES.parse(PLAY.sheet(state), seats=seats, options=chosen)

        assert [issue for issue in RULES.check(sheet) if issue.level is Level.ERROR] == []
        assert RULES.settle(sheet) == PLAY.outcome(state)


def test_a_match_stopped_in_the_middle_counts_what_everybody_holds() -> None:
    state = position(FOUR, held=({"bed": 3}, {"iron": 1}, {}, {"grill": 2}))

    outcome = PLAY.adjudicate(state)

    # the head devil and little Satan have six points each: the better rank is ahead
    assert outcome == Outcome((6, 3, 0, 6), (1, 3, 4, 2), "early_end")
    assert PLAY.adjudicate(PLAY.initial(3, DiceDevilsOptions())).places == (1, 1, 1)


def test_pieces_of_different_worth_are_told_apart() -> None:
    state = position(
        (OBER, SPIEL, FEHLER, SATAN),
        options=options("pieces of different worth"),
        phase=Phase.ABILITY,
        open=("scarf", "grill", "heater"),
        held=({"bed:2": 1, "bed:1": 2}, {}, {"scarf": 1}, {"iron:1": 1, "iron:9": 1}),
        dice=((1, 1, 1), (5, 5), (6, 6), (3, 3)),
        claims=(0, 1, 0, 0),
        fights=(0,),
        winner=2,
    )

    assert PLAY.legal(state, Seat(2)) == (
        Steal(Seat(0), "bed:1"),
        Steal(Seat(3), "iron:1"),
        Decline("steal"),
    )
    # a set of one kind counts whatever its pieces are worth (DD R37)
    assert PLAY.adjudicate(state).points == (7, 0, 1, 10)


@pytest.mark.parametrize(
    ("phase", "action", "code", "rule"),
    [
        (Phase.PLACE, Place(3), "no_such_slot", "DD R9"),
        (Phase.PLACE, Place(-1), "no_such_slot", "DD R9"),
        (Phase.PLACE, Spiel(True), "other_decision", "DD R9"),
        (Phase.SPIEL, Place(0), "other_decision", "DD R19"),
        (Phase.ABILITY, Steal(Seat(1), "bed"), "not_a_loser", "DD R26"),
        (Phase.ABILITY, Steal(Seat(3), "grill"), "not_worth_one", "DD R26"),
        (Phase.ABILITY, Steal(Seat(3), "scarf"), "not_theirs", "DD R26"),
        (Phase.ABILITY, Steal(Seat(3), "throne"), "not_theirs", "DD R26"),
        (Phase.ABILITY, Decline("exchange"), "other_decision", "DD R26"),
        (Phase.ABILITY, SwapRank(Seat(3)), "other_decision", "DD R26"),
        (Phase.SWAP, SwapRank(Seat(0)), "not_a_loser", "DD R30"),
        (Phase.SWAP, SwapRank(Seat(2)), "not_a_loser", "DD R30"),
        (Phase.SWAP, SwapRank(Seat(9)), "not_a_loser", "DD R30"),
        (Phase.SWAP, Decline("steal"), "other_decision", "DD R30"),
    ],
)
def test_an_illegal_decision_names_the_rule(
    phase: Phase, action: Action, code: str, rule: str
) -> None:
    fight = phase is not Phase.PLACE
    state = position(
        FOUR,
        phase=phase,
        open=("chili", "teacup", "scarf"),
        held=({}, {"bed": 1}, {"teacup": 1}, {"bed": 1, "grill": 1}),
        dice=((1, 1, 1), (5, 5), (6, 6), (3, 3)),
        claims=(0, 1, 2, 2) if fight else (),
        fights=(2,) if fight else (),
        candidates=(2, 3) if fight else (),
        winner=2 if phase in (Phase.ABILITY, Phase.SWAP) else -1,
    )
    (actor,) = PLAY.to_act(state)

    with pytest.raises(IllegalAction) as caught:
        PLAY.apply(state, actor, action)

    assert (caught.value.code, caught.value.params["rule"]) == (f"dice_devils.{code}", rule)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Exchange(Seat(0), "scarf", "bed"), "not_a_loser"),
        (Exchange(Seat(2), "bed", "iron"), "not_yours"),
        (Exchange(Seat(2), "scarf", "grill"), "not_theirs"),
        (Steal(Seat(2), "bed"), "other_decision"),
    ],
)
def test_an_illegal_exchange_names_the_rule(action: Action, code: str) -> None:
    state = position(
        (OBER, PUTZ, SATAN),
        phase=Phase.ABILITY,
        open=("chili", "scarf"),
        held=({"bed": 1}, {"scarf": 1}, {"iron": 1, "bed": 1}),
        dice=((1, 1, 1), (5, 5), (3, 3)),
        claims=(0, 1, 1),
        fights=(1,),
        winner=1,
    )

    with pytest.raises(IllegalAction) as caught:
        PLAY.apply(state, Seat(1), action)

    assert (caught.value.code, caught.value.params["rule"]) == (f"dice_devils.{code}", "DD R27")
    assert PLAY.legal(state, Seat(1)) == (
        Exchange(Seat(2), "scarf", "bed"),
        Exchange(Seat(2), "scarf", "iron"),
        Decline("exchange"),
    )


@pytest.mark.parametrize(
    ("values", "possible"),
    [
        ((6, 3, 2, 5, 5, 4, 4, 4, 1), True),
        ((6, 3, 2, 5, 5, 4, 4, 4, 5), False),  # a grey die has no five
        ((6, 3, 7, 5, 5, 4, 4, 4, 1), False),
        ((6, 3, 2, 5, 5, 4, 4, 4), False),
        ((6, 3, 2, 5, 5, 4, 4, 4, 1, 1), False),
        ((), False),
    ],
)
def test_dice_can_only_fall_as_the_ranks_dice_do(values: tuple[int, ...], possible: bool) -> None:
    refused = PLAY.objection(position(FOUR, open=("bed",)), CHANCE, Draw("roll", values))

    assert (refused is None) is possible
    if refused is not None:
        assert (refused.code, refused.params["rule"]) == ("dice_devils.not_these_dice", "DD R7")


def test_only_the_whole_box_can_be_mixed_and_only_the_ranks_in_play_dealt() -> None:
    state = PLAY.initial(3, DiceDevilsOptions())
    box = state.table.box

    refused = [
        PLAY.objection(state, CHANCE, Draw("shuffle", box[:-1])),
        PLAY.objection(state, CHANCE, Draw("ranks", (1, 4, 6))),
        PLAY.objection(done(state, Draw("shuffle", box)), CHANCE, Draw("ranks", (1, 4, 5))),
    ]

    assert [each and (each.code, each.params["rule"]) for each in refused] == [
        ("dice_devils.not_the_box", "DD R3"),
        ("dice_devils.other_draw", "DD R3"),
        ("dice_devils.not_the_ranks", "DD R3"),
    ]


def test_who_is_not_to_act_is_told_so() -> None:
    state = position(
        FOUR, phase=Phase.PLACE, open=("bed",), dice=((6, 3, 2), (5, 5), (4, 4), (3, 3))
    )

    with pytest.raises(NotYourTurn):
        PLAY.apply(state, Seat(1), Place(0))
    assert PLAY.legal(state, Seat(1)) == ()


def test_a_number_of_seats_these_options_do_not_allow_is_refused() -> None:
    with pytest.raises(BadOptions) as caught:
        PLAY.initial(4, DiceDevilsOptions(variant_custom_ranks=(2, 3, 5)))

    assert caught.value.code == "game.wrong_seats"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"t": "place", "slot": True}, "json.not_whole"),
        ({"t": "place"}, "json.not_whole"),
        ({"t": "place", "slot": 1, "force": True}, "json.unknown_field"),
        ({"t": "spiel", "force": 1}, "json.not_bool"),
        ({"t": "steal", "from": 1, "item": 3}, "json.not_text"),
        ({"t": "decline", "what": "place"}, "json.unknown_choice"),
        ({"t": "chance", "what": "weather", "values": []}, "json.unknown_choice"),
        ({"t": "chance", "what": "roll", "values": ["6"]}, "json.not_whole"),
        ({"t": "fly"}, "action.unknown"),
        ([], "json.not_object"),
    ],
)
def test_an_action_that_cannot_be_read_says_why(data: JSON, code: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        PLAY.action_from_json(data)

    assert caught.value.code == code


def test_letting_the_dice_lie_may_be_written_as_a_decline() -> None:
    assert PLAY.action_from_json({"t": "decline", "what": "spiel"}) == Spiel(False)
