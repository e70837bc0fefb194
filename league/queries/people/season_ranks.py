"""Where somebody stands in the seasons that are being played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, OuterRef

from league import permissions
from league.core.enums import SeasonState
from league.models import Entry, Season
from league.queries.standings import standings

if TYPE_CHECKING:
    from collections.abc import Collection

    from league.core.actors import Actor
    from league.models import Club, Player

MOST: Final = 3


@dataclass(frozen=True, slots=True)
class SeasonRank:
    """A rank in a season's standing as the viewer sees it, of ``ranked`` who have one."""

    season: Season
    rank: int
    is_tied: bool
    ranked: int


def of_player(viewer: Actor, player: Player, clubs: Collection[Club]) -> tuple[SeasonRank, ...]:
    """Of the latest seasons that somebody plays in; none where they have no rank there."""
    rows = permissions.visible(Season.objects.all(), viewer).filter(
        Exists(Entry.objects.filter(event__season=OuterRef("pk"), player=player)),
        club__in=list(clubs),
        state=SeasonState.RUNNING,
    )
    found = []
    for season in rows.select_related("club").order_by("-starts_on", "pk")[:MOST]:
        payload = standings.payload(season, viewer).payload
        found += [
            SeasonRank(season, row["rank"], row["tied"], payload["ranked"])
            for row in payload["rows"]
            if row["player"] == player.pk and row["rank"] is not None
        ]
    return tuple(found)
