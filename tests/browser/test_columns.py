"""Columns of numbers as the browser lays them out."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser

from league.web.ranked_table import Cell, Column, RankedTable, Row
from tests.templates import styleguide

pytestmark = pytest.mark.browser
STYLES = styleguide.ROOT / "league" / "static" / "league" / "css"
LEFT = """() => [...document.querySelectorAll("td.num")].map((cell) => {
  const first = document.createRange();
  const text = [...cell.childNodes].find((one) => one.data && one.data.trim());
  const at = text.data.search(/\\S/);
  first.setStart(text, at);
  first.setEnd(text, at + 1);
  return first.getBoundingClientRect().left;
})"""


def test_whole_numbers_stand_exactly_above_the_whole_part_of_decimals(browser: Browser) -> None:
    columns = (Column("Points", main=True), Column("Mean"))
    rows = tuple(
        Row(n, False, "Ada", (Cell(text), Cell(text))) for n, text in enumerate(("8", "4.80"), 1)
    )
    html = render_to_string(
        "components/_table.html", {"table": RankedTable("Points", columns, rows)}
    )
    page = browser.new_page()
    page.set_content(html)
    for name in ("base.css", "components.css"):
        page.add_style_tag(path=STYLES / name)

    bold, plain, bold_below, plain_below = page.evaluate(LEFT)
    page.close()

    assert (bold, plain) == (
        pytest.approx(bold_below, abs=0.1),
        pytest.approx(plain_below, abs=0.1),
    )
