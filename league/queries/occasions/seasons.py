"""A club's seasons as one viewer sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import SeasonState
from league.core.errors import NotFound
from league.models import Club, Season, Stage
from league.permissions import visible
from league.queries import what_counts
from league.times import wall_time

if TYPE_CHECKING:
    from datetime import date, datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor


def of_club(viewer: Actor, club: Club) -> QuerySet[Season]:
    """The club's seasons, the latest first."""
    return (
        visible(Season.objects.all(), viewer)
        .filter(club_id=club.pk)
        .select_related("club", "ruleset")
        .order_by("-starts_on", "-id")
    )


def get(viewer: Actor, club: str, slug: str) -> Season:
    """The season at ``/c/<club>/s/<slug>/``; NotFound when it is not there or hidden."""
    row = (
        visible(Season.objects.all(), viewer)
        .select_related("club", "ruleset__club_game")
        .filter(club__slug=club, slug=slug)
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def running(viewer: Actor, club: Club, *, on: date | None = None) -> Season | None:
    """The season a new evening belongs to: running, and if possible one that has ``on`` in it.

    Left out, ``on`` is today by the club's clock.
    """
    day = on or wall_time.today(club)
    seasons = list(of_club(viewer, club).filter(state=SeasonState.RUNNING))
    for season in seasons:
        if season.starts_on <= day <= season.ends_on:
            return season
    return seasons[0] if seasons else None


def stages(viewer: Actor, season: Season) -> tuple[Stage, ...]:
    """The stages of its evenings that the viewer may see, in order; none of cancelled ones."""
    found = visible(Stage.objects.all(), viewer)
    found = found.filter(what_counts.taking_place("event__"), event__season=season)
    rows = found.select_related("event__club", "ruleset__club_game")
    return tuple(rows.order_by("event__starts_at", "event_id", "number"))


def span(season: Season) -> tuple[datetime, datetime]:
    """When the season begins and the midnight after its last day, which is excluded."""
    return wall_time.season_span(season)


def by_id(viewer: Actor, pk: int) -> Season:
    """The season with this number; NotFound when it is not there or hidden."""
    row = visible(Season.objects.all(), viewer).select_related("club", "ruleset__club_game")
    found = row.filter(pk=pk).first()
    if found is None:
        raise NotFound("not_found")
    return found
