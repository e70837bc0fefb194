"""Rounds that are not over, results that come late, and what publishing shows."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import MatchRecord, RoundEntry
from league.services.standings import standings
from tests.practice.evenings import FOUR_TWO_ONE, Evening, evening, html, of_api, organizer

pytestmark = pytest.mark.django_db
TWELVE = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal", "Ivo", "Jan", "Kit", "Lou"]
TABLES = (TWELVE[:4], TWELVE[4:8], TWELVE[8:])


def running() -> Evening:
    """Twelve people at three tables; the third one still plays."""
    night = evening(TWELVE, seats=(4, 4), scheme=FOUR_TWO_ONE)
    seating = night.seat(*TABLES)
    for table in TABLES[:2]:
        night.finish(seating, table)
    standings.catch_up()
    return night


def test_the_next_round_names_the_missing_table_and_needs_a_choice() -> None:
    night = running()
    boss, desk = organizer(night), f"/e/{night.event.slug}/desk/"

    asked = boss.post(desk, {"do": "next", "number": "2", "stage": "1"})
    rounds_then = night.stage.rounds.count()
    chosen = boss.post(desk, {"do": "next", "number": "2", "stage": "1", "accept": "yes"})
    standings.catch_up()

    assert (asked.status_code, rounds_then, chosen.status_code) == (409, 1, 302)
    assert "No confirmed result yet: table 3." in asked.content.decode()
    assert night.stage.rounds.count() == 2
    points = {name: shown for _, name, shown in of_api(night.stage)}
    assert [points[name] for name in TWELVE] == [*("4", "2", "1", "0") * 2, *("0",) * 4]
    ranks = {name: rank for rank, name, _ in of_api(night.stage)}
    assert [ranks[name] for name in TABLES[2]] == ["–"] * 4


def phone_of(night: Evening) -> tuple[Client, str]:
    """A phone at the third table."""
    seating = night.stage.rounds.get().seatings.get()
    table = night.table(seating, "Ivo")
    client, path = Client(), f"/t/{table.link.code}/"
    client.post(path, {"action": "claim", "position": "1"})
    return client, path


SHEET = {
    **{f"seats.{at}.points": str(points) for at, points in enumerate((9, 7, 5, 3))},
    "version": "0",
    "idempotency_key": "late",
    "action": "send",
}


def test_an_event_does_not_finish_over_a_playing_table_whose_result_then_counts() -> None:
    night = running()
    phone, path = phone_of(night)

    asked = organizer(night).post(f"/e/{night.event.slug}/desk/", {"do": "finish"})
    sent = phone.post(path, SHEET)

    night.event.refresh_from_db()
    assert (asked.status_code, night.event.state) == (409, "running")
    assert "table 3" in asked.content.decode()
    assert sent.status_code == 302
    assert MatchRecord.objects.get(table__number=3).state == "reported"


def test_a_result_after_the_end_is_told_where_to_go_and_the_organizer_stores_it() -> None:
    night = running()
    phone, path = phone_of(night)
    organizer(night).post(f"/e/{night.event.slug}/desk/", {"do": "finish", "accept": "yes"})

    sent = phone.post(path, SHEET)
    night.finish(night.stage.rounds.get().seatings.get(), TABLES[2])
    standings.catch_up()

    assert sent.status_code == 410
    assert "organizer" in sent.content.decode()
    assert set(RoundEntry.objects.values_list("state", flat=True)) == {"seated"}
    assert {name: shown for _, name, shown in of_api(night.stage)}["Ivo"] == "4"
    assert "Ivo" in html(Client(), f"/e/{night.event.slug}/standings/")


def test_the_results_page_still_takes_the_late_sheet_of_a_finished_event() -> None:
    night = running()
    boss = organizer(night)
    boss.post(f"/e/{night.event.slug}/desk/", {"do": "finish", "accept": "yes"})
    table = night.table(night.stage.rounds.get().seatings.get(), "Ivo")

    page = html(boss, f"/e/{night.event.slug}/tables/{table.pk}/")

    assert 'name="seats.0.points"' in page
