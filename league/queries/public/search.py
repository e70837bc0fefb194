"""Search over players, clubs and events: by what the viewer may see, and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.enums import NameLevel
from league.models import Club, Event, Player
from league.queries.people import player_history, profiles, spelling
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.core.actors import Actor

SHORTEST, LONGEST = 2, 80
MOST = 20  # of each kind
_LOOKED_AT = 2_000  # events, the latest first
_CANDIDATES = 400  # people whose full name fits; the shown one decides


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    player_id: int
    name: str
    club: str
    sort_key: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found; ``words`` is what was looked for, cleaned."""

    words: str
    players: tuple[FoundPlayer, ...] = ()
    clubs: tuple[Club, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def is_short(self) -> bool:
        return len(self.words) < SHORTEST

    @property
    def count(self) -> int:
        return len(self.players) + len(self.clubs) + len(self.events)


def everywhere(viewer: Actor, words: str) -> Found:
    """Players, clubs and events that want to be found and have every word in their name.

    Composed or decomposed, with accents or without, in any case and width: all one. Somebody
    whose name is hidden is not found by it. Where nothing fits, one wrong, missing, extra or
    swapped letter in each longer word is forgiven.
    """
    clean = names.clean(words)[:LONGEST]
    if len(clean) < SHORTEST:
        return Found(clean)
    wanted = names.fold(clean).split()
    found = Found(
        words=clean,
        players=_players(viewer, wanted),
        clubs=_clubs(viewer, wanted),
        events=_events(viewer, wanted, _has_all),
    )
    if found.count or not any(len(word) >= spelling.SHORTEST for word in wanted):
        return found
    return Found(
        words=clean,
        players=_players_nearly(viewer, wanted),
        clubs=_clubs_nearly(viewer, wanted),
        events=_events(viewer, wanted, spelling.has_nearly),
    )


def _clubs(viewer: Actor, wanted: list[str]) -> tuple[Club, ...]:
    rows = permissions.visible(Club.objects.all(), viewer, listed=True)
    for word in wanted:
        rows = rows.filter(search_key__contains=word)
    return tuple(rows.order_by("sort_key", "id")[:MOST])


def _clubs_nearly(viewer: Actor, wanted: list[str]) -> tuple[Club, ...]:
    rows = permissions.visible(Club.objects.all(), viewer, listed=True).order_by("sort_key", "id")
    keys = rows.values_list("pk", "search_key")[:_LOOKED_AT]
    near = [pk for pk, key in keys if spelling.has_nearly(key, wanted)][:MOST]
    return tuple(Club.objects.filter(pk__in=near).order_by("sort_key", "id"))


def _events(
    viewer: Actor, wanted: list[str], fits: Callable[[str, list[str]], bool]
) -> tuple[Event, ...]:
    rows = (
        permissions.visible(Event.objects.all(), viewer, listed=True)
        .order_by("-starts_at", "-id")
        .values_list("pk", "name", "place", "club__name")[:_LOOKED_AT]
    )
    found = [
        pk for pk, name, place, club in rows if fits(names.fold(f"{name} {place} {club}"), wanted)
    ][:MOST]
    events = Event.objects.filter(pk__in=found).select_related("club", "season")
    return tuple(events.order_by("-starts_at", "-id"))


def _players(viewer: Actor, wanted: list[str]) -> tuple[FoundPlayer, ...]:
    rows = permissions.visible(Player.objects.all(), viewer, listed=True)
    for word in wanted:
        bare = word.rstrip(".")
        rows = rows.filter(
            Q(search_key__contains=bare) | Q(pk__in=player_history.bearing(bare, merged_only=True))
        )
    people = list(rows.order_by("sort_key", "id")[:_CANDIDATES])
    seen = profiles.public_faces(viewer, people)
    before = player_history.merged_names(people)
    found = [
        FoundPlayer(row.pk, face.name, face.club, names.fold(face.name))
        for row in people
        if (face := seen.get(row.pk)) is not None
        and _has_all(names.fold(_findable(face, before.get(row.pk, ""))), wanted)
    ]
    return tuple(sorted(found, key=lambda row: (row.sort_key, row.player_id))[:MOST])


def _players_nearly(viewer: Actor, wanted: list[str]) -> tuple[FoundPlayer, ...]:
    """The full name only narrows the choice; the name the viewer may find decides."""
    rows = permissions.visible(Player.objects.all(), viewer, listed=True)
    keys = rows.order_by("sort_key", "id").values_list("pk", "search_key")[:_LOOKED_AT]
    near = [pk for pk, key in keys if spelling.has_nearly(key, wanted)][:_CANDIDATES]
    seen = profiles.public_faces(viewer, list(Player.objects.filter(pk__in=near)))
    found = [
        FoundPlayer(pk, face.name, face.club, names.fold(face.name))
        for pk in near
        if (face := seen.get(pk)) is not None
        and spelling.has_nearly(names.fold(face.findable), wanted)
    ]
    return tuple(sorted(found, key=lambda row: (row.sort_key, row.player_id))[:MOST])


def _findable(face: profiles.Face, before: str) -> str:
    """Also by a name that stood on a second record, where names are public."""
    return f"{face.findable} {before}" if face.level == NameLevel.FULL else face.findable


def _has_all(text: str, wanted: list[str]) -> bool:
    return all(word in text for word in wanted)
