"""The face of the club that a page is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.template.context import Context

from league.web import discs
from league.web.club_face import ClubFace, face_of

if TYPE_CHECKING:
    from league.models import Club
    from league.queries.records.records import TableRow
    from league.web.discs import Disc

register = template.Library()


@register.simple_tag(takes_context=True)
def club_face(context: Context) -> ClubFace | None:
    """The face of the club, by what the page's context has of it; else nothing."""
    for name in ("club", "event", "season"):
        found: Club | None = getattr(context.get(name), "club", context.get(name))
        if found is not None and hasattr(found, "accent"):
            return face_of(found)
    return None


@register.simple_tag
def game_tile(row: TableRow) -> Disc:
    """The tile of the game of a table that the viewer sees."""
    return discs.of_games({row.box: row.game})[row.box].disc
