"""Badges: match and sheet tell the same, each can be earned, and each means what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import all_games, get
from games.core.badges import SIGNS, Earned
from games.core.package import GamePackage
from games.core.recorder import play_match
from games.core.transcript import Step, replay
from games.core.types import CHANCE, JSON, Outcome, Seat
from games.dice_devils.devils import OBER, PUTZ, SATAN
from games.dice_devils.play.state import Phase
from games.dice_devils.play.state import position as devils
from games.teufel_teufel.options import from_json as options_from_json
from games.teufel_teufel.play.state import position
from tests.games.teufel_teufel import positions as wire
from tests.games.walks import play_of, rulesets, walk
from tests.services import ROOT

BADGED = [package for package in all_games() if package.badges is not None]
GAMES = pytest.mark.parametrize("package", BADGED, ids=lambda package: package.key)
MATCHES: dict[str, dict[tuple[str, int, int], set[str]]] = {
    "dice-devils": {
        ("random", 0, 6): {"one_more"},
        ("random", 1, 6): {"robbed_and_won"},
        ("random", 2, 3): {"fewer_items"},
        ("random", 2, 5): {"whole_table"},
        ("random", 2, 6): {"second_throw"},
        ("random", 5, 4): {"by_rank"},
        ("random", 7, 3): {"climber"},
        ("random", 20, 3): {"fourteen"},
        ("random", 21, 5): {"whole_kind"},
        ("random", 301, 3): {"three_triples"},
    },
    "the-devil-with-it": {
        ("smart", 0, 3): {"pact", "to_the_coal"},
        ("smart", 0, 2): {"both_bonuses"},
        ("smart", 0, 5): {"nine_pieces"},
        ("smart", 0, 6): {"quick"},
        ("smart", 2, 2): {"from_nothing", "all_in"},
        ("smart", 3, 3): {"no_devil"},
        ("smart", 4, 4): {"only_believer"},
    },
    "teufel-teufel": {
        ("smart", 0, 3): {"only_one_out", "last_moment"},
        ("smart", 0, 6): {"quick", "no_devil"},
        ("smart", 1, 3): {"came_back"},
        ("smart", 2, 6): {"passed_on"},
        ("random", 1, 3): {"held_off"},
    },
}
"""Of each match its bots, the number that is its seed, its seats, and what somebody earns in it."""
ELSEWHERE = {
    "dice-devils": set[str](),
    "the-devil-with-it": {"rich"},
    "teufel-teufel": {"robbed_free", "tower"},
}
"""What is earned in the positions further down."""


def rules(package: GamePackage) -> Any:  # Any: each game has its own sheets
    assert package.badges is not None
    return package.badges


def ended(package: GamePackage, steps: Sequence[Step]) -> tuple[Outcome, Earned]:
    """How a match counts as it stands, and what it tells."""
    play, end = play_of(package), steps[-1].after
    outcome = play.outcome(end) or play.adjudicate(end)
    return outcome, rules(package).from_steps(steps, outcome)


@GAMES
def test_a_badge_has_a_key_of_its_own_two_texts_and_a_drawing(package: GamePackage) -> None:
    badges = rules(package).badges
    drawn = (ROOT / "league/static/league/img/badges.svg").read_text(encoding="utf-8")

    assert 6 <= len(badges) <= 10
    assert len({badge.key for badge in badges}) == len(badges)
    assert len({badge.title for badge in badges}) == len(badges)
    assert all(badge.meaning.endswith(".") for badge in badges)
    assert {badge.sign for badge in badges} <= set(SIGNS)
    assert [sign for sign in SIGNS if f'id="{sign}"' not in drawn] == []


@GAMES
@given(data=st.data())
def test_match_and_sheet_tell_the_same_badges_where_both_can_know(
    package: GamePackage, data: st.DataObject
) -> None:
    options = data.draw(st.sampled_from(rulesets(package)))
    seats = data.draw(st.sampled_from(list(package.sheet.seats(options))))
    steps = list(walk(package, seats, options, data.draw(st.integers(0, 2**32)), most=600))
    outcome, told = ended(package, steps)
    written = play_of(package).sheet(steps[-1].after)
    sheet = package.sheet.parse(written, seats=seats, options=options)

    assert set(told) <= {badge.key for badge in rules(package).badges}
    if not play_of(package).to_act(steps[-1].after):
        on_paper = rules(package).from_sheet(sheet, package.sheet.settle(sheet))
        assert on_paper
        assert {key: told[key] for key in on_paper} == on_paper
    assert all(0 <= seat < len(outcome.places) for who in told.values() for seat in who)


@GAMES
def test_each_badge_is_earned_in_a_match_of_bots_or_in_a_position(package: GamePackage) -> None:
    missing = []
    for (level, number, seats), keys in MATCHES[package.key].items():
        record = play_match(
            package,
            seats=seats,
            options=package.sheet.default_options(),
            bots=[level] * seats,
            secret=number.to_bytes(32, "big"),
        )
        told = ended(package, list(replay(package, record)))[1]
        missing += [(number, seats, key) for key in sorted(keys) if not told[key]]

    everywhere = {key for keys in MATCHES[package.key].values() for key in keys}
    assert missing == []
    assert {badge.key for badge in rules(package).badges} == everywhere | ELSEWHERE[package.key]


# --- Dice Devils ------------------------------------------------------------------------------


def devils_sheet(rows: Sequence[JSON], **more: JSON) -> Earned:
    """What a full sheet tells; ranks as with four players."""
    package = get("dice-devils")
    options = package.sheet.default_options()
    data: JSON = {"level": "FULL", "seats": list(rows), **more}
    sheet = package.sheet.parse(data, seats=len(rows), options=options)
    earned: Earned = rules(package).from_sheet(sheet, package.sheet.settle(sheet))
    return earned


def test_six_equal_items_are_two_triples_and_all_of_their_kind() -> None:
    told = devils_sheet(
        [
            {"items": {"bed": 6, "iron": 3}, "final_rank": 1},
            {"items": {"scarf": 5, "heater": 5}, "final_rank": 2},
            {"items": {"bed": 0}, "final_rank": 3},
            {"items": {"chili": 3}, "final_rank": 6},
        ]
    )

    assert told["three_triples"] == {0}
    assert told["whole_kind"] == {0}
    assert told["fewer_items"] == {0}
    assert told["one_more"] == set()


def test_equal_points_are_won_by_rank_and_an_early_end_proves_nothing_about_items() -> None:
    rows: list[JSON] = [
        {"items": {"bed": 2, "scarf": 2}, "final_rank": 2},
        {"items": {"heater": 2, "nightcap": 2}, "final_rank": 1},
        {"items": {"chili": 1}, "final_rank": 6},
    ]

    told = devils_sheet(rows, ended_early=True)

    assert told["by_rank"] == {1}
    assert told["fewer_items"] == set()


def test_totals_alone_tell_no_more_than_totals() -> None:
    package = get("dice-devils")
    data: JSON = {"level": "TOTAL", "seats": [{"total": 9}, {"total": 7}, {"total": 3}]}
    sheet = package.sheet.parse(data, seats=3, options=package.sheet.default_options())

    assert rules(package).from_sheet(sheet, package.sheet.settle(sheet)) == {"by_rank": set()}


def after_the_last_claim(golden: tuple[int, int, int], grey: tuple[int, int]) -> Earned:
    """Little Satan (seat 2) and the scrubbing devil want one thing, the head devil another."""
    start = devils(
        (OBER, PUTZ, SATAN),
        phase=Phase.PLACE,
        open=("grill", "bed"),
        held=({}, {}, {}),
        dice=(golden, (6, 6), grey),
        claims=(0, 1, -1),
    )
    return ended(get("dice-devils"), told_on(get("dice-devils"), start, [(2, "place", 1)]))[1]


def told_on(
    package: GamePackage, start: Any, decisions: Sequence[tuple[int, str, int]]
) -> list[Step]:
    play, state, steps = play_of(package), start, []
    for number, (seat, name, slot) in enumerate(decisions, start=1):
        action = play.action_from_json({"t": name, "slot": slot})
        before, state = state, play.apply(state, Seat(seat), action)
        steps.append(Step(number, before, Seat(seat), action, state))
    return steps


def test_fourteen_needs_both_grey_fours_and_three_golden_sixes() -> None:
    assert after_the_last_claim((6, 6, 6), (4, 4))["fourteen"] == {2}
    assert after_the_last_claim((6, 6, 5), (4, 4))["fourteen"] == set()


# --- Teufel, Teufel! --------------------------------------------------------------------------


def at_night(start: Any, *actions: tuple[int | None, wire.Wire]) -> Earned:
    """What is told of a match that goes on from a position; None is chance."""
    package, state, steps = get("teufel-teufel"), start, []
    play = play_of(package)
    for number, (seat, data) in enumerate(actions, start=1):
        actor = CHANCE if seat is None else Seat(seat)
        action = play.action_from_json(data)
        before, state = state, play.apply(state, actor, action)
        steps.append(Step(number, before, actor, action, state))
    return ended(package, steps)[1]


def test_who_drops_the_devil_at_a_tower_with_six_letters_leaves_over_it() -> None:
    start = position(
        seats=3,
        open={(3, 3): "tower"},
        hidden={(7, 7): "red-E"},
        discs=[(3, 2), (7, 1), (1, 7)],
        letters=[wire.ALL, "A", ""],
        devils=[0],
    )
    walked, looked = (0, wire.step(3, 3)), (0, wire.peek(None))

    assert at_night(start, walked, looked, (0, wire.DROP))["tower"] == {0}
    assert at_night(start, walked, looked, (0, wire.HOLD))["tower"] == set()


def test_a_complete_player_whose_devil_is_taken_is_robbed_and_free() -> None:
    start = position(
        seats=3,
        options=options_from_json({"devils": 2}),
        open={(3, 3): "devil"},
        hidden={(7, 7): "red-E"},
        discs=[(3, 2), (7, 1), (1, 7)],
        letters=["AB", wire.ALL, ""],
        devils=[1, 2],
    )

    told = at_night(start, (0, wire.step(3, 3)), (0, wire.take_from(1)))

    assert told["robbed_free"] == {1}
    assert told["no_devil"] == set()


# --- The Devil With It ------------------------------------------------------------------------


def test_totals_tell_who_has_a_quarter_more_and_rounds_who_was_quick() -> None:
    package = get("the-devil-with-it")
    data: JSON = {
        "level": "FINAL",
        "seats": [{"total": 2000}, {"total": 1990}, {"total": 0}],
        "rounds_played": 4,
    }
    sheet = package.sheet.parse(data, seats=3, options=package.sheet.default_options())

    told = rules(package).from_sheet(sheet, package.sheet.settle(sheet))

    assert told == {"rich": {0}, "quick": {0}}
