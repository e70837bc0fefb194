"""Reading tables that people made with a spreadsheet; no database, no framework.

The encoding and the delimiter are guessed and may be given. Nothing is repaired silently:
what cannot be decoded or parsed raises an error that names the line.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from charset_normalizer import CharsetMatch, from_bytes

from league.core.errors import BadInput
from league.words import names

# What can be chosen, in the order of a list: the key, and the name that pages show.
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp932": "Windows-932",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "cp949": "Windows-949",
    "mac_roman": "Mac Roman",
    "iso8859_15": "ISO-8859-15",
}
DELIMITERS: Mapping[str, str] = {",": ",", ";": ";", "tab": "\t"}

# What old spreadsheets write without saying so; of two that fit equally well the earlier one.
_GUESSED = ("cp1252", "cp1250", "cp1251", "cp932", "gb18030", "big5", "cp949", "mac_roman")
# What Western European languages write beside ASCII; "œ" only as in "cœur", "ì" and "ù" only at
# the end of a word: elsewhere they are letters of another code page.
_WESTERN = re.compile(
    r"(?:[\x00-\x7f]|[ÄÖÜäöüßÀÂÁÃÅàâáãåÆæÇçÉÈÊËéèêëÍÎÏíîïÑñÓÔÒÕØóôòõøÚÛúûŸÿ]"
    r"|[ìùÙ](?!\w)|Œ(?=[uU])|œ(?=u)|[\xa0«»“”„‘’‚–—…·°§€ªº¿¡])*"
)
_USUAL_ROWS = {
    "cp932": (0x81, 0x97),
    "gb18030": (0xA1, 0xD7),
    "big5": (0xA1, 0xC6),
    "cp949": (0xA1, 0xC8),
}
_SAMPLE = 32_768
_LOOKED_AT = 1_048_576
MOST_COLUMNS = 100
MOST_LINES = 200_000
MOST_IN_A_CELL = 10_000

_GUARDED = re.compile(r"'+[=+\-@\t\r]")
# "3. Ada", "3) Ada", "- Ada", "• Ada": the mark of a written list, in a line of one cell.
_LIST_MARK = re.compile(r"^[ \t]*(?:\d{1,3}[.)]|[-–—•·*]) +(?=[^\t;]*$)", re.MULTILINE)
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_SEPARATOR_LINE = re.compile(r"sep=(.)(\r\n|\r|\n)")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line of the file on which it begins, and its cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A file as read: ``encoding`` and ``delimiter`` are keys of the choices above.

    ``sheet`` is the one of a workbook that was read.
    """

    encoding: str
    delimiter: str
    header: Row
    rows: tuple[Row, ...]
    headed: bool = True
    sheet: str = ""


