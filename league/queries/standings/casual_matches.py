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
    fields = ("pk", "ended_at", "ruleset_id", "outcome", "seats__player_id")
    found = []
    for (pk, at, ruleset, outcome), seats in groupby(
        rows.values_list(*fields), lambda row: row[:4]
    ):
        match = _match(pk, at, outcome, [row[4] for row in seats], betas.get(ruleset))
        if match is not None:
            found.append(match)
    return found


def _match(
    pk: int,
    at: datetime,
    outcome: dict[str, Any],  # JSON, as the transcript has it
    people: Sequence[int],
    beta: float | None,
) -> Match | None:
    """One match in the order in which seats are rated.

    None where two seats are by now one and the same person's, and where all are on one side.
    """
    sides = outcome.get("sides") or ()
    if len({*people}) < len(people) or len({*sides}) == 1:
        return None
    seats = sorted(zip(outcome["places"], sides or [0] * len(people), people, strict=True))
    return Match(
        pk,
        at,
        tuple([player for _, _, player in seats]),
        tuple([place for place, _, _ in seats]),
        beta,
        tuple([side for _, side, _ in seats]) if sides else (),
        is_casual=True,
    )
