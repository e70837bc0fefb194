"""Signing up by name, without an account, and the link by which one keeps the place."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.core.enums import EntryState, EventState, NameLevel, StageMode, Visibility
from league.models import Entry, Event, JournalLine, Player
from league.queries.evening import sign_ups as reading
from league.services.evening import sign_ups
from tests import factories
from tests.league.web.public.test_public import signed_in

pytestmark = pytest.mark.django_db


# Free fields of the event, as the factory takes them.
def open_event(**fields: Any) -> Event:
    starts = timezone.now() + timedelta(days=3)
    club = fields.pop("club", None) or factories.club()
    said = {"state": EventState.OPEN, "starts_at": starts, "by_name": True, **fields}
    event = factories.event(club, **said)
    factories.stage(event)
    return event


def signs_up(event: Event, name: str, client: Client | None = None, key: str = "") -> Client:
    client = client or Client()
    client.post(f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name=name, key=key))
    return client


def place(client: Client, event: Event) -> str:
    """The address of the place that this browser signed up for."""
    return client.get(f"/e/{event.slug}/sign-up/").headers["Location"]


def test_a_stranger_signs_up_by_name_gives_the_place_up_and_takes_it_again() -> None:
    event = open_event()
    stranger = Client()
    assert f"/e/{event.slug}/sign-up/" in stranger.get(f"/e/{event.slug}/").content.decode()

    signs_up(event, " Sam  Hill ", stranger)
    entry = Entry.objects.get()
    own = place(stranger, event)
    page = stranger.get(own)

    assert (entry.player.name, entry.state, entry.is_guest, entry.is_present) == (
        "Sam Hill",
        EntryState.REGISTERED,
        True,
        False,
    )
    assert "You are signed up." in page.content.decode()
    assert page.headers["Cache-Control"] == "no-store"
    assert own in stranger.get(f"/e/{event.slug}/").content.decode()
    for action, state in (("leave", "dropped"), ("leave", "dropped"), ("enter", "registered")):
        assert stranger.post(own, {"action": action}).status_code == 302
        entry.refresh_from_db()
        assert entry.state == state
    said = JournalLine.objects.filter(event=event).values_list("actor_key", flat=True)
    assert set(said) == {"system:sign-up page"}


def test_a_full_event_gives_a_turn_and_a_place_that_opens_up_is_taken_by_the_link() -> None:
    event = open_event(capacity=1, offer_hours=5)
    first, second = signs_up(event, "Sam Hill"), signs_up(event, "Lou Dale")
    own = place(second, event)
    assert "You are no. 1 on the waiting list." in second.get(own).content.decode()

    first.post(place(first, event), {"action": "leave"})

    assert "A place has opened up." in second.get(own).content.decode()
    second.post(own, {"action": "enter"})
    assert Entry.objects.get(player__name="Lou Dale").state == EntryState.REGISTERED


def test_a_form_that_is_sent_twice_is_one_place() -> None:
    event = open_event()
    client = signs_up(event, "Sam Hill", key="k1")

    signs_up(event, "Sam Hill", client, key="k1")

    assert Entry.objects.count() == 1


def test_a_name_that_the_club_knows_is_somebody_new_and_nobody_is_told() -> None:
    event = open_event()
    known = factories.member(event.club, "Ada Quill")
    theirs = factories.entry(event, known)

    stranger = signs_up(event, "Ada Quill")
    stranger.post(place(stranger, event), {"action": "leave"})

    theirs.refresh_from_db()
    assert theirs.state == EntryState.REGISTERED
    assert Player.objects.filter(name="Ada Quill").count() == 2


def test_one_phone_signs_up_the_family() -> None:
    event = open_event()
    phone = signs_up(event, "Sam Hill")

    page = phone.get(place(phone, event)).content.decode()
    assert f"/e/{event.slug}/sign-up/?another=1" in page
    assert phone.get(f"/e/{event.slug}/sign-up/?another=1").status_code == 200
    signs_up(event, "Pip Hill", phone)

    assert Entry.objects.count() == 2
    assert "Pip Hill" in phone.get(place(phone, event)).content.decode()


@pytest.mark.parametrize("name", ["  ", "x" * 201, "Sam\x07 Hill"])
def test_a_bad_name_is_refused_and_stays_in_its_field(name: str) -> None:
    event = open_event()

    answer = Client().post(f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name=name))
    page = answer.content.decode()

    assert (answer.status_code, Entry.objects.count()) == (400, 0)
    assert 'role="alert"' in page
    assert f'value="{name}"' in page


@pytest.mark.parametrize(
    "fields",
    [
        {"by_name": False},
        {"state": EventState.PLANNED},
        {"state": EventState.FINISHED},
        {"is_announced": False},
    ],
)
def test_where_no_names_are_taken_none_is(fields: dict[str, Any]) -> None:
    event = open_event(**fields)

    answer = Client().post(
        f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name="Sam Hill")
    )

    assert answer.status_code in {302, 404}
    assert not Entry.objects.exists()


def test_a_program_is_refused_politely_and_people_press_once_more() -> None:
    event, other = open_event(), open_event()
    path, client = f"/e/{event.slug}/sign-up/", Client()
    calm = factories.typed_calmly(event, name="Sam Hill")
    at_once = re.search(r'name="shown" value="([^"]+)"', client.get(path).content.decode())
    assert at_once is not None

    quick, without, elsewhere, greedy = (
        client.post(path, said).content.decode()
        for said in (
            {"name": "Sam Hill", "shown": at_once[1]},
            {"name": "Sam Hill"},
            {"name": "Sam Hill", "shown": factories.typed_calmly(other)["shown"]},
            {**calm, "remarks": "Cheap watches"},
        )
    )

    for page in (quick, without, elsewhere):
        assert "nothing was saved. Send it once more." in page
        assert 'value="Sam Hill"' in page
    assert f'name="shown" value="{at_once[1]}"' in quick  # the moment of the first showing stays
    assert re.search(r'<div class="field"\s+hidden>', quick)
    assert re.search(r'<div class="field wrong"\s*>', greedy)  # whoever it was can empty the box
    assert not Entry.objects.exists()
    assert client.post(path, calm).status_code == 302


def test_an_event_of_a_club_for_members_takes_no_names() -> None:
    event = open_event(club=factories.club(visibility=Visibility.MEMBERS))

    assert Client().post(f"/e/{event.slug}/sign-up/", {"name": "Sam"}).status_code == 404
    assert not reading.takes_names(event)


def test_a_link_opens_its_own_event_only_and_a_made_up_one_nothing() -> None:
    event, other = open_event(), open_event()
    client = signs_up(event, "Sam Hill")
    code = place(client, event).rstrip("/").rpartition("/")[2]

    assert Client().get(f"/e/{other.slug}/place/{code}/").status_code == 404
    assert Client().get(f"/e/{event.slug}/place/{code}x/").status_code == 404
    assert Client().post(f"/e/{event.slug}/place/{code}/", {"action": "fly"}).status_code == 400


def test_a_flood_from_one_address_is_told_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr(sign_ups, "MOST", 2)
    event = open_event()

    answers = [
        Client()
        .post(f"/e/{event.slug}/sign-up/", factories.typed_calmly(event, name=f"Sam {letter}"))
        .status_code
        for letter in "ABC"
    ]

    assert answers == [302, 302, 429]
    assert Entry.objects.count() == 2


def test_a_link_that_is_passed_on_tells_no_more_of_a_name_than_the_club_does() -> None:
    event = open_event(club=factories.club(name_level=NameLevel.HIDDEN))
    client = signs_up(event, "Sam Hill")

    for path in (place(client, event), f"/e/{event.slug}/"):
        assert "Sam Hill" not in client.get(path).content.decode()


def test_at_open_play_the_place_leads_to_the_evening() -> None:
    event = open_event()
    event.stages.update(mode=StageMode.OPEN_PLAY)
    client = signs_up(event, "Sam Hill")
    own = place(client, event)
    assert "/mine/" not in client.get(own).content.decode()

    Event.objects.update(state=EventState.RUNNING)

    assert f"/e/{event.slug}/mine/" in client.get(own).content.decode()
    assert client.get(f"/e/{event.slug}/mine/").status_code == 200


def test_whoever_has_an_account_signs_up_as_before() -> None:
    event = open_event()
    member = signed_in(player=factories.member(event.club, "Ada Quill"))

    page = member.get(f"/e/{event.slug}/").content.decode()

    assert f"/e/{event.slug}/enter/" in page
    assert f"/e/{event.slug}/sign-up/" not in page
