"""What a casual match of a club says of the club's ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.errors import Refused
from league.queries.play import rated
from league.web import paths
from league.words.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Play


@dataclass(frozen=True, slots=True)
class OfRating:
    """Whether the match counts; ``why_not`` in words, empty if it does, or would as things are.

    Attributes:
        href: the club's ratings; empty for those who may not see them.
        left_out: the names of those who are not rated, since a bot played for them.
    """

    club: str
    href: str
    why_not: str
    left_out: tuple[str, ...]


def of_play(viewer: Actor, play: Play, names: Sequence[str]) -> OfRating | None:
    """None for a match of no club, and for one of an evening's table.

    Args:
        names: who sits on the seats, in their order.
    """
    found = rated.counting(play)
    if found is None:
        return None
    club = found.club
    return OfRating(
        club=club.name,
        href=paths.at("club_ratings", club.slug) if permissions.can_see(viewer, club) else "",
        why_not=sentence(Refused(found.why_not)) if found.why_not else "",
        left_out=tuple(names[number] for number in sorted(found.left_out)),
    )
