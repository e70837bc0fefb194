"""Who knows what at a table of Dice Devils, and how it is put into words."""

from __future__ import annotations

from games.core.rng import QuickRng
from games.core.types import CHANCE, Audience, Seat
from games.core.words import render
from games.dice_devils.devils import FEHLER, OBER, SATAN, SPIEL
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import PLAY
from games.dice_devils.play.actions import Decline, Draw, Place, Spiel, Steal
from games.dice_devils.play.state import Phase, State, position
from tests.games.dice_devils.matches import done

RANKS = (SATAN, OBER, FEHLER, SPIEL)
DICE = ((4, 1), (6, 3, 2), (4, 4), (5, 5))
NAMES = ("Ada", "Ben", "Cem", "Dee")


def placing() -> State:
    return position(
        RANKS,
        phase=Phase.PLACE,
        open=("grill", "bed", "chili"),
        held=({"bed": 1}, {}, {}, {}),
        dice=DICE,
    )


def test_a_seat_sees_its_own_dice_the_public_none_and_the_referee_all() -> None:
    state = placing()

    assert PLAY.view(state, Seat(2)).dice == (None, None, (4, 4), None)
    assert PLAY.view(state, Audience.PUBLIC).dice == (None, None, None, None)
    assert PLAY.view(state, Audience.REFEREE).dice == DICE
    assert PLAY.view(state, Audience.REFEREE).supply == state.supply
    assert PLAY.view(state, Seat(2)).supply == ()


def test_an_unknown_viewer_is_the_public() -> None:
    state = placing()

    public = PLAY.view(state, Audience.PUBLIC)

    assert [PLAY.view(state, Seat(number)) for number in (4, -1)] == [public, public]


def test_the_head_devil_alone_shows_its_dice_and_other_lone_dice_stay_secret() -> None:
    # DD R12: OBER and SATAN are alone, the other two fight
    state = done(placing(), Place(0), Place(1), Place(1), Place(2))

    assert PLAY.view(state, Audience.PUBLIC).dice == (None, (6, 3, 2), (4, 4), (5, 5))
    state = done(state, Spiel(False), Decline("swap_rank"))
    assert state.phase is Phase.ROLL
    assert state.dice[0] == ()


def test_a_roll_is_recorded_for_others_without_its_faces() -> None:
    state = position(RANKS, open=("bed",))
    roll = Draw("roll", (6, 3, 2, 5, 5, 4, 4, 4, 1))

    lines = [PLAY.redact(state, CHANCE, roll, viewer) for viewer in (Seat(0), Audience.PUBLIC)]

    assert lines == [
        {"t": "chance", "what": "roll", "values": [None] * 7 + [4, 1]},
        {"t": "chance", "what": "roll", "values": [None] * 9},
    ]
    full = PLAY.redact(state, CHANCE, roll, Audience.REFEREE)
    assert full == PLAY.action_to_json(roll)


def test_the_order_of_the_items_is_recorded_for_the_referee_alone() -> None:
    state = PLAY.initial(3, DiceDevilsOptions())
    mixed = PLAY.chance(state, QuickRng(1))

    line = PLAY.redact(state, CHANCE, mixed, Seat(0))

    assert line == {"t": "chance", "what": "shuffle", "values": [None] * 56}


def test_another_state_a_seat_cannot_tell_apart_keeps_what_it_knows() -> None:
    state = placing()

    others = [PLAY.resample(state, Seat(2), QuickRng(seed)) for seed in range(200)]

    assert {other.dice[2] for other in others} == {(4, 4)}
    assert {sum(other.dice[3]) for other in others} == set(range(2, 13))
    assert {PLAY.view(other, Seat(2)) for other in others} == {PLAY.view(state, Seat(2))}
    assert {tuple(sorted(other.supply)) for other in others} == {tuple(sorted(state.supply))}
    assert PLAY.resample(state, Audience.REFEREE, QuickRng(1)) == state


def test_what_happens_is_told_in_words() -> None:
    before = placing()
    told = []
    for action in (
        Place(0),
        Place(0),
        Place(2),
        Place(2),
        Spiel(False),
        Decline("swap_rank"),
        Steal(Seat(0), "bed"),
    ):
        (actor,) = PLAY.to_act(before)
        after = PLAY.apply(before, actor, action)
        viewer = Audience.PUBLIC
        views = PLAY.view(before, viewer), PLAY.view(after, viewer)
        line = PLAY.redact(before, actor, action, viewer)
        told += [render(each, NAMES) for each in PLAY.tell(views[0], actor, line, views[1])]
        before = after

    assert told == [
        "Ben claims: Grill.",
        "Dee claims: Grill.",
        "Cem claims: Chili peppers.",
        "Ada claims: Chili peppers.",
        "Fight for: Grill.",
        "Ben shows 6, 3, 2 and has 9.",
        "Dee shows 5, 5 and has 10.",
        "Dee lets the dice lie.",
        "Dee wins the fight and takes: Grill.",
        "Dee keeps the rank.",
        "Fight for: Chili peppers.",
        "Cem shows 4, 4 and has 8.",
        "Ada shows 4, 1, adds the golden 2 and has 7.",
        "Cem wins the fight and takes: Chili peppers.",
        "Cem steals from Ada: Bed.",
    ]


def test_the_position_is_described_for_one_viewer() -> None:
    state = done(placing(), Place(0))

    lines = [render(each, NAMES) for each in PLAY.describe(PLAY.view(state, Seat(3)))]

    assert lines == [
        "Round 1, items face down: 52",
        "Slot 1: Grill, worth 3, claimed by Ben",
        "Slot 2: Bed, worth 1",
        "Slot 3: Chili peppers, worth 2",
        "Ben, 1 · Head devil: no item yet",
        "Dee, 2 · Gambling devil: no item yet",
        "Cem, 3 · Blunder devil: no item yet",
        "Ada, 6 · Little Satan: 1 × Bed; points: 1",
        "Dice of Dee: 5, 5",
    ]


def test_collections_that_lie_face_down_are_described_by_their_number() -> None:
    state = position(
        RANKS,
        options=DiceDevilsOptions(collections_public=False),
        held=({"bed": 2}, {"grill": 1}, {}, {}),
        open=("iron",),
    )

    lines = [render(each, NAMES) for each in PLAY.describe(PLAY.view(state, Seat(1)))]

    assert lines[2] == "Ben, 1 · Head devil: 1 × Grill; points: 3"
    assert lines[5] == "Ada, 6 · Little Satan: items: 2"


def test_choices_are_put_into_words() -> None:
    state = done(placing(), Place(0))
    view = PLAY.view(state, Seat(3))

    offers = [render(PLAY.offer(view, each), NAMES) for each in PLAY.legal(state, Seat(3))]

    assert offers == [
        "Claim slot 1: Grill, worth 3, against Ben",
        "Claim slot 2: Bed, worth 1",
        "Claim slot 3: Chili peppers, worth 2",
    ]
