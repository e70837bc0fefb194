"""The start of a match: fair, the same from the same seed, and where the sheet asks for it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.catalogue import all_games, get
from games.core.package import GamePackage
from games.core.rng import SeededRng
from games.core.start import Start, StartRules
from games.core.types import JSON, Seat
from games.core.words import render

WITH_START = [game for game in all_games() if game.start is not None]
WITH_CRIB = [game for game in all_games() if game.crib is not None]


def start_of(key: str) -> StartRules[object]:
    rules = get(key).start
    assert rules is not None
    return rules


def drawn(key: str, seats: int, options: JSON, seed: bytes = b"a seed") -> Start:
    typed = get(key).sheet.options_from_json(options)
    return start_of(key).draw(seats, typed, SeededRng(seed))


def test_the_games_that_begin_with_a_draw() -> None:
    assert [game.key for game in WITH_START] == [
        "dice-devils",
        "teufel-teufel",
        "the-devil-with-it",
    ]


@given(seed=some.binary(min_size=1, max_size=8), seats=some.integers(3, 6))
def test_dice_devils_deals_just_the_ranks_in_play(seed: bytes, seats: int) -> None:
    ranks = {3: [1, 4, 6], 4: [1, 2, 3, 6], 5: [1, 2, 3, 4, 6], 6: [1, 2, 3, 4, 5, 6]}

    start = drawn("dice-devils", seats, {}, seed)

    assert sorted(start.roles) == ranks[seats]
    assert start.first is None


def test_a_club_that_chose_its_ranks_gets_those() -> None:
    start = drawn("dice-devils", 4, {"variant_custom_ranks": [1, 2, 4, 5]})

    assert sorted(start.roles) == [1, 2, 4, 5]


def test_every_order_of_ranks_comes_equally_often() -> None:
    typed = get("dice-devils").sheet.options_from_json({})
    rng = SeededRng(b"six orders")

    counts = Counter(start_of("dice-devils").draw(3, typed, rng).roles for _ in range(1200))

    assert len(counts) == 6
    assert max(abs(count - 200) for count in counts.values()) < 60


@given(seed=some.binary(min_size=1, max_size=8), seats=some.integers(2, 6))
def test_the_starter_of_the_devil_with_it_sits_at_the_table(seed: bytes, seats: int) -> None:
    start = drawn("the-devil-with-it", seats, {}, seed)

    assert start.roles == ()
    assert start.first in range(seats)


def test_house_rules_that_name_the_starter_are_kept() -> None:
    assert drawn("the-devil-with-it", 4, {"first_starter": 2}) == Start(first=Seat(2))


@given(seed=some.binary(min_size=1, max_size=8), seats=some.integers(2, 6))
def test_everybody_has_a_colour_of_the_own_in_teufel_teufel(seed: bytes, seats: int) -> None:
    start = drawn("teufel-teufel", seats, {"first_player": "random"}, seed)

    assert len(set(start.roles)) == seats
    assert start.first in range(seats)


@pytest.mark.parametrize(
    ("who", "first", "note"),
    [
        ("oldest", None, "The oldest of you begins, then clockwise."),
        ("seat", Seat(0), ""),
    ],
)
def test_who_begins_teufel_teufel_by_house_rule(who: str, first: Seat | None, note: str) -> None:
    typed = get("teufel-teufel").sheet.options_from_json({"first_player": who})

    assert drawn("teufel-teufel", 4, {"first_player": who}).first == first
    assert start_of("teufel-teufel").note(typed) == note


@pytest.mark.parametrize("game", WITH_START, ids=lambda game: game.key)
def test_the_same_seed_draws_the_same(game: GamePackage) -> None:
    seeds = [f"{number}".encode() for number in range(20)]

    once = [drawn(game.key, 4, {}, seed) for seed in seeds]

    assert [drawn(game.key, 4, {}, seed) for seed in seeds] == once
    assert len({(start.roles, start.first) for start in once}) > 1


def test_the_names_of_what_was_drawn() -> None:
    devils, colours = start_of("dice-devils"), start_of("teufel-teufel")

    assert [devils.label(1), devils.label(9), devils.label("red")] == ["1 · Head devil", "", ""]
    assert [colours.label("red"), colours.label(1)] == ["Red", ""]
    assert start_of("the-devil-with-it").label(1) == ""


@pytest.mark.parametrize("game", WITH_START, ids=lambda game: game.key)
def test_what_the_draw_suggests_is_a_box_with_that_choice(game: GamePackage) -> None:
    options = game.sheet.options_from_json({})
    assert game.start is not None
    start = Start(("red", "blue", "green", "black"), Seat(2))

    for level in game.sheet.levels(options):
        cells = {cell.name: cell for cell in game.sheet.layout(4, options, level)}
        for name, text in game.start.entries(start, options, level).items():
            assert text in [choice.text for choice in cells[name].choices]


def test_the_sheets_that_ask_for_the_start() -> None:
    teufel, devil = get("teufel-teufel"), get("the-devil-with-it")
    colours = Start(("red", "blue"), Seat(1))

    assert start_of("teufel-teufel").entries(
        colours, teufel.sheet.options_from_json({}), "FULL"
    ) == {"seats.0.colour": "red", "seats.1.colour": "blue", "first_player": "2"}
    assert start_of("the-devil-with-it").entries(
        Start(first=Seat(1)), devil.sheet.options_from_json({}), "LEDGER"
    ) == {"rounds.0.starter": "1"}
    assert (
        start_of("the-devil-with-it").entries(
            Start(first=Seat(1)), devil.sheet.options_from_json({}), "FINAL"
        )
        == {}
    )


def crib_lines(key: str, seats: int, options: JSON) -> list[str]:
    game = get(key)
    assert game.crib is not None
    parts = game.crib(seats, game.sheet.options_from_json(options))
    return [render(line, ()) for part in parts for line in part.lines]


@pytest.mark.parametrize("game", WITH_CRIB, ids=lambda game: game.key)
def test_a_crib_says_turn_counting_end_and_ties_for_every_table_size(game: GamePackage) -> None:
    options = game.sheet.default_options()
    assert game.crib is not None

    titles = {tuple(part.title for part in game.crib(seats, options)) for seats in game.seats}
    lines = [line for seats in game.seats for line in crib_lines(game.key, seats, {})]

    assert len(titles) == 1
    assert {"How it goes", "What counts", "The end", "Equal results"} < set(titles.pop())
    assert [line for line in lines if "%(" in line or not line.strip()] == []


def test_a_crib_follows_the_house_rules() -> None:
    usual = crib_lines("dice-devils", 4, {})
    ours = crib_lines(
        "dice-devils", 4, {"end_item_count": 8, "triple_bonus": 5, "tie_break": "shared"}
    )

    assert [line for line in ours if line not in usual] == [
        "Plus 5 for each set of 3 equal items.",
        "The last round is the one in which someone reaches 8 items.",
        "Equal points share a place.",
    ]
    assert (
        crib_lines("the-devil-with-it", 4, {"max_rounds": 9})[-2] == "After round 9 at the latest."
    )
    assert crib_lines("teufel-teufel", 4, {"losers_tiebreak": "letters"})[-1] == (
        "On the board at daybreak, more letters in the disc put you ahead."
    )


def test_only_the_devils_at_the_table_stand_in_the_crib() -> None:
    three = crib_lines("dice-devils", 3, {})

    assert [line.split(":")[0] for line in three if " · " in line] == [
        "1 · Head devil",
        "4 · Scrubbing devil",
        "6 · Little Satan",
    ]
