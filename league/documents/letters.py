"""Which letters can be printed: by the fonts that come along, by those of the machine, or by none.

Documents in letters of our own fonts look the same on every machine. Only for others, such as
those of Chinese or Thai names, fonts of the machine are looked for, and only those that help used.
What there is is read once: a font installed later is found after the next start.
"""

from __future__ import annotations

import struct
import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OWN = Path(__file__).parent / "fonts"
USUAL = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")
"""Where the systems keep fonts; `look_in` says otherwise."""
KINDS = {".ttf", ".otf", ".ttc", ".otc"}

Ranges = tuple[tuple[int, int], ...]
"""First and last code of the letters of a font, in rising order."""


_machine: list[Path] = [Path(name) for name in USUAL]


def look_in(folders: Iterable[str]) -> None:
    """From now on fonts of the machine are looked for in these folders."""
    _machine[:] = [Path(name) for name in folders]


def strange(text: str) -> frozenset[str]:
    """The letters of a text that our own fonts lack."""
    return frozenset(
        letter
        for letter in set(text)
        # Signs that steer, and spaces, need no shape.
        if unicodedata.category(letter)[0] not in "CZ"
        and unicodedata.category(letter) != "Mn"
        and not any(_has(font, letter) for font in _files(OWN))
    )


def folders_for(letters: Iterable[str]) -> tuple[Path, ...]:
    """The folders of the machine whose fonts are needed for these letters, in a fixed order."""
    return tuple(sorted({font.parent for font in _chosen(letters).values()}))


def unprintable(text: str) -> frozenset[str]:
    """The letters of a text that no font here has: they would print as empty boxes."""
    foreign = strange(text)
    return foreign - _chosen(foreign).keys()


def _chosen(letters: Iterable[str]) -> dict[str, Path]:
    """For each letter the first font of the machine that has it; without those that none has."""
    found = {}
    for letter in letters:
        fonts = (font for folder in _machine for font in _files(folder) if _has(font, letter))
        if (font := next(fonts, None)) is not None:
            found[letter] = font
    return found


@cache
def _files(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(path for path in folder.rglob("*") if path.suffix.lower() in KINDS))


def _has(font: Path, letter: str) -> bool:
    code, ranges = ord(letter), _ranges(font)
    at = bisect_right(ranges, (code, 0x110000)) - 1
    return at >= 0 and ranges[at][0] <= code <= ranges[at][1]


# --- reading a font: its table "cmap", formats 4 and 12 (OpenType 1.9) -------------------------


@cache
def _ranges(font: Path) -> Ranges:
    """The letters of a font; none where the file is broken or of another kind."""
    try:
        with font.open("rb") as file:
            return tuple(sorted(_read(file)))
    except (OSError, struct.error, UnicodeDecodeError):
        return ()


def _read(file: BinaryIO) -> Iterator[tuple[int, int]]:
    start = 0
    if _bytes(file, 0, 4) == b"ttcf":  # a collection: its first font speaks for all
        (start,) = struct.unpack(">I", _bytes(file, 12, 4))
    (count,) = struct.unpack(">H", _bytes(file, start + 4, 2))
    tables = dict(
        struct.iter_unpack(">4s4xI4x", _bytes(file, start + 12, 16 * count)),
    )
    at = tables.get(b"cmap")
    if at is None:
        return
    (many,) = struct.unpack(">H", _bytes(file, at + 2, 2))
    subtables = [
        at + offset
        for platform, _, offset in struct.iter_unpack(">HHI", _bytes(file, at + 4, 8 * many))
        if platform in {0, 3}
    ]
    for place in subtables:
        (kind,) = struct.unpack(">H", _bytes(file, place, 2))
        if kind == 12:
            (groups,) = struct.unpack(">I", _bytes(file, place + 12, 4))
            for first, last, _ in struct.iter_unpack(">III", _bytes(file, place + 16, 12 * groups)):
                yield first, last
            return
    for place in subtables:
        (kind, size) = struct.unpack(">HH", _bytes(file, place, 4))
        if kind == 4:
            yield from _segments(_bytes(file, place, size))
            return


def _segments(table: bytes) -> Iterator[tuple[int, int]]:
    """Format 4: segments of codes; those that lead to no glyph are left out."""
    (double,) = struct.unpack_from(">H", table, 6)
    count = double // 2
    columns = [
        struct.unpack_from(f">{count}H", table, 14 + part * double + (2 if part else 0))
        for part in range(4)
    ]
    for place, (last, first, delta, offset) in enumerate(zip(*columns, strict=True)):
        if first == 0xFFFF:
            continue
        base = 16 + 3 * double + 2 * place + offset
        for code in range(first, last + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", table, base + 2 * (code - first))
            if (glyph or not offset) and (glyph + delta) & 0xFFFF:
                yield code, code


def _bytes(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    found = file.read(size)
    if len(found) < size:
        raise struct.error("the file ends before its table does")
    return found
