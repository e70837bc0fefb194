"""What cannot be counted, in words, with the way to where something can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.core.enums import TroubleKind
from league.web import paths
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from league.queries.standings.troubles import Uncounted

_PAGES = {
    TroubleKind.STAGE: "stage_settings",
    TroubleKind.PLAN: "stage_settings",
    TroubleKind.SEASON: "season_settings",
    TroubleKind.RECORDS: "club",
    TroubleKind.WEBHOOKS: "club_webhooks",
    TroubleKind.NOTICES: "club_notices",
}


@dataclass(frozen=True, slots=True)
class Line:
    """What cannot be counted, since when, why, and where something can be done about it."""

    what: str
    title: str
    since: datetime
    why: str
    fault: str
    href: str


def lines(found: Iterable[Uncounted]) -> list[Line]:
    return [
        Line(
            what=str(one.kind.label),
            title=one.title,
            since=one.wall,
            why=sentence(one.reason),
            fault=one.fault,
            href=_address(one),
        )
        for one in found
    ]


def _address(one: Uncounted) -> str:
    page = _PAGES.get(one.kind, "")
    return paths.at(page, *one.where) if page and one.where else ""
