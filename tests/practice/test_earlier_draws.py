"""A result is corrected after the next round was drawn from it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.models import MatchRecord, Table
from league.services.records import records
from league.services.seating import seatings
from league.services.standings import standings
from tests.practice.evenings import FOUR_TWO_ONE, Evening, evening, html, organizer

pytestmark = pytest.mark.django_db

EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]
ONE, TWO = EIGHT[:4], EIGHT[4:]


def corrected() -> tuple[Evening, Client]:
    """Round 2 is drawn so that like meets like; then the first table of round 1 is turned round."""
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE, method="swiss")
    first = night.play(ONE, TWO)
    seatings.draw_and_publish(by=night.by, stage=night.stage)
    table = night.table(first, "Ada")
    assert told(organizer(night), night) == ""
    records.submit(
        by=night.by,
        table=table,
        data=night.sheet(table, Dee=40, Cy=30, Bo=20, Ada=10),
        expected_version=table.record_version,
        reason="Read the sheet the wrong way round",
    )
    standings.catch_up()
    return night, organizer(night)


def told(client: Client, night: Evening) -> str:
    page = html(client, f"/e/{night.event.slug}/desk/?step=seating")
    notice = re.search(r'<div class="notice warn" id="earlier".*?</div>\s*</div>', page, re.S)
    return " ".join(re.sub("<[^>]+>", " ", notice.group(0)).split()) if notice else ""


def companies(night: Evening) -> list[set[str]]:
    """Who sits together in round 2."""
    tables = Table.objects.filter(seating__round__number=2, seating__state="published")
    rows = [table.seats.values_list("entry__player__name", flat=True) for table in tables]
    return sorted((set(row) for row in rows), key=sorted)


def test_the_seating_stays_and_the_desk_says_how_a_draw_would_differ_now() -> None:
    night, client = corrected()
    before = companies(night)

    said = told(client, night)

    assert said.startswith("Round 2 was drawn from earlier standings.")
    assert "Drawn now, these would sit together:" in said
    assert companies(night) == before
    client.post(f"/e/{night.event.slug}/desk/", {"do": again(night), "stage": "1"})
    now = companies(night)
    for company in now:
        assert (", ".join(sorted(company)) in parted(said)) == (company not in before)
    assert now != before
    assert told(client, night) == ""


def parted(said: str) -> list[str]:
    """The companies that the notice names, each in the order of names."""
    names = re.findall(r"[A-Z][a-z]+(?: , [A-Z][a-z]+)+", said.partition("together:")[2])
    return [", ".join(sorted(part.split(" , "))) for part in names]


def again(night: Evening) -> str:
    seating = night.stage.rounds.get(number=2).seatings.get(state="published")
    return f"draw_again:{seating.round_id}:{seating.pk}"


def test_a_round_with_a_result_is_not_drawn_again() -> None:
    night, client = corrected()
    second = night.stage.rounds.get(number=2).seatings.get(state="published")
    names = list(
        second.tables.earliest("number").seats.values_list("entry__player__name", flat=True)
    )
    night.finish(second, names)
    before = companies(night)

    said = told(client, night)
    answer = client.post(f"/e/{night.event.slug}/desk/", {"do": again(night), "stage": "1"})

    assert said.startswith("Round 2 was drawn from earlier standings.")
    assert "Draw round 2 again" not in said
    assert answer.status_code == 409
    assert companies(night) == before
    assert MatchRecord.objects.filter(table__seating=second).count() == 1
