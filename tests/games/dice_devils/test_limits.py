"""The limits are derived from the box; these are the known ones of the default box."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.sheet.dealing import can_be_dealt
from games.dice_devils.sheet.limits import limits_for
from games.dice_devils.sheet.rounds import most_items, most_items_together, round_limits
from tests.games.dice_devils.tables import RULES
from tests.tiers import examples

DEFAULT = DiceDevilsOptions()


def test_values_triples_and_points_by_number_of_items() -> None:
    limits = limits_for(DEFAULT)

    counts = range(12)

    assert [limits.values(n) for n in counts] == list(
        zip(counts, (0, 3, 6, 9, 12, 15, 18, 20, 22, 24, 26, 27), strict=True)
    )
    assert [limits.most_sets(n) for n in counts] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [limits.totals(n, n).bit_length() - 1 for n in counts] == [
        *(0, 3, 6, 12, 15, 18, 24, 26, 28, 33, 35, 36)
    ]


@pytest.mark.parametrize(
    ("seats", "variant", "items", "points"),
    [
        (3, False, 29, 76),
        (4, False, 39, 96),
        (5, False, 48, 114),
        (6, False, 56, 130),
        (4, True, 38, 94),
        (6, True, 56, 130),
    ],
)
def test_what_a_whole_table_can_hold(seats: int, variant: bool, items: int, points: int) -> None:
    options = DiceDevilsOptions(variant_more_fights=variant)

    most = most_items_together(seats, options, ended_early=False)

    assert most == items
    assert max(limits_for(options).most_points[: most + 1]) == points


def test_a_box_of_other_values_has_other_limits() -> None:
    options = RULES.options_from_json({"item_types": {"bed": [6, 9]}, "end_item_count": 4})
    limits = limits_for(options)

    assert limits.values(3) == (3, 27)
    assert most_items(4, options) == 5
    assert most_items(3, options) == 4
    assert most_items_together(4, options, ended_early=False) == 15


def test_without_items_of_value_one_nothing_can_be_stolen() -> None:
    ones = ("bed", "heater", "earmuffs", "scarf", "teacup", "hot_water_bottle", "nightcap")
    options = RULES.options_from_json({"item_types": {key: [6, 2] for key in ones}})

    assert most_items(4, options) == 10


@pytest.mark.parametrize(
    ("seats", "early", "items", "expected"),
    [
        (3, False, None, (10, 28)),
        (4, False, None, (6, 37)),
        (4, True, None, (0, 36)),
        (3, False, (10, 10, 0), (10, 19)),
        (4, False, (11, 6, 5, 4), (9, 26)),
        (4, False, (11, 1, 0, 0), (6, 12)),
        (4, True, (2, 2, 1, 1), (2, 6)),
        (4, True, (0, 0, 0, 0), (0, 0)),
    ],
)
def test_the_fewest_and_the_most_rounds(
    seats: int, early: bool, items: tuple[int, ...] | None, expected: tuple[int, int]
) -> None:
    assert round_limits(seats, DEFAULT, ended_early=early, items=items) == expected


Kinds = tuple[tuple[int, int], ...]


def _dealable(kinds: Kinds, size: int) -> set[tuple[tuple[int, int, int], ...]]:
    """What two players can get, found by trying every deal of some of the pieces."""
    splits = [
        [(a, b) for a, b in product(range(count + 1), repeat=2) if a + b <= count]
        for count, _ in kinds
    ]
    return {
        tuple(
            (
                sum(split[player] for split in deal),
                sum(split[player] * value for split, (_, value) in zip(deal, kinds, strict=True)),
                sum(split[player] // size for split in deal),
            )
            for player in (0, 1)
        )
        for deal in product(*splits)
    }


@pytest.mark.parametrize(
    ("kinds", "size"),
    [
        (((3, 1), (2, 1), (2, 2)), 2),
        (((4, 1), (2, 1), (2, 2)), 2),
        (((5, 1), (3, 1), (1, 3)), 3),
    ],
)
def test_the_search_agrees_with_every_deal_of_a_small_box(kinds: Kinds, size: int) -> None:
    dealable = _dealable(kinds, size)
    single = {wants[0] for wants in dealable}

    verdicts = {
        pair: can_be_dealt(kinds, size, pair, (False, False)) for pair in product(single, repeat=2)
    }

    assert {pair for pair, possible in verdicts.items() if possible} == dealable
    assert None not in verdicts.values()


def test_a_stolen_item_must_be_left_for_the_thief() -> None:
    kinds = [(kind.count, kind.value) for kind in DEFAULT.item_types]
    # the second player takes three items of value 3; with the other three the first player
    # reaches 25 with eleven items only without any item of value 1
    wants = [(11, 25, 3), (3, 9, 1)]

    assert can_be_dealt(kinds, 3, wants, [False, False]) is True
    assert can_be_dealt(kinds, 3, wants, [True, False]) is False
    assert can_be_dealt(kinds, 3, wants[:1], [True]) is True


@settings(max_examples=examples(60))
@given(data=st.data())
def test_what_was_dealt_from_the_box_is_found_dealable(data: st.DataObject) -> None:
    kinds = [(kind.count, kind.value) for kind in DEFAULT.item_types]
    deal = []
    for count, _ in kinds:
        owners = data.draw(st.lists(st.integers(0, 6), min_size=count, max_size=count))
        deal.append([owners.count(player) for player in range(6)])
    wants = [
        (
            sum(split[player] for split in deal),
            sum(split[player] * value for split, (_, value) in zip(deal, kinds, strict=True)),
            sum(split[player] // 3 for split in deal),
        )
        for player in range(6)
    ]

    assert can_be_dealt(kinds, 3, wants, [False] * 6) is not False
