"""What a club plays and how it scores: shelf, rulesets, schemes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from league.core.errors import NotFound
from league.models import Club, ClubGame, PointsScheme, Ruleset, RulesetRating
from league.permissions import can_see, visible_clubs
from league.standings.contract import PointsScheme as Scheme
from league.standings.points import ExampleRow, example_rows, scheme_from_json

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.standings.types import JSON as SpecJSON


@dataclass(frozen=True, slots=True)
class Box:
    """A game of the shelf with the rulesets that may be chosen, newest version first."""

    game: ClubGame
    rulesets: tuple[Ruleset, ...]
    retired: tuple[Ruleset, ...]


def shelf(viewer: Actor, club: Club) -> tuple[Box, ...]:
    """The club's games in the order of their titles, retired ones last."""
    if not can_see(viewer, club):
        raise NotFound("not_found")
    games = club.games.order_by("is_retired", "title", "pk").prefetch_related(
        Prefetch("rulesets", queryset=Ruleset.objects.order_by("name", "-version", "pk"))
    )
    return tuple(
        Box(
            game=game,
            rulesets=tuple(row for row in game.rulesets.all() if not row.is_retired),
            retired=tuple(row for row in game.rulesets.all() if row.is_retired),
        )
        for game in games
    )


def choices(viewer: Actor, club: Club) -> QuerySet[Ruleset]:
    """The rulesets that new seasons, events and tables may choose."""
    return (
        _seen(viewer)
        .filter(club_id=club.pk, is_retired=False, club_game__is_retired=False)
        .order_by("name", "-version", "pk")
    )


def choices_and(viewer: Actor, club: Club, used: Ruleset | None) -> list[Ruleset]:
    """The same with one that is in use, which may be retired by now."""
    found = list(choices(viewer, club))
    return found if used is None or used in found else [*found, used]


def club_game(viewer: Actor, club: Club, pk: int) -> ClubGame:
    row = (
        ClubGame.objects.select_related("club")
        .filter(club__in=_clubs(viewer), club_id=club.pk, pk=pk)
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def ruleset(viewer: Actor, club: Club, pk: int) -> Ruleset:
    row = _seen(viewer).filter(club_id=club.pk, pk=pk).first()
    if row is None:
        raise NotFound("not_found")
    return row


def schemes(viewer: Actor, club: Club) -> QuerySet[PointsScheme]:
    """The club's own points schemes by name."""
    return PointsScheme.objects.filter(club__in=_clubs(viewer), club_id=club.pk).order_by(
        "name", "pk"
    )


def scheme(viewer: Actor, club: Club, pk: int) -> PointsScheme:
    row = schemes(viewer, club).select_related("club").filter(pk=pk).first()
    if row is None:
        raise NotFound("not_found")
    return row


def examples(spec: SpecJSON) -> tuple[ExampleRow, ...]:
    """What a scheme pays at each table size it covers, with the mean per seat."""
    return example_rows(scheme_from_json(spec))


def missing_sizes(spec: SpecJSON, low: int, high: int) -> tuple[int, ...]:
    """Table sizes from ``low`` to ``high`` that the scheme has no row for."""
    read: Scheme = scheme_from_json(spec)
    return tuple(size for size in range(max(low, 2), high + 1) if not read.covers(size))


def luck(row: Ruleset) -> float | None:
    """How much luck (β) the ratings see in this ruleset; None: as its game's ratings say."""
    return RulesetRating.objects.filter(ruleset=row).values_list("beta", flat=True).first()


def is_used(row: Ruleset) -> bool:
    """Whether a table was ever set up under this version, so that it stays as it is."""
    return row.tables.exists() or row.records.exists()


def _clubs(viewer: Actor) -> QuerySet[Club]:
    return Club.objects.filter(visible_clubs(viewer))


def _seen(viewer: Actor) -> QuerySet[Ruleset]:
    return Ruleset.objects.filter(club__in=_clubs(viewer)).select_related("club", "club_game")
