"""Somebody walks in whose name is nearly that of somebody known."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from league.models import Entry, Player
from tests import factories
from tests.league.services.seating.test_seatings import setting
from tests.league.web.evening.test_desk import organizer, press

pytestmark = pytest.mark.django_db


def asked(client: Client, slug: str, name: str) -> dict[str, dict[str, str]]:
    """The buttons of the question, by their words, with the fields that they send."""
    answer = client.post(f"/e/{slug}/desk/", {"do": "guest", "name": name})
    assert answer.status_code == 409
    page = answer.content.decode()
    notice = re.search(r'<div class="notice bad".*?is someone new.*?</form>', page, re.S)
    assert notice is not None
    found = {}
    for form in re.findall(r"<form.*?</form>", notice.group(0), re.S):
        words = " ".join(re.sub("<[^>]+>", " ", form).split())
        fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', form))
        fields.pop("csrfmiddlewaretoken", None)
        found[html.unescape(words)] = fields
    return found


def test_the_desk_asks_whether_a_walk_in_is_the_member_of_nearly_that_name(client: Client) -> None:
    stage, _, _ = setting(3)
    member = factories.member(stage.event.club, "Nora Quill")
    organizer(client, stage.event)

    buttons = asked(client, stage.event.slug, "Nora Quil")
    before = Player.objects.count()
    fields = buttons["It's Nora Quill"]
    press(client, stage.event, fields.pop("do"), **fields)

    assert set(buttons) == {"It's Nora Quill", "Nora Quil is someone new"}
    assert Entry.objects.get(event=stage.event, player=member).is_present
    assert Player.objects.count() == before


def test_whoever_is_somebody_new_after_all_is_entered_by_one_press(client: Client) -> None:
    stage, _, _ = setting(3)
    factories.member(stage.event.club, "Nora Quill")
    organizer(client, stage.event)

    fields = asked(client, stage.event.slug, "Nora Quil")["Nora Quil is someone new"]
    page = press(client, stage.event, fields.pop("do"), **fields)

    assert "Nora Quil is signed up and here." in page
    assert Entry.objects.get(event=stage.event, player__name="Nora Quil").is_guest


def test_a_member_who_is_entered_and_not_here_yet_is_marked_as_here(client: Client) -> None:
    stage, _, _ = setting(3)
    member = factories.member(stage.event.club, "Nora Quill")
    entry = factories.entry(stage.event, member, is_present=False)
    organizer(client, stage.event)

    fields = asked(client, stage.event.slug, "Nora Quil")["It's Nora Quill"]
    press(client, stage.event, fields.pop("do"), **fields)

    entry.refresh_from_db()
    assert entry.is_present
    assert Entry.objects.filter(event=stage.event).count() == 4
