"""What an evening costs is told before one signs up; who has paid, the desk alone knows."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import EventState
from league.models import Entry, Event, JournalLine
from tests import factories
from tests.api import doors
from tests.league.web.evening.test_desk import organizer, press

pytestmark = pytest.mark.django_db


def evening() -> Event:
    event = factories.event(
        state=EventState.OPEN, starts_at=timezone.now(), by_name=True, fee="€5, students €3"
    )
    factories.stage(event)
    for name in ("Ada Quill", "Bo Reed", "Cy Hale"):
        factories.entry(event, factories.member(event.club, name))
    return event


def entry_of(name: str) -> Entry:
    return Entry.objects.get(player__name=name)


def test_the_fee_stands_where_one_signs_up_and_nobody_outside_sees_who_has_paid() -> None:
    event = evening()
    Entry.objects.update(fee_paid=True)

    for path in ("", "sign-up/"):
        page = Client().get(f"/e/{event.slug}/{path}").content.decode()
        assert "Fee: <bdi>€5, students €3</bdi>" in page
        assert "Paid" not in page
    Client().post(f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name="Sam Hill"))
    assert {row["fee_paid"] for row in doors.visitor().get(path_of(event)).json()["results"]} == {
        None
    }
    assert doors.visitor().get(f"{path_of(event)}?fee_paid=true").json()["results"] == []


def path_of(event: Event) -> str:
    return f"/events/{event.pk}/entries/"


def test_one_press_ticks_and_one_takes_it_back_and_the_journal_knows_both(client: Client) -> None:
    event = evening()
    organizer(client, event)
    bo = entry_of("Bo Reed")
    owing = client.get(f"/e/{event.slug}/desk/?step=roll").content.decode()

    page = press(client, event, f"paid:{bo.pk}")

    assert (f'id="owes-{bo.pk}"' in owing, f'id="owes-{bo.pk}"' in page) == (True, False)
    assert "Bo Reed has paid." in page
    assert f'value="unpaid:{bo.pk}"' in page
    assert "Bo Reed hasn't paid." in press(client, event, f"unpaid:{bo.pk}").replace("&#x27;", "'")
    lines = JournalLine.objects.filter(kind="entry_changed").order_by("pk")
    assert [line.payload["fee_paid"] for line in lines] == [True, False]


def test_an_evening_that_costs_nothing_has_no_ticks(client: Client) -> None:
    event = evening()
    organizer(client, event)
    Event.objects.update(fee="")

    page = client.get(f"/e/{event.slug}/desk/?step=roll").content.decode()

    assert 'value="paid:' not in page
    assert "Not paid" not in page


def test_a_token_ticks_and_lists_who_has_not_paid() -> None:
    event = evening()
    bo = entry_of("Bo Reed")
    asker = doors.organizer(event)

    answer = asker.patch(f"/entries/{bo.pk}/", {"fee_paid": True})
    again = asker.patch(f"/entries/{bo.pk}/", {"fee_paid": True})

    assert (answer.json()["fee_paid"], again.status_code) == (True, 200)
    assert JournalLine.objects.filter(kind="entry_changed").count() == 1
    found = asker.get(f"{path_of(event)}?fee_paid=false").json()["results"]
    assert [row["name"] for row in found] == ["Ada Quill", "Cy Hale"]
    assert asker.get(f"{path_of(event)}?fee_paid=maybe").status_code == 400
