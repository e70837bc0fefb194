"""The contract of the sheet: what is read, drawn, settled and written back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import MalformedSheet
from games.core.forms import from_form, to_form
from games.core.sheet import CellKind
from games.core.types import JSON, Outcome, Path
from games.teufel_teufel.scoring import outcome
from games.teufel_teufel.words import End
from tests.games.kit import any_json
from tests.games.teufel_teufel.matches import CORRUPTIONS, Match, corrupted, matches
from tests.games.teufel_teufel.tables import RULES, STAYED, found, table


@pytest.mark.parametrize(
    ("options", "levels"),
    [({}, ("ORDER", "FULL")), ({"entry_level": "FULL"}, ("FULL",))],
)
def test_a_table_may_always_report_more_than_it_must(
    options: JSON, levels: tuple[str, ...]
) -> None:
    assert RULES.levels(RULES.options_from_json(options)) == levels


def test_the_short_sheet_is_one_choice_per_player_and_the_end() -> None:
    cells = RULES.layout(3, RULES.options_from_json({}))

    assert [(cell.name, cell.kind) for cell in cells] == [
        ("seats.0.left", CellKind.CHOICE),
        ("seats.0.place", CellKind.COMPUTED),
        ("seats.1.left", CellKind.CHOICE),
        ("seats.1.place", CellKind.COMPUTED),
        ("seats.2.left", CellKind.CHOICE),
        ("seats.2.place", CellKind.COMPUTED),
        ("level", CellKind.FIXED),
        ("end", CellKind.CHOICE),
    ]
    assert [choice.value for choice in cells[0].choices] == [1, 2, STAYED]


def test_the_full_sheet_adds_what_somebody_may_have_counted() -> None:
    cells = RULES.layout(2, RULES.options_from_json({}), "FULL")

    assert [cell.name for cell in cells] == [
        *(
            f"seats.{seat}.{name}"
            for seat in (0, 1)
            for name in ("left", "letters", "devil", "colour", "turns", "place")
        ),
        "level",
        "end",
        "first_player",
        "hidden_cards",
        "rounds",
    ]


def test_letters_that_part_players_are_on_the_short_sheet_too() -> None:
    options = RULES.options_from_json({"losers_tiebreak": "letters"})

    cells = RULES.layout(2, options)

    assert [cell.name for cell in cells if cell.seat == 1] == [
        "seats.1.left",
        "seats.1.letters",
        "seats.1.place",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_as_many_may_have_left_as_the_table_has_seats_less_one(seats: int) -> None:
    left = RULES.layout(seats, RULES.options_from_json({}))[0]

    assert [choice.value for choice in left.choices] == [*range(1, seats), STAYED]


def test_what_a_phone_sends_becomes_a_sheet_and_is_shown_again() -> None:
    options = RULES.options_from_json({})
    cells = RULES.layout(3, options)
    typed = {"seats.0.left": "stayed", "seats.1.left": "1", "seats.2.left": "2", "end": "last_one"}

    reading = from_form(typed, cells)
    sheet = RULES.parse(reading.data, seats=3, options=options)

    assert found(sheet) == []
    assert RULES.settle(sheet).places == (3, 1, 2)
    assert {name: text for name, text in to_form(RULES.to_json(sheet), cells).items() if text} == {
        **typed,
        "level": "ORDER",
    }


def test_a_sheet_with_details_is_a_full_one_whatever_it_calls_itself() -> None:
    options = RULES.options_from_json({})
    rows: list[JSON] = [{"left": 1, "turns": 9}, {"left": STAYED}]

    sheet = RULES.parse(
        {"level": "ORDER", "end": "last_one", "seats": rows}, seats=2, options=options
    )

    assert RULES.to_json(sheet) == {"level": "FULL", "end": "last_one", "seats": rows}


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ([], "json.not_object", ()),
        ({"seats": [{}]}, "json.wrong_length", ("seats",)),
        ({"seats": [{}, {}], "winner": 1}, "json.unknown_field", ()),
        ({"seats": [{}, {"left": "home"}]}, "json.unknown_choice", ("seats", 1, "left")),
        ({"seats": [{}, {"left": True}]}, "json.not_whole", ("seats", 1, "left")),
        ({"seats": [{}, {"letters": "6"}]}, "json.not_whole", ("seats", 1, "letters")),
        ({"seats": [{}, {"devil": 1}]}, "json.not_bool", ("seats", 1, "devil")),
        ({"seats": [{}, {"colour": "pink"}]}, "json.unknown_choice", ("seats", 1, "colour")),
        ({"seats": [{}, {}], "end": "night"}, "json.unknown_choice", ("end",)),
        ({"seats": [{}, {}], "level": "SHORT"}, "json.unknown_choice", ("level",)),
        ({"seats": [{}, {}], "rounds": "9"}, "json.not_whole", ("rounds",)),
    ],
)
def test_what_has_no_shape_is_refused_at_its_place(data: JSON, code: str, path: Path) -> None:
    with pytest.raises(MalformedSheet) as caught:
        RULES.parse(data, seats=2, options=RULES.options_from_json({}))

    assert (caught.value.code, caught.value.path) == (code, path)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # TT R48: four seats, the second has left; each caught counts as last, or all as the mean
        ({}, Outcome(None, (2, 1, 2, 2), "day_break", low_tie=True)),
        ({"daybreak_places": "shared_average"}, Outcome(None, (2, 1, 2, 2), "day_break")),
        # TT R50: a club may let letters part them; equal ones still share
        (
            {"losers_tiebreak": "letters"},
            Outcome(None, (4, 1, 2, 2), "day_break", low_tie=True),
        ),
    ],
)
def test_players_caught_by_the_day_share_as_the_club_decides(
    options: JSON, expected: Outcome
) -> None:
    read = RULES.options_from_json(options)

    assert outcome([1], [2, 6, 4, 4], End.DAY_BREAK, read) == expected


@pytest.mark.parametrize("tiebreak", ["none", "letters"])
def test_where_nobody_has_left_nobody_has_won(tiebreak: str) -> None:
    """TT R49."""
    options = RULES.options_from_json({"losers_tiebreak": tiebreak})

    assert outcome([], [0, 5, 3], End.DAY_BREAK, options) == Outcome(
        None, (1, 1, 1), "day_break", drawn=True, low_tie=True
    )


def test_a_match_stopped_by_the_clock_counts_like_a_day_break() -> None:
    """TT R45."""
    options = RULES.options_from_json({})

    assert outcome([2], [1, 0, 6], End.STOPPED, options) == Outcome(
        None, (2, 2, 1), "stopped", low_tie=True
    )


def test_leavers_are_placed_in_the_order_of_leaving_and_the_last_one_is_last() -> None:
    """TT R46, TT R47."""
    options = RULES.options_from_json({"losers_tiebreak": "letters"})

    assert outcome([3, 0, 2], [6, 0, 6, 6], End.LAST_ONE, options) == Outcome(
        None, (2, 4, 3, 1), "last_one"
    )


def test_places_appear_when_the_sheet_is_complete_and_true() -> None:
    assert RULES.computed(table("last_one", [1, None])) == {}
    assert RULES.computed(table("day_break", [1, STAYED])) == {}
    assert RULES.computed(table("last_one", [1, STAYED])) == {
        ("seats", 0, "place"): 1,
        ("seats", 1, "place"): 2,
    }


@given(match=matches())
def test_every_match_that_can_happen_is_accepted_and_settled(match: Match) -> None:
    options = RULES.options_from_json(match.options)

    sheet = RULES.parse(json.loads(json.dumps(match.sheet)), seats=match.seats, options=options)

    assert found(sheet) == []
    settled = RULES.settle(sheet)
    assert settled.points is None
    assert settled.places == match.places
    assert settled.drawn is (len(match.left) == 0)
    assert settled.reason == match.end
    assert RULES.parse(RULES.to_json(sheet), seats=match.seats, options=options) == sheet


@pytest.mark.parametrize("name", sorted(CORRUPTIONS))
@given(data=st.data())
def test_a_single_wrong_box_is_found(name: str, data: st.DataObject) -> None:
    match = data.draw(matches())
    wrong = corrupted(match, name, data)
    if wrong is None:
        # this match has no box that could be wrong in this way
        return
    changed, codes = wrong

    sheet = RULES.parse(changed, seats=match.seats, options=RULES.options_from_json(match.options))

    assert {code for code, _ in found(sheet)} & codes != set()


@given(data=st.data())
def test_any_row_gives_a_sheet_or_a_named_refusal(data: st.DataObject) -> None:
    words = ["left", "letters", "devil", "colour", "turns", STAYED, "red"]
    rows = data.draw(st.lists(any_json(words), min_size=2, max_size=2))

    def read(written: JSON) -> Any:
        return RULES.parse(written, seats=2, options=RULES.options_from_json({}))

    try:
        sheet = read({"seats": rows, "end": "last_one"})
    except MalformedSheet:
        return

    RULES.check(sheet)
    assert read(RULES.to_json(sheet)) == sheet
