"""Writing one table as an Excel workbook: numbers are numbers, texts are texts, no formulas.

Just the parts that ECMA-376 asks for. The same table gives the same bytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Sequence
from xml.sax.saxutils import escape

MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?")
# What XML 1.0 has no way to say, and what a sheet's name may not hold.
_UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
_MOMENT = (1980, 1, 1, 0, 0, 0)  # a file of an archive needs one
_WIDEST, _NAME_MOST = 60, 31

_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{MEDIA}.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/styles.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    # Style 1 is the head of the table.
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/>'
    '<name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>'
    "</styleSheet>",
}


def document(
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Collection[str] = (),
) -> bytes:
    """The file: a sheet called ``title`` with a head that stays in sight.

    Args:
        numbers: headings of columns whose decimal numbers, written as text, are to be numbers;
            what is none, such as a dash or a fraction, stays text.
    """
    free = {index for index, heading in enumerate(header) if heading in numbers}
    lines = [_row(1, header, set(), style=1)]
    lines += [_row(at, row, free) for at, row in enumerate(rows, start=2)]
    sheet = (
        f'<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
        f"</sheetView></sheetViews><cols>{_widths([header, *rows])}</cols>"
        f"<sheetData>{''.join(lines)}</sheetData></worksheet>"
    )
    name = _text(_NOT_IN_NAMES.sub(" ", title)[:_NAME_MOST].strip(" '")) or "1"
    book = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    parts = {**_PARTS, "xl/workbook.xml": book, "xl/worksheets/sheet1.xml": sheet}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            part = zipfile.ZipInfo(path, _MOMENT)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, _HEAD + text)
    return out.getvalue()


def _row(number: int, cells: Sequence[str], free: Collection[int], style: int = 0) -> str:
    shown = "".join(
        _cell(f"{_letters(index)}{number}", cell, is_number=index in free, style=style)
        for index, cell in enumerate(cells)
        if cell
    )
    return f'<row r="{number}">{shown}</row>'


def _cell(place: str, text: str, *, is_number: bool, style: int) -> str:
    if is_number and _NUMBER.fullmatch(text):
        return f'<c r="{place}" s="{style}"><v>{text}</v></c>'
    told = f'<is><t xml:space="preserve">{_text(text)}</t></is>'
    return f'<c r="{place}" s="{style}" t="inlineStr">{told}</c>'


def _text(text: str) -> str:
    return escape(_UNSAYABLE.sub("", text), {'"': "&quot;"})


def _letters(index: int) -> str:
    """A, B, … Z, AA, AB, … for 0, 1, …"""
    found, rest = "", index + 1
    while rest:
        rest, at = divmod(rest - 1, 26)
        found = chr(ord("A") + at) + found
    return found


def _widths(lines: Sequence[Sequence[str]]) -> str:
    widest = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        f'<col min="{at}" max="{at}" width="{min(width + 2, _WIDEST)}" customWidth="1"/>'
        for at, width in enumerate(widest, start=1)
    )
