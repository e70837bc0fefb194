"""Slips of tables as PDF: heading, QR code, and a line for each seat."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import segno

from league.documents.typesetting import Document, Paper


@dataclass(frozen=True, slots=True)
class Slip:
    """What stands on the page of one table; ``url`` is set with its QR code, if there is one."""

    heading: str
    detail: str
    seats: tuple[str, ...]
    url: str = ""


def table_slips(slips: Sequence[Slip], *, title: str, lang: str, paper: Paper = "a4") -> Document:
    """Pages with one page per slip; every text is data, never markup."""
    data = {
        "title": title,
        "slips": [{**asdict(slip), "qr": qr(slip.url)} for slip in slips],
    }
    return Document("table_slips.typ", data, lang, paper)


def qr(url: str) -> str:
    """A QR code as SVG, or nothing where there is no link."""
    drawn = io.BytesIO()
    if url:
        segno.make(url, micro=False).save(drawn, kind="svg", scale=4, light="#fff")
    return drawn.getvalue().decode()
