"""What somebody reads at an address, whatever kind of file it gives."""

from __future__ import annotations

import functools
import io
import re
import zipfile
from typing import Any

from pypdf import PdfReader

from league.lists import xlsx_writing
from tests.flows.visitors import Reader


# The client's answer, of a private class.
def read(answer: Any) -> str:
    """What stands on a page, also on one that is a PDF."""
    if answer.headers.get("Content-Type") == "application/pdf":
        return _on_paper(answer.content)
    if answer.headers.get("Content-Type") == xlsx_writing.MEDIA:
        return zipfile.ZipFile(io.BytesIO(answer.content)).read("xl/worksheets/sheet1.xml").decode()
    if answer.headers.get("Content-Type") in {"image/png", "image/webp"}:
        return ""  # what pictures of links say is asked where they are made
    return str(answer.content.decode())


def tells(page: str, word: str) -> bool:
    """Whether a page says a word; a number counts where people read it, not in addresses."""
    if word.isdecimal():
        return re.search(rf"\b{word}\b", _words_on(page)) is not None
    return word in page


# Many secrets are looked for in one page, and many people read one paper.


@functools.lru_cache(maxsize=1)
def _words_on(page: str) -> str:
    return Reader(page).words


@functools.lru_cache(maxsize=64)
def _on_paper(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
