"""The press: a typst template and its data become a PDF. All text is data, never markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

import typst

from league.documents import letters
from league.documents.face import PLAIN, Face

Paper = Literal["a4", "us-letter"]
Form = Literal["pdf", "png"]

_ROOM = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Document:
    """One of this room's templates with what is set into it; the same data, the same bytes, but
    for letters that only a font of the machine has.

    Attributes:
        template: the name of its file.
        lang: a language code such as ``de`` or ``de-at``, for hyphens and quotes.
        face: the accent and the logo of the club whose paper it is.
    """

    template: str
    data: Mapping[str, object]
    lang: str
    paper: Paper
    face: Face = PLAIN

    def pdf(self) -> bytes:
        return self._made("pdf", 72)[0]

    def pictures(self, *, ppi: float) -> list[bytes]:
        """Its pages as PNG, so many dots to the inch."""
        return self._made("png", ppi)

    def _made(self, form: Form, ppi: float) -> list[bytes]:
        spoken = {
            "lang": self.lang.split("-")[0],
            "paper": self.paper,
            **self.face.colours(),
            **self.data,
        }
        foreign = letters.strange(json.dumps(spoken, ensure_ascii=False))
        made = cast(
            "bytes | list[bytes]",  # pictures of several pages are a list
            typst.compile(
                _ROOM / self.template,
                root=_ROOM,
                format=form,
                ppi=ppi,
                sys_inputs={"data": json.dumps(spoken), "logo": json.dumps(list(self.face.logo))},
                font_paths=_fonts(letters.folders_for(foreign)),
                ignore_system_fonts=True,
                timestamp=0,
            ),
        )
        return made if isinstance(made, list) else [made]


@cache
def _fonts(more: tuple[Path, ...] = ()) -> typst.Fonts:
    """Those of the wheel, and ours for letters that they lack; of the machine only ``more``."""
    return typst.Fonts(include_system_fonts=False, font_paths=[letters.OWN, *more])
