"""The page on which somebody is disqualified, and the way back."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import EntryState, EventState, Role
from league.models import Entry, Event
from tests import factories

pytestmark = pytest.mark.django_db


def signed_in(role: Role, event: Event) -> Client:
    account = factories.account()
    factories.grant(account, role, event)
    client = Client()
    client.force_login(account)
    return client


def played() -> tuple[Event, list[Entry]]:
    event = factories.event()
    stage = factories.stage(event)
    rows = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy")]
    factories.played(factories.table(factories.round_(stage), rows), [1, 2, 3])
    return event, rows


@pytest.mark.parametrize("is_over", [False, True])
def test_the_roll_leads_to_the_page_and_the_desk_takes_it_back(is_over: bool) -> None:
    event, (ada, *_) = played()
    if is_over:
        event.state = EventState.FINISHED
        event.save()
    client = signed_in(Role.ORGANIZER, event)
    desk, address = f"/e/{event.slug}/desk/", f"/e/{event.slug}/entries/{ada.pk}/disqualify/"
    roll = client.get(f"{desk}?step=roll").content.decode()

    sent = client.post(address, {"results": "void", "reason": "Looked at the cards"}, follow=True)
    ada.refresh_from_db()
    told = (ada.state, ada.keeps_results)
    html = sent.content.decode()
    client.post(desk, {"do": f"not_left:{ada.pk}"})

    ada.refresh_from_db()
    assert roll.count(f'href="{address}"') == 1
    assert told == (EntryState.DISQUALIFIED, False)
    assert "Ada is disqualified." in html
    # beside what was done, and in the list
    assert (html.count(f'"not_left:{ada.pk}"'), html.count(f'"back:{ada.pk}"')) == (1, 1)
    assert (ada.state, ada.keeps_results) == (EntryState.REGISTERED, True)


def test_the_page_says_beforehand_who_would_move() -> None:
    event, (ada, *_) = played()

    page = signed_in(Role.ORGANIZER, event).get(f"/e/{event.slug}/entries/{ada.pk}/disqualify/")

    (effect,) = page.context["effects"]
    assert [(move.name, move.before, move.after) for move in effect.moves] == [
        ("Bo", "2", "1"),
        ("Cy", "3", "2"),
        ("Ada", "1", "–"),
    ]
    assert "Who would move" in page.content.decode()
    ada.refresh_from_db()
    assert ada.state == EntryState.REGISTERED


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"results": "void", "reason": " "}, ["reason"]),
        ({"results": "both", "reason": "Cheating"}, ["results"]),
        ({"reason": "Cheating"}, ["results"]),
        ({"results": "keep", "reason": "a\u0000b"}, ["reason"]),
    ],
)
def test_a_missing_reason_or_choice_is_told_at_its_field(
    fields: dict[str, str], wrong: list[str]
) -> None:
    event, (ada, *_) = played()

    page = signed_in(Role.ORGANIZER, event).post(
        f"/e/{event.slug}/entries/{ada.pk}/disqualify/", fields
    )

    ada.refresh_from_db()
    assert (page.status_code, list(page.context["form"].errors)) == (400, wrong)
    assert ada.state == EntryState.REGISTERED


def test_the_page_is_for_organizers_and_for_entries_of_the_event() -> None:
    event, (ada, *_) = played()
    other, (elsewhere, *_) = played()
    fields = {"results": "void", "reason": "Cheating"}

    statuses = [
        signed_in(Role.SCOREKEEPER, event)
        .post(f"/e/{event.slug}/entries/{ada.pk}/disqualify/", fields)
        .status_code,
        signed_in(Role.ORGANIZER, other)
        .post(f"/e/{event.slug}/entries/{ada.pk}/disqualify/", fields)
        .status_code,
        signed_in(Role.ORGANIZER, event)
        .post(f"/e/{event.slug}/entries/{elsewhere.pk}/disqualify/", fields)
        .status_code,
    ]

    assert statuses == [403, 403, 404]
    assert not Entry.objects.filter(state=EntryState.DISQUALIFIED).exists()
