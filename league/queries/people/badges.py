"""The badges of somebody: of each how often, and the match that brought it first and last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models.functions import Coalesce

from games import catalogue
from league.models import EarnedBadge, Event
from league.queries.people import profiles

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from games.core.badges import Badge
    from league.core.actors import Actor
    from league.models import Player


@dataclass(frozen=True, slots=True)
class Held:
    """A badge of a game that somebody has earned; ``event`` is where they did so first."""

    game: str
    badge: Badge
    times: int
    first: datetime
    latest: datetime
    event: Event


def known() -> dict[tuple[str, str], Badge]:
    """Every badge there is, by the key of its game and its own, in their order."""
    return {
        (package.key, badge.key): badge
        for package in catalogue.all_games()
        if package.badges is not None
        for badge in package.badges.badges
    }


def of_player(viewer: Actor, player: Player, clubs: Collection[int]) -> tuple[Held, ...]:
    """What they earned in these clubs, as far as the viewer knows the results; latest first."""
    scores = profiles.results_of(viewer, player, clubs).filter(entry__keeps_results=True)
    rows = EarnedBadge.objects.filter(score__in=scores.values("pk"))
    record = "score__record__"
    at = Coalesce(f"{record}table__played_at", f"{record}stage__event__starts_at")
    found: dict[tuple[str, str], list[tuple[datetime, int]]] = {}
    for game, key, moment, event in (
        rows.annotate(at=at)
        .order_by("at", "pk")
        .values_list(f"{record}ruleset__club_game__game", "key", "at", f"{record}stage__event")
    ):
        found.setdefault((game, key), []).append((moment, event))
    badges = known()
    firsts = {name: moments[0] for name, moments in found.items() if name in badges}
    events = Event.objects.select_related("club").in_bulk({event for _, event in firsts.values()})
    held = [
        Held(
            game=name[0],
            badge=badges[name],
            times=len(found[name]),
            first=first,
            latest=found[name][-1][0],
            event=events[event],
        )
        for name, (first, event) in firsts.items()
    ]
    return tuple(sorted(held, key=lambda one: (one.latest, one.game, one.badge.key), reverse=True))
