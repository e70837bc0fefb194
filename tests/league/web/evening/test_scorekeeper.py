"""A scorekeeper is invited for one evening, lands there, and sees what may be done."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import EventState, Role
from league.models import Event
from league.services.people import access
from tests import factories
from tests.league.web.records.test_results import an_event, paper, signed_in, tables

pytestmark = pytest.mark.django_db


def organizer(event: Event) -> Client:
    client = Client()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, event.club)
    client.force_login(account)
    return client


def test_evenings_of_one_name_are_offered_with_their_days_and_before_the_club() -> None:
    club = factories.club()
    for day in (3, 10):
        factories.event(club, name="Games night", starts_at=datetime(2026, 11, day, 18, tzinfo=UTC))
    admin = organizer(Event.objects.earliest("pk"))

    page = admin.get(f"/c/{club.slug}/office/roles/").content.decode()

    found = re.search(r'<select name="scope".*?</select>', page, re.S)
    assert found is not None
    options = [
        " ".join(one.split()) for one in re.findall(r"<option[^>]*>(.*?)</option>", found[0])
    ]
    assert options == ["Games night, 10 November 2026", "Games night, 3 November 2026", club.name]


def chosen(page: str, name: str) -> tuple[str, list[str]]:
    """What a choice is set to, and all that it offers."""
    found = re.search(rf'<select name="{name}".*?</select>', page, re.S)
    assert found is not None
    values = re.findall(r'<option value="([^"]*)"', found[0])
    preset = re.search(r'<option value="([^"]*)" selected', found[0])
    return preset[1] if preset else values[0], values


def test_the_form_proposes_help_at_the_nearest_evening_and_sent_as_it_is_it_works() -> None:
    club, now = factories.club(), timezone.now()
    for days in (60, 2, -1):
        state = EventState.FINISHED if days < 0 else EventState.PLANNED
        event = factories.event(club, starts_at=now + timedelta(days=days), state=state)
    nearest = Event.objects.get(starts_at=now + timedelta(days=2))
    admin, path = organizer(event), f"/c/{club.slug}/office/roles/"

    page = admin.get(path).content.decode()
    sent = {name: chosen(page, name)[0] for name in ("role", "scope")}
    answer = admin.post(path, {**sent, "days": "14"})

    assert sent == {"role": "scorekeeper", "scope": f"event:{nearest.pk}"}
    assert answer.status_code == 302


def test_no_role_is_offered_that_every_place_refuses() -> None:
    club = factories.club()
    boss, path = Client(), f"/c/{club.slug}/office/roles/"
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    boss.force_login(account)

    page = boss.get(path).content.decode()
    preset = {"role": chosen(page, "role")[0], "scope": "club", "days": "14"}
    answer = boss.post(path, preset)

    assert chosen(page, "role") == ("organizer", ["club_admin", "organizer"])
    assert answer.status_code == 302


def test_a_role_that_a_place_does_not_have_is_refused_with_what_it_is_for() -> None:
    event = an_event()
    fields = {"role": "scorekeeper", "scope": "club", "days": "14"}

    answer = organizer(event).post(f"/c/{event.club.slug}/office/roles/", fields)

    assert answer.status_code == 400
    assert (
        "Admins are for a club, scorekeepers for one event: choose that under “Where”."
        in unescape(answer.content.decode())
    )


def test_an_invited_scorekeeper_reads_the_day_and_lands_at_the_evenings_results() -> None:
    event = an_event()
    by = factories.actor(Role.ORGANIZER, event.club)
    _, secret = access.invite(by=by, role=Role.SCOREKEEPER, scope=event)
    helper = Client()
    helper.force_login(factories.account())

    told = helper.get(f"/i/{secret}/").content.decode()
    answer = helper.post(f"/i/{secret}/")

    assert f"Scorekeeper: {event.name}" in told
    assert f'datetime="{event.starts_at.isoformat()}"' in told
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/e/{event.slug}/results/")


def test_a_scorekeeper_is_offered_nothing_that_is_refused() -> None:
    event = an_event()
    helper, other = signed_in(Role.SCOREKEEPER, event), signed_in(Role.SCOREKEEPER, event)
    path = f"/e/{event.slug}/results/"
    helper.post(path, {**paper(tables()[0], 30, 20, 10), "idempotency_key": "one"})

    own, theirs, organizers = (
        client.get(path).content.decode() for client in (helper, other, organizer(event))
    )

    desk = f'href="/e/{event.slug}/desk/"'
    assert [desk in page for page in (own, theirs, organizers)] == [False, False, True]
    assert ['name="confirm.' in page for page in (own, theirs, organizers)] == [False, True, True]
    assert "You reported this, so someone else confirms it." in own
