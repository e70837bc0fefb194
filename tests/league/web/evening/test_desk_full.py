"""A full event at the desk: nobody who stands there is sent away without a word on how to go on."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from league.core.enums import EntryState
from league.models import Entry, Player, Seating
from tests import factories
from tests.league.services.seating.test_seatings import setting
from tests.league.web.evening.test_desk import organizer, press

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(client: Client) -> Event:
    stage, _, _ = setting(4)
    stage.event.capacity = 4
    stage.event.save()
    organizer(client, stage.event)
    return stage.event


def refused(client: Client, event: Event, do: str, **fields: str) -> str:
    answer = client.post(f"/e/{event.slug}/desk/", {"do": do, "step": "roll", **fields})
    assert answer.status_code == 409
    return answer.content.decode()


def way_on(page: str) -> dict[str, str]:
    """The hidden fields of the form that the refusal offers."""
    alert = re.search(r'<div class="notice bad".*?</form>', page, re.S)
    assert alert is not None, "the refusal offers no way on"
    found = re.findall(r'name="(\w+)" value="([^"]*)"', alert.group(0))
    fields = {name: html.unescape(value) for name, value in found}
    fields.pop("csrfmiddlewaretoken")
    return fields


def test_a_walk_in_at_a_full_event_is_put_on_the_waiting_list(client: Client, full: Event) -> None:
    page = refused(client, full, "guest", name="Gerd Gast")
    assert "All 4 places are taken." in page
    assert 'value="Gerd Gast"' in page, "what was typed is lost"
    assert not Player.objects.filter(name="Gerd Gast").exists()

    fields = way_on(page)
    page = press(client, full, fields.pop("do"), **fields)

    assert Entry.objects.get(player__name="Gerd Gast").state == EntryState.WAITING
    assert "Gerd Gast is on the waiting list." in page


def test_a_member_at_a_full_event_is_put_on_the_waiting_list(client: Client, full: Event) -> None:
    member = factories.member(full.club, "Leo Winter")

    fields = way_on(refused(client, full, f"enter:{member.pk}"))
    page = press(client, full, fields.pop("do"), **fields)

    entry = Entry.objects.get(player=member)
    assert entry.state == EntryState.WAITING
    assert f'value="promote:{entry.pk}"' in page
    assert re.search(r'value="not_done:\d+"', page), "the waiting list has no way back"


def test_who_gets_the_place_of_somebody_who_leaves_is_said(client: Client, full: Event) -> None:
    fields = way_on(refused(client, full, "guest", name="Gerd Gast"))
    press(client, full, fields.pop("do"), **fields)
    first, second = Entry.objects.filter(event=full, state=EntryState.REGISTERED)[:2]

    page = press(client, full, f"leave:{first.pk}")
    nobody_waits = press(client, full, f"leave:{second.pk}")

    assert "Gerd Gast was next in line and has the place." in page
    assert "has the place" not in nobody_waits


def test_whoever_finds_a_place_meanwhile_gets_it_and_no_wait(client: Client, full: Event) -> None:
    fields = way_on(refused(client, full, "guest", name="Gerd Gast"))
    gone = Entry.objects.filter(event=full).first()
    assert gone is not None
    press(client, full, f"leave:{gone.pk}")

    page = press(client, full, fields.pop("do"), **fields)

    assert Entry.objects.get(player__name="Gerd Gast").state == EntryState.REGISTERED
    assert "Gerd Gast is signed up and here." in page


def test_a_place_that_is_not_there_is_not_offered_to_the_waiting_list(
    client: Client, full: Event
) -> None:
    fields = way_on(refused(client, full, "guest", name="Gerd Gast"))
    press(client, full, fields.pop("do"), **fields)
    waiting = Entry.objects.get(player__name="Gerd Gast")

    page = refused(client, full, f"promote:{waiting.pk}")

    assert "Put them on the waiting list" not in page


def test_a_late_arrival_is_told_where_a_place_in_the_running_round_is(
    client: Client, full: Event
) -> None:
    full.capacity = None
    full.save()

    before = press(client, full, "guest", name="Erna Erst")
    press(client, full, "next", stage="1")
    later = press(client, full, "guest", name="Lara Last")

    assert "Erna Erst is signed up and here." in before
    assert "You can seat them in this round" not in before
    assert (
        "Lara Last is signed up and here. You can seat them in this round under “Seating”." in later
    )


def test_whoever_comes_late_to_the_best_table_is_told_which_it_is(
    client: Client, full: Event
) -> None:
    full.capacity = None
    full.save()
    press(client, full, "next", stage="1")
    press(client, full, "guest", name="Lara Last")
    late = Entry.objects.get(player__name="Lara Last")
    seating = Seating.objects.get()

    page = press(client, full, f"late:{seating.pk}:{late.pk}")

    assert "Seated at table 1; everyone else stays put." in page
    assert late.seats.filter(table__number=1).exists()


def ways_on(page: str) -> list[dict[str, str]]:
    """The hidden fields of every form that the refusal offers."""
    alert = page.split('<div class="notice bad"')[1].split("<div id=")[0]
    return [way_on(f'<div class="notice bad"{form}</form>') for form in alert.split("</form>")[:-1]]


def test_a_full_event_makes_room_for_one_more_and_does_what_was_pressed(
    client: Client, full: Event
) -> None:
    refusal = refused(client, full, "guest", name="Gerd Gast")
    listed, room = ways_on(refusal)
    assert (listed.get("accept"), listed.get("room")) == ("yes", None)
    assert (room.get("accept"), room.get("room")) == (None, "yes")

    page = press(client, full, room.pop("do"), **room)

    full.refresh_from_db()
    assert full.capacity == 5
    assert Entry.objects.get(player__name="Gerd Gast").state == EntryState.REGISTERED
    assert "Gerd Gast is signed up and here." in page
    assert "5 of 5 places taken" in page


def test_everybody_who_needs_a_place_gets_room_from_the_refusal(
    client: Client, full: Event
) -> None:
    fields = way_on(refused(client, full, "guest", name="Gerd Gast"))
    press(client, full, fields.pop("do"), **fields)
    waiting = Entry.objects.get(player__name="Gerd Gast")
    member = factories.member(full.club, "Leo Winter")
    left = Entry.objects.filter(event=full, state=EntryState.REGISTERED).first()
    assert left is not None
    press(client, full, f"leave:{left.pk}")
    waiting.refresh_from_db()
    assert waiting.state == EntryState.REGISTERED, "the first in line has not moved up"
    other = factories.entry(full, "Ute Unruh", state=EntryState.WAITING)

    for do in (f"promote:{other.pk}", f"back:{left.pk}", f"enter:{member.pk}"):
        room = ways_on(refused(client, full, do))[-1]
        press(client, full, room.pop("do"), **room)

    full.refresh_from_db()
    assert full.capacity == 7
    assert Entry.objects.filter(event=full, state=EntryState.REGISTERED).count() == 7


def test_how_many_there_is_room_for_is_changed_at_the_desk(client: Client, full: Event) -> None:
    shown = client.get(f"/e/{full.slug}/desk/", {"step": "roll"}).content.decode()
    capacities = []

    for typed in ("6", "", "40"):
        press(client, full, "room", capacity=typed)
        full.refresh_from_db()
        capacities.append(full.capacity)
    bad = client.post(f"/e/{full.slug}/desk/", {"do": "room", "capacity": "many", "step": "roll"})

    assert 'name="capacity" maxlength="9" autocomplete="off" value="4"' in " ".join(shown.split())
    assert capacities == [6, None, 40]
    assert bad.status_code == 400
    assert "Enter a number between 1 and 2000." in bad.content.decode()
