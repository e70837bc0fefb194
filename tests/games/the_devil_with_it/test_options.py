from __future__ import annotations

import pytest

from games.core.errors import BadOptions
from games.core.forms import from_form, to_form
from games.core.types import JSON, Path
from games.the_devil_with_it.options import DevilWithItOptions
from tests.games.the_devil_with_it.tables import RULES


def test_the_defaults_are_written_out_completely() -> None:
    assert RULES.options_to_json(DevilWithItOptions()) == {
        "players": [2, 6],
        "chips": {"10": 16, "20": 16, "50": 8, "100": 12, "200": 8, "500": 6, "1000": 4},
        "coal": {"10": 9, "20": 9, "25": 9, "50": 7, "75": 3, "100": 2, "devil": 9},
        "start_capital": 200,
        "start_chips": {"10": 1, "20": 2, "50": 1, "100": 1},
        "allow_zero_bet": False,
        "bonus_amount": 50,
        "bonus_count": 50,
        "pact_payment": 50,
        "track": [50, 200, 300, 500, 800, 1200, 1600],
        "oven_mouth_capacity": 19,
        "end_threshold": 1600,
        "end_tie": "shared",
        "holdings_secret": True,
        "track_chip_faces": False,
        "bank_limited": False,
        "first_starter": "random",
        "max_rounds": None,
        "entry_level": "FINAL",
        "early_end_allowed": False,
    }


