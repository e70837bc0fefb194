"""The evening of one table, as its phones see it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from league.enums import Confirmation, Role, RoundState
from league.models import IdempotencyKey, JournalLine, MatchRecord, Seat, Table
from league.services import links, records
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def a_table(
    *names: str, confirmation: Confirmation = Confirmation.OTHER_SEAT, **options: object
) -> Table:
    event = factories.event(confirmation=confirmation)
    ruleset = factories.free_game(event.club, name="Lantern Bay", **options)
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    people = names or ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    return factories.table(round_, [factories.entry(event, name) for name in people])


def url(table: Table) -> str:
    return f"/t/{table.link.code}/"


def phone(table: Table, position: int) -> Client:
    """A phone of its own that has taken the seat at ``position``."""
    client = Client()
    answer = client.post(url(table), {"action": "claim", "position": str(position)})
    assert answer.status_code == 302
    return client


def typed(*points: object, version: int = 0, key: str = "form-1", **more: object) -> dict[str, str]:
    fields = {f"seats.{seat}.points": str(value) for seat, value in enumerate(points)}
    return {
        **fields,
        "version": str(version),
        "idempotency_key": key,
        **{name: str(value) for name, value in more.items()},
    }


def send(client: Client, table: Table, *points: object, **more: object) -> object:
    return client.post(url(table), typed(*points, action="send", **more))


def words(response: object) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())  # type: ignore[attr-defined]
    return " ".join(unescape(text).split())


def test_a_table_plays_its_evening_from_the_first_tap_to_the_standings() -> None:
    table = a_table()
    ada, ben = phone(table, 1), phone(table, 2)

    echo = ada.post(url(table), typed(12, 9, 9, 4, action="check"))
    nothing_yet = MatchRecord.objects.count()
    sent = send(ada, table, 12, 9, 9, 4)
    waiting = words(ada.get(url(table)))
    asked = words(ben.get(url(table)))
    record = MatchRecord.objects.get()
    agreed = ben.post(url(table), {"action": "confirm", "record": str(record.pk)})
    final = words(ada.get(url(table)))

    assert echo.status_code == 200
    assert "Is this right?" in words(echo)
    assert nothing_yet == 0
    assert sent.status_code == 302
    assert "Waiting for a second pair of eyes" in waiting
    assert "Ada Ahorn reports" in asked
    assert agreed.status_code == 302
    assert "The result counts" in final
    record.refresh_from_db()
    assert (record.state, record.outcome["places"]) == ("confirmed", [1, 2, 2, 4])