def read(
    data: bytes,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    headed: bool = True,
    max_bytes: int,
    max_rows: int,
) -> Table:
    """The table in ``data``: its first row with content is the header, blank rows are left out.

    A formula that an export has guarded with an apostrophe loses that apostrophe.

    Args:
        encoding: a key of ``ENCODINGS``; guessed when empty.
        delimiter: a key of ``DELIMITERS``; guessed from the header when empty.
        headed: whether the first row is the header; else all headings are empty.

    Raises:
        BadInput: ``file_too_large``, ``too_many_rows``, ``empty_file``, ``undecodable``,
            ``nul_character``, ``csv_unreadable``, ``unknown_encoding``, ``bad_choice``,
            ``too_many_columns``, ``too_many_lines``, ``cell_too_long``.
    """
    if len(data) > max_bytes:
        raise BadInput("file_too_large", field="file", most=max_bytes // 1024)
    if encoding and encoding not in ENCODINGS:
        raise BadInput("unknown_encoding", field="encoding", value=names.clean(encoding)[:40])
    if delimiter and delimiter not in DELIMITERS:
        raise BadInput("bad_choice", field="delimiter", value=names.clean(delimiter)[:40])
    chosen = encoding or guess_encoding(data)
    text = decode(data, chosen)
    if "\0" in text:
        line = line_of(text, text.index("\0"))
        raise BadInput("nul_character", field="file", line=line)
    skipped = 0
    if hint := _SEPARATOR_LINE.match(text):
        text, skipped = text[hint.end() :], 1
        delimiter = delimiter or {"\t": "tab"}.get(hint[1], hint[1])
        if delimiter not in DELIMITERS:
            delimiter = None
    sign = delimiter or guess_delimiter(text, headed=headed)
    header: Row | None = None if headed else Row(0, ())
    rows: list[Row] = []
    for row in _rows(text, DELIMITERS[sign], skipped):
        if not any(cell.strip() for cell in row.cells):
            continue
        if header is None:
            header = row
        elif len(rows) == max_rows:
            raise BadInput("too_many_rows", field="file", most=max_rows)
        else:
            rows.append(row)
    if header is None or not (headed or rows):
        raise BadInput("empty_file", field="file")
    if not headed:
        header = Row(0, ("",) * max(len(row.cells) for row in rows))
    return Table(chosen, sign, header, tuple(rows), headed)


def _rows(text: str, delimiter: str, skipped: int) -> Iterator[Row]:
    # Strict: a stray or unclosed quotation mark would swallow the rows after it.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1 + skipped
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "field limit" in str(error):
                raise too_long(line) from None
            raise BadInput("csv_unreadable", field="file", line=line) from None
        if line > MOST_LINES:
            raise BadInput("too_many_lines", field="file", most=MOST_LINES)
        if len(cells) > MOST_COLUMNS:
            raise BadInput("too_many_columns", field="file", line=line, most=MOST_COLUMNS)
        if any(len(cell) > MOST_IN_A_CELL for cell in cells):
            raise too_long(line)
        yield Row(line, tuple(unguarded(cell) for cell in cells))


def too_long(line: int) -> BadInput:
    return BadInput("cell_too_long", field="file", line=line, most=MOST_IN_A_CELL)


def without_list_marks(text: str) -> str:
    """The lines of a list that somebody wrote, without their numbers and bullets."""
    return _LIST_MARK.sub("", text)


def decode(data: bytes, encoding: str) -> str:
    """The text of ``data`` without a byte order mark; names the line it cannot read."""
    codec = encoding
    if encoding == "utf-8":
        data = data.removeprefix(codecs.BOM_UTF8)
    elif encoding == "utf-16" and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        codec = "utf-16-be" if _zeros(data[::2]) > _zeros(data[1::2]) else "utf-16-le"
    try:
        return data.decode(codec)
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode(codec, "ignore")
        raise BadInput(
            "undecodable",
            field="encoding",
            line=line_of(before, len(before)),
            byte=f"0x{data[fault.start]:02X}",
            encoding=ENCODINGS[encoding],
        ) from None


def guess_encoding(data: bytes) -> str:
    """By byte order mark, by zero bytes, else UTF-8 where it fits, else by what reads as words."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    start = data[:4096]
    if not data.startswith(codecs.BOM_UTF8) and len(start) >= 4 and len(data) % 2 == 0:
        even, odd = _zeros(start[::2]), _zeros(start[1::2])
        if max(even, odd) * 3 >= len(start) and min(even, odd) * 8 <= len(start):
            return "utf-16"
    if _fits(data, "utf-8"):
        return "utf-8"
    return _guess_old_encoding(data)


def _guess_old_encoding(data: bytes) -> str:
    """The code page in which the lines beyond ASCII read as words; Windows-1252 if none does."""
    lines = b"\n".join(line for line in data.splitlines() if not line.isascii())[:_SAMPLE]
    if _fits(data, "cp1252") and _WESTERN.fullmatch(lines.decode("cp1252", "ignore")):
        return "cp1252"

    def strangeness(match: CharsetMatch) -> tuple[Fraction, float, int]:
        rare = _rare(str(match), match.encoding)
        return rare, match.chaos, _GUESSED.index(match.encoding)

    found = from_bytes(lines, cp_isolation=list(_GUESSED), language_threshold=0)
    for match in sorted(found, key=strangeness):
        if match.encoding != "cp1252" and _fits(data, match.encoding) and _is_words(str(match)):
            return match.encoding
    return "cp1252"


def _rare(text: str, encoding: str) -> Fraction:
    """The share of signs outside the rows in which a double-byte code page has its usual ones."""
    low, high = _USUAL_ROWS.get(encoding, (0, 255))
    leads = [sign.encode(encoding)[0] for sign in text if not sign.isascii()]
    return Fraction(sum(not low <= lead <= high for lead in leads), len(leads) or 1)


def _is_words(text: str) -> bool:
    """Whether no word mixes Latin letters with others, or goes on with a strange capital."""
    for word in re.findall(r"[^\W\d_]+", text):
        latin = {unicodedata.name(letter, "").startswith("LATIN") for letter in word}
        if len(latin) > 1:
            return False
        if any(a.islower() and b.isupper() and not b.isascii() for a, b in pairwise(word)):
            return False
    return True


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _zeros(data: bytes) -> int:
    return data.count(0)


def guess_delimiter(text: str, *, headed: bool = True) -> str:
    """The sign that parts the most cells of the first line, quoted parts left out.

    Below a heading alone, or without headings, “Family, Given” is one cell: the comma parts
    nothing there.
    """
    lines = text[:_LOOKED_AT].splitlines()
    line = next((each for each in lines if each.strip(" ,;\t")), "")
    outside = "".join(line.split('"')[::2])
    counts = {key: outside.count(sign) for key, sign in DELIMITERS.items()}
    best = max(counts, key=lambda key: counts[key])
    is_names = all(each.count(",") <= 1 and not any(map(str.isdigit, each)) for each in lines)
    if counts[best] and not (best == "," and is_names and not headed):
        return best
    return ";" if is_names else ","


def line_of(text: str, position: int) -> int:
    """The number of the line that holds ``position``, whatever ends the lines."""
    before = text[:position]
    return 1 + before.count("\n") + before.count("\r") - before.count("\r\n")


def unguarded(cell: str) -> str:
    """The cell without the apostrophe that ``csv_writing`` puts before a formula."""
    return cell[1:] if _GUARDED.match(cell) else cell


# --- columns ---------------------------------------------------------------------------


def plain(heading: str) -> str:
    """A heading for comparison: no accents, case, spaces or signs."""
    return _NOT_WORD.sub("", names.fold(heading))


def match_columns(
    header: Sequence[str],
    aliases: Mapping[str, Sequence[str]],
    known: Mapping[str, str] | None = None,
) -> dict[str, int]:
    """Which column holds which field, by the field's name or one of its aliases.

    Args:
        known: plain headings of which somebody has said which field they hold: they go before.

    Raises:
        BadInput: ``column_twice`` when two columns are headed as the same field.
    """
    fields = {plain(word): field for field, words in aliases.items() for word in (field, *words)}
    found: dict[str, int] = {}
    for index, heading in enumerate(header):
        said = (known or {}).get(plain(heading))
        if said is not None and said in aliases:
            found.setdefault(said, index)
    settled, taken = set(found), set(found.values())
    for index, heading in enumerate(header):
        field = fields.get(plain(heading))
        if field is None or field in settled or index in taken:
            continue
        if field in found:
            raise BadInput("column_twice", field=field, column=field)
        found[field] = index
    return found


def chosen_columns(header: Sequence[str], columns: Mapping[str, int | None]) -> dict[str, int]:
    """A mapping made by hand, checked against the file; ``None`` leaves a field out."""
    found = {field: index for field, index in columns.items() if index is not None}
    taken: set[int] = set()
    for field, index in found.items():
        if not 0 <= index < len(header):
            raise BadInput("bad_column", field=field, value=index + 1)
        if index in taken:
            raise BadInput("column_twice", field=field, column=names.clean(header[index])[:80])
        taken.add(index)
    return found
