"""The worked examples of the rules: sheets with their verdict, collections with their points."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import BadOptions
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.scoring import places, points_of
from tests.games.dice_devils.tables import (
    FEHLER,
    OBER,
    PUTZ,
    RULES,
    SATAN,
    SPIEL,
    SPRING,
    counted,
    found,
    full,
    short,
    totals,
)

V_RANKS = {"variant_custom_ranks": [OBER, SPRING, SATAN]}


@pytest.mark.parametrize(
    ("sheet", "verdict"),
    [
        pytest.param(counted([10, 9, 8]), [], id="ss-1"),
        pytest.param(counted([11, 8, 7]), [("no_thief_in_play", "seats.0.n")], id="ss-2"),
        pytest.param(counted([11, 6, 5, 4]), [], id="ss-3"),
        pytest.param(counted([9, 9, 9, 8]), [("nobody_finished", "seats")], id="ss-4"),
        pytest.param(
            full([{"bed": 4, "scarf": 6}, {"bed": 3, "teacup": 5}, {"heater": 2}]),
            [("more_than_supply_together", "seats.1.items.bed")],
            id="ss-5",
        ),
        pytest.param(
            full([{"chili": 5, "bed": 5}, {"teacup": 5}, {"heater": 2}]),
            [("more_than_supply", "seats.0.items.chili")],
            id="ss-6",
        ),
        pytest.param(counted([10, 10, 10, 10, 0]), [("too_many_finishers", "seats")], id="ss-7"),
        pytest.param(
            counted([10, 10, 10]),
            [("too_many_finishers", "seats"), ("too_many_together", "seats")],
            id="ss-8",
        ),
        pytest.param(
            short([(10, 27, 1), (5, 5, 0), (4, 4, 0)]),
            [("no_such_collection", "seats.0.v")],
            id="ss-9",
        ),
        pytest.param(
            short([(10, 10, 0), (9, 24, 1), (3, 3, 0)]),
            [("no_such_collection", "seats.1.v")],
            id="ss-10",
        ),
        pytest.param(
            RULES.parse(
                {"seats": [{"total": 18}, {"total": 18}, {"total": 12}]},
                seats=3,
                options=RULES.options_from_json({"entry_level": "TOTAL"}),
            ),
            [
                ("rank_needed", "seats.0.final_rank"),
                ("rank_needed", "seats.1.final_rank"),
                ("ranks_incomplete", "seats.2.final_rank"),
            ],
            id="ss-11",
        ),
        pytest.param(
            RULES.parse(
                {
                    "seats": [
                        {"total": 18, "final_rank": PUTZ},
                        {"total": 17, "final_rank": PUTZ},
                        {"total": 12, "final_rank": OBER},
                    ]
                },
                seats=3,
                options=RULES.options_from_json({"entry_level": "TOTAL"}),
            ),
            [("rank_twice", "seats.1.final_rank")],
            id="ss-13",
        ),
        pytest.param(counted([10, 8, 6], rounds=9), [("rounds_too_few", "rounds")], id="ss-14"),
        pytest.param(counted([11, 9, 9, 9]), [("no_victim", "seats.0.n")], id="ss-15"),
        pytest.param(counted([2, 2, 1, 1], ended_early=True, rounds=2), [], id="ss-16"),
        pytest.param(
            short([(3, 6, 1), (3, 6, 1), (3, 6, 1), (10, 10, 1)]),
            [("cannot_be_dealt", "seats")],
            id="ss-17",
        ),
        pytest.param(counted([10, 10, 0], rounds=20), [("rounds_too_many", "rounds")], id="ss-18"),
    ],
)
def test_a_sheet_gets_its_verdict(sheet: Any, verdict: list[tuple[str, str]]) -> None:
    # Any: the catalogue leaves the type of sheets open
    assert found(sheet) == verdict


def test_the_jumping_devil_is_ahead_among_equal_totals() -> None:
    options = RULES.options_from_json({"entry_level": "TOTAL", **V_RANKS})
    rows = [
        {"total": 18, "final_rank": SPRING},
        {"total": 18, "final_rank": OBER},
        {"total": 12, "final_rank": SATAN},
    ]
    sheet = RULES.parse({"seats": rows}, seats=3, options=options)

    assert found(sheet) == []
    assert RULES.settle(sheet).places == (1, 2, 3)


DEFAULT = DiceDevilsOptions()


@pytest.mark.parametrize(
    ("items", "points"),
    [
        pytest.param(
            {"chili": 3, "grill": 1, "bed": 1, "heater": 1, "earmuffs": 1, "scarf": 1}
            | {"teacup": 1, "nightcap": 1},
            18,
            id="dd-07",
        ),
        pytest.param({"bed": 6, "heater": 2, "scarf": 1, "nightcap": 1}, 16, id="dd-28-a"),
        pytest.param({"iron": 3, "grill": 2, "chili": 2, "hot_bath": 2}, 26, id="dd-28-b"),
        pytest.param({"bed": 6}, 12, id="dd-30-a"),
        pytest.param({"bed": 5}, 8, id="dd-30-b"),
        pytest.param({"chili": 4}, 11, id="dd-30-c"),
        pytest.param({"iron": 3}, 12, id="dd-30-d"),
        pytest.param({"iron": 3, "grill": 3, "chili": 4}, 35, id="dd-30-e"),
        pytest.param({"iron": 3, "grill": 3, "chili": 4, "hot_bath": 1}, 37, id="dd-30-f"),
    ],
)
def test_a_collection_is_worth_its_values_and_three_for_each_triple(
    items: dict[str, int], points: int
) -> None:
    counts = [items.get(kind.key, 0) for kind in DEFAULT.item_types]

    assert points_of(counts, DEFAULT) == points


def test_a_player_with_fewer_items_can_win() -> None:
    sheet = full(
        [
            {"bed": 6, "heater": 2, "scarf": 1, "nightcap": 1},
            {"iron": 3, "grill": 2, "chili": 2, "hot_bath": 2},
            {"teacup": 1},
        ]
    )

    assert found(sheet) == []
    assert RULES.settle(sheet).points == (16, 26, 1)
    assert RULES.settle(sheet).places == (2, 1, 3)


def test_eleven_items_are_the_most_a_match_can_give() -> None:
    sheet = counted([12, 8, 7, 6])

    assert found(sheet) == [("too_many_items", "seats.0.n")]


@pytest.mark.parametrize(
    ("points", "ranks", "expected"),
    [
        pytest.param((22, 22, 22, 25), (SPRING, OBER, FEHLER, PUTZ), (2, 3, 4, 1), id="dd-31"),
        pytest.param((20, 20, 5), (SPRING, PUTZ, OBER), (1, 2, 3), id="dd-32"),
    ],
)
def test_ties_go_to_the_jumping_devil_and_then_by_rank(
    points: tuple[int, ...], ranks: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(points, ranks, DEFAULT) == expected


def test_little_satan_never_plays_without_the_head_devil() -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json({"variant_custom_ranks": [SPIEL, FEHLER, SATAN]})

    assert caught.value.code == "dice_devils.satan_without_ober"
    assert caught.value.path == ("variant_custom_ranks",)


@pytest.mark.parametrize("ranks", [[OBER, SPIEL, FEHLER], [SPIEL, FEHLER, PUTZ]])
def test_other_sets_of_ranks_are_legal(ranks: list[int]) -> None:
    options = RULES.options_from_json({"variant_custom_ranks": ranks})

    assert options.ranks_in_play(3) == tuple(ranks)
    assert RULES.seats(options) == range(3, 4)


def test_thirty_seven_points_are_no_total_of_a_match() -> None:
    assert found(totals([37, 12, 11, 10])) == [("total_impossible", "seats.0.total")]
