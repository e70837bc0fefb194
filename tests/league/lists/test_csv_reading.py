"""Reading tables from spreadsheets: encodings, dialects, limits; writing and reading back."""

from __future__ import annotations

import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.errors import BadInput, LeagueError
from league.lists import csv_reading, csv_writing

read = partial(csv_reading.read, max_bytes=1_000_000, max_rows=1000)
LINES = "Name;Verein\r\nJürg Müller;Übung\r\nZoë Ash;Café\r\n"


def rows(data: bytes, encoding: str | None = None) -> list[tuple[str, ...]]:
    table = read(data, encoding=encoding)
    return [table.header.cells, *(row.cells for row in table.rows)]


EXPECTED = [("Name", "Verein"), ("Jürg Müller", "Übung"), ("Zoë Ash", "Café")]


@pytest.mark.parametrize(
    ("codec", "guess"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("cp1252", "cp1252"),
    ],
)
def test_a_file_reads_the_same_in_every_guessed_encoding(codec: str, guess: str) -> None:
    data = LINES.encode(codec)

    table = read(data)

    assert (table.encoding, table.delimiter) == (guess, ";")
    assert rows(data) == EXPECTED


@pytest.mark.parametrize(
    ("codec", "names"),
    [
        ("cp1252", ["Jörg Müller", "Hélène Lebœuf", "José Núñez", "Åsa Sørensen", "Niccolò Pò"]),
        ("cp1250", ["Łukasz Żak", "Jiří Šťastný", "Ewa Gąsior"]),
        ("cp1250", ["Wiśniewski", "Novák"]),
        ("cp1251", ["Пётр Жуков", "Анна Белова"]),
        ("cp932", ["髙橋 翔", "山田 花子"]),
        ("gb18030", ["欧阳 雪", "王 小明"]),
        ("big5", ["陳 大文", "林 美麗"]),
        ("cp949", ["김 철수", "박 영희"]),
        ("mac_roman", ["Jörg Müller", "Élise"]),
    ],
)
def test_names_from_old_spreadsheets_are_read_in_their_own_writing(
    codec: str, names: list[str]
) -> None:
    data = "\r\n".join(["Name", *names]).encode(codec)

    table = read(data)

    assert [row.cells[0] for row in table.rows] == names


@pytest.mark.parametrize("chosen", ["mac_roman", "iso8859_15", "utf-16", "cp1252"])
def test_a_chosen_encoding_is_used(chosen: str) -> None:
    assert rows(LINES.encode(chosen), chosen) == EXPECTED


def test_a_byte_that_the_encoding_does_not_have_is_named_by_line() -> None:
    data = "Name\nZoë\n".encode("cp1252") + b"J\x81rg\n"

    with pytest.raises(BadInput) as refused:
        read(data)

    assert refused.value.code == "undecodable"
    assert refused.value.params == {"line": 3, "byte": "0x81", "encoding": "Windows-1252"}


def test_utf8_that_breaks_off_is_named_by_line_when_utf8_was_chosen() -> None:
    data = b"\xef\xbb\xbfName\r\nAda\r\nZo\xc3"

    with pytest.raises(BadInput) as refused:
        read(data, encoding="utf-8")

    assert (refused.value.code, refused.value.params["line"]) == ("undecodable", 3)
    assert refused.value.params["byte"] == "0xC3"


def test_a_nul_sign_is_refused_with_its_line() -> None:
    with pytest.raises(BadInput) as refused:
        read(b"Name\nAda\nT\0m\nLou\n", encoding="utf-8")

    assert (refused.value.code, refused.value.params) == ("nul_character", {"line": 3})


@pytest.mark.parametrize(("sign", "key"), [(",", ","), (";", ";"), ("\t", "tab")])
def test_the_delimiter_is_guessed_from_the_header(sign: str, key: str) -> None:
    data = f'"Name, given; family"{sign}Year{sign}No\nAda{sign}1980{sign}7\n'.encode()

    table = read(data)

    assert table.delimiter == key
    assert table.rows[0].cells == ("Ada", "1980", "7")


def test_quotes_line_breaks_and_a_trailing_empty_line_keep_five_rows() -> None:
    data = (
        b'Name;Club;Score\r\n"Ann ""Ace"" Ash";"Club; West";"12,5"\r\n"Bo\r\nBerg";North;1\r\n'
        b"Cy;North;2\r\nDi;North;3\r\nEd;North;4\r\n\r\n"
    )

    table = read(data)

    assert [row.line for row in table.rows] == [2, 3, 5, 6, 7]
    assert table.rows[0].cells == ('Ann "Ace" Ash', "Club; West", "12,5")
    assert table.rows[1].cells == ("Bo\r\nBerg", "North", "1")


def test_a_separator_line_of_a_spreadsheet_is_not_data() -> None:
    table = read(b"sep=;\r\nName;Year\r\nAda, B;1980\r\n")

    assert (table.delimiter, table.header.line) == (";", 2)
    assert [(row.line, row.cells) for row in table.rows] == [(3, ("Ada, B", "1980"))]


def test_old_line_ends_are_line_ends() -> None:
    table = read(b"Name\rAda\rTom\r")

    assert [(row.line, row.cells) for row in table.rows] == [(2, ("Ada",)), (3, ("Tom",))]


def test_an_open_quotation_mark_names_the_line_on_which_its_row_begins() -> None:
    with pytest.raises(BadInput) as refused:
        read(b'Name\nAda\n"Tom\nLou\nMax\n')

    assert (refused.value.code, refused.value.params) == ("csv_unreadable", {"line": 3})


