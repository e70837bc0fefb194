"""Pictures that come in: what is refused before it is decoded, and what is left of the rest."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from league.core.enums import PictureKind
from league.core.errors import BadInput, TooMany
from league.pictures import encoding
from tests.factories.pictures import picture_file


def _png_header(width: int, height: int, depth: int = 8) -> bytes:
    """A PNG that says to be this large and ends there."""
    head = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)
    body = b"IHDR" + head
    chunk = struct.pack(">I", len(head)) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\0" * 40


def _webp_header(width: int, height: int) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunk = b"VP8X" + (10).to_bytes(4, "little") + b"\0\0\0\0" + sides
    return b"RIFF" + (len(chunk) + 4).to_bytes(4, "little") + b"WEBP" + chunk


def _moving(kind: str) -> bytes:
    written = BytesIO()
    frames = [Image.new("RGB", (64, 64), (n, n, n)) for n in (0, 90, 180)]
    frames[0].save(written, kind, save_all=True, append_images=frames[1:], duration=90)
    return written.getvalue()


def _progressive(scans: int) -> bytes:
    """A JPEG whose last scan comes this many times."""
    data = picture_file(kind="JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * scans + data[-2:]


WRONG = {
    "nothing": (b"", "picture_missing"),
    "nine megabytes": (b"\x89PNG\r\n\x1a\n" + b"\0" * 9_000_000, "picture_too_heavy"),
    "a text called .png": (b"Dear club, this is my face.", "picture_unreadable"),
    "a PDF": (b"%PDF-1.7\n", "picture_unreadable"),
    "an SVG with a script": (b"<?xml?><svg><script>alert(1)</script></svg>", "picture_vector"),
    "100 megapixels of PNG": (_png_header(10_000, 10_000), "picture_too_large"),
    "25 megapixels of PNG": (_png_header(5_000, 5_000), "picture_too_large"),
    "12 megapixels of WebP": (_webp_header(4_000, 3_000), "picture_too_large"),
    "a PNG that bursts": (_png_header(60_000, 60_000), "picture_too_large"),
    "100 megapixels of WebP": (_webp_header(10_000, 10_000), "picture_too_large"),
    "a PNG of its header alone": (_png_header(100, 100), "picture_damaged"),
    "half a JPEG": (picture_file((900, 900), "JPEG")[:4000], "picture_damaged"),
    "half a WebP": (picture_file((900, 900), "WEBP")[:60], "picture_damaged"),
    "a JPEG that comes again and again": (_progressive(200), "picture_damaged"),
    "a moving WebP": (_moving("WEBP"), "picture_animated"),
    "a moving PNG": (_moving("PNG"), "picture_animated"),
    "a GIF": (_moving("GIF"), "picture_animated"),
    "CMYK": (picture_file(kind="JPEG", mode="CMYK", colour=0), "picture_print_colours"),
    "16 bits": (picture_file(mode="I;16", colour=900), "picture_depth"),
    "16 bits of colour": (_png_header(100, 100, 16), "picture_depth"),
    "a dot": (picture_file((1, 1)), "picture_too_small"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_good_picture_is_refused_with_its_fault(name: str) -> None:
    data, code = WRONG[name]

    with pytest.raises(BadInput) as refused:
        encoding.encoded(data, PictureKind.PLAYER, field="picture")

    assert (refused.value.code, refused.value.field) == (code, "picture")


def test_nobody_waits_for_the_pictures_of_others_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_PATIENCE_S", 0.01)

    with encoding._ONE_AT_A_TIME, pytest.raises(TooMany) as refused:
        encoding.encoded(picture_file(), PictureKind.PLAYER, field="picture")

    assert refused.value.code == "too_many_pictures"


def test_what_follows_the_end_of_a_photo_is_no_part_of_it() -> None:
    motion = picture_file(kind="JPEG", progressive=True) + b"\xff\xda\x00\x02" * 200

    made = encoding.encoded(motion, PictureKind.PLAYER, field="picture")

    assert made.sizes["small"]


def test_nothing_of_the_file_is_left_but_its_colours_the_right_way_up() -> None:
    half = Image.new("RGB", (400, 200), "red")
    half.paste(Image.new("RGB", (200, 200), "blue"), (200, 0))
    exif = Image.Exif()
    exif[274] = 6  # turned by a quarter: what is left goes to the top
    exif[271] = "CAMERA OF ADA"
    written = BytesIO()
    half.save(written, "JPEG", exif=exif, icc_profile=b"PROFILE", comment=b"by Ada")

    made = encoding.encoded(written.getvalue(), PictureKind.BOX, field="picture")

    large = Image.open(BytesIO(made.sizes["large"]))
    assert (large.format, large.size) == ("WEBP", (160, 320))
    red, blue = (large.convert("RGB").getpixel((80, y)) for y in (40, 280))
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert (red[0] > 200, blue[2] > 200) == (True, True)
    kept = b"".join(made.sizes.values())
    assert [mark for mark in (b"CAMERA", b"PROFILE", b"EXIF", b"Ada") if mark in kept] == []


def _noted(tag: int, kind: int, count: int, value: bytes) -> bytes:
    """What a camera notes, as large as its value: the picture turned by a quarter, and this."""
    rows = [(tag, kind, count, value), (274, 3, 1, b"\0\6\0\0")]
    fields = b"".join(struct.pack(">HHI4s", *row) for row in sorted(rows))
    return b"MM\0*\0\0\0\x08" + struct.pack(">H", len(rows)) + fields + b"\0" * 4


ODD = {
    "a width that is a fraction": _noted(256, 5, 1, b"\0\0\0\x08"),
    "a resolution of bytes": _noted(282, 1, 1, b"\x48\0\0\0"),
    "a description that is a fraction": _noted(270, 5, 1, b"\0\0\0\x08"),
    "nothing at all": b"MM\0*",
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("name", ODD)
def test_odd_notes_of_a_camera_harm_no_picture(name: str, kind: str) -> None:
    notes = ODD[name] if kind == "PNG" else b"Exif\0\0" + ODD[name]
    data = picture_file((400, 200), kind, exif=notes)

    made = encoding.encoded(data, PictureKind.BOX, field="picture")

    upright = Image.open(BytesIO(made.sizes["large"])).size
    assert upright == ((320, 160) if name == "nothing at all" else (160, 320))


def test_of_a_photo_with_several_pictures_the_first_is_taken() -> None:
    written = BytesIO()
    frames = [Image.new("RGB", size, "red") for size in ((400, 200), (64, 64))]
    frames[0].save(written, "MPO", save_all=True, append_images=frames[1:])

    made = encoding.encoded(written.getvalue(), PictureKind.BOX, field="picture")

    assert Image.open(BytesIO(made.sizes["large"])).size == (320, 160)


@pytest.mark.parametrize(
    ("kind", "small", "large"),
    [
        (PictureKind.PLAYER, (96, 96), (320, 320)),
        (PictureKind.LOGO, (96, 48), (320, 160)),
        (PictureKind.COVER, (720, 360), (1000, 500)),
    ],
)
def test_each_kind_has_its_two_sizes_and_none_is_blown_up(
    kind: PictureKind, small: tuple[int, int], large: tuple[int, int]
) -> None:
    made = encoding.encoded(picture_file((1000, 500)), kind, field="picture")

    sizes = [Image.open(BytesIO(made.sizes[size])).size for size in encoding.SIZES]

    assert sizes == [small, large]


def test_what_was_clear_stays_clear() -> None:
    data = picture_file((200, 200), mode="RGBA", colour=(255, 0, 0, 0))

    made = encoding.encoded(data, PictureKind.LOGO, field="picture")

    clear = Image.open(BytesIO(made.sizes["small"])).convert("RGBA").getpixel((5, 5))
    assert isinstance(clear, tuple)
    assert clear[3] == 0
