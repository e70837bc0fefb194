"""The colours, measured: text at 4.5 to 1, edges of controls at 3 to 1, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "league" / "static" / "league" / "css"
TEXT = [
    (ink, ground)
    for ink in ("ink", "ink-soft", "ember", "ember-strong")
    for ground in ("paper", "surface", "sunken", "ember-soft")
]
TONES = [
    (tone, ground)
    for tone in ("good", "warn", "bad")
    for ground in (f"{tone}-soft", "surface", "paper")
]
ON_TONES = [("ink", f"{tone}-soft") for tone in ("good", "warn", "bad")]
BUTTONS = [("on-ember", "ember"), ("on-ember", "ember-strong")]
SEATS = [f"seat-{number}" for number in range(1, 7)]
ON_SEATS = [("on-seat", seat) for seat in SEATS]
EDGES = [
    (edge, ground) for edge in ("line-strong", *SEATS) for ground in ("paper", "surface", "sunken")
]


def colours(selector: str) -> dict[str, str]:
    sheet = (CSS / "tokens.css").read_text(encoding="utf-8")
    start = sheet.index(selector)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", sheet[start : sheet.index("}", start)]))


LIGHT = colours(":root {\n    color-scheme: light")
DARK = colours(':root[data-theme="dark"] {')


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_measures_twenty_one_to_one() -> None:
    assert round(contrast("#000000", "#ffffff"), 3) == 21.0


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), [*TEXT, *TONES, *ON_TONES, *BUTTONS, *ON_SEATS])
def test_text_is_readable_on_its_ground(theme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(theme[ink], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGES)
def test_the_edge_of_a_control_is_seen(theme: dict[str, str], edge: str, ground: str) -> None:
    assert contrast(theme[edge], theme[ground]) >= 3


def test_the_switch_gives_the_same_dark_as_the_system() -> None:
    assert colours(':root:not([data-theme="light"])') == DARK


def test_both_themes_name_the_same_colours() -> None:
    assert set(LIGHT) == set(DARK)


def test_the_style_sheets_of_an_ordinary_page_stay_small() -> None:
    # loaded by their own pages only
    alone = {"board.css", "clock.css", "desk.css", "embed.css", "play.css"}
    alone |= {"face.css", "honours.css", "play_board.css", "sheet.css"}
    alone |= {"evening.css", "explained.css", "keys.css"}

    loaded = [path for path in CSS.glob("*.css") if path.name not in alone]

    assert sum(path.stat().st_size for path in loaded) <= 40_000
