"""Reading what came out of the press: text per page, where there is ink, what QR codes say."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass

import zxingcpp
from pypdf import PdfReader

from league.documents.typesetting import Document

DARK = 150
PPI = 36


def texts(document: Document) -> list[str]:
    """The words of each page, single spaces between them, without breaks inside long ones."""
    pages = PdfReader(io.BytesIO(document.pdf())).pages
    return [" ".join(page.extract_text().replace("\u200b", "").split()) for page in pages]


def sizes(document: Document) -> set[tuple[int, int]]:
    """The sizes of the pages in points."""
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(document.pdf())).pages]
    return {(round(box.width), round(box.height)) for box in boxes}


@dataclass(frozen=True, slots=True)
class Picture:
    """A page in shades of grey, row by row; places on it are asked for in millimetres."""

    width: int
    rows: tuple[bytes, ...]

    def has_ink(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether anything dark is between these distances from the upper left corner."""
        (x0, x1), (y0, y1) = _dots(left, right), _dots(top, bottom)
        return any(min(row[x0:x1], default=255) < DARK for row in self.rows[y0:y1])

    def is_ruled_only(self, left: float, right: float) -> bool:
        """Whether a column holds nothing but rules and shades from its left to its right."""
        x0, x1 = _dots(left, right)
        return all(max(row[x0:x1]) - min(row[x0:x1]) < DARK // 3 for row in self.rows)


def codes(png: bytes) -> list[str]:
    """What the QR codes on a picture say, from top to bottom."""
    seen = picture(png)
    greys = memoryview(b"".join(seen.rows)).cast("B", (len(seen.rows), seen.width))
    found = zxingcpp.read_barcodes(greys)
    return [code.text for code in sorted(found, key=lambda code: code.position.top_left.y)]


def _dots(*millimetres: float) -> tuple[int, ...]:
    return tuple(round(one / 25.4 * PPI) for one in millimetres)


def picture(png: bytes) -> Picture:
    """A picture from a PNG of eight bits per colour, not interlaced."""
    at, packed, width, channels = 8, b"", 0, 4
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (bits, interlaced) == (8, 0)
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colours]
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    raw, stride = zlib.decompress(packed), width * channels
    rows, above = [], bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        line = _unfiltered(
            raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels
        )
        rows.append(bytes(line[::channels]))
        above = line
    return Picture(width, tuple(rows))


def _unfiltered(kind: int, line: bytearray, above: bytearray, step: int) -> bytearray:
    """One row with the PNG filter taken off (W3C PNG, section 9)."""
    for at in range(len(line) if kind else 0):
        left = line[at - step] if at >= step else 0
        up = above[at]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = above[at - step] if at >= step else 0
            near = left + up - corner
            guess = min((left, up, corner), key=lambda one: abs(near - one))
        line[at] = (line[at] + guess) & 255
    return line
