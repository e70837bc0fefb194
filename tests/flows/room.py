"""The room on an evening: tables with their cards, and a phone in every hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlsplit

from tests.flows.sheets import DEVILS
from tests.flows.visitors import Page, Visitor

CARD = re.compile(r'<article class="card">(.*?)</article>', re.S)


@dataclass
class TableCard:
    """What stands on a printed card: the table, its game, its link, who sits there."""

    number: int
    game: str
    path: str
    names: list[str]
    phones: list[Visitor] = field(default_factory=list)

    def sit_down(self, base: str) -> None:
        """Everybody opens the link on a phone of their own and taps their name."""
        for position in range(len(self.phones) + 1, len(self.names) + 1):
            self.phones.append(phone(base, self, position))

    def report(
        self,
        points: Sequence[int],
        *,
        seat: int = 0,
        level: str = "",
        follow: bool = True,
        expect: int | None = 0,
    ) -> Page:
        """One phone writes the sheet, reads it back and sends it."""
        visitor = self.phones[seat]
        visitor.open(f"{self.path}?edit=1&level={level}")
        form, _ = visitor.page.button("Check sheet")
        typed = boxes([name for name, _ in form.fields], points, level)
        visitor.press("Check sheet", typed)
        return visitor.press("Send result", follow=follow, expect=expect)

    def confirm(self, *, seat: int = 1, follow: bool = True) -> Page:
        visitor = self.phones[seat]
        visitor.open(self.path)
        return visitor.press("Yes, all correct", follow=follow)


def boxes(names: Sequence[str], points: Sequence[int], level: str) -> dict[str, str | list[str]]:
    """The boxes of a sheet for these results; a full sheet names the items behind them."""
    if level == "FULL":
        kinds = [name.split(".")[-1] for name in names if name.startswith("seats.0.items.")]
        rows = {total: items for items, _, _, _, total in DEVILS}
        return {
            f"seats.{seat}.items.{kinds[int(kind)]}": str(count)
            for seat, total in enumerate(points)
            for kind, count in rows[total].items()
        }
    if level == "SHORT":
        short = {total: (n, v, t, total) for _, n, v, t, total in DEVILS}
        return {
            f"seats.{seat}.{box}": str(value)
            for seat, total in enumerate(points)
            for box, value in zip(("n", "v", "t", "total"), short[total], strict=True)
        }
    box = "total" if level else "points"
    return {f"seats.{seat}.{box}": str(value) for seat, value in enumerate(points)}


def phone(base: str, table: TableCard, position: int) -> Visitor:
    """A phone that has taken a seat."""
    visitor = Visitor(base)
    visitor.open(table.path)
    page = visitor.press(f"{position} {table.names[position - 1]}")
    assert page.status == 200
    return visitor


def cards(page: Page) -> list[TableCard]:
    """The cards of the page that the organizer prints."""
    found = []
    for html in CARD.findall(page.html):
        number = re.search(r"<h2>\D*(\d+)</h2>", html)
        path = re.search(r'<p class="small">(\S+)</p>', html)
        game = re.search(r"<p>\s*([^<]*?)\s+· ", html)
        assert number is not None, html
        assert path is not None, html
        assert game is not None, html
        found.append(
            TableCard(
                number=int(number.group(1)),
                game=unescape(game.group(1)),
                path=urlsplit(path.group(1)).path,
                names=[unescape(name) for name in re.findall(r"<li><bdi>([^<]+)</bdi>", html)],
            )
        )
    return sorted(found, key=lambda card: card.number)


def sizes(tables: Iterable[TableCard]) -> list[int]:
    return sorted((len(table.names) for table in tables), reverse=True)
