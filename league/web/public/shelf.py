"""The games of a club as tiles on its page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import ngettext

from games.catalogue import rules_text
from league.queries.office import pictures
from league.queries.public import shelf
from league.web import discs, paths
from league.web.standings import ranking

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club
    from league.web.discs import Disc


@dataclass(frozen=True, slots=True)
class WinnerShown:
    """One of those who won last."""

    name: str
    href: str


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game of the shelf: its picture or initials, how many play how long, and what was played."""

    title: str
    href: str
    disc: Disc
    low: int | None
    high: int | None
    minutes: int | None
    matches: str
    winners: list[WinnerShown]


def tiles(viewer: Actor, club: Club) -> list[GameTile]:
    """The shelf of a club that the viewer sees."""
    boxes = shelf.of_club(viewer, club)
    keys = pictures.of_boxes([box.pk for box in boxes])
    link = ranking.players_of(club)
    return [
        GameTile(
            title=box.title,
            href=paths.at("game", box.game) if rules_text(box.game) else "",
            disc=discs.disc(box.pk, box.title, discs.address(keys.get(box.pk, ""), "large")),
            low=box.seats[0] if box.seats else None,
            high=box.seats[1] if box.seats else None,
            minutes=box.minutes,
            matches=ngettext("%(n)s match", "%(n)s matches", box.matches) % {"n": box.matches},
            winners=[WinnerShown(one.name, link(one.player_id)) for one in box.winners],
        )
        for box in boxes
    ]
