"""Who is kept apart from whom, for a club's organizers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.models import Apart, Player
from league.queries.people import players
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.models import Club


@dataclass(frozen=True, slots=True)
class Someone:
    """A player by id and by the name that organizers tell them apart by."""

    player_id: int
    name: str


@dataclass(frozen=True, slots=True)
class KeptApart:
    """With whom a player never shares a table in one club, and who could be added."""

    club: Club
    others: tuple[Someone, ...]
    choices: tuple[Someone, ...]


def of_player(*, viewer: Actor, clubs: Iterable[Club], player: Player) -> tuple[KeptApart, ...]:
    """One row per club of ``clubs`` in which the viewer keeps the list of people."""
    return tuple(
        _in_club(viewer, club, player)
        for club in clubs
        if permissions.can(viewer, Action.MANAGE_PEOPLE, club)
    )


def of_club(*, viewer: Actor, club: Club) -> QuerySet[Apart]:
    """The pairs of a club, for who keeps its list of people."""
    if not permissions.can(viewer, Action.MANAGE_PEOPLE, club):
        return Apart.objects.none()
    return Apart.objects.filter(club=club).select_related("first", "second")


def _in_club(viewer: Actor, club: Club, player: Player) -> KeptApart:
    rows = Apart.objects.filter(Q(first=player) | Q(second=player), club=club)
    taken = {
        row.first_id if row.second_id == player.pk else row.second_id for row in rows.order_by("pk")
    }
    current = {row.player for row in players.people(viewer=viewer, club=club)}
    people = sorted(
        {*current, *Player.objects.filter(pk__in=taken)} - {player},
        key=lambda row: (row.sort_key, row.pk),
    )
    shown = names.shown(people, club, full=True)
    told = [Someone(row.pk, shown[row.pk].name) for row in people]
    return KeptApart(
        club=club,
        others=tuple(row for row in told if row.player_id in taken),
        choices=tuple(row for row in told if row.player_id not in taken),
    )


def pairs(club_id: int, player_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """The pairs of a club among these players, smaller id first; for the draw."""
    rows = Apart.objects.filter(
        club=club_id, first__in=player_ids, second__in=player_ids
    ).values_list("first", "second")
    return frozenset(rows)
