"""axe, asked of a page as it stands: every rule in the light, those of colours in the dark too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

Violation = dict[str, Any]  # any JSON, as axe writes it

SOURCE = next((Path(__file__).parent / "vendor").glob("axe-*.min.js")).read_text(encoding="utf-8")
EVERYTHING = "resultTypes: ['violations']"
COLOURS = f"{EVERYTHING}, preload: false, runOnly: ['color-contrast', 'link-in-text-block']"


def violations(page: Page, options: str = EVERYTHING) -> list[Violation]:
    """What axe finds in the scheme that the page is shown in."""
    if not page.evaluate("'axe' in window"):  # it is there until another page is opened
        page.evaluate(SOURCE)
    return _asked(page, options)


def violations_in_light_and_dark(page: Page, options: str = EVERYTHING) -> list[Violation]:
    """Of a page in the light and with reduced motion: no colour is on its way to another."""
    found = violations(page, options)
    page.emulate_media(color_scheme="dark")
    found += _asked(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def first_of(row: Violation) -> str:
    """The rule, and how the first place that breaks it begins."""
    return f"{row['id']} {row['nodes'][0]['html'][:200]}".replace("\n", " ")


def _asked(page: Page, options: str) -> list[Violation]:
    found: list[Violation] = page.evaluate(f"axe.run({{{options}}})")["violations"]
    return found
