"""A club's chats: given once and never read again, told of what visitors may read and no more."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import NameLevel, Role, Visibility
from league.models import Clock, Club, Event, JournalLine, NoticeAddress
from league.services.notices import chats, late_tables, sending
from league.services.records import records
from league.services.seating import seatings
from tests import factories
from tests.league.channels.receiver import Receiver, listening

pytestmark = pytest.mark.django_db

TOPIC = "hidden-topic-of-the-club"


@pytest.fixture(autouse=True)
def _at_home(settings: Any) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True


@pytest.fixture
def there() -> Iterator[Receiver]:
    with listening() as receiver:
        receiver.answers = [(200, {})]
        yield receiver


def at(there: Receiver, topic: str = TOPIC) -> str:
    return f"ntfy://{there.url.removeprefix('http://')}/{topic}"


def of_admin(club: Club) -> Client:
    client, account = Client(), factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client.force_login(account)
    return client


def with_chat(there: Receiver, topic: str, **fields: Any) -> Club:
    club = factories.club(name_level=NameLevel.INITIAL, **fields)
    chats.add(by=factories.actor(Role.CLUB_ADMIN, club), club=club, address=at(there, topic))
    return club


def seated(club: Club, name: str, **fields: Any) -> Event:
    event = factories.event(club, name=name, **fields)
    stage = factories.stage(event)
    for person in ("Ada Quill", "Bo Fennel", "Cleo Marsh", "Dan Oakley"):
        factories.entry(event, factories.member(club, person))
    seatings.draw_and_publish(by=factories.actor(Role.ORGANIZER, club), stage=stage)
    return event


def heard(there: Receiver) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in there.heard:
        told = json.loads(one.body)
        found.setdefault(told["topic"], []).append(f"{told['title']}\n{told['message']}")
    return found


def test_a_chat_is_added_tried_and_removed_and_its_address_is_read_nowhere(
    there: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    club = factories.club("Tin Owl")
    client, page = of_admin(club), f"/c/{club.slug}/office/chats/"

    added = client.post(page, {"do": "add", "address": at(there), "label": ""}, follow=True)
    row = NoticeAddress.objects.get()
    client.post(page, {"do": "test", "address": row.pk, "key": ""})
    sending.send_due()
    shown = client.get(page).content.decode()
    journal = str(list(JournalLine.objects.values_list("payload", flat=True)))
    client.post(page, {"do": "remove", "address": row.pk})

    assert added.status_code == 200
    assert (row.club, row.label) == (club, "ntfy, 127.0.0.1")
    assert "ntfy, 127.0.0.1" in shown
    (told,) = heard(there)[TOPIC]
    assert told.endswith(f"/c/{club.slug}/")  # and not where the choices are made
    for text in (added.content.decode(), shown, journal, caplog.text, str(row)):
        assert TOPIC not in text
    assert not NoticeAddress.objects.exists()


def test_what_did_not_arrive_is_said_in_plain_words(there: Receiver) -> None:
    there.answers = [(403, {})]
    club = with_chat(there, TOPIC)
    client, page = of_admin(club), f"/c/{club.slug}/office/chats/"
    client.post(page, {"do": "test", "address": NoticeAddress.objects.get().pk, "key": ""})

    sending.send_due()

    shown = client.get(page).content.decode()
    assert "The chat refused the message." in shown
    assert "403" not in shown


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "exec://ls", "ntfy://169.254.169.254/x", "no address", ""]
)
def test_what_is_no_chat_is_refused_at_its_box(address: str) -> None:
    club = factories.club()

    answer = of_admin(club).post(
        f"/c/{club.slug}/office/chats/", {"do": "add", "address": address, "label": ""}
    )

    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not NoticeAddress.objects.exists()


def test_a_chat_hears_of_its_own_club_what_visitors_may_read_and_nobody_by_name(
    there: Receiver,
) -> None:
    owls, foxes = with_chat(there, "owls"), with_chat(there, "foxes")
    private = with_chat(there, "private", visibility=Visibility.MEMBERS)
    seated(owls, "Lantern Night")
    seated(owls, "Secret Cup", is_announced=False)
    seated(private, "Locked Room")

    sending.send_due()

    told = heard(there)
    assert set(told) == {"owls"}
    (text,) = told["owls"]
    assert text.startswith("Lantern Night, round 1\n")
    assert not any(part in text for part in ("Ada", "Quill", "Bo", "Secret", "stop"))
    seated(foxes, "Fox Night")
    sending.send_due()
    assert [len(texts) for texts in heard(there).values()] == [1, 1]


def test_a_chat_hears_of_objections_and_late_tables_only_where_the_club_chose_so_and_no_names(
    there: Receiver,
) -> None:
    chosen, silent = with_chat(there, "owls"), with_chat(there, "foxes")
    NoticeAddress.objects.filter(club=chosen).update(wanted=["objection", "table_late"])
    for club, withheld in ((chosen, False), (chosen, True), (silent, False)):
        event = factories.event(club, name="Kept Back" if withheld else "Lantern Night")
        row = factories.round_(
            factories.stage(event), is_withheld=withheld, published_at=timezone.now()
        )
        Clock.objects.create(round=row, length_s=60, left_s=-1)
        people = [factories.entry(event, factories.member(club, f"Ada {n}")) for n in range(8)]
        table = factories.table(row, people[:4])
        factories.table(row, people[4:])
        by = factories.actor(Role.ORGANIZER, club)
        sheet = {"seats": [{"points": points} for points in (9, 8, 7, 6)]}
        record = records.submit(by=by, table=table, data=sheet, expected_version=0)
        records.dispute(by=by, record=record, reason="Ada 1 cheated")

    late_tables.tell()
    sending.send_due()

    page = f"/e/{Event.objects.get(club=chosen, name='Lantern Night').slug}/"
    told = heard(there)
    assert set(told) == {"owls"}
    said = sorted(text.replace(page, "…") for text in told["owls"])
    assert said == [
        "Lantern Night, round 1: table 2 is late\nThe result of table 2 is still to come.\n\n…",
        "Lantern Night, table 1: objection\nSomeone says that the result is wrong.\n\n…",
    ]


def test_only_who_runs_the_club_sees_and_changes_its_chats(there: Receiver) -> None:
    club, other = with_chat(there, "owls"), with_chat(there, "foxes")
    row = NoticeAddress.objects.get(club=club)
    page = f"/c/{club.slug}/office/chats/"
    organizer, account = Client(), factories.account()
    factories.grant(account, Role.ORGANIZER, club)
    organizer.force_login(account)

    press = {"do": "remove", "address": row.pk}
    seen = [organizer.get(page), organizer.post(page, press), Client().post(page, press)]
    crossed = of_admin(other).post(f"/c/{other.slug}/office/chats/", press)

    assert [one.status_code in {302, 403, 404} for one in seen] == [True, True, True]
    assert crossed.status_code == 404
    assert NoticeAddress.objects.count() == 2
