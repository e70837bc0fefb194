"""Name tags as PDF, to be cut apart."""

from __future__ import annotations

from collections.abc import Sequence

from league.documents.face import PLAIN, Face
from league.documents.typesetting import Document, Paper

PER_PAGE = (8, 10)


def name_tags(
    names: Sequence[str],
    *,
    club: str,
    title: str,
    lang: str,
    per_page: int = PER_PAGE[0],
    paper: Paper = "a4",
    face: Face = PLAIN,
) -> Document:
    """Pages with ``per_page`` tags on a page, one per name.

    Args:
        per_page: one of ``PER_PAGE``.
        title: the occasion, below each name.
        face: the club's logo stands beside its name.
    """
    data = {"club": club, "title": title, "names": list(names), "per_page": per_page}
    return Document("name_tags.typ", data, lang, paper, face)
