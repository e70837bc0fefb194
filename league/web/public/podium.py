"""The podium of an event or a season that is over: its first three ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league.core.enums import SeasonState
from league.queries.people import medals
from league.queries.standings import endings
from league.queries.standings import standings as standing
from league.web import paths
from league.web.discs import Disc, disc
from league.web.public.certificates import place_words
from league.web.standings import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.core.actors import Actor
    from league.models import Event, Season
    from league.queries.standings.endings import FinalRow
    from league.queries.standings.standings import Shown

MOST: Final = 4  # on one step by name


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody on the podium."""

    name: str
    url: str
    disc: Disc


@dataclass(frozen=True, slots=True)
class Step:
    """Those who share a place; ``others`` are more of them than there is room for."""

    rank: int
    words: str
    people: tuple[Winner, ...]
    others: int


@dataclass(frozen=True, slots=True)
class Podium:
    """The steps from the first place on, and where certificates are printed."""

    steps: tuple[Step, ...]
    certificates: str


def of_event(viewer: Actor, event: Event, final: Sequence[FinalRow] | None = None) -> Podium | None:
    """None before the end, while a result is kept back, and where there is no ranking.

    Args:
        final: the ranking over all stages, where it is known already.
    """
    if not medals.is_told(event, standing.audience_of(event, viewer)):
        return None
    ended = endings.ended(event, viewer, final)
    rows = [(row.player_id, row.name, row.rank) for row in ended]
    steps = _steps(rows, ranking.players_of(event.club))
    return Podium(steps, paths.at("event_certificates", event.slug)) if steps else None


def of_season(season: Season, shown: Shown) -> Podium | None:
    """The same of a season, from its standing on show."""
    if season.state != SeasonState.FINISHED or medals.keeps_back(season):
        return None
    if not shown.is_current:
        return None
    steps = _steps(_played(shown), ranking.players_of(season.club))
    address = paths.at("season_certificates", season.club.slug, season.slug)
    return Podium(steps, address) if steps else None


def _played(shown: Shown) -> list[tuple[int, str, int | None]]:
    if not ranking.is_played(shown.payload):
        return []
    return [(row["player"], row["name"], row["rank"]) for row in shown.payload["rows"]]


def _steps(rows: Sequence[tuple[int, str, int | None]], link: ranking.Link) -> tuple[Step, ...]:
    ranks = medals.first_ranks((player, rank) for player, _, rank in rows)
    names = {player: name for player, name, _ in rows}
    found = []
    for rank in sorted(set(ranks.values())):
        there = [player for player, own in ranks.items() if own == rank]
        found.append(
            Step(
                rank=rank,
                words=place_words(rank, tied=len(there) > 1),
                people=tuple(
                    Winner(names[pk], link(pk), disc(pk, names[pk])) for pk in there[:MOST]
                ),
                others=max(0, len(there) - MOST),
            )
        )
    return tuple(found)
