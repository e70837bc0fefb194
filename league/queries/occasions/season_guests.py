"""The guests of a season: who played in it without being a member, and what they made."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import Audience
from league.models import Season
from league.queries.people import rosters
from league.queries.standings import counted_rows, counting
from league.queries.standings.standings import payload
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection
    from fractions import Fraction

    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class Guest:
    """One guest. ``points`` are those that the matches would bring if guests were ranked."""

    player_id: int
    name: str
    evenings: int
    matches: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class SeasonGuests:
    """The guests by matches, most first.

    ``members`` are those whom a guest may turn out to be, for who may merge records; else none.
    """

    guests: tuple[Guest, ...]
    members: tuple[rosters.PersonInClub, ...]
    is_published: bool


def of_season(viewer: Actor, season: Season) -> SeasonGuests:
    """Who played in the season only as a guest, as far as its standings are shown to the viewer."""
    shown = payload(season, viewer)
    if not shown.is_published:
        return SeasonGuests((), (), is_published=False)
    full = shown.audience == Audience.LIVE
    span = counting.span_of(season, as_of=shown.as_of, public=not full)
    guests = counted_rows.guests(span)
    ranking = copy(season)
    ranking.rank_guests = True
    counted = counting.count(ranking, as_of=shown.as_of, public=not full)
    told = names.shown(counted.people.values(), counted.club, full=full)
    found = [
        Guest(
            player_id=row.player,
            name=told[row.player].name,
            evenings=len({cell.event for cell in row.cells if cell.match is not None}),
            matches=row.matches,
            points=row.points,
        )
        for row in counting.ranked(counted).rows
        if row.player in guests and row.matches
    ]
    return SeasonGuests(
        guests=tuple(sorted(found, key=lambda one: -one.matches)),
        members=_members(viewer, season, guests),
        is_published=True,
    )


def _members(
    viewer: Actor, season: Season, guests: Collection[int]
) -> tuple[rosters.PersonInClub, ...]:
    if not permissions.can(viewer, Action.MANAGE_CLUB, season.club):
        return ()
    rows = rosters.of_club(viewer, season.club)
    return tuple(
        sorted(
            (row for row in rows if row.player_id not in guests),
            key=lambda row: (row.sort_key, row.player_id),
        )
    )
