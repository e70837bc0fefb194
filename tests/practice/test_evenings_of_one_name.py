"""Evenings of one name, as a club plays every Tuesday: wherever one is named, so is its day."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from league.core.actors import system
from league.core.enums import EventState, Role
from league.models import Event
from league.services.occasions import events
from tests import factories
from tests.practice.evenings import signed_in

pytestmark = pytest.mark.django_db
# The second begins after midnight in UTC only: its day is that of the room.
BEGAN = (datetime(2025, 11, 4, 18, 30, tzinfo=UTC), datetime(2026, 3, 31, 22, 30, tzinfo=UTC))
DAYS = {"4 November 2025", "1 April"}


def tuesdays() -> tuple[Event, ...]:
    """Two evenings of one name; at each somebody else scored most, at tables of two sizes."""
    season = factories.season(factories.club("Tin Owl", time_zone="Europe/Berlin"))
    game = factories.free_game(season.club, name="Kettle")
    found = []
    for size, at in zip((3, 4), BEGAN, strict=True):
        event = factories.event(season=season, name="Tuesday", starts_at=at)
        stage = factories.stage(event, ruleset=game)
        people = [factories.member(season.club, f"Person {size}{n}") for n in range(size)]
        entries = [factories.entry(event, row) for row in people]
        table = factories.table(factories.round_(stage), entries)
        factories.played(table, range(1, size + 1), points=[10 * (size - n) for n in range(size)])
        events.set_state(by=system("test"), event=event, state=EventState.FINISHED)
        found.append(event)
    return tuple(found)


def days_told(page: str) -> set[str]:
    """What stands behind each mention of the evening, up to the next sign that ends it."""
    return set(re.findall(r"Tuesday(?:, )?((?:\d+ [A-Z][a-z]+(?: \d{4})?)?)", page))


@time_machine.travel(datetime(2026, 11, 29, 12, tzinfo=UTC), tick=False)
def test_the_journal_and_the_records_of_a_club_say_which_evening() -> None:
    club = tuesdays()[0].club

    journal = signed_in(Role.CLUB_ADMIN, club).get(f"/c/{club.slug}/office/journal/")
    records = Client().get(f"/c/{club.slug}/records/")

    told = {
        answer.request["PATH_INFO"]: days_told(answer.content.decode())
        for answer in (journal, records)
    }
    assert told == dict.fromkeys(
        [f"/c/{club.slug}/office/journal/", f"/c/{club.slug}/records/"], DAYS
    )
