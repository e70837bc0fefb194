"""Certificates as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from league.documents.face import PLAIN, Face
from league.documents.typesetting import Document, Paper


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who is honoured, for which place in words, and what else is to be said."""

    name: str
    place: str
    detail: str = ""


def certificates(
    honoured: Sequence[Certificate],
    *,
    heading: str,
    club: str,
    title: str,
    day: str,
    signatures: tuple[str, str],
    lang: str,
    paper: Paper = "a4",
    face: Face = PLAIN,
) -> Document:
    """Pages with a page per person.

    Args:
        heading: what the paper calls itself.
        title: the occasion; ``day`` is when it was, in words.
        signatures: what stands below the two lines.
        face: frame and heading are in the club's accent, its logo stands above its name.
    """
    data = {
        "heading": heading,
        "club": club,
        "title": title,
        "day": day,
        "signatures": list(signatures),
        "certificates": [asdict(one) for one in honoured],
    }
    return Document("certificates.typ", data, lang, paper, face)
