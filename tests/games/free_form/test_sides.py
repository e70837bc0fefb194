"""Sides on a free-form sheet: how they are described, told and settled."""

from __future__ import annotations

import pytest

from games.catalogue import get
from games.core.errors import BadOptions
from games.core.types import JSON, Outcome

RULES = get("free-form").sheet
FOUR: dict[str, JSON] = {"seats": [4, 4], "sides": "2-2, 1-3"}
Row = tuple[int, int | None]  # a side and what it has, if this member tells


def settled(rows: list[Row], name: str, **options: JSON) -> Outcome:
    sheet = filled(rows, name, **options)
    assert RULES.check(sheet) == ()
    return RULES.settle(sheet)


def filled(rows: list[Row], name: str, **options: JSON) -> object:
    data: JSON = {
        "seats": [{"side": side} | ({} if told is None else {name: told}) for side, told in rows]
    }
    read = RULES.options_from_json({**FOUR, **options})
    return RULES.parse(data, seats=len(rows), options=read)


def faults(rows: list[Row], name: str = "points", **options: JSON) -> list[tuple[str, str]]:
    return [(issue.code, issue.name) for issue in RULES.check(filled(rows, name, **options))]


def test_a_sides_points_told_once_are_those_of_all_its_members() -> None:
    assert settled([(1, 5), (2, 9), (1, None), (2, None)], "points") == Outcome(
        (5, 9, 5, 9), (3, 1, 3, 1), "points", sides=(1, 2, 1, 2)
    )


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([(1, 1), (2, 2), (2, None), (2, None)], (1, 2, 2, 2)),
        ([(1, 2), (2, 1), (2, 1), (2, 1)], (4, 1, 1, 1)),
        ([(1, 1), (1, 1), (2, 3), (2, 3)], (1, 1, 3, 3)),
        ([(1, 1), (1, None), (2, 1), (2, None)], (1, 1, 1, 1)),
    ],
)
def test_a_members_place_is_one_more_than_the_seats_strictly_better(
    rows: list[Row], places: tuple[int, ...]
) -> None:
    sides = tuple(side for side, _ in rows)

    found = settled(rows, "place", counts="places")

    assert found == Outcome(None, places, "places", sides=sides)


def test_three_sides_of_two_are_placed_one_three_five() -> None:
    rows: list[Row] = [(3, 1), (1, 2), (2, 3), (1, None), (2, None), (3, None)]

    found = settled(rows, "place", counts="places", seats=[6, 6], sides="2–2–2")

    assert found.places == (1, 3, 5, 3, 5, 1)


def test_what_is_missing_or_two_things_at_once_is_named_at_its_box() -> None:
    assert faults([(1, 5), (1, 6), (2, None), (2, None)]) == [
        ("free_form.side_points_differ", "seats.1.points"),
        ("free_form.side_points_missing", "seats.2.points"),
    ]
    assert faults([(1, 1), (1, None), (2, 4), (2, None)], "place", counts="places") == [
        ("free_form.side_place_inconsistent", "seats.2.place")
    ]


def test_sides_that_the_game_does_not_have_are_named() -> None:
    assert faults([(1, 5), (2, 6), (3, 7), (2, None)]) == [
        ("free_form.side_out_of_range", "seats.2.side")
    ]
    assert faults([(1, 5), (2, 6), (2, None), (2, None)], sides="2-2") == [
        ("free_form.sides_wrong", "seats")
    ]


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        ("two", "free_form.sides_unreadable"),
        ("4", "free_form.sides_unreadable"),
        ("2-3", "free_form.sides_do_not_fit"),
    ],
)
def test_sides_that_cannot_be_are_refused_at_their_field(sides: str, code: str) -> None:
    with pytest.raises(BadOptions) as refused:
        RULES.options_from_json({**FOUR, "sides": sides})

    assert (refused.value.code, refused.value.path) == (code, ("sides",))


def test_every_size_of_the_table_needs_its_sides() -> None:
    with pytest.raises(BadOptions) as refused:
        RULES.options_from_json({"seats": [3, 4], "sides": "2-2"})

    assert (refused.value.code, refused.value.params) == ("free_form.sides_missing", {"size": 3})


def test_sides_are_written_back_in_one_way() -> None:
    read = RULES.options_from_json({"seats": [4, 4], "sides": "3 : 1; 2 – 2,2-2"})

    written = RULES.options_to_json(read)

    assert isinstance(written, dict)
    assert written["sides"] == "1-3, 2-2"
    assert RULES.options_from_json(written) == read
