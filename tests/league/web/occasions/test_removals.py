"""Removing what was made by mistake by the pages: asked first, taken back by one press."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from league.core.enums import EventState, Role
from league.models import Event
from league.queries.evening import check_ins
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.league.web.evening.test_every_undo import differences, plain, text_of
from tests.practice.evenings import signed_in

pytestmark = pytest.mark.django_db


def planned() -> Event:
    """An evening of a season, seated, to which four are signed up and at which nobody played."""
    season = factories.season(factories.club("Tin Owl"), name="Winter")
    event = factories.event(season=season, name="Copper Heron", state=EventState.RUNNING)
    people = [factories.member(season.club, f"Person {letter}") for letter in "ABCD"]
    entries = [factories.entry(event, row) for row in people]
    factories.table(factories.round_(factories.stage(event)), entries)
    return event


def addresses(event: Event) -> dict[str, str]:
    """The page that removes each kind of thing."""
    assert event.season is not None
    club = f"/c/{event.club.slug}/"
    return {
        "event": f"/e/{event.slug}/remove/",
        "season": f"{club}s/{event.season.slug}/remove/",
        "club": f"{club}office/remove/",
    }


def seen(client: Client, event: Event) -> dict[str, object]:
    """What every door shows of the event, its season and its club."""
    assert event.season is not None
    club, season = f"/c/{event.club.slug}/", f"/c/{event.club.slug}/s/{event.season.slug}/"
    pages = ["/", club, season, f"/e/{event.slug}/", f"/e/{event.slug}/desk/", "/search/?q=heron"]
    pages += [f"{season}settings/", f"/e/{event.slug}/settings/", f"{club}office/settings/"]
    files = [f"{club}calendar.ics", f"{season}calendar.ics", f"{season}standings.csv"]
    api = [f"/api/v1/events/{event.pk}/", f"/api/v1/clubs/{event.club.slug}/events/"]
    found: dict[str, object] = {
        path: text_of(client.get(path).content.decode()) for path in [*pages, *files]
    }
    return found | {path: plain(json.loads(client.get(path).content)) for path in api}


@pytest.mark.parametrize("kind", ["event", "season", "club"])
def test_what_was_removed_and_brought_back_is_as_if_it_had_never_been_pressed(kind: str) -> None:
    client, event = signed_in(Role.SITE_ADMIN), planned()
    with time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False):
        path = addresses(event)[kind]
        before = seen(client, event)

        client.post(path, {"version": "1"})
        gone = seen(client, event)
        back = removed_clubs(client) if kind == "club" else journal_line(client, event)
        client.post(*back)
        client.get("/")  # the word that it is back
        after = seen(client, event)

    assert differences(before, after) == []
    assert "Copper Heron" not in json.dumps(gone)


def journal_line(client: Client, event: Event) -> tuple[str, dict[str, str]]:
    """The press that the newest line of the club's journal offers."""
    page = client.get(f"/c/{event.club.slug}/office/journal/").content.decode()
    undo = next(form for form in Reader(page).forms if form.action.endswith("/undo/"))
    return undo.action, {}


def removed_clubs(client: Client) -> tuple[str, dict[str, str]]:
    page = client.get("/site/removed-clubs/").content.decode()
    form = next(form for form in Reader(page).forms if "line" in form.names)
    return "/site/removed-clubs/", {"line": dict(form.fields)["line"]}


def test_what_goes_along_is_told_before() -> None:
    client, event = signed_in(Role.SITE_ADMIN), planned()

    told = {
        kind: re.findall(r"<li>\s*(\d[^<]*?)\s*</li>", client.get(path).content.decode())
        for kind, path in addresses(event).items()
    }

    people = "4 people signed up"
    assert told == {"event": [people], "season": ["1 event", people], "club": ["1 event", people]}


def test_after_the_press_the_way_back_is_the_next_thing_to_see() -> None:
    event = planned()
    client = signed_in(Role.ORGANIZER, event.season)  # who may not read the journal

    page = client.post(addresses(event)["event"], {"version": "1"}, follow=True)
    undone = client.post(page.redirect_chain[-1][0], follow=True).content.decode()

    assert "Copper Heron has been removed." in page.content.decode()
    assert "Copper Heron is back, just as it was." in undone


def test_what_has_results_is_refused_with_a_way_to_cancel_it() -> None:
    client, event = signed_in(Role.SITE_ADMIN), planned()
    table = event.stages.get().rounds.get().seatings.get().tables.get()
    factories.played(table, [1, 2, 3, 4])

    answers = {kind: client.post(path, {"version": "1"}) for kind, path in addresses(event).items()}

    forms = {kind: Reader(answer.content.decode()).forms for kind, answer in answers.items()}
    offered = {kind: [f.action for f in forms[kind] if "/e/" in f.action] for kind in forms}
    assert {answer.status_code for answer in answers.values()} == {409}
    assert offered == {"event": [f"/e/{event.slug}/state/"], "season": [], "club": []}
    assert "Cancel it instead" in answers["event"].content.decode()


def test_cancelled_events_are_folded_away_in_lists() -> None:
    event = planned()
    factories.event(season=event.season, name="Called off", state=EventState.CANCELLED)

    season = addresses(event)["season"].removesuffix("remove/")
    pages = [Client().get(path).content.decode() for path in (f"/c/{event.club.slug}/", season)]

    fold = re.compile(r"<details>\s*<summary>\s*([^<]*?)\s*</summary>(.*?)</details>", re.S)
    folds = [dict(fold.findall(page)) for page in pages]
    assert ["Called off" in one["1 cancelled event"] for one in folds] == [True, True]
    assert [page.count("Called off") for page in pages] == [1, 1]


def test_the_api_leaves_cancelled_events_out_unless_it_is_asked_for_them() -> None:
    event = planned()
    cancelled = factories.event(season=event.season, state=EventState.CANCELLED)
    path = f"/clubs/{event.club.slug}/events/"

    listed = {
        query: {row["id"] for row in doors.visitor().get(path + query).json()["results"]}
        for query in ("", "?cancelled=true", "?cancelled=false", "?state=cancelled")
    }

    both = {event.pk, cancelled.pk}
    assert listed == {
        "": {event.pk},
        "?cancelled=true": both,
        "?cancelled=false": {event.pk},
        "?state=cancelled": {cancelled.pk},
    }


def test_the_api_removes_what_its_asker_has_seen_last() -> None:
    event = planned()
    asker = doors.organizer(event.club)
    paths = [f"/events/{event.pk}/", f"/seasons/{event.season_id}/"]

    told = [
        [
            doors.visitor().send("DELETE", path, If_Match='"1"').status_code,
            asker.send("DELETE", path).status_code,
            asker.send("DELETE", path, If_Match='"7"').status_code,
            asker.send("DELETE", path, If_Match='"1"').status_code,
            asker.get(path).status_code,
        ]
        for path in paths
    ]

    assert told == [[403, 428, 409, 204, 404]] * 2


def test_the_links_of_what_was_removed_lead_nowhere() -> None:
    event = planned()
    table = event.stages.get().rounds.get().seatings.get().tables.get()
    client = signed_in(Role.SITE_ADMIN)
    paths = [f"/t/{table.link.code}/", f"/e/{event.slug}/here/{check_ins.code_of(event)}/"]
    before = [Client().get(path).status_code for path in paths]

    client.post(addresses(event)["event"], {"version": "1"})

    assert before == [200, 200]
    assert [Client().get(path).status_code for path in paths] == [404, 404]
