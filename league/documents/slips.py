"""Slips of tables as PDF: heading, QR code, and a line for each seat."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import segno
import typst

Paper = Literal["a4", "us-letter"]

_TEMPLATE = Path(__file__).with_name("table_slips.typ")


@dataclass(frozen=True, slots=True)
class Slip:
    """What stands on the page of one table; ``url`` is set with its QR code, if there is one."""

    heading: str
    detail: str
    seats: tuple[str, ...]
    url: str = ""


def table_slips(slips: Sequence[Slip], *, title: str, lang: str, paper: Paper = "a4") -> bytes:
    """The bytes of a PDF with one page per slip; every text is data, never markup."""
    data = {
        "title": title,
        "lang": lang.split("-")[0],
        "paper": paper,
        "slips": [{**asdict(slip), "qr": _qr(slip.url)} for slip in slips],
    }
    return typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"data": json.dumps(data)},
        ignore_system_fonts=True,
    )


def _qr(url: str) -> str:
    """An SVG, or nothing where there is no link."""
    drawn = io.BytesIO()
    if url:
        segno.make(url, micro=False).save(drawn, kind="svg", scale=4, light="#fff")
    return drawn.getvalue().decode()
