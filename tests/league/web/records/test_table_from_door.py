"""A phone that checked somebody in at the door is known at the table; a wrong name is let go."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Entry, JournalLine, MatchRecord, Seat, Table
from league.queries.evening import check_ins as door
from tests import factories
from tests.league.web.records.test_tables import a_table, phone, send, url, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def came_by_door(table: Table, position: int) -> Client:
    """A phone that checked the player of this seat in with the code at the door."""
    event = table.seating.round.stage.event
    entry = table.seats.get(position=position).entry
    Entry.objects.filter(pk=entry.pk).update(is_present=False)
    client = Client()
    answer = client.post(f"/e/{event.slug}/here/{door.code_of(event)}/", {"entry": entry.pk})
    assert answer.status_code == 302
    return client


def test_who_checked_in_at_the_door_is_known_and_takes_the_seat_with_the_first_press() -> None:
    table = a_table()
    ada = came_by_door(table, 1)
    lines = JournalLine.objects.filter(kind="seat_claimed")

    shown = ada.get(url(table))
    looked = lines.count()
    sent = send(ada, table, 10, 8, 1, 0)

    assert "Who are you?" not in words(shown)
    assert "You are Ada Ahorn. Not me: undo" in words(shown)
    assert looked == 0, "looking took a seat"
    assert (sent.status_code, lines.count()) == (302, 1)
    seat = table.seats.get(position=1)
    assert seat.claim
    assert MatchRecord.objects.get().reporter_seat == seat


def test_a_seat_that_another_phone_took_is_not_given_to_the_one_from_the_door() -> None:
    table = a_table()
    ada = came_by_door(table, 1)
    phone(table, 1)

    assert "Who are you?" in words(ada.get(url(table)))


def test_the_phone_of_the_door_that_is_somebody_elses_says_so_and_is_asked() -> None:
    table = a_table()
    ada = came_by_door(table, 1)

    answer = ada.post(url(table), {"action": "not_me"})

    assert answer.status_code == 302
    assert "Who are you?" in words(ada.get(url(table)))


def test_a_wrong_name_is_freed_by_oneself_while_nothing_is_reported() -> None:
    table = a_table()
    phone_of_ben = phone(table, 1)

    freed = phone_of_ben.post(url(table), {"action": "not_me"})
    asked = words(phone_of_ben.get(url(table)))
    right = phone_of_ben.post(url(table), {"action": "claim", "position": "2"})

    assert (freed.status_code, right.status_code) == (302, 302)
    assert "Who are you?" in asked
    claims = Seat.objects.filter(table=table).exclude(claim="").values_list("position", flat=True)
    assert list(claims) == [2]


def test_a_name_stays_once_the_table_has_reported() -> None:
    table = a_table()
    ada = phone(table, 1)
    send(ada, table, 10, 8, 1, 0)

    refused = ada.post(url(table), {"action": "not_me"})

    assert refused.status_code == 409
    assert table.seats.get(position=1).claim


def test_the_evenings_page_leads_a_signed_in_player_to_the_table_and_signs_off_below() -> None:
    table = a_table()
    event = table.seating.round.stage.event
    member = Client()
    member.force_login(factories.account(player=table.seats.get(position=3).entry.player))
    stranger = Client()

    page = member.get(f"/e/{event.slug}/").content.decode()

    assert page.index(f'href="{url(table)}"') < page.index("I can't come")
    assert url(table) not in stranger.get(f"/e/{event.slug}/").content.decode()
