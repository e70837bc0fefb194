"""What is on, what comes, what is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league.core.enums import EventState, Role, Visibility
from league.core.errors import NotFound
from league.models import Event
from league.queries.occasions import events as read
from tests import factories

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)


@pytest.fixture
def club_events() -> dict[str, Event]:
    club = factories.club()
    made = {
        "tonight": (0.5, EventState.RUNNING),
        "forgotten": (-30, EventState.PLANNED),
        "late": (-1, EventState.OPEN),
        "next week": (24 * 7, EventState.PLANNED),
        "next month": (24 * 30, EventState.PLANNED),
        "cancelled": (24 * 8, EventState.CANCELLED),
        "last week": (-24 * 7, EventState.FINISHED),
    }
    return {
        name: factories.event(club, name=name, starts_at=NOW + timedelta(hours=hours), state=state)
        for name, (hours, state) in made.items()
    }


@time_machine.travel(NOW, tick=False)
def test_what_comes_is_sorted_from_what_is_over(club_events: dict[str, Event]) -> None:
    viewer = factories.actor()
    club = club_events["tonight"].club

    found = {
        "live": [row.name for row in read.live(viewer, club=club)],
        "upcoming": [row.name for row in read.upcoming(viewer, club=club)],
        "past": [row.name for row in read.past(viewer, club=club)],
    }

    assert found == {
        "live": ["tonight"],
        "upcoming": ["late", "next week", "next month"],
        "past": ["forgotten", "last week"],
    }


@time_machine.travel(NOW, tick=False)
def test_a_new_event_is_like_the_one_that_starts_last(club_events: dict[str, Event]) -> None:
    club = club_events["tonight"].club

    assert read.latest(factories.actor(), club) == club_events["next month"]


@time_machine.travel(NOW, tick=False)
def test_lists_across_clubs_leave_out_what_only_a_link_finds() -> None:
    soon = NOW + timedelta(days=1)
    made = {
        visibility: factories.event(
            factories.club(visibility=visibility), starts_at=soon, state=EventState.PLANNED
        )
        for visibility in Visibility
    }
    visitor = factories.actor()
    organizer = factories.actor(Role.ORGANIZER, made[Visibility.MEMBERS].club)

    found = [set(read.upcoming(viewer)) for viewer in (visitor, organizer)]

    assert found == [
        {made[Visibility.PUBLIC]},
        {made[Visibility.PUBLIC], made[Visibility.MEMBERS]},
    ]
    unlisted = made[Visibility.UNLISTED]
    assert read.get(visitor, unlisted.slug) == unlisted
    assert list(read.upcoming(visitor, club=unlisted.club)) == [unlisted]


def test_an_event_of_a_members_club_is_not_found_by_its_address() -> None:
    event = factories.event(factories.club(visibility=Visibility.MEMBERS))

    with pytest.raises(NotFound):
        read.get(factories.actor(), event.slug)

    assert read.get(factories.actor(Role.ORGANIZER, event.club), event.slug) == event


def test_the_events_of_one_club_and_season_never_mix_with_anothers() -> None:
    season, other = factories.season(), factories.season()
    own = factories.event(season=season)
    factories.event(season=other)
    viewer = factories.actor()

    assert list(read.of_season(viewer, season)) == [own]
    assert list(read.listed(viewer, club=season.club)) == [own]
