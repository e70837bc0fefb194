"""What the worked examples leave open: leaving, the end, the start, and whole matches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core.rng import QuickRng
from games.core.types import CHANCE, Audience, Outcome, Seat
from games.teufel_teufel.play.actions import Step, TeufelAction
from tests.games.teufel_teufel.positions import (
    ALL,
    BLUE,
    DROP,
    END,
    GAME,
    GIVE,
    GREEN,
    PASS,
    RED,
    YELLOW,
    Table,
    dealt,
    drawn,
    flip,
    fresh,
    peek,
    place,
    step,
    table,
)
from tests.games.teufel_teufel.tables import RULES

# --- leaving and the end


def test_with_six_letters_and_a_devil_one_stays() -> None:
    """TT R37, TT R38."""
    night = table((3, 2), open={(3, 3): "red-F"}, letters={RED: "ABCDE"}, devils=[RED])

    night.do(step(3, 3))

    assert (night.letters(RED), night.at(RED), night.left, night.turn) == (ALL, (3, 3), [], BLUE)


def test_players_who_have_left_turn_up_two_cards_without_any_effect() -> None:
    """TT R39."""
    covered = {(1, 1): "devil", (3, 2): "red-A", (5, 5): "tower"}
    night = table((3, 2), None, (7, 1), hidden=covered, left=[BLUE], letters={BLUE: ALL}, turn=BLUE)

    assert (night.offered, night.can(PASS)) == (["flip"], False)
    night.do(flip(1, 1))
    assert (night.turn, night.can(flip(1, 1))) == (BLUE, False)
    night.do(flip(3, 2))

    assert (night.card(1, 1), night.card(3, 2), night.card(5, 5)) == ("devil", "red-A", "hidden")
    assert (night.mid, night.letters(RED), night.turn) == (4, "", GREEN)


def test_a_club_may_have_one_card_turned_up() -> None:
    """TT R39 with `finished_flips`."""
    night = table(
        (3, 2),
        None,
        (7, 1),
        hidden={(1, 1): "devil"},
        left=[BLUE],
        letters={BLUE: ALL},
        options={"finished_flips": 1},
    )

    night.do(step(3, 3), END, flip(1, 1))

    assert night.turn == GREEN


def test_the_turn_goes_round_all_seats_whether_they_have_left_or_not() -> None:
    """TT R39."""
    night = table((3, 2), None, (7, 1), left=[BLUE], letters={BLUE: ALL}, hidden={(1, 1): "devil"})

    night.do(step(3, 3), END)

    assert (night.turn, night.offered) == (BLUE, ["flip"])


def test_the_last_but_one_to_leave_ends_the_match() -> None:
    """TT R40, TT R46, TT R47."""
    night = table(
        (3, 2), None, (7, 1), open={(3, 3): "red-F"}, left=[BLUE], letters={RED: "ABCDE", BLUE: ALL}
    )

    night.do(step(3, 3))

    assert night.outcome == Outcome(None, (2, 1, 3), "last_one")


def test_the_last_one_on_the_board_comes_before_the_day() -> None:
    """TT R42: the last hidden card lets the last but one leave."""
    night = table(
        (3, 2),
        None,
        (7, 1),
        hidden={(3, 3): "red-F"},
        night=False,
        left=[BLUE],
        letters={RED: "ABCDE", BLUE: ALL},
    )

    night.do(step(3, 3))

    assert night.outcome == Outcome(None, (2, 1, 3), "last_one")


def test_the_day_breaks_on_a_pass_before_the_move_goes_on() -> None:
    """TT R41, TT R42."""
    night = table((3, 2), hidden={(3, 3): "blue-D"}, night=False, letters={RED: "D"})

    night.do(step(3, 3))

    assert night.outcome == Outcome(None, (1, 1), "day_break", drawn=True, low_tie=True)


def test_a_last_card_that_is_a_tower_still_lets_one_drop_the_devil_and_leave() -> None:
    """TT R35, TT R42."""
    night = table(
        (3, 2),
        (7, 1),
        (1, 5),
        hidden={(3, 3): "tower"},
        night=False,
        letters={RED: ALL},
        devils=[RED],
    )

    night.do(step(3, 3))
    if night.offered == ["peek"]:
        night.do(peek(None))
    night.do(DROP)

    assert night.outcome == Outcome(None, (1, 2, 2), "day_break", low_tie=True)


def test_a_last_card_under_another_disc_still_lets_one_give_the_devil_and_leave() -> None:
    """TT R30, TT R42."""
    night = table(
        (3, 2),
        (3, 3),
        (1, 5),
        hidden={(3, 3): "red-F"},
        night=False,
        letters={RED: "ABCDE"},
        devils=[RED],
    )

    night.do(step(3, 3), GIVE)

    assert night.outcome == Outcome(None, (1, 2, 2), "day_break", low_tie=True)


def test_a_club_may_let_the_day_break_before_the_last_card_has_its_effect() -> None:
    """TT R42 with `resolve_last_card` off."""
    night = table(
        (3, 2),
        None,
        (7, 1),
        (1, 5),
        hidden={(3, 3): "red-F"},
        night=False,
        left=[BLUE],
        letters={RED: "ABCDE", BLUE: ALL},
        options={"resolve_last_card": False},
    )

    night.do(step(3, 3))

    assert (night.letters(RED), night.left) == ("ABCDE", [BLUE])
    assert night.outcome == Outcome(None, (2, 1, 2, 2), "day_break", low_tie=True)


def test_the_second_card_is_not_turned_up_once_the_day_has_broken() -> None:
    """TT R42."""
    night = table((3, 2), None, (7, 1), left=[BLUE], letters={BLUE: ALL}, turn=BLUE)

    night.do(flip(7, 7))

    assert (night.is_over, night.hidden) == (True, 0)


def test_a_match_that_lasts_too_long_counts_as_if_the_day_had_broken() -> None:
    """TT R45 with `turn_limit`."""
    night = table((3, 2), None, (7, 1), left=[BLUE], letters={BLUE: ALL}, options={"turn_limit": 1})

    night.do(step(3, 3), END)

    assert night.outcome == Outcome(None, (2, 1, 2), "stopped", low_tie=True)


def test_a_match_can_be_stopped_by_the_clock_at_any_time() -> None:
    """TT R45, TT R49."""
    night = table((3, 2), (7, 1), (1, 5))

    assert GAME.adjudicate(night.state) == Outcome(
        None, (1, 1, 1), "stopped", drawn=True, low_tie=True
    )


def test_a_club_may_share_the_mean_and_part_by_letters() -> None:
    """TT R48, TT R50."""
    night = table(
        (3, 2),
        None,
        (7, 1),
        (1, 5),
        left=[BLUE],
        letters={RED: "A", BLUE: ALL, GREEN: "CDE", YELLOW: "F"},
        turn=BLUE,
        options={"daybreak_places": "shared_average", "losers_tiebreak": "letters"},
    )

    night.do(flip(7, 7))

    assert night.outcome == Outcome(None, (3, 1, 2, 3), "day_break")


# --- the start


def test_the_card_under_a_new_disc_stays_hidden_or_is_turned_up_without_effect() -> None:
    hidden, open_ = dealt(2), dealt(2, {"flip_start_card": True})

    hidden.do(place(1, 1))
    open_.do(place(1, 1))

    assert (hidden.card(1, 1), open_.card(1, 1)) == ("hidden", "red-A")
    assert open_.letters(RED) == ""


def test_a_disc_may_start_on_a_marked_field_but_on_no_field_twice() -> None:
    night = dealt(2)

    assert night.can(place(2, 2))
    assert not night.do(place(2, 2)).can(place(2, 2))


def test_without_lookahead_a_disc_that_finds_no_room_goes_as_far_as_it_can() -> None:
    night = dealt(5, {"start_lookahead": False}).do(
        place(1, 1), place(1, 5), place(6, 3), place(5, 6)
    )

    discs = ((1, 1), (1, 5), (6, 3), (5, 6))
    apart = {
        (row, col): min(abs(row - r) + abs(col - c) for r, c in discs)
        for row in range(1, 8)
        for col in range(1, 8)
        if (row, col) != (4, 4)
    }
    farthest = max(apart.values())

    assert farthest == 3
    assert {at for at in apart if night.can(place(*at))} == {
        at for at, distance in apart.items() if distance == farthest
    }


@pytest.mark.parametrize("first_player", ["oldest", "seat"])
def test_the_first_seat_begins(first_player: str) -> None:
    night = dealt(3, {"first_player": first_player})

    assert night.actor == RED
    assert night.do(place(1, 1)).actor == BLUE


def test_the_first_player_can_be_drawn_by_lot() -> None:
    night = dealt(3, {"first_player": "random"})

    night.do(drawn("first_player", 2))
    assert night.actor == GREEN
    night.do(place(1, 1), place(1, 7), place(7, 1))

    assert night.turn == GREEN


def test_only_the_cards_of_the_box_are_dealt() -> None:
    night = fresh(2)

    assert not night.can(drawn("deal", *["red-A"] * 42))
    assert not night.can(drawn("deal", "red-A"))


# --- whole matches


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_what_the_rules_imply_holds_through_whole_matches(seats: int) -> None:
    """TT R5, TT R11, TT R17, TT R24, TT R37, TT R40, TT R43, TT R44, TT R45."""
    done: Counter[str] = Counter()
    for seed in range(4):
        rng = QuickRng(1000 * seats + seed)
        night = fresh(seats)
        previous = night.seen_by(Audience.REFEREE)
        while not night.is_over:
            actor = night.actor
            action = _wandering(night, rng)
            night.state = GAME.apply(night.state, actor, action)
            now = night.seen_by(Audience.REFEREE)
            _holds(previous, now, shuffled=actor is CHANCE)
            previous = now
            done[action.kind] += 1
        _ends_well(night, seats)
        done["left"] += len(night.left)

    assert min(done[kind] for kind in ("step", "swap", "shuffle_lay", "lose_letters", "peek")) > 0
    assert done["left"] > 0


def _wandering(night: Table, rng: QuickRng) -> TeufelAction:
    """Anything that is legal, but rather a letter, and rather moving than swapping."""
    actor = night.actor
    if not isinstance(actor, int):
        return GAME.chance(night.state, rng)
    among = GAME.legal(night.state, Seat(actor))
    wanted = [action for action in among if isinstance(action, Step) and _collects(night, action)]
    if wanted:
        return wanted[rng.below(len(wanted))]
    kinds = sorted({action.kind for action in among})
    if "step" in kinds and rng.below(8):
        kinds = ["step"]
    kind = kinds[rng.below(len(kinds))]
    chosen = [action for action in among if action.kind == kind]
    return chosen[rng.below(len(chosen))]


def _collects(night: Table, action: Step) -> bool:
    """Whether an open card of the own colour lies there whose letter is missing."""
    seen = night.seen_by(Audience.PUBLIC)
    disc = seen["discs"][seen["turn"]]
    missing = [f"{disc['colour']}-{letter}" for letter in ALL if letter not in disc["letters"]]
    return action.mode == "auto" and night.card(*action.to) in missing


def _holds(before: dict[str, Any], now: dict[str, Any], *, shuffled: bool) -> None:
    discs = now["discs"]
    assert now["mid"] + sum(disc["devil"] for disc in discs) == 4
    standing = [tuple(disc["at"]) for disc in discs if disc["at"] is not None]
    assert all(standing.count(at) <= 2 for at in standing)
    assert (4, 4) not in standing or now["must_go_on"]
    assert all(card["at"] != [4, 4] for card in now["cards"])
    complete = [disc for disc in discs if len(disc["letters"]) == 6 and not disc["devil"]]
    # while letters are still to be given back, a disc may look complete for a moment
    assert now["phase"] == "lose" or all(disc["at"] is None for disc in complete)
    leavers = now["left"][len(before["left"]) :]
    assert len(leavers) <= 1
    assert all(now["own_turns"][seat] >= 6 for seat in leavers)
    for seat, disc in enumerate(discs):
        gained = len(disc["letters"]) - len(before["discs"][seat]["letters"])
        assert gained <= (1 if seat == before["turn"] else 0)
        assert len(disc["letters"]) <= now["own_turns"][seat]
    down = [sum(card["card"] == "hidden" for card in view["cards"]) for view in (before, now)]
    assert down[1] <= down[0] or shuffled


def _ends_well(night: Table, seats: int) -> None:
    """The sheet of the match is accepted and settles to the same outcome."""
    outcome = night.outcome
    assert outcome is not None
    on_board = seats - len(night.left)
    assert (on_board == 1) is (outcome.reason == "last_one")
    assert [outcome.places[seat] for seat in night.left] == list(range(1, len(night.left) + 1))
    options = RULES.default_options()
    sheet = RULES.parse(GAME.sheet(night.state), seats=seats, options=options)
    assert [i for i in RULES.check(sheet) if i.level.value == "error"] == []
    assert RULES.settle(sheet) == outcome
