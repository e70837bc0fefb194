"""One chat of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.errors import NotFound
from league.queries.notices import mine

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, NoticeAddress


def one_of(viewer: Actor, club: Club, pk: int) -> NoticeAddress:
    """One chat of the club, for who runs it.

    Raises:
        NotFound: it is none of the club's.
    """
    found = next((row for row in mine.of_club(viewer, club) if row.pk == pk), None)
    if found is None:
        raise NotFound("not_found")
    return found
