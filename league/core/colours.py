"""A club's own accent: whether it can be read, and what it makes of both themes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

# The grounds that text of the accent lies on, as the style sheet has them (a test compares).
LIGHT = ("#faf6ef", "#fffdf9", "#f3ebdf")
DARK = ("#191614", "#221e1b", "#2b2622")
SOFT_INK = {"light": "#63574e", "dark": "#b9ac9f"}
ON_LIGHT, ON_DARK = "#ffffff", "#1f120a"
READABLE = 4.5
_STEPS = 100
_WRITTEN = re.compile(r"#?([0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of both themes by the names that the style sheet gives them."""

    light: Mapping[str, str]
    dark: Mapping[str, str]


def read(text: str) -> str | None:
    """A colour as it is stored, ``#1d6f5c``; ``None`` for what is none."""
    found = _WRITTEN.fullmatch(text.strip())
    return f"#{found[1].lower()}" if found else None


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def is_readable(accent: str) -> bool:
    """Whether it can be text on every light ground; the dark theme takes a lighter one."""
    return _least(accent, LIGHT) >= READABLE


def nearest(colour: str) -> str:
    """The lightest darker shade of a colour that can be read."""
    return _until(colour, "#000000", is_readable)


def palette(accent: str) -> Palette:
    """What the accent, which is readable, makes of both themes.

    In the dark theme it is made lighter until it can be read there; its soft ground is as strong
    as the text on it allows.
    """
    lighter = _until(accent, "#ffffff", lambda shade: _least(shade, DARK) >= READABLE + 1)
    return Palette(
        light={
            "ember": accent,
            "ember-strong": _mixed(accent, "#000000", 0.25),
            "ember-soft": _ground(accent, accent, "light", LIGHT[1], 0.88),
            "on-ember": ON_LIGHT,
        },
        dark={
            "ember": lighter,
            "ember-strong": _mixed(lighter, "#ffffff", 0.4),
            "ember-soft": _ground(accent, lighter, "dark", DARK[1], 0.7),
            "on-ember": ON_DARK,
        },
    )


def _ground(accent: str, text: str, theme: str, surface: str, start: float) -> str:
    inks = (text, SOFT_INK[theme])
    return _until(
        _mixed(accent, surface, start),
        surface,
        lambda ground: _least(ground, inks) >= READABLE,
    )


def _until(colour: str, towards: str, is_good: Callable[[str], bool]) -> str:
    """The first mixture of the two that is good, from all of ``colour`` to all of ``towards``."""
    shades = (_mixed(colour, towards, step / _STEPS) for step in range(_STEPS + 1))
    return next((shade for shade in shades if is_good(shade)), towards)


def _least(colour: str, others: Iterable[str]) -> float:
    return min(contrast(colour, other) for other in others)


def _mixed(one: str, other: str, share: float) -> str:
    """``one`` with ``share`` of ``other`` in it."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
