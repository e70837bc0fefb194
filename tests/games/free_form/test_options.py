from __future__ import annotations

import pytest

from games.catalogue import get
from games.core.errors import BadOptions
from games.core.types import JSON, Path

RULES = get("free-form").sheet


def test_amounts_are_kept_in_the_smallest_unit() -> None:
    options = RULES.options_from_json({"decimals": 2, "target": "12.5", "fixed_total": 100})

    assert (options.target, options.fixed_total) == (1250, 10000)
    assert RULES.points_scale(options) == 2


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ({"seats": [0, 4]}, "free_form.seats_out_of_range", ("seats", 0)),
        ({"seats": [2, 13]}, "free_form.seats_out_of_range", ("seats", 1)),
        ({"seats": [4, 3]}, "free_form.seats_reversed", ("seats", 1)),
        ({"seats": [4]}, "json.wrong_length", ("seats",)),
        ({"decimals": 4}, "free_form.decimals_out_of_range", ("decimals",)),
        ({"counts": "goals"}, "json.unknown_choice", ("counts",)),
        ({"counts": "places", "target": 10}, "free_form.amount_without_points", ("target",)),
        ({"target": 0}, "free_form.target_not_positive", ("target",)),
        ({"target": "1.5"}, "json.too_many_decimals", ("target",)),
        ({"fixed_total": 10**10}, "free_form.points_out_of_range", ("fixed_total",)),
        (
            {"cooperative": True, "may_be_drawn": True},
            "free_form.cooperative_draw",
            ("may_be_drawn",),
        ),
        ({"title": "a\0b"}, "json.nul", ("title",)),
        ({"colour": "red"}, "json.unknown_field", ()),
    ],
)
def test_impossible_options_are_refused_at_their_field(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json(data)

    assert (caught.value.code, caught.value.path) == (code, path)


@pytest.mark.parametrize(
    ("data", "direction"),
    [
        ({}, True),
        ({"higher_wins": False}, False),
        ({"counts": "both", "higher_wins": False}, False),
        ({"counts": "places"}, None),
        ({"cooperative": True}, None),
    ],
)
def test_the_direction_is_known_where_points_decide(data: JSON, direction: bool | None) -> None:
    assert RULES.higher_wins(RULES.options_from_json(data)) is direction


def test_a_game_may_be_for_up_to_twelve() -> None:
    options = RULES.options_from_json({"seats": [1, 12]})

    assert RULES.seats(options) == range(1, 13)
