"""Pictures made safe and small: what came in is looked at, drawn anew in two sizes, and dropped.

Nothing of the file survives but its colours: no place, no camera, no script. Size and kind are
read from the first bytes, so that a file which would fill the memory is never decoded.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Literal

from PIL import Image, ImageOps
from PIL.Image import Transpose

from league.core.enums import PictureKind
from league.core.errors import BadInput, TooMany

MOST_BYTES = 8 * 1024 * 1024
MOST_PIXELS = 40_000_000
MOST_PNG_PIXELS = 20_000_000  # always decoded in full size: 150 MB at worst
MOST_WEBP_PIXELS = 10_000_000  # likewise, and its decoder takes 16 bytes for each
LEAST_SIDE = 48
MOST_SCANS = 64  # of a JPEG: each takes as long as the whole picture; programs write up to 20
MEDIA = "image/webp"
_FORMATS = ("JPEG", "PNG", "WEBP")
_QUALITY = 82
Size = Literal["small", "large"]
SIZES: tuple[Size, ...] = ("small", "large")
_NAME = re.compile(rf"[A-Za-z0-9_-]{{24}}-(?:{'|'.join(SIZES)})\.webp")


@dataclass(frozen=True, slots=True)
class Shape:
    """How long the longer side of each size is, and whether the picture is cut to a square."""

    small: int
    large: int
    is_square: bool = False


SHAPES: Mapping[PictureKind, Shape] = {
    PictureKind.PLAYER: Shape(96, 320, is_square=True),
    PictureKind.LOGO: Shape(96, 320),
    PictureKind.COVER: Shape(720, 1440),
    PictureKind.BOX: Shape(96, 320),
}
# One at a time: decoded, a picture is twenty times its file.
_ONE_AT_A_TIME = Lock()
_PATIENCE_S = 5
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])")
_ORIENTATION = 274
_TURNS: Mapping[object, Transpose] = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
# What the library raises for bytes that are not what they say.
_DAMAGES = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
)
_SCAN, _END = b"\xda", b"\xd9"


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture in both sizes; the same upload has the same ``digest``."""

    sizes: Mapping[Size, bytes]
    digest: str


