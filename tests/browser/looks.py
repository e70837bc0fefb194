"""How the style guide looks, as text: where each element stands, and in which style and colours.

Text instead of pixels: what a change of a component does to it can be read, and no edge of a letter
ever differs by chance. Letters are of one font on every machine; scripts do not run.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

from tests.templates import styleguide

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from playwright.sync_api import Browser, Page, Route, ViewportSize

ACCEPTED: Final = Path(__file__).with_name("looks.txt")
SIZES: Final[Mapping[str, ViewportSize]] = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1280, "height": 900},
}
FONTS: Final = styleguide.ROOT / "league" / "documents" / "fonts"
NEAR, PART = 2, 50  # pixels, and one in so many of them, by which a box may differ
FIXED: Final = """
@font-face { font-family: Fixed; src: url("/fonts/DejaVuSans.ttf"); }
@font-face { font-family: Fixed; font-weight: 700; src: url("/fonts/DejaVuSans-Bold.ttf"); }
* { font-family: Fixed !important; animation: none !important; transition: none !important; }
* { scrollbar-width: none !important; }
"""
LOOK: Final = Path(__file__).with_name("look.js").read_text(encoding="utf-8")

Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Look:
    """One element in all four views; what is equal on the phone and on the desktop stands once.

    ``boxes`` are of phone and desktop, ``styles`` too, ``colours`` of light and dark in each.
    """

    part: str
    name: str
    boxes: tuple[Box | None, ...]
    styles: tuple[str, ...]
    colours: tuple[str, ...]


def taken(browser: Browser) -> list[Look]:
    """How every element of the style guide looks now."""
    html = styleguide.pages("styleguide.html")["styleguide.html"].encode()
    page = browser.new_page()

    def answer(route: Route) -> None:
        _answer(route, html)

    page.route("**/*", answer)
    page.goto("http://localhost/styleguide.html")
    page.add_style_tag(content=FIXED)
    page.evaluate("Promise.all(['', 'bold '].map((w) => document.fonts.load(w + '16px Fixed')))")
    views = {
        (size, theme): _view(page, size, theme) for size in SIZES for theme in ("light", "dark")
    }
    page.close()
    light = [views[size, "light"] for size in SIZES]
    return [
        Look(
            part=both[0][0],
            name=both[0][1],
            boxes=tuple(tuple(one[2]) if one[2] else None for one in both),
            styles=_once([_brief(one[3]) for one in both]),
            colours=_once([row[4] for row in each]),
        )
        for both, each in zip(
            zip(*light, strict=True), zip(*views.values(), strict=True), strict=True
        )
    ]


# A row as the browser tells it: of mixed types.
def _view(page: Page, size: str, theme: str) -> list[list[Any]]:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    rows: list[list[Any]] = page.evaluate(LOOK, theme == "dark")
    return rows


def _answer(route: Route, html: bytes) -> None:
    path = urlsplit(route.request.url).path
    if path == "/styleguide.html":
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    elif path.startswith("/fonts/"):
        route.fulfill(path=FONTS / path.removeprefix("/fonts/"))
    elif path.startswith("/static/") and path.endswith((".css", ".svg")):
        route.fulfill(path=styleguide.ROOT / "league" / path.removeprefix("/"))
    else:
        route.abort()


def _brief(style: str) -> str:
    """A drawing by its sum: its points would fill the file."""
    head, drawn, points = style.partition("drawn: ")
    return head + drawn + hashlib.sha256(points.encode()).hexdigest()[:8] if drawn else style


def _once(found: Sequence[str]) -> tuple[str, ...]:
    """Views that look alike once: all, or those of the phone and of the desktop."""
    if len(set(found)) == 1:
        return (found[0],)
    half = len(found) // 2
    return tuple(found[:half]) if found[:half] == found[half:] else tuple(found)


def written(looks: Sequence[Look]) -> str:
    """As they are kept: a line for each element, each style under a short name at the end."""
    names: dict[str, str] = {}

    def named(texts: Sequence[str]) -> str:
        for text in texts:
            names[text] = hashlib.sha256(text.encode()).hexdigest()[:6] if text else "-"
        return ",".join(names[text] for text in texts)

    lines: list[str] = []
    part = ""
    for look in looks:
        if look.part != part:
            part = look.part
            lines.append(f"[{part}]")
        boxes = " ".join(",".join(map(str, box)) if box else "-" for box in look.boxes)
        lines.append("\t".join((look.name, boxes, named(look.styles), named(look.colours))))
    told = sorted(f"{short}\t{text}" for text, short in names.items() if text)
    return "\n".join((*lines, "[]", *told, ""))


def read(text: str) -> list[Look]:
    body, _mark, foot = text.partition("\n[]\n")
    texts = {"-": "", **dict(line.split("\t", 1) for line in foot.splitlines())}
    found: list[Look] = []
    part = ""
    for line in body.splitlines():
        if line.startswith("["):
            part = line.strip("[]")
            continue
        name, boxes, styles, colours = line.split("\t")
        found.append(
            Look(
                part,
                name,
                tuple(_box(box) for box in boxes.split(" ")),
                tuple(texts[short] for short in styles.split(",")),
                tuple(texts[short] for short in colours.split(",")),
            )
        )
    return found


def _box(text: str) -> Box | None:
    if text == "-":
        return None
    left, top, width, height = map(int, text.split(","))
    return left, top, width, height


def differences(was: Sequence[Look], now: Sequence[Look]) -> Iterator[str]:
    """What has changed, element by element; where elements came or went, that alone."""
    before, after = ([f"{look.part}: {look.name.strip()}" for look in all_] for all_ in (was, now))
    if before != after:
        yield from _came_and_went(before, after)
        return
    for old, new in zip(was, now, strict=True):
        where = f"{new.part}: {new.name.strip()}"
        for size, one, other in zip(SIZES, old.boxes, new.boxes, strict=True):
            if not _is_near(one, other):
                yield f"{where}, {size}: left, top, width, height {other}, was {one}"
        for kind in ("styles", "colours"):
            one, other = getattr(old, kind), getattr(new, kind)
            if one != other:
                yield f"{where}: {_changed(one, other)}"


def _came_and_went(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    yield from unified_diff(before, after, "accepted", "now", n=1, lineterm="")


def _is_near(one: Box | None, other: Box | None) -> bool:
    if one is None or other is None:
        return one == other
    return all(abs(a - b) <= max(NEAR, abs(a) // PART) for a, b in zip(one, other, strict=True))


def _changed(one: Sequence[str], other: Sequence[str]) -> str:
    was, now = (
        {part for text in texts for part in text.split("; ") if part} for texts in (one, other)
    )
    return f"{sorted(now - was)}, was {sorted(was - now)}"
