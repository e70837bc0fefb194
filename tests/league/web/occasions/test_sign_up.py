"""Signing up by oneself: what the page of a full event says and offers."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from league.core.enums import EventState, Role
from league.models import Entry, Event, Player
from tests import factories
from tests.league.web.public.test_public import signed_in

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


# Free fields of the event, as the factory takes them.
def full(**fields: Any) -> tuple[Event, Entry]:
    """An event whose one place is taken, and by whom."""
    starts = timezone.now() + timedelta(days=3)
    event = factories.event(state=EventState.OPEN, capacity=1, starts_at=starts, **fields)
    factories.stage(event)
    return event, factories.entry(event, factories.member(event.club, "Tilda Taken"))


def waits(event: Event, name: str) -> Client:
    member = signed_in(player=factories.member(event.club, name))
    member.post(f"/e/{event.slug}/enter/", {"action": "enter"})
    return member


def told(client: Client, event: Event) -> str:
    """What the box for signing up says, word by word."""
    page = client.get(f"/e/{event.slug}/").content.decode()
    found = re.search(r'<div class="notice sign-up[^>]*>(.*?)</form>\s*</div>\s*</div>', page, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found.group(1)).split())


def leave(event: Event, entry: Entry) -> None:
    who = signed_in(player=Player.objects.get(pk=entry.player_id))
    who.post(f"/e/{event.slug}/enter/", {"action": "leave"})


def test_the_button_of_a_full_event_says_that_one_will_wait() -> None:
    event, _ = full()
    member = signed_in(player=factories.member(event.club, "Ada Quill"))

    assert told(member, event) == "All places are taken. Join the waiting list"


def test_who_waits_reads_their_number_and_moves_up_when_somebody_signs_off() -> None:
    event, taken = full()
    ada, bea = waits(event, "Ada Quill"), waits(event, "Bea Quill")
    before = [told(client, event) for client in (ada, bea)]

    leave(event, taken)

    number = "Waiting You are no. {} on the waiting list. Leave the waiting list"
    assert before == [number.format(1), number.format(2)]
    assert [told(client, event) for client in (ada, bea)] == [
        "Signed up A place opened up, so you are signed up now. I can't come",
        number.format(1),
    ]


def test_an_offered_place_is_taken_with_one_press() -> None:
    event, taken = full(offer_hours=12)
    ada = waits(event, "Ada Quill")
    leave(event, taken)
    offered = told(ada, event)

    ada.post(f"/e/{event.slug}/enter/", {"action": "enter"})

    assert offered.startswith("A place has opened up. It's yours until:")
    assert " Take it " in offered
    assert Entry.objects.get(event=event, player__name="Ada Quill").state == "registered"


def test_who_waits_is_not_counted_among_those_who_take_part() -> None:
    event, _ = full()
    waits(event, "Ada Quill")
    waits(event, "Bea Quill")

    page = signed_in().get(f"/e/{event.slug}/").content.decode()

    counts = re.findall(r'<h2>([^<]+) <span class="count">(\d+)</span>', page)
    assert counts == [("Signed up", "1"), ("Waiting list", "2")]


def test_an_account_without_a_player_can_say_on_top_of_a_page_that_this_is_them() -> None:
    event, taken = full()
    path = f"/p/{taken.player_id}/"

    pages = {
        who: client.get(path).content.decode()
        for who, client in {
            "nobody": signed_in(),
            "somebody": signed_in(player=factories.member(event.club, "Ada Quill")),
        }.items()
    }

    said = {who: page.index("This is me") for who, page in pages.items()}
    figures = {who: page.index('<dl class="figures">') for who, page in pages.items()}
    assert {who: said[who] < figures[who] for who in pages} == {"nobody": True, "somebody": False}


def test_the_organizers_pages_count_who_waits_to_be_known() -> None:
    event, taken = full()
    signed_in().post(f"/p/{taken.player_id}/claim/", {"note": "From the chess evening"})
    organizer = signed_in(Role.ORGANIZER, event.club)

    shown = [
        organizer.get(path).content.decode()
        for path in (f"/c/{event.club.slug}/", f"/c/{event.club.slug}/office/people/")
    ]

    assert "1 account claim" in shown[0]
    assert "Duplicates (1)" in shown[1]
    assert "account claim" not in signed_in().get(f"/c/{event.club.slug}/").content.decode()
