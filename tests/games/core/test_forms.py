from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import all_games
from games.core.forms import from_form, to_form
from games.core.sheet import Cell, CellKind, Choice, path_name

WHOLE = Cell(("n",), CellKind.INT, "n")
EXACT = Cell(("n",), CellKind.DECIMAL, "n", decimals=1)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("7", 7),
        (" 7 ", 7),
        ("\u00a07\u202f", 7),
        ("-12", -12),
        ("\u221212", -12),
        ("\u2212 12", -12),
        ("1 200", 1200),
        ("1\u202f200", 1200),
        ("+3", 3),
        ("007", 7),
    ],
)
def test_a_whole_number_is_read_as_people_type_it(typed: str, value: int) -> None:
    reading = from_form({"n": typed}, [WHOLE])

    assert (reading.data, reading.issues) == ({"n": value}, ())


@pytest.mark.parametrize(
    "typed", ["1e3", "7,", "1.200", "1,200", "12,5", "--3", "seven", "7 8", "١٢", "0x10", "9" * 60]
)
def test_what_is_no_whole_number_is_refused_at_its_cell(typed: str) -> None:
    reading = from_form({"n": typed}, [WHOLE])

    assert reading.data == {}
    assert [(issue.code, issue.path) for issue in reading.issues] == [("form.not_whole", ("n",))]


@pytest.mark.parametrize(
    ("typed", "value"),
    [("12,5", "12.5"), ("12.5", "12.5"), ("-3,5", "-3.5"), ("12,0", 12), ("12", 12), ("-0,0", 0)],
)
def test_a_decimal_number_takes_comma_and_point(typed: str, value: int | str) -> None:
    reading = from_form({"n": typed}, [EXACT])

    assert (reading.data, reading.issues) == ({"n": value}, ())


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7,", "form.not_number"),
        ("1e3", "form.not_number"),
        (",5", "form.not_number"),
        ("1,2,3", "form.not_number"),
        ("1.200", "form.too_many_decimals"),
        ("12,55", "form.too_many_decimals"),
    ],
)
def test_what_is_no_decimal_number_is_refused_at_its_cell(typed: str, code: str) -> None:
    reading = from_form({"n": typed}, [EXACT])

    assert reading.data == {}
    assert [(issue.code, issue.path) for issue in reading.issues] == [(code, ("n",))]


def test_an_empty_box_is_missing_and_keeps_its_place_in_a_list() -> None:
    cells = [
        Cell(("seats", 0, "items", "bed"), CellKind.INT, "bed"),
        Cell(("seats", 1, "items", "bed"), CellKind.INT, "bed"),
        Cell(("pair", 0), CellKind.INT, "low"),
        Cell(("pair", 1), CellKind.INT, "high"),
    ]

    reading = from_form({"seats.1.items.bed": "4", "pair.1": "6", "pair.0": " "}, cells)

    assert reading.data == {"seats": [{"items": {}}, {"items": {"bed": 4}}], "pair": [None, 6]}
    assert reading.issues == ()


def test_choices_ticks_texts_and_lists_of_numbers_are_read() -> None:
    cells = [
        Cell(("won",), CellKind.CHOICE, "won", choices=(Choice(True, "yes"), Choice(False, "no"))),
        Cell(("rank",), CellKind.CHOICE, "rank", choices=(Choice(5, "five"),)),
        Cell(("ticked",), CellKind.BOOL, "ticked"),
        Cell(("unticked",), CellKind.BOOL, "unticked"),
        Cell(("title",), CellKind.TEXT, "title"),
        Cell(("ranks",), CellKind.NUMBERS, "ranks"),
        Cell(("level",), CellKind.FIXED, "level", choices=(Choice("FULL", "full"),)),
        Cell(("sum",), CellKind.COMPUTED, "sum"),
    ]
    typed = {
        "won": "false",
        "rank": "5",
        "ticked": "on",
        "title": " Chess ",
        "ranks": "1, 2;3",
        "level": "TOTAL",
        "sum": "99",
        "nobody": "asked",
    }

    reading = from_form(typed, cells)

    assert reading.data == {
        "won": False,
        "rank": 5,
        "ticked": True,
        "unticked": False,
        "title": "Chess",
        "ranks": (1, 2, 3),
        "level": "FULL",
    }
    assert reading.issues == ()


@pytest.mark.parametrize(
    ("cell", "typed", "code"),
    [
        (Cell(("x",), CellKind.CHOICE, "x", choices=(Choice(5, "5"),)), "6", "form.unknown_choice"),
        (Cell(("x",), CellKind.BOOL, "x"), "perhaps", "form.not_yes_or_no"),
        (Cell(("x",), CellKind.NUMBERS, "x"), "1, two", "form.not_numbers"),
        (Cell(("x",), CellKind.TEXT, "x"), "x" * 201, "form.too_long"),
        (Cell(("x",), CellKind.TEXT, "x"), "a\0b", "form.nul"),
        (Cell(("x",), CellKind.INT, "x"), "1\0", "form.nul"),
    ],
)
def test_each_kind_of_cell_names_what_it_cannot_read(cell: Cell, typed: str, code: str) -> None:
    reading = from_form({"x": typed}, [cell])

    assert [(issue.code, issue.name) for issue in reading.issues] == [(code, "x")]


@given(data=st.data())
def test_whatever_is_typed_the_form_is_read_without_an_error(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(all_games()))
    cells = [
        *game.sheet.layout(4, game.sheet.default_options()),
        *game.sheet.option_fields(),
    ]
    names = [cell.name for cell in cells]
    typed = data.draw(st.dictionaries(st.sampled_from(names), st.text(max_size=30)))

    reading = from_form(typed, cells)

    assert {issue.name for issue in reading.issues} <= set(typed)


@given(value=st.integers(-(10**9), 10**9), decimals=st.integers(0, 3))
def test_a_number_that_is_shown_again_is_read_back_equal(value: int, decimals: int) -> None:
    kind = CellKind.DECIMAL if decimals else CellKind.INT
    cells = [Cell(("seats", 0, "points"), kind, "points", decimals=decimals)]
    first = from_form({"seats.0.points": str(value)}, cells).data

    shown = to_form(first, cells)

    assert from_form(shown, cells).data == first
    assert shown == {"seats.0.points": str(value)}


def test_a_form_shows_the_default_where_nothing_is_known() -> None:
    cells = [
        Cell(("a",), CellKind.INT, "a", default=4),
        Cell(("b",), CellKind.BOOL, "b", default=True),
        Cell(("c",), CellKind.NUMBERS, "c", default=(1, 4, 6)),
        Cell(("d",), CellKind.TEXT, "d"),
    ]

    assert to_form({"a": 7}, cells) == {"a": "7", "b": "true", "c": "1, 4, 6", "d": ""}


def test_a_path_is_named_by_its_steps() -> None:
    assert path_name(("seats", 0, "items", "bed")) == "seats.0.items.bed"