@pytest.mark.parametrize("data", [b"", b"\n\n", b" \n \n", b"\xef\xbb\xbf"])
def test_a_file_without_content_is_empty(data: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        read(data)

    assert refused.value.code == "empty_file"


def test_a_million_rows_are_refused_quickly() -> None:
    data = b"Name\n" + b"A\n" * 1_000_000
    began = time.process_time()  # whatever else the machine does

    with pytest.raises(BadInput) as refused:
        csv_reading.read(data, max_bytes=8 * 1024 * 1024, max_rows=20_000)

    assert (refused.value.code, refused.value.params) == ("too_many_rows", {"most": 20_000})
    assert time.process_time() - began < 3


MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("data", "code", "params"),
    [
        (b",".join([b"c"] * 101), "too_many_columns", {"line": 1, "most": 100}),
        (b"Name\nA" + b",b" * 100, "too_many_columns", {"line": 2, "most": 100}),
        (
            b",".join(b"c%d" % n for n in range(200_000)),
            "too_many_columns",
            {"line": 1, "most": 100},
        ),
        (b";" * (8 * MIB), "too_many_columns", {"line": 1, "most": 100}),
        (b"Name\n" + b"\n" * (7 * MIB), "too_many_lines", {"most": 200_000}),
        (b"Name,Nick\n" + b",\n" * (3 * MIB), "too_many_lines", {"most": 200_000}),
        (b"Name\n" + b"x" * 10_001, "cell_too_long", {"line": 2, "most": 10_000}),
        (b'Name\n"' + b"x" * (7 * MIB) + b'"', "cell_too_long", {"line": 2, "most": 10_000}),
    ],
    ids=["101", "below", "200,000", "8 MiB", "blank", "empty cells", "cell", "quoted"],
)
def test_what_no_club_writes_is_refused_at_once(
    data: bytes, code: str, params: dict[str, int]
) -> None:
    began = time.process_time()

    with pytest.raises(BadInput) as refused:
        csv_reading.read(data, max_bytes=8 * MIB, max_rows=20_000)

    assert (refused.value.code, dict(refused.value.params)) == (code, params)
    assert time.process_time() - began < 2


def test_a_hundred_columns_and_a_long_cell_are_read() -> None:
    data = b",".join(b"c%d" % n for n in range(100)) + b"\n" + b"x" * 10_000

    assert len(read(data).header.cells) == 100
    assert read(data).rows[0].cells == ("x" * 10_000,)


def test_too_many_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(BadInput) as refused:
        csv_reading.read(b"\x81" * 2049, max_bytes=2048, max_rows=10)

    assert (refused.value.code, refused.value.params) == ("file_too_large", {"most": 2})


ALIASES = {"given": ("Vorname", "prénom"), "member_no": ("Mitglieds-Nr.",)}


def test_headings_are_known_in_several_spellings() -> None:
    found = csv_reading.match_columns(["PRENOM", "x", "mitgliedsnr"], ALIASES)

    assert found == {"given": 0, "member_no": 2}


def test_two_columns_of_one_field_are_refused() -> None:
    with pytest.raises(BadInput) as refused:
        csv_reading.match_columns(["Vorname", "given"], ALIASES)

    assert refused.value.code == "column_twice"


@pytest.mark.parametrize(
    ("columns", "code"), [({"given": 9}, "bad_column"), ({"given": 0, "name": 0}, "column_twice")]
)
def test_chosen_columns_must_be_there_and_differ(columns: dict[str, int | None], code: str) -> None:
    with pytest.raises(BadInput) as refused:
        csv_reading.chosen_columns(["a", "b"], columns)

    assert refused.value.code == code


@pytest.mark.parametrize("text", ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "'=1", "''@"])
def test_a_formula_is_written_guarded_and_read_as_it_was(text: str) -> None:
    written = csv_writing.guarded(text)

    assert written == f"'{text}"
    assert csv_reading.unguarded(written) == text


@pytest.mark.parametrize("text", ["'s Gravenhage", "O'Hara", "12,5", ""])
def test_what_is_no_formula_is_left_alone(text: str) -> None:
    assert (csv_writing.guarded(text), csv_reading.unguarded(text)) == (text, text)


CELLS = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12
).filter(str.strip)


@given(
    st.lists(CELLS, min_size=1, max_size=4).flatmap(
        lambda header: st.tuples(
            st.just(header),
            st.lists(st.lists(CELLS, min_size=len(header), max_size=len(header)), max_size=4),
        )
    )
)
def test_what_is_written_reads_back_the_same(table: tuple[list[str], list[list[str]]]) -> None:
    header, body = table
    data = csv_writing.document(header, body)

    again = read(data, delimiter=";")

    assert [list(again.header.cells), *(list(row.cells) for row in again.rows)] == [header, *body]


@given(st.binary(max_size=300), st.sampled_from([None, *csv_reading.ENCODINGS]))
def test_any_bytes_give_a_table_or_an_error_of_the_league(
    data: bytes, encoding: str | None
) -> None:
    status, rows = 400, 0
    header: tuple[str, ...] = ("x",)
    try:
        table = csv_reading.read(data, encoding=encoding, max_bytes=280, max_rows=5)
        rows, header = len(table.rows), table.header.cells
    except LeagueError as error:
        status = error.status

    assert status == 400
    assert any(cell.strip() for cell in header)
    assert rows <= 5


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Name\nQuill, Ada\nMarsh", [("Quill, Ada",), ("Marsh",)]),
        ("Name\nQuill,1980", [("Quill", "1980")]),
        ("Name\nQuill,Ada,x", [("Quill", "Ada", "x")]),
    ],
)
def test_below_one_heading_a_comma_between_two_names_parts_nothing(
    text: str, cells: list[tuple[str, ...]]
) -> None:
    table = read(text.encode())

    assert [row.cells for row in table.rows] == cells
