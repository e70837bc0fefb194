"""Every document on every paper: sizes, breaks, and names that nobody expects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.documents.certificates import Certificate, certificates
from league.documents.cross_tables import CrossCell, CrossRow, cross_table
from league.documents.lists import Column, listed
from league.documents.name_tags import name_tags
from league.documents.score_sheets import BlankSheet, Grid, Line, score_sheets
from league.documents.slips import Slip, table_slips
from league.documents.typesetting import Document, Paper
from league.documents.wall_tables import WallTable, wall_tables
from tests.league.documents.pictures import PPI, Picture, picture, sizes, texts

Maker = Callable[[str, Paper], Document]
LINES = tuple(Line(f"Item {n}") for n in range(1, 13))


def _slips(name: str, paper: Paper = "a4") -> Document:
    return table_slips([Slip("Table 1", name, (name, "Bo"))], title=name, lang="en", paper=paper)


def _list(name: str, paper: Paper = "a4") -> Document:
    columns = [Column("Player", wide=True), Column("Table", number=True, large=True)]
    return listed(columns, [(name, "7")], title=name, detail=name, lang="en", paper=paper)


def _sheets(name: str, paper: Paper = "a4") -> Document:
    grids = (Grid(LINES, columns=(name, "2 Bo", "3 Cleo", "4 Dora")), Grid((Line(name, name),)))
    sheet = BlankSheet("Table 1", name, grids, url="https://club.example/t/abcdefgh12/")
    return score_sheets([sheet], title=name, lang="en", paper=paper)


def _tags(name: str, paper: Paper = "a4") -> Document:
    return name_tags([name] * 8, club=name, title=name, lang="en", paper=paper)


def _small_tags(name: str, paper: Paper = "a4") -> Document:
    return name_tags([name] * 10, club=name, title=name, lang="en", per_page=10, paper=paper)


def _certificates(name: str, paper: Paper = "a4") -> Document:
    return certificates(
        [Certificate(name, "First place", name)],
        heading="Certificate",
        club=name,
        title=name,
        day="3 November 2026",
        signatures=("For the club", "Organizer"),
        lang="en",
        paper=paper,
    )


def _cross(name: str, paper: Paper = "a4") -> Document:
    return cross_table(
        ["3 Nov", "10 Nov"],
        [CrossRow("1", name, (CrossCell("7"), CrossCell("3", struck=True)))],
        heads=("Rank", "Player"),
        title=name,
        detail=name,
        note=name,
        lang="en",
        paper=paper,
    )


def _wall(name: str, paper: Paper = "a4") -> Document:
    table = WallTable("7", name, (("1", name), ("2", "Bo")))
    outside = [(name, "Bye")]
    return wall_tables(
        [table, table],
        title=name,
        detail=name,
        outside=outside,
        outside_heading="Without a table",
        lang="en",
        paper=paper,
    )


DOCUMENTS: dict[str, Maker] = {
    "slips": _slips,
    "list": _list,
    "sheets": _sheets,
    "tags": _tags,
    "small tags": _small_tags,
    "certificates": _certificates,
    "cross-table": _cross,
    "tables": _wall,
}
ON_ITS_SIDE = {"cross-table"}
SIZES: dict[Paper, tuple[int, int]] = {"a4": (595, 842), "us-letter": (612, 792)}
NAMES = {
    "Vietnamese": "Nguyễn Thị Ánh Tuyết",
    "Polish": "Łukasz Źdźbło-Gęś",
    "Turkish": "İğdır Çelikoğlu Şahın",
    "Hebrew": "עידה ברנד",
    "Arabic": "محمد العربي",
    "faces": "😀 Ida 🎲",
    "Chinese": "山田太郎",
    "markup": '#eval("1") *x* _y_ $z$ \\ "q" </b> @a <b>',
    "one long word": "x" * 200,
    "many words": ("Anna-Maria " * 18).strip(),
    "nothing": "",
}


def drawn(document: Document) -> Picture:
    """Its first page."""
    return picture(document.pictures(ppi=PPI)[0])


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_document_has_the_size_of_its_paper(document: str, paper: Paper) -> None:
    found = sizes(DOCUMENTS[document]("Ida Brand", paper))

    width, height = SIZES[paper]
    assert found == {(height, width) if document in ON_ITS_SIDE else (width, height)}


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_name_needs_a_second_page(document: str, kind: str) -> None:
    assert len(texts(DOCUMENTS[document](NAMES[kind], "a4"))) == 1


@pytest.mark.parametrize("kind", ["Vietnamese", "Polish", "Turkish", "markup"])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_name_is_on_the_paper_as_it_was_written(document: str, kind: str) -> None:
    shown = texts(DOCUMENTS[document](NAMES[kind], "a4"))[0]

    assert NAMES[kind].replace(" ", "") in shown.replace(" ", "")


@pytest.mark.parametrize("kind", ["one long word", "many words", "Arabic", "Chinese"])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_name_runs_into_the_margin(document: str, kind: str) -> None:
    shown = drawn(DOCUMENTS[document](NAMES[kind], "a4"))

    width, height = (297, 210) if document in ON_ITS_SIDE else (210, 297)
    assert shown.has_ink(10, 10, width - 10, height - 10)
    assert not shown.has_ink(0, 0, 7, height)
    assert not shown.has_ink(width - 7, 0, width, height)
    assert not shown.has_ink(0, 0, width, 7)
    assert not shown.has_ink(0, height - 7, width, height)


@pytest.mark.parametrize("kind", ["one long word", "many words", "Arabic", "Chinese"])
def test_no_name_leaves_its_cell(kind: str) -> None:
    slip = drawn(table_slips([Slip("", "", (NAMES[kind],))], title="", lang="en"))
    tags = drawn(_tags(NAMES[kind]))
    small = drawn(_small_tags(NAMES[kind]))

    assert slip.is_ruled_only(160, 190)  # the empty column beside the names
    for shown, tall in ((tags, 62), (small, 50)):
        top = (297 - tall * (4 if tall == 62 else 5)) / 2
        assert not shown.has_ink(103, top + 1, 107, 297 - top - 1)  # between the two columns
        assert not shown.has_ink(20, top + tall - 2, 190, top + tall + 2)  # between two rows


@pytest.mark.parametrize("kind", ["Arabic", "faces", "Chinese", "Hebrew"])
def test_letters_of_any_script_leave_something_to_see(kind: str) -> None:
    named, unnamed = (drawn(_certificates(name)) for name in (NAMES[kind], ""))

    assert named.has_ink(40, 90, 170, 140)
    assert not unnamed.has_ink(40, 90, 170, 130)


@pytest.mark.parametrize("paper", SIZES)
def test_forty_tables_have_a_page_each_with_their_names(paper: Paper) -> None:
    slips = [Slip(f"Table {n}", "Kettle", (f"Person {n}",)) for n in range(1, 41)]
    grid = Grid(LINES, columns=("1 Ida", "2 Bo", "3 Cleo"))
    sheets = [BlankSheet(f"Table {n}", "Kettle", (grid,)) for n in range(1, 41)]

    for document in (
        table_slips(slips, title="Night", lang="en", paper=paper),
        score_sheets(sheets, title="Night", lang="en", paper=paper),
    ):
        wanted = [f"Table {n}" for n in range(1, 41)]
        assert [" ".join(page.split()[:2]) for page in texts(document)] == wanted


def test_a_sheet_longer_than_a_page_names_its_players_on_each() -> None:
    grid = Grid(tuple(Line(f"Item {n}") for n in range(60)), columns=("1 Ida", "2 Bo"))

    pages = texts(score_sheets([BlankSheet("Table 1", "", (grid,))], title="Night", lang="en"))

    assert len(pages) > 1
    assert [("1 Ida" in page, "2 Bo" in page) for page in pages] == [(True, True)] * len(pages)


def test_a_sheet_of_many_players_is_turned_to_its_side() -> None:
    names = tuple(f"{n} Somebody" for n in range(1, 13))
    sheet = BlankSheet("Table 1", "", (Grid(LINES, columns=names),))

    assert sizes(score_sheets([sheet], title="Night", lang="en")) == {(842, 595)}


@pytest.mark.parametrize("paper", SIZES)
def test_no_row_is_torn_apart_at_the_end_of_a_page(paper: Paper) -> None:
    names = [f"{n:03} " + "Anna-Maria " * 17 + f"end{n:03}" for n in range(60)]
    columns = [Column("Player", wide=True), Column("Table", number=True)]

    listing = listed(
        columns, [(name, "7") for name in names], title="", detail="", lang="en", paper=paper
    )
    crossed = cross_table(
        ["3 Nov"],
        [CrossRow("", name, (CrossCell("7"),)) for name in names],
        heads=("Rank", "Player"),
        title="",
        detail="",
        lang="en",
        paper=paper,
    )

    for pages in (texts(listing), texts(crossed)):
        assert len(pages) > 2
        for page in pages:
            begun = {n for n in range(60) if f"{n:03} Anna" in page}
            assert begun == {n for n in range(60) if f"end{n:03}" in page}
            assert "Player" in page


def test_a_wide_cross_table_goes_on_over_the_page_with_the_names_again() -> None:
    columns = [f"{n} Nov" for n in range(1, 31)]
    row = CrossRow("1", "Ida Brand", tuple(CrossCell(f"c{n}") for n in range(1, 31)))

    pages = texts(
        cross_table(columns, [row], heads=("Rank", "Player"), title="", detail="", lang="en")
    )

    assert len(pages) == 3
    assert ["Ida Brand" in page for page in pages] == [True] * 3
    found = [word for page in pages for word in page.split() if word.startswith("c")]
    assert found == [f"c{n}" for n in range(1, 31)]


@pytest.mark.parametrize(("per_page", "pages"), [(8, 5), (10, 4)])
def test_tags_fill_their_pages(per_page: int, pages: int) -> None:
    names = [f"Person{n:02}" for n in range(40)]

    found = texts(name_tags(names, club="Owl", title="Night", lang="en", per_page=per_page))

    assert len(found) == pages
    assert [page.count("Person") for page in found] == [per_page] * pages


def test_the_same_data_gives_the_same_bytes() -> None:
    assert _cross("Ida").pdf() == _cross("Ida").pdf()


def test_no_table_of_sixty_is_torn_apart_between_two_pages() -> None:
    tables = [
        WallTable(
            str(number), "", tuple((str(at), f"P{number}x{at}y") for at in range(1, 3 + number % 5))
        )
        for number in range(1, 61)
    ]

    pages = texts(wall_tables(tables, title="Winter", detail="Round 1", lang="en"))

    told = [
        [page for page, text in enumerate(pages) if f"P{table.number}x{seat}y" in text]
        for table in tables
        for seat, _ in table.seats
    ]
    assert {len(found) for found in told} == {1}
    for table in tables:
        at = {p for p, text in enumerate(pages) if f"P{table.number}x" in text}
        assert len(at) == 1
    assert 4 < len(pages) < 20