def encoded(data: bytes, kind: PictureKind, *, field: str) -> Encoded:
    """The picture as pages show it.

    Raises:
        BadInput: at ``field``, each with what to do about it: ``picture_missing``,
            ``picture_too_heavy``, ``picture_vector``, ``picture_unreadable``,
            ``picture_animated``, ``picture_too_large``, ``picture_too_small``,
            ``picture_print_colours``, ``picture_depth``, ``picture_damaged``.
        TooMany: others' pictures take too long at present.
    """
    if not data:
        raise BadInput("picture_missing", field=field)
    if len(data) > MOST_BYTES:
        raise BadInput("picture_too_heavy", field=field, most=MOST_BYTES // 1024**2)
    shape = SHAPES[kind]
    _refuse_by_header(data, field)
    if not _ONE_AT_A_TIME.acquire(timeout=_PATIENCE_S):
        raise TooMany("too_many_pictures", field=field)
    try:
        image, turn = _decoded(data, field, shape)
        sizes: dict[Size, bytes] = {
            "small": _drawn(image, shape.small, turn, is_square=shape.is_square),
            "large": _drawn(image, shape.large, turn, is_square=shape.is_square),
        }
    finally:
        _ONE_AT_A_TIME.release()
    return Encoded(sizes, hashlib.sha256(sizes["large"]).hexdigest())


def name_of(key: str, size: str) -> str:
    """What the file of a picture is called where pictures are stored."""
    return f"{key}-{size}.webp"


def is_name(name: str) -> bool:
    """Whether a file may be one of ours by what it is called."""
    return _NAME.fullmatch(name) is not None


def _decoded(data: bytes, field: str, shape: Shape) -> tuple[Image.Image, Transpose | None]:
    """The colours of the file, and how they are turned to stand upright."""
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            _refuse_by_description(image, field)
            image.draft("RGB", (2 * shape.large, 2 * shape.large))  # a JPEG is read no finer
            image.load()
            turn = _turn(image)
    except Image.DecompressionBombError:
        raise _too_large(field) from None
    except _DAMAGES:
        raise BadInput("picture_damaged", field=field) from None
    has_alpha = image.mode in {"RGBA", "LA", "PA", "La"} or "transparency" in image.info
    mode = "RGBA" if has_alpha else "RGB"
    return (image if image.mode == mode else image.convert(mode)), turn


def _turn(image: Image.Image) -> Transpose | None:
    """What the camera noted of how it was held; other notes may be as odd as they like."""
    try:
        return _TURNS.get(image.getexif().get(_ORIENTATION))
    except _DAMAGES:
        return None


def _refuse_by_header(data: bytes, field: str) -> None:
    """Refuses what the first bytes tell is no picture, or none that may be decoded."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        if int.from_bytes(data[16:20]) * int.from_bytes(data[20:24]) > MOST_PNG_PIXELS:
            raise _too_large(field, MOST_PNG_PIXELS)
        if data[24:25] == b"\x10":
            raise BadInput("picture_depth", field=field)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        if data[12:16] == b"VP8X" and len(data) > 20 and data[20] & 2:
            raise BadInput("picture_animated", field=field)
        if _webp_pixels(data) > MOST_WEBP_PIXELS:
            raise _too_large(field, MOST_WEBP_PIXELS)
    elif data[:3] == b"GIF":
        raise BadInput("picture_animated", field=field)
    elif not data.startswith(b"\xff\xd8\xff"):
        is_vector = b"<svg" in data[:4096].lower()
        raise BadInput("picture_vector" if is_vector else "picture_unreadable", field=field)
    elif _jpeg_scans(data) > MOST_SCANS:
        raise BadInput("picture_damaged", field=field)


def _jpeg_scans(data: bytes) -> int:
    """How many scans a JPEG has up to its end; what is appended to it does not count."""
    scans, at = 0, 2
    while (marker := _MARKER.search(data, at)) is not None and marker[1] != _END:
        scans += marker[1] == _SCAN
        at = marker.end()
        if marker[1] >= b"\xc0":  # those below are none, and decoders read on behind them
            at += max(2, int.from_bytes(data[at : at + 2]))
    return scans


def _webp_pixels(data: bytes) -> int:
    """How many pixels a WebP says to have; its decoder takes memory for them at once."""
    match data[12:16]:
        case b"VP8X":
            sides = (_little(data[24:27]) + 1, _little(data[27:30]) + 1)
        case b"VP8L":
            bits = _little(data[21:25])
            sides = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case _:
            sides = (_little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF)
    return sides[0] * sides[1]


def _little(part: bytes) -> int:
    return int.from_bytes(part, "little")


def _refuse_by_description(image: Image.Image, field: str) -> None:
    """Refuses what the file says of itself, before any of it is decoded."""
    if image.width * image.height > MOST_PIXELS:
        raise _too_large(field)
    if min(image.size) < LEAST_SIDE:
        raise BadInput("picture_too_small", field=field, least=LEAST_SIDE)
    if getattr(image, "n_frames", 1) > 1 and image.format not in {"JPEG", "MPO"}:
        raise BadInput("picture_animated", field=field)
    if image.mode in {"CMYK", "YCCK", "LAB"}:
        raise BadInput("picture_print_colours", field=field)
    if image.mode.startswith(("I", "F")):
        raise BadInput("picture_depth", field=field)


def _too_large(field: str, most: int = MOST_PIXELS) -> BadInput:
    return BadInput("picture_too_large", field=field, most=most // 1_000_000)


def _drawn(image: Image.Image, longest: int, turn: Transpose | None, *, is_square: bool) -> bytes:
    """The picture upright with no side above ``longest``; it is never blown up.

    Turned is what was drawn: a turned copy of the whole would take as much memory again.
    """
    if is_square:
        side = min(longest, *image.size)
        drawn = ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS)
    else:
        share = min(1, longest / max(image.size))
        width, height = (max(1, round(side * share)) for side in image.size)
        drawn = image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2)
    if turn is not None:
        drawn = drawn.transpose(turn)
    drawn.info = {}
    written = BytesIO()
    drawn.save(written, "WEBP", quality=_QUALITY, method=4)
    return written.getvalue()
