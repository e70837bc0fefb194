"""An e-mail address at signing up: one mail, a button that confirms, a place held until then."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.core.actors import system
from league.core.enums import AsksEmail, EntryState, EventState, Role
from league.models import Entry, Event, NoticeAddress
from league.queries.evening import entry_steps as steps
from league.services.evening import dropouts, entry_steps, sign_up_mail
from league.services.notices import sending
from tests import factories
from tests.api import doors
from tests.league.web.evening.test_desk import organizer
from tests.league.web.occasions.test_sign_up_by_name import open_event, place

pytestmark = pytest.mark.django_db
SWEEP = system("test")
# What differs between two pages of the same words.
CHANCE = re.compile(
    r"\w+ Hill|/place/\S+|value=\"\S*\"|data-now=\S+|datetime=\S+|\d\d:\d\d(:\d\d)?"
)


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    cache.clear()


def signs_up(event: Event, name: str, email: str, client: Client | None = None) -> Client:
    client = client or Client()
    answer = client.post(
        f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name=name, email=email)
    )
    assert answer.status_code == 302, answer.content.decode()
    return client


def needing(**fields: Any) -> Event:
    return open_event(asks_email=AsksEmail.NEEDED, **fields)


def link_in(text: str) -> str:
    found = re.search(r"http://testserver(/e/\S+/mail/\S+/)", text)
    assert found is not None, text
    return found[1]


def sent() -> list[Any]:
    sending.send_due()
    return mail.outbox


def entry_of(name: str) -> Entry:
    return Entry.objects.get(player__name=name)


def test_a_place_is_held_until_the_button_behind_the_mail_is_pressed() -> None:
    event = needing()
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    assert "One more step" in phone.get(place(phone, event)).content.decode()

    (letter,) = sent()
    link = link_in(letter.body)
    page = Client().get(link).content.decode()

    assert letter.to == ["sam@mail.example"]
    assert "Sam" not in letter.body + letter.subject  # a stranger may have typed it
    assert "Sam Hill" in page
    assert entry_of("Sam Hill").held_until is not None  # looked at, as mail scanners do
    assert Client().post(link).headers["Location"] == place(phone, event)
    assert Client().post(link).status_code == 302
    assert entry_of("Sam Hill").held_until is None
    assert "One more step" not in phone.get(place(phone, event)).content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert sign_up_mail.give_up_unconfirmed(by=SWEEP) == 0


def test_who_does_not_confirm_gives_the_place_up_and_the_next_in_line_is_told() -> None:
    event = needing(capacity=1)
    signs_up(event, "Sam Hill", "sam@mail.example")
    second = signs_up(event, "Lou Dale", "lou@mail.example")
    second.post(link_in(next(row for row in sent() if row.to == ["lou@mail.example"]).body))
    mail.outbox.clear()

    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        assert sign_up_mail.give_up_unconfirmed(by=SWEEP) == 0
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert sign_up_mail.give_up_unconfirmed(by=SWEEP) == 1
        (letter,) = sent()

    assert entry_of("Sam Hill").state == EntryState.DROPPED
    assert entry_of("Lou Dale").state == EntryState.REGISTERED
    assert letter.to == ["lou@mail.example"]
    own = re.search(r"http://testserver(/e/\S+/place/\S+/)", letter.body)
    assert own is not None
    Client().post(own[1], {"action": "leave"})
    assert entry_of("Lou Dale").state == EntryState.DROPPED


def test_a_place_is_held_no_longer_than_until_the_event_begins_and_then_for_who_is_there() -> None:
    starts = timezone.now() + timedelta(hours=2)
    event = needing(starts_at=starts)
    for name in ("Sam Hill", "Lou Dale"):
        signs_up(event, name, f"{name[:3]}@mail.example")
    Entry.objects.filter(player__name="Lou Dale").update(is_present=True)

    assert entry_of("Sam Hill").held_until == starts
    with time_machine.travel(starts + timedelta(minutes=1)):
        sign_up_mail.give_up_unconfirmed(by=SWEEP)
        late = signs_up(event, "Max Late", "max@mail.example")
        sign_up_mail.give_up_unconfirmed(by=SWEEP)
        assert "One more step" not in late.get(place(late, event)).content.decode()

    states = dict(Entry.objects.values_list("player__name", "state"))
    assert states == {"Sam Hill": "dropped", "Lou Dale": "registered", "Max Late": "registered"}


def test_one_address_gets_a_mail_per_sign_up_and_the_link_of_each_speaks_for_all() -> None:
    event, other = needing(), needing()
    pages = []
    for name in ("Sam Hill", "Pip Hill", "Nan Hill"):
        phone = signs_up(
            event, name, "Hill@mail.example" if name[0] == "N" else "hill@mail.example"
        )
        own = phone.get(place(phone, event)).content.decode()
        pages.append(CHANCE.sub("", own))
    signs_up(other, "Sam Hill", "hill@mail.example")

    letters = sent()

    assert sorted(row.to[0].casefold() for row in letters) == ["hill@mail.example"] * 4
    assert pages[0] == pages[1]  # nobody learns whether an address was there before
    link = next(link_in(row.body) for row in letters if event.slug in row.body)
    page = Client().get(link).content.decode()
    assert all(name in page for name in ("Sam Hill", "Pip Hill", "Nan Hill"))
    Client().post(link)
    assert not Entry.objects.filter(event=event, held_until__isnull=False).exists()
    assert Entry.objects.filter(event=other, held_until__isnull=False).count() == 1


def test_a_lost_mail_is_sent_again_an_hour_later_and_said_to_be_sent_only_then() -> None:
    event = needing(starts_at=timezone.now() + timedelta(days=4))
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    own = f"{place(phone, event)}notices/"
    said, told = "We sent a message to this address.", []

    for hours in (0, 2, 4, 6):
        with time_machine.travel(timezone.now() + timedelta(hours=hours)):
            for _ in range(2):
                page = phone.post(own, {"do": "add", "address": "sam@mail.example"}, follow=True)
                told.append(said in page.content.decode())
            sending.send_due()

    assert [row.to for row in mail.outbox] == [["sam@mail.example"]] * 3
    assert told == [False, False, True, False, True, False, False, False]


def test_whoever_comes_back_is_asked_anew_also_where_a_stranger_had_typed_the_address() -> None:
    event = needing(starts_at=timezone.now() + timedelta(days=4))
    signs_up(event, "Mal Dale", "sam@mail.example")
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    assert len(sent()) == 2

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        sign_up_mail.give_up_unconfirmed(by=SWEEP)
        phone.post(place(phone, event), {"action": "enter"})
        letter = sent()[-1]
        phone.post(link_in(letter.body))
    with time_machine.travel(timezone.now() + timedelta(hours=50)):
        sign_up_mail.give_up_unconfirmed(by=SWEEP)

    assert len(mail.outbox) == 3
    assert entry_of("Sam Hill").state == EntryState.REGISTERED


@pytest.mark.parametrize("way", ["undo", "reinstate"])
def test_whom_an_organizer_brings_back_keeps_the_place_without_a_confirmed_address(
    way: str,
) -> None:
    event = needing(starts_at=timezone.now() + timedelta(days=4))
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    phone.post(place(phone, event), {"action": "leave"})
    entry, by = entry_of("Sam Hill"), factories.actor(Role.ORGANIZER, event.club)
    left = entry.held_until
    if way == "undo":
        entry_steps.take_back(by=by, event=event, line_id=steps.last(entry))
    else:
        dropouts.reinstate(by=by, entry=entry)

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        sign_up_mail.give_up_unconfirmed(by=SWEEP)

    assert left is None
    assert entry_of("Sam Hill").state == EntryState.REGISTERED


def test_an_optional_address_holds_nothing_and_gets_the_link_once() -> None:
    event = open_event(asks_email=AsksEmail.OPTIONAL, capacity=1)
    signs_up(event, "Ada Quill", "")
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    first = Entry.objects.get(player__name="Ada Quill")

    (letter,) = sent()

    assert f"http://testserver{place(phone, event)}" in letter.body
    Client().post(place(signs_up(event, "Lou Dale", ""), event), {"action": "leave"})
    Client().get(link_in(letter.body))
    Entry.objects.filter(pk=first.pk).delete()
    assert sign_up_mail.give_up_unconfirmed(by=SWEEP) == 0
    assert sent() == [letter]  # not confirmed: nothing more goes there


@pytest.mark.parametrize(
    "email",
    ["", "sam", "sam@mail.example\r\nBcc: all@mail.example", "a@b.c, d@e.f", "x" * 250 + "@b.de"],
)
def test_an_address_that_is_none_is_refused_and_nothing_is_sent(email: str) -> None:
    event = needing()

    answer = Client().post(
        f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name="Sam Hill", email=email)
    )

    assert answer.status_code == 400
    assert not Entry.objects.exists()
    assert sent() == []


def test_only_organizers_read_the_address_on_pages_and_by_the_api(client: Client) -> None:
    event = needing()
    phone = signs_up(event, "Sam Hill", "sam@mail.example")
    organizer(client, event)
    path = f"/events/{event.pk}/entries/"

    assert "sam@mail.example" in client.get(f"/e/{event.slug}/desk/?step=roll").content.decode()
    assert doors.organizer(event).get(path).json()["results"][0]["email"] == "sam@mail.example"
    for asker in (doors.visitor(), doors.organizer(event, Role.SCOREKEEPER)):
        (row,) = asker.get(path).json()["results"]
        assert (row["email"], row["held_until"]) == (None, None)
    for one in (phone, Client()):
        for page in (f"/e/{event.slug}/", place(phone, event), f"/e/{event.slug}/sign-up/"):
            assert "sam@mail.example" not in one.get(page).content.decode()


def test_a_made_up_link_or_that_of_another_event_confirms_nothing() -> None:
    event, other = needing(), needing()
    signs_up(event, "Sam Hill", "sam@mail.example")
    code = link_in(sent()[0].body).rstrip("/").rpartition("/")[2]

    for path in (f"/e/{other.slug}/mail/{code}/", f"/e/{event.slug}/mail/{code}x/"):
        assert Client().get(path).status_code == 404
        assert Client().post(path).status_code == 404
    assert not NoticeAddress.objects.filter(confirmed_at__isnull=False).exists()


def test_addresses_are_deleted_a_month_after_the_event() -> None:
    event = needing()
    signs_up(event, "Sam Hill", "sam@mail.example")

    for days, left in ((20, 1), (40, 0)):
        with time_machine.travel(event.starts_at + timedelta(days=days)):
            sign_up_mail.forget_addresses(by=SWEEP)
        assert NoticeAddress.objects.count() == left
    assert Entry.objects.exists()


def test_one_address_is_signed_up_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_up_mail, "MOST", 1)
    event = needing()
    signs_up(event, "Sam Hill", "sam@mail.example")

    answer = Client().post(
        f"/e/{event.slug}/sign-up/",
        factories.typed_calmly(event, name="Sam Two", email="SAM@mail.example"),
    )

    assert answer.status_code == 429


def test_where_no_mail_can_be_sent_nobody_is_asked(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    event = needing()

    assert 'name="email"' not in Client().get(f"/e/{event.slug}/sign-up/").content.decode()
    assert (
        Client()
        .post(f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name="Sam Hill"))
        .status_code
        == 302
    )
    client = Client()
    organizer(client, event)
    assert "asks_email" not in client.get(f"/e/{event.slug}/settings/").content.decode()
    event.refresh_from_db()
    assert (event.state, event.asks_email) == (EventState.OPEN, AsksEmail.NEEDED)
