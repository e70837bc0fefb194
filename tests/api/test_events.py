"""Seasons and events through the API."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def test_an_event_tells_its_times_in_utc_and_its_stages() -> None:
    club = factories.club(slug="hafen", time_zone="Europe/Zurich")
    season = factories.season(club)
    event = factories.event(
        season=season,
        name="Herbstabend",
        slug="herbstabend",
        starts_at=datetime(2026, 11, 3, 18, 30, tzinfo=UTC),
        notes="for organizers",
    )
    stage = factories.stage(event)

    answer = doors.visitor().get(f"/events/{event.pk}/").json()

    assert answer == {
        "id": event.pk,
        "club": "hafen",
        "season": season.pk,
        "slug": "herbstabend",
        "kind": "evening",
        "name": "Herbstabend",
        "place": "",
        "starts_at": "2026-11-03T18:30:00Z",
        "ends_at": None,
        "time_zone": "Europe/Zurich",
        "state": "running",
        "confirmation": "other_seat",
        "capacity": None,
        "offer_hours": None,
        "last_entry_round": None,
        "by_name": False,
        "needs_code": False,
        "asks_email": "no",
        "fee": "",
        "rank_guests": False,
        "is_announced": True,
        "version": 1,
        "stages": [
            {
                "id": stage.pk,
                "number": 1,
                "kind": "main",
                "name": "",
                "mode": "rounds",
                "method": "random",
                "scheme": {"key": "linear7"},
                "chain": ["points", "wins", "places", "head_to_head"],
                "game": stage.ruleset.club_game.title,
                "ruleset": stage.ruleset_id,
            }
        ],
    }


def test_a_season_tells_its_days_and_how_it_counts() -> None:
    club = factories.club(slug="hafen")
    season = factories.season(
        club,
        name="2026",
        slug="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        counting="best_n",
        counting_n=6,
    )

    answer = doors.visitor().get(f"/seasons/{season.pk}/").json()

    assert answer == {
        "id": season.pk,
        "club": "hafen",
        "slug": "2026",
        "name": "2026",
        "starts_on": "2026-01-01",
        "ends_on": "2026-12-31",
        "state": "running",
        "counting": "best_n",
        "counting_n": 6,
        "counting_unit": "matches",
        "min_matches": 0,
        "scheme": {"key": "linear7"},
        "chain": ["points", "average"],
        "version": 1,
        "counting_more": {},
        "periods": {},
        "rank_guests": False,
        "ruleset": None,
        "auto_publish": True,
    }


def test_where_there_is_nothing_yet_lists_are_empty() -> None:
    factories.club(slug="hafen")
    event = factories.event()

    answers = [
        doors.visitor().get(path).json()
        for path in (
            "/clubs/hafen/players/",
            "/clubs/hafen/seasons/",
            "/clubs/hafen/events/",
            f"/events/{event.pk}/entries/",
            f"/events/{event.pk}/rounds/",
            "/tokens/",
        )
    ]

    assert answers == [{"results": [], "next": None}] * 6


def test_a_round_without_a_seating_and_a_table_without_a_record_are_told_as_such() -> None:
    stage = factories.stage()
    round_ = factories.round_(stage)
    empty = doors.visitor().get(f"/rounds/{round_.pk}/").json()
    table = factories.table(round_, [factories.entry(stage.event) for _ in range(2)])

    told = doors.visitor().get(f"/tables/{table.pk}/").json()
    records = doors.visitor().get(f"/tables/{table.pk}/records/").json()

    assert (empty["seating"], empty["tables"], empty["without_table"]) == (None, [], [])
    assert (told["state"], told["version"], told["record"]) == ("playing", 0, None)
    assert [(seat["place"], seat["points"]) for seat in told["seats"]] == [(None, None)] * 2
    assert records == {"results": [], "next": None}


@pytest.mark.django_db
def test_a_time_without_an_offset_is_asked_for_one_and_not_guessed() -> None:
    event = factories.event()
    asker = doors.organizer(event.club)
    body = {"name": "Evening", "starts_at": "2026-12-01T19:00"}

    made = asker.post(f"/clubs/{event.club.slug}/events/", body)
    changed = asker.patch(
        f"/events/{event.pk}/", {"ends_at": "2026-12-01T23:00:00"}, If_Match=f'"{event.version}"'
    )
    copied = asker.post(f"/events/{event.pk}/copies/", {"starts_at": "2026-12-08 19:00"})

    for answer, field in ((made, "starts_at"), (changed, "ends_at"), (copied, "starts_at")):
        assert (answer.status_code, answer.json()["code"]) == (400, "offset_missing")
        assert answer.json()["field"] == field
