"""The code at a club's door keeps out whoever has not read it, for signing up by name."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.core.enums import EventState, Role
from league.models import Club, Entry, Event, JournalLine
from league.queries.evening import sign_ups as reading
from league.services.evening import sign_ups
from tests import factories
from tests.league.web.public.test_public import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def evening(club: Club | None = None) -> Event:
    event = factories.event(
        club or factories.club(),
        state=EventState.OPEN,
        starts_at=timezone.now() + timedelta(days=1),
        by_name=True,
        needs_code=True,
    )
    factories.stage(event)
    return event


def typed(event: Event, code: str, client: Client | None = None) -> int:
    said = factories.typed_calmly(event, name="Sam Hill", code=code)
    return (client or Client()).post(f"/e/{event.slug}/sign-up/", said).status_code


def test_who_types_the_code_of_the_poster_is_in_and_nobody_else() -> None:
    event, other = evening(), evening()
    code = reading.door_code(event.club)

    form = Client().get(f"/e/{event.slug}/sign-up/").content.decode()

    assert 'name="code"' in form
    assert [typed(event, wrong) for wrong in ("", "bcdfghjk", reading.door_code(other.club))] == [
        400,
        400,
        400,
    ]
    assert not Entry.objects.exists()
    assert typed(event, f" {code[:4].upper()} {code[4:]} ") == 302
    assert Entry.objects.get().event == event


def test_a_phone_that_scans_the_poster_types_nothing_until_the_code_is_renewed() -> None:
    event = evening()
    organizer = signed_in(Role.ORGANIZER, event.club)
    poster = organizer.get(f"/c/{event.club.slug}/office/door/").content.decode()
    address = f"/c/{event.club.slug}/door/{reading.door_code(event.club)}/"
    assert address in poster
    phone = Client()

    assert phone.get(address).headers["Location"] == f"/e/{event.slug}/sign-up/"
    assert 'name="code"' not in phone.get(f"/e/{event.slug}/sign-up/").content.decode()
    assert typed(event, "", phone) == 302
    organizer.post(f"/c/{event.club.slug}/office/door/new/")

    assert Client().get(address).status_code == 404
    assert 'name="code"' in phone.get(f"/e/{event.slug}/sign-up/?another=1").content.decode()
    line = JournalLine.objects.get(kind="club_changed")
    assert reading.door_code(Club.objects.get(pk=event.club.pk)) not in str(line.payload)


def test_two_open_events_leave_the_choice_on_the_page_of_the_club() -> None:
    event = evening()
    evening(event.club)
    address = f"/c/{event.club.slug}/door/{reading.door_code(event.club)}/"

    assert Client().get(address).headers["Location"] == f"/c/{event.club.slug}/"


def test_guessing_ends_soon_even_with_the_right_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ups, "GUESSES", 2)
    event = evening()
    right = reading.door_code(event.club)

    assert [typed(event, code) for code in ("wrong", "worse", right)] == [400, 400, 429]
    assert Client().get(f"/c/{event.club.slug}/door/{right}/").status_code == 429
    assert not Entry.objects.exists()


def test_the_poster_is_for_those_who_let_people_in() -> None:
    event = evening()
    member = signed_in(player=factories.member(event.club, "Ada Quill"))

    for client in (Client(), member):
        assert client.get(f"/c/{event.club.slug}/office/door/").status_code in {302, 403, 404}
        assert client.post(f"/c/{event.club.slug}/office/door/new/").status_code in {302, 403, 404}
    assert Club.objects.get(pk=event.club.pk).door_number == 1
