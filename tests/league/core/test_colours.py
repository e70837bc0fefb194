"""Accents: what can be read, what is offered instead, and both themes of it."""

from __future__ import annotations

import pytest

from league.core import colours
from tests.templates import test_tokens as tokens

TRIED = ["#000000", "#b03f13", "#1d6f5c", "#6a0dad", "#0b5fa5", "#7a5c00", "#8b0000", "#004d40"]
LIGHT = ["#ffffff", "#ffd700", "#7fffd4", "#ff7f50", "#00ff00", "#9a9a9a"]


def test_the_grounds_are_those_of_the_style_sheet() -> None:
    names = ("paper", "surface", "sunken")

    assert tuple(tokens.LIGHT[name] for name in names) == colours.LIGHT
    assert tuple(tokens.DARK[name] for name in names) == colours.DARK
    assert {"light": tokens.LIGHT["ink-soft"], "dark": tokens.DARK["ink-soft"]} == colours.SOFT_INK


@pytest.mark.parametrize("accent", [*TRIED, *(colours.nearest(colour) for colour in LIGHT)])
def test_every_readable_accent_makes_both_themes_readable(accent: str) -> None:
    made = colours.palette(accent)
    faults = []
    for theme, own in ((tokens.LIGHT, made.light), (tokens.DARK, made.dark)):
        whole = {**theme, **own}
        pairs = [*tokens.TEXT, *tokens.BUTTONS]
        faults += [p for p in pairs if tokens.contrast(whole[p[0]], whole[p[1]]) < 4.5]

    assert colours.is_readable(accent)
    assert faults == []


def test_what_is_too_light_gets_the_nearest_shade_that_is_not() -> None:
    assert [colours.is_readable(colour) for colour in LIGHT] == [False] * len(LIGHT)
    assert [colours.nearest(colour) for colour in ("#ff7f50", "#9a9a9a")] == ["#a65334", "#6a6a6a"]


@pytest.mark.parametrize(
    ("text", "colour"),
    [("#1D6F5C", "#1d6f5c"), (" 1d6f5c ", "#1d6f5c"), ("green", None), ("#12345", None)],
)
def test_a_colour_is_read_as_people_write_it(text: str, colour: str | None) -> None:
    assert colours.read(text) == colour
