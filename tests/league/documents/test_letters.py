"""Letters that our fonts lack: found in a font of the machine, or told to be in none."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest
from pypdf import PdfReader

from league.documents import letters
from league.documents.name_tags import name_tags

OWN = letters.OWN
HAN = "\N{CJK UNIFIED IDEOGRAPH-660E}"
ARABIC = "\N{ARABIC LETTER AIN}"


def fonts_of(*names: str) -> set[str]:
    """The families that a document with these names embeds."""
    made = name_tags(names, club="Tin Owl", title="Open night", lang="en").pdf()
    found = set()
    for page in PdfReader(io.BytesIO(made)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            found.add(str(font["/BaseFont"]).partition("+")[2].partition("-")[0])
    return found


@pytest.fixture
def without_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if we came without fonts, and the machine had those in their place."""
    empty = tmp_path / "none"
    empty.mkdir()
    monkeypatch.setattr(letters, "OWN", empty)
    monkeypatch.setattr(letters, "_machine", [OWN])


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("Jürgen Şahin, Łódź; ẞ ģ", ""),
        ("Ζωή Жанна שרה عمر", ""),
        ("o\N{COMBINING DIAERESIS}\N{ZERO WIDTH JOINER}\n\N{NO-BREAK SPACE}", ""),
        (f"Ada {HAN}", HAN),
        ("สม", "สม"),
    ],
)
def test_only_letters_beyond_our_own_fonts_are_strange(text: str, lacking: str) -> None:
    assert letters.strange(text) == set(lacking)


def test_what_no_font_has_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(letters, "_machine", [tmp_path, tmp_path / "missing"])

    assert letters.unprintable(f"Ada {HAN}") == {HAN}
    assert letters.folders_for(HAN) == ()


@pytest.mark.usefixtures("without_own")
def test_a_font_of_the_machine_prints_what_ours_lack() -> None:
    assert letters.unprintable(ARABIC) == frozenset()
    assert letters.folders_for(ARABIC) == (OWN,)
    assert fonts_of("Ada", ARABIC) == {"LibertinusSerif", "DejaVuSans"}


def test_latin_names_print_the_same_on_every_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = []
    for folders in ([], [tmp_path], [Path("/usr/share/fonts"), OWN]):
        monkeypatch.setattr(letters, "_machine", folders)
        made.append(name_tags(["Jürgen Łuka"], club="Tin Owl", title="Night", lang="en").pdf())

    assert made[0] == made[1] == made[2]


def in_a_collection(font: bytes) -> bytes:
    """The same font as the only one of a collection."""
    shift = 16
    changed = bytearray(font)
    for n in range(struct.unpack_from(">H", font, 4)[0]):
        (at,) = struct.unpack_from(">I", font, 12 + 16 * n + 8)
        struct.pack_into(">I", changed, 12 + 16 * n + 8, at + shift)
    return b"ttcf" + struct.pack(">III", 0x10000, 1, shift) + bytes(changed)


def without_format_12(font: bytes) -> bytes:
    """The same font, the table of all its letters hidden: that of the first 65,536 is left."""
    changed = bytearray(font)
    rows = [struct.unpack_from(">4s4xI4x", font, 12 + 16 * n) for n in range(font[5])]
    at = dict(rows)[b"cmap"]
    for n in range(struct.unpack_from(">H", font, at + 2)[0]):
        (offset,) = struct.unpack_from(">I", font, at + 4 + 8 * n + 4)
        if struct.unpack_from(">H", font, at + offset)[0] == 12:
            struct.pack_into(">H", changed, at + 4 + 8 * n, 9)
    return bytes(changed)


def codes(font: Path) -> set[int]:
    return {code for first, last in letters._ranges(font) for code in range(first, last + 1)}


def test_fonts_of_every_kind_are_read_alike(tmp_path: Path) -> None:
    plain = OWN / "DejaVuSans.ttf"
    collection, older = tmp_path / "a.ttc", tmp_path / "b.ttf"
    collection.write_bytes(in_a_collection(plain.read_bytes()))
    older.write_bytes(without_format_12(plain.read_bytes()))

    assert codes(collection) == codes(plain)
    assert codes(older) == {code for code in codes(plain) if code < 0xFFFF}
    assert {ord("A"), ord(ARABIC), 0x1D538} <= codes(plain)
    assert ord(HAN) not in codes(plain)


@pytest.mark.parametrize("size", [0, 3, 11, 60, 4000])
def test_a_broken_font_has_no_letters(tmp_path: Path, size: int) -> None:
    font = tmp_path / "broken.ttf"
    font.write_bytes((OWN / "DejaVuSans.ttf").read_bytes()[:size])

    assert letters._ranges(font) == ()
