"""The page of an evening before its first round says what somebody needs who thinks of coming."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from league.core.enums import EntryState, EventState
from league.models import Event
from tests import factories

pytestmark = pytest.mark.django_db


def facts(event: Event) -> dict[str, str]:
    """Names and values of the list of facts, as they are read."""
    page = Client().get(f"/e/{event.slug}/").content.decode()
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", page, re.S)
    return {name: " ".join(re.sub(r"<[^>]+>", "", value).split()) for name, value in found}


def evening(capacity: int | None, *, state: EventState = EventState.OPEN) -> Event:
    club = factories.club(time_zone="Europe/Berlin")
    event = factories.event(
        club, state=state, capacity=capacity, starts_at=datetime(2027, 3, 2, 18, 30, tzinfo=UTC)
    )
    stage = factories.stage(event, ruleset=factories.free_game(club, name="Copper Kettle"))
    stage.rulesets.add(factories.free_game(club, name="Harbour Lights"))
    for _ in range(3):
        factories.entry(event, is_present=False)
    return event


def test_it_names_the_games_the_hour_the_free_places_and_the_waiting_list() -> None:
    limited, open_to_all = evening(4), evening(None)
    full = evening(3, state=EventState.PLANNED)
    for _ in range(2):
        factories.entry(full, state=EntryState.WAITING, is_present=False)

    games = {"Games": "Copper Kettle, Harbour Lights"}

    assert facts(limited) == {**games, "Free places": "1 of 4", "Waiting list": "no one"}
    assert facts(open_to_all) == games
    assert facts(full) == {**games, "Free places": "0 of 3", "Waiting list": "2 people"}
    assert "19:30" in Client().get(f"/e/{limited.slug}/").content.decode()


def test_what_is_over_or_running_says_nothing_of_free_places() -> None:
    running, cancelled = evening(4, state=EventState.RUNNING), evening(4)
    factories.round_(running.stages.get())
    cancelled.state = EventState.CANCELLED
    cancelled.save()

    assert [facts(event) for event in (running, cancelled)] == [{}, {}]
