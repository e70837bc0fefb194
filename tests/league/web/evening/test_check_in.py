"""Checking in by phone: the door's code, the own name, a way back, and what nobody learns."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import EventState, MembershipKind, NameLevel, Role
from league.models import Entry, Event, Membership, Player
from league.queries.evening import check_ins
from tests import factories
from tests.markup import tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight() -> Event:
    club = factories.club("Tin Owl")
    event = factories.event(club, name="Club night", state=EventState.OPEN)
    factories.stage(event)
    for name in ("Ada Quill", "Bruno Salt", "Cleo Marsh"):
        factories.entry(event, factories.member(club, name), is_present=False)
    return event


def door(event: Event) -> str:
    return f"/e/{event.slug}/here/{check_ins.code_of(event)}/"


def here(event: Event) -> list[str]:
    rows = Entry.objects.filter(event=event, is_present=True).order_by("pk")
    return [row.player.name for row in rows]


def entry_of(event: Event, name: str) -> Entry:
    return Entry.objects.get(event=event, player__name=name)


def test_one_tap_on_the_own_name_is_all(client: Client, tonight: Event) -> None:
    page = tight(client.get(door(tonight)).content.decode())
    answer = client.post(door(tonight), {"entry": entry_of(tonight, "Bruno Salt").pk}, follow=True)

    assert re.findall(r"<bdi>([^<]+)</bdi></button>", page) == [
        "Ada Quill",
        "Bruno Salt",
        "Cleo Marsh",
    ]
    assert "Welcome, Bruno Salt!" in answer.content.decode()
    assert here(tonight) == ["Bruno Salt"]


def remembered(client: Client) -> set[str]:
    """The cookies by which a browser speaks for somebody tonight."""
    return {name for name, kept in client.cookies.items() if kept.value and name != "csrftoken"}


def test_the_wrong_name_is_taken_back_by_the_browser_that_tapped_it(
    client: Client, tonight: Event
) -> None:
    page = client.post(
        door(tonight), {"entry": entry_of(tonight, "Ada Quill").pk}, follow=True
    ).content.decode()
    token = re.search(r'name="undo" value="([^"]+)"', page)
    assert token is not None

    knew = remembered(client)

    client.post(door(tonight), {"undo": token[1]})

    assert here(tonight) == []
    assert (knew, remembered(client)) == ({"my-evening", "table-door"}, set())


def test_a_made_up_token_takes_nobody_away(client: Client, tonight: Event) -> None:
    Entry.objects.filter(event=tonight).update(is_present=True)

    answer = client.post(door(tonight), {"undo": str(entry_of(tonight, "Ada Quill").pk)})

    assert answer.status_code == 409
    assert here(tonight) == ["Ada Quill", "Bruno Salt", "Cleo Marsh"]


def test_a_member_without_an_entry_types_the_name(client: Client, tonight: Event) -> None:
    factories.member(tonight.club, "Dora Öhm")

    client.post(door(tonight), {"name": "  dora ohm "})

    assert here(tonight) == ["Dora Öhm"]


@pytest.mark.parametrize("typed", ["Chloe Dubois Lefevre", "chloé dubois-lefèvre", "O Brien-Øst"])
def test_hyphens_and_apostrophes_may_be_left_out_of_a_typed_name(
    client: Client, tonight: Event, typed: str
) -> None:
    for name in ("Chloé Dubois-Lefèvre", "O’Brien Øst"):
        factories.member(tonight.club, name)

    client.post(door(tonight), {"name": typed})

    assert here(tonight) == ["O’Brien Øst" if typed.startswith("O") else "Chloé Dubois-Lefèvre"]


def test_a_hyphen_parts_two_people_who_are_called_the_same_without_it(
    client: Client, tonight: Event
) -> None:
    factories.member(tonight.club, "Anna-Maria Lang")
    factories.member(tonight.club, "Anna Maria Lang")

    client.post(door(tonight), {"name": "anna-maria lang"})

    assert here(tonight) == ["Anna-Maria Lang"]


def test_where_nobody_is_entered_yet_the_door_asks_for_the_name_and_speaks_of_no_list(
    client: Client,
) -> None:
    event = factories.event(factories.club(), state=EventState.OPEN)
    factories.stage(event)

    page = client.get(door(event)).content.decode()

    assert ("Who are you?" in page, "Not on the list?" in page) == (True, False)
    assert re.search('<button type="submit" ?>I\'m here', page)


@pytest.mark.parametrize("name", ["Nobody Known", "", "Ada", "<script>alert(1)</script>"])
def test_a_name_that_nobody_bears_enters_nobody(client: Client, tonight: Event, name: str) -> None:
    answer = client.post(door(tonight), {"name": name})

    assert answer.status_code in {400, 409}
    assert here(tonight) == []
    assert Player.objects.count() == 3
    assert "<script>alert" not in answer.content.decode()


def test_guests_of_other_evenings_and_former_members_are_not_entered(
    client: Client, tonight: Event
) -> None:
    gone = factories.member(tonight.club, "Edda Reed")
    Membership.objects.filter(player=gone).update(until=timezone.now())
    guest = factories.member(tonight.club, "Falk Loam")
    Membership.objects.filter(player=guest).update(kind=MembershipKind.GUEST)

    answers = [
        client.post(door(tonight), {"name": name}).status_code
        for name in ("Edda Reed", "Falk Loam")
    ]

    assert answers == [409, 409]


def test_the_door_shows_names_as_everybody_sees_them(client: Client, tonight: Event) -> None:
    player = entry_of(tonight, "Cleo Marsh").player
    player.name_level = NameLevel.HIDDEN
    player.save(update_fields=["name_level"])

    page = client.get(door(tonight)).content.decode()
    client.post(door(tonight), {"name": "Cleo Marsh"})

    assert "Cleo" not in page
    assert here(tonight) == ["Cleo Marsh"]


def test_a_wrong_code_and_another_events_code_open_nothing(client: Client, tonight: Event) -> None:
    other = factories.event(tonight.club, state=EventState.OPEN)
    wrong = (
        f"/e/{tonight.slug}/here/bcdfghjkmnpq/",
        f"/e/{tonight.slug}/here/{check_ins.code_of(other)}/",
        f"/e/nowhere/here/{check_ins.code_of(tonight)}/",
    )

    answers = [client.get(path).status_code for path in wrong]
    posted = client.post(wrong[1], {"entry": entry_of(tonight, "Ada Quill").pk})

    assert answers == [404, 404, 404]
    assert posted.status_code == 404
    assert here(tonight) == []


def test_an_entry_of_another_event_is_not_marked_here(client: Client, tonight: Event) -> None:
    other = factories.event(tonight.club, state=EventState.OPEN)
    entry = factories.entry(other, entry_of(tonight, "Ada Quill").player, is_present=False)

    answer = client.post(door(tonight), {"entry": entry.pk})

    assert answer.status_code == 404
    assert here(other) == []


@pytest.mark.parametrize("state", [EventState.FINISHED, EventState.CANCELLED])
def test_after_the_end_the_door_is_closed(
    client: Client, tonight: Event, state: EventState
) -> None:
    Event.objects.filter(pk=tonight.pk).update(state=state)

    assert client.get(door(tonight)).status_code == 410


def test_the_poster_is_for_those_who_call_the_roll(client: Client, tonight: Event) -> None:
    path = f"/e/{tonight.slug}/poster/"
    as_visitor = client.get(path).status_code
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, tonight.club)
    client.force_login(account)

    page = client.get(path).content.decode()

    assert as_visitor == 302  # to the sign-in
    assert page.count('<img class="qr"') == 1
    assert door(tonight) in page
