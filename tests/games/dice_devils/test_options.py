from __future__ import annotations

import pytest

from games.core.errors import BadOptions
from games.core.types import JSON, Path
from games.dice_devils.devils import ITEM_LABELS
from games.dice_devils.options import DiceDevilsOptions
from tests.games.dice_devils.tables import RULES


def test_the_defaults_are_written_out_completely() -> None:
    assert RULES.options_to_json(DiceDevilsOptions()) == {
        "item_types": {
            **{
                key: [6, 1]
                for key in (
                    "bed",
                    "heater",
                    "earmuffs",
                    "scarf",
                    "teacup",
                    "hot_water_bottle",
                    "nightcap",
                )
            },
            "chili": [4, 2],
            "hot_bath": [4, 2],
            "iron": [3, 3],
            "grill": [3, 3],
        },
        "grey_die_faces": [1, 2, 3, 3, 4, 4],
        "rank_sets": {
            "3": [1, 4, 6],
            "4": [1, 2, 3, 6],
            "5": [1, 2, 3, 4, 6],
            "6": [1, 2, 3, 4, 5, 6],
        },
        "open_items": {"3": 2, "4": 3, "5": 3, "6": 4},
        "variant_more_fights": False,
        "variant_custom_ranks": None,
        "end_item_count": 10,
        "triple_size": 3,
        "triple_bonus": 3,
        "spiel_window": "after_reveal",
        "end_tie_uses_rank_after_last_swap": True,
        "spring_wins_end_tie": True,
        "tie_break_applies_to_all_places": True,
        "collections_public": True,
        "reveal_ober_when_alone": "if_satan_in_play",
        "item_values_by_piece": None,
        "tie_break": "rank",
        "spiel_before_spring": True,
        "entry_level": "FULL",
        "early_end_allowed": False,
        "item_refill": "top_up",
    }


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (7, "json.not_object", ()),
        ({"colour": 1}, "json.unknown_field", ()),
        ({"item_types": {"sofa": [1, 1]}}, "json.unknown_field", ("item_types",)),
        ({"item_types": {"bed": [1]}}, "json.wrong_length", ("item_types", "bed")),
        (
            {"item_types": {"bed": [13, 1]}},
            "dice_devils.number_out_of_range",
            ("item_types", "bed", 0),
        ),
        (
            {"item_types": {"bed": [6, -1]}},
            "dice_devils.number_out_of_range",
            ("item_types", "bed", 1),
        ),
        ({"grey_die_faces": [1, 2]}, "json.wrong_length", ("grey_die_faces",)),
        ({"grey_die_faces": "112344"}, "json.not_list", ("grey_die_faces",)),
        ({"rank_sets": {"3": [1, 2]}}, "json.wrong_length", ("rank_sets", "3")),
        ({"rank_sets": {"3": [1, 2, 2]}}, "dice_devils.rank_repeated", ("rank_sets", "3")),
        ({"rank_sets": {"3": [2, 3, 6]}}, "dice_devils.satan_without_ober", ("rank_sets", "3")),
        ({"rank_sets": {"3": [1, 2, 7]}}, "dice_devils.number_out_of_range", ("rank_sets", "3")),
        ({"rank_sets": {"7": [1]}}, "json.unknown_field", ("rank_sets",)),
        ({"open_items": {"4": 4}}, "dice_devils.number_out_of_range", ("open_items", "4")),
        ({"variant_custom_ranks": [1, 2]}, "dice_devils.rank_number", ("variant_custom_ranks",)),
        ({"end_item_count": 0}, "dice_devils.number_out_of_range", ("end_item_count",)),
        ({"triple_size": 1}, "dice_devils.number_out_of_range", ("triple_size",)),
        ({"triple_bonus": True}, "json.not_whole", ("triple_bonus",)),
        ({"spiel_window": "never"}, "json.unknown_choice", ("spiel_window",)),
        ({"collections_public": 1}, "json.not_bool", ("collections_public",)),
        (
            {"item_values_by_piece": {"bed": [1, 1]}},
            "json.wrong_length",
            ("item_values_by_piece", "bed"),
        ),
    ],
)
def test_impossible_options_are_refused_at_their_field(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json(data)

    assert (caught.value.code, caught.value.path) == (code, path)


def test_a_box_too_small_for_the_end_is_refused() -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json({"item_types": {key: [0, 1] for key in ITEM_LABELS}})

    assert caught.value.code == "dice_devils.end_above_supply"
    assert caught.value.path == ("end_item_count",)


_WIDE: dict[str, JSON] = {
    "end_item_count": 15,
    "item_types": {key: [12, 1] for key in ITEM_LABELS},
    "item_values_by_piece": {key: [1] * 6 + [2] * 6 for key in ITEM_LABELS},
}


def test_a_cleaning_devil_never_has_more_exchanges_than_an_offer_holds() -> None:
    """DD R27: 15 items of 15 sorts against 5 losers with 14 each would be 1,050 exchanges."""
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json(_WIDE)

    assert (caught.value.code, caught.value.path) == (
        "dice_devils.too_many_exchanges",
        ("item_values_by_piece",),
    )
    assert caught.value.params == {"found": 1_050, "most": 999}


@pytest.mark.parametrize(
    "fewer", [{"end_item_count": 14}, {"variant_custom_ranks": [1, 2, 3, 4, 6]}]
)
def test_fewer_items_or_seats_leave_room_for_all_exchanges(fewer: dict[str, JSON]) -> None:
    options = RULES.options_from_json({**_WIDE, **fewer})

    assert options.values_differ_within_a_kind


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, [2, 3, 3, 4]), ({"variant_more_fights": True}, [2, 2, 3, 3])],
)
def test_more_fights_means_fewer_open_items(options: JSON, expected: list[int]) -> None:
    read = RULES.options_from_json(options)

    assert [read.open_target(seats) for seats in (3, 4, 5, 6)] == expected


@pytest.mark.parametrize(
    ("level", "accepted"),
    [("FULL", ("FULL",)), ("SHORT", ("SHORT", "FULL")), ("TOTAL", ("TOTAL", "SHORT", "FULL"))],
)
def test_a_table_may_always_report_more_than_it_must(level: str, accepted: tuple[str, ...]) -> None:
    assert RULES.levels(RULES.options_from_json({"entry_level": level})) == accepted
