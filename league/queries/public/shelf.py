"""A club's shelf as its page shows it: what is there, how often it was played, who won last."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Min, OuterRef, Q, Subquery

from league import permissions
from league.models import ClubGame, MatchRecord, SeatScore
from league.queries import what_counts
from league.queries.people import players as known
from league.queries.public.pages import plain_names
from league.words import game_identity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.core.actors import Actor
    from league.models import Club, Player


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won a match, by the name that the viewer may read."""

    player_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game of the shelf; ``seats`` is empty where no ruleset says how many play;
    ``minutes`` how long a match takes about.

    ``winners`` won the match of the newest evening that the viewer may know of.
    """

    pk: int
    game: str
    title: str
    seats: tuple[int, ...]
    minutes: int | None
    matches: int
    winners: tuple[Winner, ...]


def of_club(viewer: Actor, club: Club) -> tuple[Shelved, ...]:
    """The games of a club that the viewer sees, the most played first."""
    rows = permissions.visible(MatchRecord.objects.all(), viewer).filter(
        what_counts.results(), stage__event__club=club
    )
    played = rows.order_by().values("ruleset__club_game").annotate(n=Count("pk"))
    counts = dict(played.values_list("ruleset__club_game", "n"))
    of_box = rows.filter(ruleset__club_game=OuterRef("pk"))
    in_use = Q(rulesets__is_retired=False)
    boxes = list(
        ClubGame.objects.filter(club=club, is_retired=False).annotate(
            low=Min("rulesets__seats_min", filter=in_use),
            high=Max("rulesets__seats_max", filter=in_use),
            last=Subquery(of_box.order_by("-stage__event__starts_at", "-pk").values("pk")[:1]),
        )
    )
    won = _winners(viewer, club, [box.last for box in boxes if box.last is not None])
    found = [
        Shelved(
            pk=box.pk,
            game=box.game,
            title=box.title,
            seats=() if box.low is None else (box.low, box.high),
            minutes=game_identity.minutes(box.game, box.minutes),
            matches=counts.get(box.pk, 0),
            winners=won.get(box.last, ()),
        )
        for box in boxes
    ]
    return tuple(sorted(found, key=lambda box: (-box.matches, box.title)))


def _winners(viewer: Actor, club: Club, records: Sequence[int]) -> Mapping[int, tuple[Winner, ...]]:
    """Who won each of these matches; nobody where it was drawn, or won by the house."""
    scores = SeatScore.objects.filter(record__in=records, place=1, entry__is_filler=False)
    people: dict[int, list[Player]] = defaultdict(list)
    for score in scores.select_related("entry__player", "record").order_by("position"):
        if not score.record.outcome.get("drawn"):
            people[score.record_id].append(score.entry.player)
    winners = {player.pk: player for found in people.values() for player in found}
    alike = known.called_alike([*winners.values()]).filter(memberships__club=club).distinct()
    full = permissions.sees_names(viewer, club)
    shown = plain_names([*winners.values(), *alike], club, full=full)
    return {
        record: tuple(Winner(player.pk, shown[player.pk]) for player in found)
        for record, found in people.items()
    }
