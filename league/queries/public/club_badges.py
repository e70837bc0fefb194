"""All badges of a club's games with who holds them, for every viewer alike.

As with records, who shows nothing of their name to the public holds none here, and neither does a
filler. The rows are added up by the database once for each line of the club's journal, and once
more when the worker has written down new ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.core.cache import cache
from django.db.models import Count, Max, Min
from django.db.models.functions import Coalesce

from games import catalogue
from league import permissions, withheld
from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel
from league.core.errors import NotFound
from league.models import ClubGame, EarnedBadge, Player
from league.queries import what_counts
from league.queries.public import pages
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.badges import Badge
    from league.core.actors import Actor
    from league.models import Club

_KEPT_S: Final = 600
_Row = tuple[str, str, int, int, "datetime"]  # game, key, player, how often, when first


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds a badge: how often, and since when."""

    player_id: int
    name: str
    times: int
    first: datetime


@dataclass(frozen=True, slots=True)
class Listed:
    """A badge of a game that the club plays; perhaps nobody holds it yet."""

    game: str
    badge: Badge
    holders: tuple[Holder, ...]


def of_club(viewer: Actor, club: Club) -> tuple[Listed, ...]:
    """Game by game in the order of the catalogue; who has a badge most often comes first."""
    if not permissions.can_see(viewer, club):
        raise NotFound("not_found")
    rows = _rows(club)
    shelf = ClubGame.objects.filter(club=club, is_retired=False).values_list("game", flat=True)
    games = {*shelf, *(game for game, *_ in rows)}
    shown = _names(viewer, club, {player for _, _, player, *_ in rows})
    holders: dict[tuple[str, str], list[Holder]] = {}
    for game, key, player, times, first in rows:
        if player in shown:
            one = Holder(player, shown[player], times, first)
            holders.setdefault((game, key), []).append(one)
    return tuple(
        Listed(
            game=package.key,
            badge=badge,
            holders=tuple(
                sorted(
                    holders.get((package.key, badge.key), ()),
                    key=lambda one: (-one.times, one.first, one.player_id),
                )
            ),
        )
        for package in catalogue.all_games()
        if package.badges is not None and package.key in games
        for badge in package.badges.badges
    )


def _names(viewer: Actor, club: Club, ids: set[int]) -> dict[int, str]:
    people = Player.objects.in_bulk(ids).values()
    open_ = [row for row in people if names.level_of(row, club) != NameLevel.HIDDEN]
    return pages.plain_names(open_, club, full=permissions.sees_names(viewer, club))


def _rows(club: Club) -> list[_Row]:
    newest = EarnedBadge.objects.aggregate(newest=Max("pk"))["newest"]
    key = f"club-badges:1:{club.pk}:{club.created_at.timestamp()}:{club.seq}:{newest}"
    kept: list[_Row] | None = cache.get(key)
    if kept is None:
        kept = _added_up(club)
        cache.set(key, kept, _KEPT_S)
    return kept


def _added_up(club: Club) -> list[_Row]:
    record = "score__record__"
    rows = EarnedBadge.objects.filter(
        withheld.told(ANONYMOUS, record),
        what_counts.results(record),
        score__record__stage__event__club=club,
        score__entry__is_filler=False,
        score__entry__keeps_results=True,
    )
    at = Coalesce(f"{record}table__played_at", f"{record}stage__event__starts_at")
    grouped = rows.order_by().values(
        f"{record}ruleset__club_game__game", "key", "score__entry__player"
    )
    return list(
        grouped.annotate(times=Count("pk"), first=Min(at)).values_list(
            f"{record}ruleset__club_game__game", "key", "score__entry__player", "times", "first"
        )
    )
