"""Sheets of matches that can have happened, in every depth of detail."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import MalformedSheet
from games.core.forms import from_form, to_form
from games.core.types import JSON, Path
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.scoring import places, points_of, triples_of
from tests.games.dice_devils.tables import OBER, PUTZ, RULES, SATAN, SPRING, found, full
from tests.games.kit import played_counts
from tests.tiers import examples

FREE = {"entry_level": "TOTAL"}
RULESETS: list[JSON] = [
    FREE,
    FREE | {"variant_more_fights": True},
    FREE | {"triple_size": 2, "triple_bonus": 1, "end_item_count": 7},
    FREE | {"item_types": {"bed": [4, 3], "chili": [6, 1]}},
]


def _projected(
    held: list[dict[str, int]], options: DiceDevilsOptions, ranks: list[int], rounds: int
) -> dict[str, JSON]:
    full_rows: list[JSON] = []
    short_rows: list[JSON] = []
    total_rows: list[JSON] = []
    for items, rank in zip(held, ranks, strict=True):
        counts = [items[kind.key] for kind in options.item_types]
        t, total = triples_of(counts, options), points_of(counts, options)
        numbers = {"n": sum(counts), "v": total - t * options.triple_bonus, "t": t}
        full_rows.append({"items": items, "final_rank": rank})
        short_rows.append({**numbers, "total": total, "final_rank": rank})
        total_rows.append({"total": total, "final_rank": rank})
    levels = {"FULL": full_rows, "SHORT": short_rows, "TOTAL": total_rows}
    return {
        level: {"level": level, "seats": rows, "rounds": rounds} for level, rows in levels.items()
    }


@settings(max_examples=examples(120), deadline=None)
@given(data=st.data())
def test_a_match_that_was_played_is_accepted_in_every_depth_and_settles_alike(
    data: st.DataObject,
) -> None:
    options = RULES.options_from_json(data.draw(st.sampled_from(RULESETS)))
    seats = data.draw(st.integers(3, 6))
    held, rounds = data.draw(played_counts(seats, options))
    ranks = list(data.draw(st.permutations(options.ranks_in_play(seats))))

    sheets = {
        level: RULES.parse(sheet, seats=seats, options=options)
        for level, sheet in _projected(held, options, ranks, rounds).items()
    }

    assert {level: found(sheet) for level, sheet in sheets.items()} == {
        "FULL": [],
        "SHORT": [],
        "TOTAL": [],
    }
    outcomes = [RULES.settle(sheet) for sheet in sheets.values()]
    assert outcomes[1:] == outcomes[:-1]
    assert sorted(outcomes[0].places) == list(range(1, seats + 1))


def test_a_check_takes_a_few_milliseconds_at_the_hardest_tables() -> None:
    rows = [(10, 15, 1), (9, 13, 1), (9, 12, 0), (9, 14, 1), (9, 13, 1), (8, 10, 1)]
    options = RULES.options_from_json({"entry_level": "SHORT"})
    seats: list[JSON] = [
        {"n": n, "v": v, "t": t, "total": v + 3 * t, "final_rank": rank}
        for rank, (n, v, t) in enumerate(rows, start=1)
    ]
    sheet = RULES.parse({"seats": seats}, seats=6, options=options)
    RULES.check(sheet)

    start = time.process_time()
    RULES.check(sheet)

    # a hundred times what is measured, so that a busy machine does not fail the test
    assert time.process_time() - start < 0.5


def test_the_sheet_is_read_back_as_it_was_written() -> None:
    sheet = full(
        [{"bed": 6, "scarf": 4, "total": 17}, {"teacup": 1}, {}],
        ranks_in_play=[OBER, PUTZ, SATAN],
        rounds=12,
        ended_early=True,
    )

    written = json.loads(json.dumps(RULES.to_json(sheet)))

    assert RULES.parse(written, seats=3, options=sheet.options) == sheet


def test_seats_and_options_never_come_from_the_data() -> None:
    with pytest.raises(MalformedSheet) as caught:
        RULES.parse(
            {"seats": [{}, {}, {}], "options": {}}, seats=3, options=RULES.default_options()
        )

    assert (caught.value.code, caught.value.params) == ("json.unknown_field", {"field": "options"})


@pytest.mark.parametrize(
    ("row", "code", "path"),
    [
        ({"items": {"sofa": 1}}, "json.unknown_field", ("seats", 1, "items")),
        ({"items": {"bed": "1"}}, "json.not_whole", ("seats", 1, "items", "bed")),
        ({"items": {"bed": True}}, "json.not_whole", ("seats", 1, "items", "bed")),
        ({"items": [1, 2]}, "json.not_object", ("seats", 1, "items")),
        ({"total": 2.5}, "json.not_whole", ("seats", 1, "total")),
        ({"total": 10**16}, "json.too_large", ("seats", 1, "total")),
        ("bed", "json.not_object", ("seats", 1)),
    ],
)
def test_a_shape_that_cannot_be_read_is_refused_at_its_place(
    row: Any, code: str, path: Path
) -> None:
    # Any: some of these rows are no JSON of ours
    with pytest.raises(MalformedSheet) as caught:
        RULES.parse({"seats": [{}, row, {}]}, seats=3, options=RULES.default_options())

    assert (caught.value.code, caught.value.path) == (code, path)


def test_a_form_is_read_checked_and_shown_with_its_sums() -> None:
    options = RULES.default_options()
    cells = RULES.layout(3, options)
    typed = {
        "seats.0.items.bed": "6",
        "seats.0.items.chili": "4",
        "seats.0.total": "23",
        "seats.1.items.grill": "2",
        "seats.2.items.iron": " 1 ",
        "rounds": "",
    }

    reading = from_form(typed, cells)
    sheet = RULES.parse(reading.data, seats=3, options=options)

    assert reading.issues == ()
    assert found(sheet) == []
    assert RULES.computed(sheet) == {
        ("seats", 0, "n"): 10,
        ("seats", 0, "v"): 14,
        ("seats", 0, "t"): 3,
        ("seats", 0, "sum"): 23,
        ("seats", 1, "n"): 2,
        ("seats", 1, "v"): 6,
        ("seats", 1, "t"): 0,
        ("seats", 1, "sum"): 6,
        ("seats", 2, "n"): 1,
        ("seats", 2, "v"): 3,
        ("seats", 2, "t"): 0,
        ("seats", 2, "sum"): 3,
    }
    assert to_form(RULES.to_json(sheet), cells)["seats.0.items.bed"] == "6"
    assert RULES.settle(sheet).places == (1, 2, 3)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (1, 2, 3, 4)),
        ({"spring_wins_end_tie": False}, (2, 1, 4, 3)),
        ({"tie_break_applies_to_all_places": False}, (1, 2, 3, 3)),
        ({"tie_break": "shared"}, (1, 1, 3, 3)),
    ],
)
def test_the_options_say_how_ties_are_parted(options: JSON, expected: tuple[int, ...]) -> None:
    chosen = RULES.options_from_json(options)
    low = (SATAN, PUTZ) if options == {"spring_wins_end_tie": False} else (PUTZ, SATAN)

    assert places((20, 20, 7, 7), (SPRING, OBER, *low), chosen) == expected


@pytest.mark.parametrize(
    ("level", "cells"),
    [
        ("FULL", 3 * (11 + 4 + 2) + 3),
        ("SHORT", 3 * 5 + 3),
        ("TOTAL", 3 * 2 + 3),
    ],
)
def test_each_depth_has_its_boxes(level: str, cells: int) -> None:
    options = RULES.options_from_json(FREE)

    assert len(RULES.layout(3, options, level)) == cells


def test_the_boxes_carry_the_derived_limits() -> None:
    options = RULES.options_from_json(FREE)

    most = {cell.name: cell.maximum for cell in RULES.layout(4, options, "SHORT")}

    assert (most["seats.0.n"], most["seats.0.v"], most["seats.0.t"]) == (11, 27, 3)
    assert most["seats.0.total"] == 36


def test_shared_places_need_no_box_for_ranks() -> None:
    options = RULES.options_from_json({"tie_break": "shared"})

    names = [cell.path[-1] for cell in RULES.layout(3, options)]

    assert "final_rank" not in names
