"""Two people who met at tables: how often, who was ahead, and every match that the viewer sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league.core.enums import NameLevel
from league.models import Club, Player, SeatScore
from league.queries.people import players as known
from league.queries.people import profiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.queries.people.profiles import Face, Match


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of both; the other's place beside one's own. ``is_together``: on one side."""

    match: Match
    place: int
    is_together: bool

    @property
    def is_ahead(self) -> bool:
        return not self.is_together and self.match.place < self.place

    @property
    def is_behind(self) -> bool:
        return not self.is_together and self.match.place > self.place


@dataclass(frozen=True, slots=True)
class Duel:
    """All matches of two people, the latest first."""

    players: tuple[Player, Player]
    faces: tuple[Face, Face]
    clubs: tuple[Club, ...]
    meetings: tuple[Meeting, ...]

    @property
    def against(self) -> tuple[Meeting, ...]:
        return tuple(one for one in self.meetings if not one.is_together)

    @property
    def is_open(self) -> bool:
        """Whether both are known by their whole names."""
        return all(face.level == NameLevel.FULL for face in self.faces)


def between(viewer: Actor, player_id: int, other_id: int, *, via: str = "") -> Duel | None:
    """The matches of two people; ``None`` where the viewer may not know of one by a name.

    Args:
        via: the address of a club that only its link finds, as of a player's page.
    """
    people = {row.pk: row for row in Player.objects.filter(pk__in=[player_id, other_id])}
    if len(people) < 2:
        return None
    clubs = profiles.clubs_seen(viewer, via)
    player, other = people[player_id], people[other_id]
    faces = profiles.faces(viewer, [player, other, *known.called_alike([player, other])], clubs)
    if not all(pk in faces and faces[pk].findable for pk in people):
        return None
    return Duel(
        players=(player, other),
        faces=(faces[player_id], faces[other_id]),
        clubs=tuple(clubs.values()),
        meetings=_meetings(viewer, player, other, list(clubs)),
    )


def _meetings(
    viewer: Actor, player: Player, other: Player, clubs: Sequence[int]
) -> tuple[Meeting, ...]:
    shared = profiles.results_of(viewer, other, clubs)
    theirs = {
        record: (place, side)
        for record, place, side in shared.filter(
            record__in=SeatScore.objects.filter(entry__player=player).values("record")
        ).values_list("record_id", "place", "side")
    }
    found = []
    for score, match in profiles.matches_of(
        viewer, player, clubs, within=Q(record__in=shared.values("record"))
    ):
        if score.record_id in theirs:
            place, side = theirs[score.record_id]
            found.append(Meeting(match, place, side is not None and side == score.side))
    return tuple(found)
