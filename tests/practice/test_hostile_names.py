"""Names that would be tags, attributes or templates are text on every page in every state.

The states are those of the tour past every page, so that a new one is asked too.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import models, transaction
from django.test import Client

from league.core import personal
from league.core.enums import NameLevel
from league.queries.people import account_actors
from league.services.evening import dropouts, entries
from league.services.occasions import events
from league.services.standings import standings
from tests import factories
from tests.browser import tour
from tests.browser.scenes import Cast, Scenes, played
from tests.practice.addresses import presses, site, undone
from tests.practice.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from tests.practice.addresses import Press, Site

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

# Ends an attribute of either quote, opens a tag, turns the line round, and is a template.
SAID = "\"'></script><x-evil onfocus=e()>\u202e{{1000*1337}}"


class Breach(HTMLParser):
    """What came of a name that is more than text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "x-evil":
            self.found.add("a tag")
        if any(name.startswith("on") or "evil" in name for name, _ in attrs):
            self.found.add("an attribute")

    def handle_data(self, data: str) -> None:
        if "1337000" in data:
            self.found.add("a template")


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Site, Scenes]]:
    """Made once: whatever a test does to them is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield hostile()
        transaction.set_rollback(True)


def hostile() -> tuple[Site, Scenes]:
    """A club where everybody and everything is called so, with an evening in every state."""
    there = site(SAID, level=NameLevel.FULL)
    people = [factories.member(there.club, f"{name[:3]} {SAID}") for name in tour.NAMES]
    scenes = played(Cast(account_actors.person(there.admin), there.season, people))
    offered(there, scenes)
    say_it_everywhere()
    standings.catch_up()
    return there, scenes


def say_it_everywhere() -> None:
    """Whatever somebody wrote, a reason, a note, says it too."""
    for place in personal.WORDS:
        label, _, name = place.rpartition(".")
        model = apps.get_model(label)
        field = model._meta.get_field(name)
        if isinstance(field, models.CharField | models.TextField) and not field.unique:
            rows = model._default_manager.all()
            if name != "reason":  # what else nobody has said would say more than words
                rows = rows.exclude(**{name: ""})
            rows.exclude(**{f"{name}__contains": SAID[:9]}).update(**{name: SAID})


def offered(there: Site, scenes: Scenes) -> None:
    """In the line of a full evening the first is offered a place, another one waits on."""
    by, event = account_actors.person(there.admin), scenes.roll
    event.refresh_from_db()
    events.change(by=by, event=event, expected_version=event.version, offer_hours=5)
    late = factories.member(there.club, f"Late {SAID}")
    event.refresh_from_db()
    entries.register(by=by, event=event, player=late, waiting=True)
    dropouts.drop(by=by, entry=event.entries.filter(state="registered").earliest("pk"))


def breaches(answer: Answer) -> set[str]:
    kind = answer.headers.get("Content-Type", "")
    return Breach(read(answer)).found if "html" in kind else set()


def test_a_hostile_name_is_text_on_the_page_of_every_state_and_in_every_part_of_it(
    made: tuple[Site, Scenes],
) -> None:
    there, scenes = made
    stops = [*tour.more(there), *tour.of_scenes(scenes)]
    clients = {tour.VISITOR: Client, tour.ORGANIZER: there.owner}
    answers: dict[str, Answer] = {}

    for stop in stops:
        if stop.body is None and stop.who in clients:
            client = clients[stop.who]()
            for name, value, _ in stop.cookies:
                client.cookies[name] = value
            answers[stop.name] = client.get(stop.path)
            if "hx-get" in read(answers[stop.name]):
                part = client.get(stop.path, headers={"HX-Request": "true"})
                answers[f"{stop.name}, a part"] = part

    named = sum("&lt;x-evil" in read(answer) for answer in answers.values())
    assert named > 60
    assert {name: found for name, one in answers.items() if (found := breaches(one))} == {}


def test_a_hostile_name_is_text_in_what_a_press_at_the_desk_says(
    made: tuple[Site, Scenes],
) -> None:
    there, scenes = made
    client = there.owner()
    asked: dict[str, Press] = {}
    for event in (scenes.roll, scenes.seating, scenes.playing.event, scenes.room.event):
        steps = ("roll", "seating", "play", "results", "standings")
        desk = [f"/e/{event.slug}/desk/?step={step}" for step in steps]
        for press in presses(client, desk):
            verb = " ".join(value for name, value in press.fields if name == "do")
            asked.setdefault(re.sub(r"\d+", "…", f"{press.path.split('/')[3]} {verb}"), press)
    found, named = {}, 0

    for what, press in asked.items():
        with undone():
            answer = press.sent_by(client)
            if answer.status_code == 302 and answer.headers["Location"].startswith("/"):
                answer = client.get(answer.headers["Location"])
            named += "&lt;x-evil" in read(answer)
            if came := breaches(answer):
                found[what] = came

    assert named > 20
    assert found == {}