def test_the_box_of_the_defaults_adds_up() -> None:
    """TD R2: the smallest chip is the step of every bet."""
    options = DevilWithItOptions()

    assert (options.chip_value, sum(count for _, count in options.chips)) == (10_680, 70)
    assert (options.coal_value, options.coal_pieces, options.pieces) == (1270, 39, 48)
    assert (options.bet_unit, options.least_bet) == (10, 10)
    assert sum(face * count for face, count in options.start_chips) == 200
    assert sum(count for _, count in options.start_chips) == 5


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (7, "json.not_object", ()),
        ({"colour": 1}, "json.unknown_field", ()),
        ({"devils": 9}, "json.unknown_field", ()),
        ({"chips": [10, 20]}, "json.not_object", ("chips",)),
        ({"chips": {"ten": 3}}, "the_devil_with_it.bad_face", ("chips",)),
        ({"chips": {"010": 3}}, "the_devil_with_it.bad_face", ("chips",)),
        ({"chips": {"0": 3}}, "the_devil_with_it.bad_face", ("chips",)),
        ({"chips": {"²": 3}}, "the_devil_with_it.bad_face", ("chips",)),
        ({"chips": {}}, "the_devil_with_it.no_chips", ("chips",)),
        ({"chips": {"10": -1}}, "the_devil_with_it.number_out_of_range", ("chips", "10")),
        ({"chips": {"10": True}}, "json.not_whole", ("chips", "10")),
        ({"chips": {"20": 16, "50": 8}}, "the_devil_with_it.no_change", ("chips",)),
        (
            {"chips": {str(face): 1 for face in range(1, 14)}},
            "the_devil_with_it.too_many_kinds",
            ("chips",),
        ),
        ({"bet_unit": 5}, "the_devil_with_it.bet_unit", ("bet_unit",)),
        ({"start_chips": {"40": 5}}, "the_devil_with_it.unknown_face", ("start_chips", "40")),
        (
            {"start_chips": {"50": 2, "100": 1}},
            "the_devil_with_it.start_beyond_box",
            ("start_chips", "50"),
        ),
        ({"start_chips": {"100": 1}}, "the_devil_with_it.start_sum", ("start_capital",)),
        ({"start_capital": 190}, "the_devil_with_it.start_sum", ("start_capital",)),
        ({"bonus_amount": 25}, "the_devil_with_it.not_payable", ("bonus_amount",)),
        ({"bonus_count": 5}, "the_devil_with_it.not_payable", ("bonus_count",)),
        ({"pact_payment": 1001}, "the_devil_with_it.number_out_of_range", ("pact_payment",)),
        ({"pact_payment": 55}, "the_devil_with_it.not_payable", ("pact_payment",)),
        ({"end_threshold": 1605}, "the_devil_with_it.not_payable", ("end_threshold",)),
        ({"end_threshold": 200}, "the_devil_with_it.end_below_start", ("end_threshold",)),
        ({"track": []}, "the_devil_with_it.track_length", ("track",)),
        ({"track": [50, 200, 200]}, "the_devil_with_it.track_not_rising", ("track",)),
        ({"track": [50, 300, 200]}, "the_devil_with_it.track_not_rising", ("track",)),
        ({"track": [50, 300, 500]}, "the_devil_with_it.start_beside_track", ("track",)),
        ({"track": "50, 200"}, "json.not_list", ("track",)),
        ({"coal": {"devil": 9}}, "the_devil_with_it.no_coal", ("coal",)),
        ({"coal": {"5": 1}}, "the_devil_with_it.coal_below_bet", ("coal",)),
        ({"coal": {"devil": -1}}, "the_devil_with_it.number_out_of_range", ("coal", "devil")),
        ({"coal": {"10": 99, "20": 99}}, "the_devil_with_it.too_many_pieces", ("coal",)),
        (
            {"oven_mouth_capacity": 49},
            "the_devil_with_it.mouth_too_wide",
            ("oven_mouth_capacity",),
        ),
        ({"end_tie": "toss"}, "json.unknown_choice", ("end_tie",)),
        ({"first_starter": "tallest"}, "json.unknown_choice", ("first_starter",)),
        ({"first_starter": 6}, "the_devil_with_it.number_out_of_range", ("first_starter",)),
        (
            {"first_starter": 3, "players": [2, 3]},
            "the_devil_with_it.number_out_of_range",
            ("first_starter",),
        ),
        ({"players": [1, 4]}, "the_devil_with_it.number_out_of_range", ("players", 0)),
        ({"players": [4, 3]}, "the_devil_with_it.range_reversed", ("players", 1)),
        ({"players": [4]}, "json.wrong_length", ("players",)),
        ({"max_rounds": 0}, "the_devil_with_it.number_out_of_range", ("max_rounds",)),
        ({"allow_zero_bet": 1}, "json.not_bool", ("allow_zero_bet",)),
    ],
)
def test_impossible_options_are_refused_at_their_field(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json(data)

    assert (caught.value.code, caught.value.path) == (code, path)


def test_a_step_of_bets_that_fits_the_chips_may_be_written_down() -> None:
    assert RULES.options_from_json({"bet_unit": 10}) == DevilWithItOptions()


def test_a_start_on_the_first_space_needs_no_number_of_its_own() -> None:
    options = RULES.options_from_json({"track": [200, 500], "end_threshold": 600})

    assert options.track == (200, 500)


def test_values_nobody_has_are_left_away_and_others_can_be_added() -> None:
    options = RULES.options_from_json({"coal": {"30": 4, "10": 0}, "oven_mouth_capacity": 5})

    assert (options.coal, options.devils) == (((30, 4),), 9)


@pytest.mark.parametrize(
    ("starter", "sizes"), [("random", (2, 6)), (0, (2, 6)), (1, (2, 6)), (4, (5, 6))]
)
def test_a_fixed_first_starter_needs_a_seat_at_the_table(
    starter: JSON, sizes: tuple[int, int]
) -> None:
    seats = RULES.seats(RULES.options_from_json({"first_starter": starter}))

    assert (seats[0], seats[-1]) == sizes


@pytest.mark.parametrize(
    ("level", "accepted"),
    [
        ("FINAL", ("FINAL", "FINAL_CHIPS", "LEDGER")),
        ("FINAL_CHIPS", ("FINAL_CHIPS", "LEDGER")),
        ("LEDGER", ("LEDGER",)),
    ],
)
def test_a_table_may_always_report_more_than_it_must(level: str, accepted: tuple[str, ...]) -> None:
    assert RULES.levels(RULES.options_from_json({"entry_level": level})) == accepted


def test_the_settings_form_has_boxes_for_the_usual_values_and_for_those_of_the_copy() -> None:
    options = RULES.options_from_json({"coal": {"10": 9, "30": 14, "devil": 5}})

    boxes = [
        (cell.path[1], cell.default)
        for cell in RULES.option_fields(options)
        if cell.path[0] == "coal"
    ]

    assert boxes == [
        ("10", 9),
        ("20", 0),
        ("25", 0),
        ("30", 14),
        ("50", 0),
        ("75", 0),
        ("100", 0),
        ("more", None),
        ("devil", 9),
    ]


def test_values_that_have_no_box_are_typed_behind_the_others() -> None:
    fields = RULES.option_fields()
    typed = to_form({}, fields) | {
        "coal.75": "0",
        "coal.more": "30, 4; 60, 1",
        "chips.more": "2000 1",
    }

    options = RULES.options_from_json(from_form(typed, fields).data)

    assert options.coal == ((10, 9), (20, 9), (25, 9), (30, 4), (50, 7), (60, 1), (100, 2))
    assert options.chips[-1] == (2000, 1)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ([30], "more_not_in_pairs"),
        ([10, 3], "face_twice"),
        ([30, 1, 30, 2], "face_twice"),
        ([0, 3], "bad_face"),
        ([501, 1], "bad_face"),
        ([-30, 3], "bad_face"),
        ([30, 100], "number_out_of_range"),
    ],
)
def test_further_values_that_cannot_be_are_refused_at_their_box(more: JSON, code: str) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options_from_json({"coal": {"10": 2, "more": more}})

    assert (caught.value.code, caught.value.path) == (
        f"the_devil_with_it.{code}",
        ("coal", "more"),
    )


def test_a_box_for_fewer_players_may_start_each_with_more_chips() -> None:
    fewer: dict[str, JSON] = {"start_chips": {"50": 2, "100": 1}, "players": [2, 4]}

    options = RULES.options_from_json(fewer)

    assert RULES.seats(options) == range(2, 5)
