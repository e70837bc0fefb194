"""Each check with a sheet that fails it and one that just passes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import JSON
from games.dice_devils.devils import ITEM_LABELS
from tests.games.dice_devils.tables import (
    OBER,
    PUTZ,
    RULES,
    SATAN,
    counted,
    found,
    full,
    short,
    totals,
    warned,
)

TEN = {"bed": 6, "heater": 3, "scarf": 1}
FEW = {"teacup": 2}


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([OBER, PUTZ, SATAN], []),
        ([SATAN, OBER, PUTZ], []),
        ([OBER, PUTZ, 7], [("rank_unknown", "ranks_in_play")]),
        ([OBER, PUTZ, PUTZ], [("rank_repeated", "ranks_in_play")]),
        ([2, PUTZ, SATAN], [("satan_without_ober", "ranks_in_play")]),
        ([OBER, PUTZ], [("rank_set_size", "ranks_in_play")]),
        ([OBER, 2, SATAN], [("rank_set_differs", "ranks_in_play")]),
    ],
)
def test_ranks_in_play_must_be_those_of_the_rules(
    ranks: list[int], expected: list[tuple[str, str]]
) -> None:
    assert found(counted([10, 5, 4], ranks_in_play=ranks)) == expected


def test_a_table_of_two_or_seven_has_no_rules() -> None:
    assert found(full([TEN, FEW])) == [("wrong_seat_count", "seats")]
    assert found(full([TEN, FEW, FEW, {}, {}, {}, {}])) == [("wrong_seat_count", "seats")]


def test_negative_counts_are_refused_at_their_cell() -> None:
    sheet = full([TEN, {"teacup": -1, "scarf": 1}, FEW])

    assert found(sheet) == [("negative", "seats.1.items.teacup")]


def test_the_whole_supply_of_a_kind_can_lie_with_the_players() -> None:
    fits = full([TEN, {"chili": 2}, {"chili": 2}])
    too_many = full([TEN, {"chili": 3}, {"chili": 2}])

    assert found(fits) == []
    assert found(too_many) == [("more_than_supply_together", "seats.2.items.chili")]


def test_nobody_holds_more_than_the_box() -> None:
    sheet = counted([10, 9, 10, 9, 10, 9])

    assert found(sheet) == [("more_than_the_box", "seats")]


def test_somebody_must_have_reached_the_end_unless_it_came_early() -> None:
    early: JSON = {"early_end_allowed": True}

    assert found(counted([9, 9, 8])) == [("nobody_finished", "seats")]
    assert found(counted([9, 9, 8], early, ended_early=True)) == []


def test_too_few_items_together_are_named_besides() -> None:
    assert found(counted([3, 3, 3])) == [
        ("nobody_finished", "seats"),
        ("too_few_together", "seats"),
    ]
    assert found(counted([10, 0, 0])) == []


def test_where_the_box_can_run_dry_a_match_without_an_end_is_a_warning() -> None:
    options: JSON = {"end_item_count": 12}
    rows = [(8, 8, 0)] * 6

    assert found(short(rows, options)) == [("values_impossible", "seats")]
    assert warned(short(rows, options)) == [("nobody_finished", "seats")]


def test_only_one_player_can_have_stolen_in_the_last_round() -> None:
    assert found(counted([11, 11, 4, 4])) == [("second_thief", "seats.1.n")]
    assert found(counted([11, 10, 4, 4])) == []


def test_somebody_must_have_been_robbed_in_the_last_round() -> None:
    assert found(counted([11, 9, 9, 9])) == [("no_victim", "seats.0.n")]
    assert found(counted([11, 9, 9, 8])) == []


def test_nobody_has_two_items_more_than_the_end() -> None:
    assert found(counted([12, 4, 4, 4])) == [("too_many_items", "seats.0.n")]


def test_only_as_many_finish_as_items_lie_open() -> None:
    assert found(counted([10, 10, 10, 4])) == []
    assert found(counted([10, 10, 10, 4], {"variant_more_fights": True})) == [
        ("too_many_finishers", "seats")
    ]


def test_where_items_pile_up_everybody_can_finish_in_the_last_round() -> None:
    options: JSON = {"item_refill": "add_fixed_number"}

    assert found(counted([10, 10, 10], options)) == []
    assert found(counted([10, 10, 10], options, rounds=14)) == [("rounds_too_few", "rounds")]
    assert found(counted([10, 10, 10], options, rounds=15)) == []


def test_a_table_holds_no_more_than_nine_each_and_one_last_round() -> None:
    assert found(counted([10, 10, 9, 10])) == []
    assert found(counted([10, 10, 9])) == []
    assert found(counted([10, 10, 10, 9], {"variant_more_fights": True})) == [
        ("too_many_finishers", "seats"),
        ("too_many_together", "seats"),
    ]


def test_a_short_row_must_be_a_collection_that_exists() -> None:
    assert found(short([(10, 26, 2), (4, 4, 0), (4, 4, 0)])) == []
    assert found(short([(10, 26, 0), (4, 4, 0), (4, 4, 0)])) == [
        ("no_such_collection", "seats.0.v")
    ]


def test_eleven_items_hold_one_that_could_be_stolen() -> None:
    # 3 iron, 3 grill, 4 chili, 1 hot bath: eleven items, and nothing of value 1 among them
    assert found(short([(11, 28, 3), (4, 4, 0), (3, 3, 0), (2, 2, 0)])) == [
        ("no_such_collection", "seats.0.v")
    ]
    assert found(short([(11, 27, 3), (4, 4, 0), (3, 3, 0), (2, 2, 0)])) == []
    rich = {"iron": 3, "grill": 3, "chili": 4}
    assert found(full([rich | {"hot_bath": 1}, FEW, FEW, {"bed": 1}])) == [
        ("nothing_stolen", "seats.0.n")
    ]
    assert found(full([rich | {"bed": 1}, FEW, {"scarf": 1}, {"bed": 2}])) == []


def test_the_total_of_a_short_row_is_values_and_bonuses() -> None:
    sheet = RULES.parse(
        {
            "seats": [
                {"n": 10, "v": 12, "t": 1, "total": 16},
                {"n": 4, "v": 4, "t": 0, "total": 4},
                {"n": 3, "v": 3, "t": 0, "total": 3},
            ]
        },
        seats=3,
        options=RULES.options_from_json({"entry_level": "SHORT"}),
    )

    assert found(sheet) == [("total_differs", "seats.0.total")]


def test_the_values_of_a_table_fit_the_box() -> None:
    # twelve items of value 3 are wanted, the box has six
    assert found(short([(10, 22, 1), (6, 18, 2), (6, 18, 2)])) == [("values_impossible", "seats")]
    assert found(short([(10, 13, 0), (6, 18, 2), (4, 8, 1)])) == []


def test_the_triples_of_a_table_fit_the_box() -> None:
    kinds: JSON = {key: [2, 1] for key in ("bed", "heater", "earmuffs", "scarf")}
    options: JSON = {"item_types": kinds, "open_items": {"6": 5}}
    rows = [(10, 13, 3), (9, 12, 3), (9, 9, 3), (6, 18, 2), (3, 3, 1), (0, 0, 0)]

    assert found(short(rows, options)) == [("triples_impossible", "seats")]


def test_pieces_that_cannot_be_dealt_together_are_refused() -> None:
    assert found(short([(3, 6, 1), (3, 6, 1), (3, 6, 1), (10, 10, 1)])) == [
        ("cannot_be_dealt", "seats")
    ]
    assert found(short([(3, 6, 1), (3, 6, 1), (3, 6, 0), (10, 10, 1)])) == []


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ({"total": 19}, []),
        ({"total": 18}, [("sum_differs", "seats.0.total")]),
        ({"n": 9}, [("sum_differs", "seats.0.n")]),
        ({"t": 2}, [("sum_differs", "seats.0.t")]),
        ({"v": 11}, [("sum_differs", "seats.0.v")]),
    ],
)
def test_sums_written_beside_the_items_are_compared(
    beside: dict[str, int], expected: list[tuple[str, str]]
) -> None:
    assert found(full([TEN | beside, FEW, {"scarf": 1}])) == expected


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (totals([35, 20, 18]), []),
        (totals([36, 20, 18]), [("total_impossible", "seats.0.total")]),
        (totals([36, 20, 18, 17]), []),
        (totals([20, -1, 3]), [("total_impossible", "seats.1.total")]),
        (totals([9, 8, 7]), [("totals_too_low", "seats")]),
        (totals([10, 0, 0]), []),
        (totals([9, 8, 7], {"early_end_allowed": True}, ended_early=True), []),
        (
            totals([34, 8, 7], {"early_end_allowed": True}, ended_early=True),
            [("total_impossible", "seats.0.total")],
        ),
        (totals([35, 21, 20]), []),
        (totals([35, 21, 21]), [("totals_too_high", "seats")]),
        (totals([30, 30, 20, 16]), []),
        (totals([30, 30, 20, 17]), [("totals_too_high", "seats")]),
        (totals([30, 30, 20, 15], {"variant_more_fights": True}), [("totals_too_high", "seats")]),
    ],
)
def test_totals_alone_stay_within_what_is_possible(
    sheet: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(sheet) == expected


def test_a_total_that_no_collection_gives_is_named() -> None:
    options: JSON = {"item_types": {key: [6, 2] for key in ITEM_LABELS}, "triple_bonus": 2}

    assert found(totals([20, 15, 4], options)) == [("total_unreachable", "seats.1.total")]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((OBER, PUTZ, SATAN), []),
        ((None, None, None), []),
        ((OBER, 3, SATAN), [("rank_not_in_play", "seats.1.final_rank")]),
        ((OBER, OBER, SATAN), [("rank_twice", "seats.1.final_rank")]),
        ((OBER, None, SATAN), [("ranks_incomplete", "seats.1.final_rank")]),
    ],
)
def test_final_ranks_are_real_and_different_and_complete(
    ranks: tuple[int | None, ...], expected: list[tuple[str, str]]
) -> None:
    rows = [TEN, FEW, {"scarf": 1}]
    seats: list[JSON] = [
        {"items": row, "final_rank": rank} for row, rank in zip(rows, ranks, strict=True)
    ]
    sheet = RULES.parse({"seats": seats}, seats=3, options=RULES.default_options())

    assert found(sheet) == expected


def _low_tie(options: dict[str, JSON]) -> Any:
    # Any: the catalogue leaves the type of sheets open
    rows: list[JSON] = [{"total": 18}, {"total": 12}, {"total": 12}]
    chosen = RULES.options_from_json({"entry_level": "TOTAL", **options})
    return RULES.parse({"seats": rows}, seats=3, options=chosen)


def test_ranks_are_asked_for_only_where_they_decide() -> None:
    everywhere = _low_tie({})
    top_only = _low_tie({"tie_break_applies_to_all_places": False})
    shared = _low_tie({"tie_break": "shared"})

    assert found(everywhere) == [
        ("ranks_incomplete", "seats.0.final_rank"),
        ("rank_needed", "seats.1.final_rank"),
        ("rank_needed", "seats.2.final_rank"),
    ]
    assert found(top_only) == []
    assert RULES.settle(top_only).places == (1, 2, 2)
    assert found(shared) == []
    assert RULES.settle(shared).places == (1, 2, 2)


@pytest.mark.parametrize(
    ("items", "rounds", "expected"),
    [
        ([10, 5, 4], 10, []),
        ([10, 5, 4], 19, []),
        ([10, 5, 4], 20, [("rounds_too_many", "rounds")]),
        ([10, 10, 9], 14, [("rounds_too_few", "rounds")]),
        ([10, 10, 9], 15, []),
        ([11, 0, 0, 0], 5, [("rounds_too_few", "rounds")]),
        ([11, 0, 0, 0], 6, []),
        ([10, 8, 0, 0], 6, [("rounds_too_few", "rounds")]),
        ([10, 8, 0, 0], 7, []),
        ([10, 0, 0, 0], -1, [("rounds_too_few", "rounds")]),
    ],
)
def test_the_rounds_fit_the_items(
    items: list[int], rounds: int, expected: list[tuple[str, str]]
) -> None:
    assert found(counted(items, rounds=rounds)) == expected


def test_the_rounds_fit_even_where_only_totals_are_known() -> None:
    assert found(totals([20, 15, 4], rounds=9)) == [("rounds_too_few", "rounds")]
    assert found(totals([20, 15, 4], rounds=28)) == []
    assert found(totals([20, 15, 4], rounds=29)) == [("rounds_too_many", "rounds")]


def test_what_is_unusual_is_a_warning() -> None:
    assert warned(counted([11, 4, 4, 4])) == [("unusual_items", "seats.0.n")]
    assert warned(totals([31, 4, 4])) == [("unusual_total", "seats.0.total")]
    assert warned(totals([30, 4, 4], rounds=25)) == []
    assert warned(totals([99, 4, 4])) == []  # impossible, which an error says
    assert warned(counted([10, 9, 9], rounds=26)) == [("unusual_rounds", "rounds")]
    assert warned(counted([10, 9, 9], rounds=999)) == []  # an error says that, too


def test_a_common_kind_that_nobody_owns_is_a_warning_in_a_long_match() -> None:
    rows = [
        {"bed": 6, "heater": 3, "chili": 1},
        {"heater": 3, "earmuffs": 6},
        {"scarf": 6, "teacup": 3},
        {"teacup": 3, "hot_water_bottle": 3},
        {"hot_water_bottle": 3, "chili": 3},
    ]

    shorter = [*rows[:4], {"hot_water_bottle": 3, "chili": 2}]

    assert found(full(rows)) == []
    assert warned(full(rows)) == [("untouched_kind", "seats.0.items.nightcap")]
    assert warned(full(shorter)) == []


def test_an_early_end_is_none_if_somebody_finished() -> None:
    early: JSON = {"early_end_allowed": True}

    assert found(counted([10, 4, 4], early, ended_early=True)) == [("not_early", "seats.0.n")]
    assert found(counted([9, 4, 4], early, ended_early=True)) == []


def test_an_early_end_the_rules_do_not_foresee_is_a_warning() -> None:
    assert warned(counted([9, 4, 4], ended_early=True)) == [("early_end_unforeseen", "ended_early")]


def test_a_sheet_with_less_detail_than_asked_for_is_refused() -> None:
    data: JSON = {"level": "TOTAL", "seats": [{"total": 12}, {"total": 11}, {"total": 10}]}

    sheet = RULES.parse(data, seats=3, options=RULES.default_options())

    assert found(sheet) == [("level_too_short", "level")]


def test_empty_rows_are_missing_only_at_the_end() -> None:
    items = full([FEW, {}, {"scarf": 1}])
    numbers = RULES.parse(
        {"seats": [{"n": 10}, {}, {"total": 3}]},
        seats=3,
        options=RULES.options_from_json({"entry_level": "SHORT"}),
    )

    assert found(items) == [("items_missing", "seats.1.items.bed")]
    assert found(items, final=False) == []
    assert found(numbers) == [
        ("number_missing", f"seats.{seat}.{name}")
        for seat, names in enumerate((("v", "t"), ("n", "v", "t"), ("n", "v", "t")))
        for name in names
    ]
    assert found(numbers, final=False) == []


def test_who_leaves_all_boxes_empty_has_nothing_once_the_others_are_done() -> None:
    sheet = full([TEN, {}, FEW])

    assert found(sheet) == []
    assert RULES.settle(sheet).points == RULES.settle(full([TEN, {"bed": 0}, FEW])).points
    assert RULES.parse(RULES.to_json(sheet), seats=3, options=sheet.options) == sheet


@pytest.mark.parametrize("rows", [[{}, FEW, {"scarf": 1}], [TEN, {}, {}]])
def test_empty_boxes_that_may_be_forgotten_are_one_plain_question_each(rows: Any) -> None:
    blank = [seat for seat, row in enumerate(rows) if not row]

    assert [one for one in found(full(rows)) if one[1].startswith("seats.")] == [
        ("items_missing", f"seats.{seat}.items.bed") for seat in blank
    ]


def test_a_total_that_follows_from_values_and_triples_need_not_be_typed() -> None:
    rows: list[JSON] = [
        {"n": 10, "v": 10, "t": 3},
        {"n": 2, "v": 2, "t": 0},
        {"n": 0, "v": 0, "t": 0},
    ]
    short = RULES.options_from_json({"entry_level": "SHORT"})

    sheet = RULES.parse({"seats": rows}, seats=3, options=short)

    assert found(sheet) == []
    assert RULES.settle(sheet).points == (19, 2, 0)


def test_an_unfinished_match_owes_nothing_yet() -> None:
    assert found(counted([3, 2, 1], rounds=3), final=False) == []


def test_values_by_the_piece_are_entered_and_compared_with_what_is_possible() -> None:
    options: JSON = {"item_values_by_piece": {"bed": [1, 1, 1, 1, 1, 3]}}
    possible = [TEN | {"v": 12}, FEW | {"v": 2}, {"scarf": 1, "v": 1}]
    impossible = [TEN | {"v": 13}, FEW | {"v": 2}, {"scarf": 1, "v": 1}]

    assert found(full(possible, options)) == []
    assert RULES.settle(full(possible, options)).points == (21, 2, 1)
    assert warned(full(possible, options)) == [("not_derivable", "seats")]
    assert found(full(impossible, options)) == [("value_impossible", "seats.0.v")]
    assert found(full([TEN, FEW | {"v": 2}, {"scarf": 1, "v": 1}], options)) == [
        ("number_missing", "seats.0.v")
    ]
