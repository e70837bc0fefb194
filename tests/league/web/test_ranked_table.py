"""Numbers in ranked tables: whole ones among decimals align, places are told in words."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from league.web.ranked_table import Cell, Column, RankedTable, Row
from league.web.standings.ranking import list_words


@pytest.mark.parametrize(("whole", "parted"), [("8", "4.80"), ("−3", "12,50")])
def test_a_whole_number_aligns_where_another_has_decimals_and_only_there(
    whole: str, parted: str
) -> None:
    cells = [(whole, whole), (parted, whole), ("–", "1.333")]
    rows = tuple(Row(n, False, "Ada", tuple(map(Cell, texts))) for n, texts in enumerate(cells, 1))
    table = RankedTable("Points", (Column("Points"), Column("Matches")), rows)

    html = render_to_string("components/_table.html", {"table": table})

    assert table.parted == (True, False)
    assert html.count("data-whole") == 1


def test_places_are_told_by_their_ordinal_and_those_never_taken_are_left_out() -> None:
    with translation.override("en"):
        assert list_words([0, 0, 0, 1]) == "1× 4th"
        assert list_words([2, 0, 1, 3]) == "2× 1st · 1× 3rd · 3× 4th"
        assert list_words([1, 1, 1, 1], 3) == "1× 1st · 1× 2nd · 1× 3rd"
        assert list_words([0, 0]) == "–"
    with translation.override("de"):
        assert list_words([2, 1]) == "2× 1. · 1× 2."
