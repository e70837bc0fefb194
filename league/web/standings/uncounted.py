"""What cannot be counted, in words, with the way to where something can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import TroubleKind
from league.web import paths
from league.words.phrases import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.queries.standings.troubles import Uncounted

_PAGES = {
    TroubleKind.STAGE: "stage_settings",
    TroubleKind.PLAN: "stage_settings",
    TroubleKind.SEASON: "season_settings",
    TroubleKind.RECORDS: "club",
}


def lines(found: Iterable[Uncounted]) -> list[dict[str, object]]:
    """For ``league/standings/_uncounted.html``: what, since when, why, and where to go."""
    return [
        {
            "what": one.kind.label,
            "title": one.title,
            "since": one.since,
            "why": sentence(one.reason),
            "fault": one.fault,
            "href": _address(one),
        }
        for one in found
    ]


def _address(one: Uncounted) -> str:
    page = _PAGES.get(one.kind, "")
    return paths.at(page, *one.where) if page and one.where else ""
