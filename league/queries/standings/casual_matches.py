"""Casual matches that count for ratings: played in the browser by members, beside all events."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from games.core.transcript import PLAYED
from league.core.enums import PlayState, RatingKind, Visibility
from league.models import Play
from league.ratings.replay import Match

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.models import RatingScope


def counted() -> QuerySet[Play]:
    """The matches that were opened to count, came to their end, and still count for their club."""
    return Play.objects.filter(
        is_rated=True, state=PlayState.OVER, end=PLAYED, club__rates_casual=True
    )


def matches(
    scope: RatingScope,
    games: Collection[int] | None,
    since: datetime | None,
    betas: Mapping[int, float],
) -> list[Match]:
    """What counts in ``scope`` from ``since`` on, by the moment of its end.

    Args:
        games: the boxes of the scope; None for all of them.
        betas: how much luck rulesets have, where they say so.
    """
    wanted = Q() if since is None else Q(ended_at__gte=since)
    if games is not None:
        wanted &= Q(ruleset__club_game__in=games)
    if scope.kind != RatingKind.CLUB_GAME:
        # What a hidden club plays does not show through in anybody's rating.
        wanted &= Q(club__visibility=Visibility.PUBLIC)
    rows = counted().filter(wanted).order_by("ended_at", "pk", "seats__number")
    seat = ("seats__player_id", "seats__has_resigned")
    fields = ("pk", "ended_at", "ruleset_id", "outcome", *seat)
    found = []
    for (pk, at, ruleset, outcome), seats in groupby(
        rows.values_list(*fields), lambda row: row[:4]
    ):
        match = _match(pk, at, outcome, [row[4:] for row in seats], betas.get(ruleset))
        if match is not None:
            found.append(match)
    return found


def _match(
    pk: int,
    at: datetime,
    outcome: dict[str, Any],  # JSON, as the transcript has it
    people: Sequence[tuple[int | None, bool]],
    beta: float | None,
) -> Match | None:
    """One match in the order in which seats are rated.

    Whoever gave up comes after all who did not, unless they lose or win with their side. None
    where two seats are by now one and the same person's, and where all are on one side.

    Args:
        people: who is rated, by seat, and whether they gave up; a seat of None is left out.
    """
    sides = outcome.get("sides") or ()
    seats = sorted(
        ((gave_up and not sides, place), side, player)
        for place, side, (player, gave_up) in zip(
            outcome["places"], sides or [0] * len(people), people, strict=True
        )
        if player is not None
    )
    players = tuple([player for _, _, player in seats])
    if len({*players}) < len(players) or (sides and len({side for _, side, _ in seats}) == 1):
        return None
    ranks = [rank for rank, _, _ in seats]
    return Match(
        pk,
        at,
        players,
        tuple([1 + ranks.index(rank) for rank in ranks]),
        beta,
        tuple([side for _, side, _ in seats]) if sides else (),
        is_casual=True,
    )
