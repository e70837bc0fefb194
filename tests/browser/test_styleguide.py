"""Every component looks as it was accepted: each section of the style guide, light and dark, on a
phone and on a desktop.

``python3 manage.py test tests/browser/test_styleguide.py --accept-looks`` accepts how it looks now;
read the difference of ``looks.txt``, and give it with the change that made it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests.browser import looks
from tests.browser.looks import Look

pytestmark = [pytest.mark.browser, pytest.mark.gates]
TOLD = 30
CARD = Look("cards", "div.card", ((0, 0, 300, 80), None), ("padding-top: 12px",), ("color: red",))


def test_every_component_looks_as_accepted(
    browser: Browser, request: pytest.FixtureRequest
) -> None:
    now = looks.taken(browser)
    if request.config.getoption("--accept-looks", default=False):
        looks.ACCEPTED.write_text(looks.written(now), encoding="utf-8")

    was = looks.read(looks.ACCEPTED.read_text(encoding="utf-8"))
    found = list(looks.differences(was, now))

    assert not found, (
        "\n".join((f"{len(found)} differences:", *found[:TOLD]))
        + "\nIf they are meant: manage.py test tests/browser/test_styleguide.py --accept-looks"
    )


def test_what_is_written_is_read_again_and_the_file_stays_small() -> None:
    assert looks.read(looks.written([CARD, CARD])) == [CARD, CARD]
    assert looks.ACCEPTED.stat().st_size <= 300_000


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"styles": ("padding-top: 16px",)}, ["['padding-top: 16px'], was ['padding-top: 12px']"]),
        ({"colours": ("color: blue",)}, ["['color: blue'], was ['color: red']"]),
        ({"boxes": ((0, 0, 300, 90), None)}, ["(0, 0, 300, 90), was (0, 0, 300, 80)"]),
        ({"boxes": ((1, 0, 302, 79), None)}, []),
        ({"boxes": (None, None)}, ["None, was (0, 0, 300, 80)"]),
    ],
)
def test_a_change_is_told_and_a_pixel_here_or_there_is_none(
    changed: dict[str, object], told: list[str]
) -> None:
    found = list(looks.differences([CARD], [replace(CARD, **changed)]))  # type: ignore[arg-type]

    assert [line.endswith(end) for line, end in zip(found, told, strict=True)] == [True] * len(told)


def test_an_element_that_came_or_went_is_told_as_that() -> None:
    assert "-cards: div.card" in list(looks.differences([CARD, CARD], [CARD]))
