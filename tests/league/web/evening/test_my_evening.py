"""One's own phone on an evening of open play: free, pause, gone home, called to the table."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.test import Client

from league.core.enums import EntryState, StageMode
from league.models import Entry, JournalLine
from league.queries.evening import check_ins as door
from league.queries.evening import open_play
from league.services.evening import entries
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    from league.core.actors import Actor
    from league.models import Stage

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 3, 19, tzinfo=UTC)


def arrived() -> tuple[Stage, list[Entry], Actor, Client, Entry]:
    """Four people in the room, and the phone of a fifth who checked in at the door."""
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    late = factories.entry(stage.event, is_present=False)
    phone = Client()
    here = f"/e/{stage.event.slug}/here/{door.code_of(stage.event)}/"
    assert phone.post(here, {"entry": late.pk}).status_code == 302
    return stage, people, by, phone, late


def test_a_phone_that_checked_in_says_free_pause_and_gone_home() -> None:
    stage, _, _, phone, late = arrived()
    mine = f"/e/{stage.event.slug}/mine/"
    seen = []

    for action in ("pause", "free", "home", "free"):
        phone.post(mine, {"action": action})
        late.refresh_from_db()
        seen.append((late.state, late.is_present, phone.get(mine).content.decode()))

    assert [(state, present) for state, present, _ in seen] == [
        (EntryState.REGISTERED, False),
        (EntryState.REGISTERED, True),
        (EntryState.DROPPED, False),
        (EntryState.REGISTERED, True),
    ]
    words = ["You're on a break", "You're free", "You have gone home", "You're free"]
    assert [word in page for word, (_, _, page) in zip(words, seen, strict=True)] == [True] * 4
    assert JournalLine.objects.filter(kind="entry_dropped", actor_kind="system").count() == 1


def test_the_page_asks_for_itself_only_when_the_phone_is_called_to_a_table() -> None:
    stage, people, by, phone, late = arrived()
    mine = f"/e/{stage.event.slug}/mine/"
    stamp = phone.get(mine).context["stamp"]
    before = phone.get(mine, {"seen": stamp})

    seatings.form_table(by=by, stage=stage, entries=[*people[:3], late])
    called = phone.get(mine, {"seen": stamp})

    assert (before.status_code, called.headers.get("HX-Refresh")) == (204, "true")
    assert "Table 1, seat 4" in phone.get(mine).content.decode()


def test_who_pauses_during_a_match_is_not_seated_after_it() -> None:
    stage, people, by, phone, late = arrived()
    table = seatings.form_table(by=by, stage=stage, entries=[*people[:3], late])
    phone.post(f"/e/{stage.event.slug}/mine/", {"action": "pause"})
    enter(by, table)

    (second,) = seatings.form_tables(by=by, stage=stage)

    assert {seat.entry_id for seat in second.seats.all()} == {row.pk for row in people}


def test_a_phone_speaks_for_nobody_but_its_person_and_only_tonight() -> None:
    stage, people, _, phone, _ = arrived()
    other = factories.stage(mode=StageMode.OPEN_PLAY).event
    phone.cookies["my-evening"] = door.own_token(people[0])

    elsewhere = phone.post(f"/e/{other.slug}/mine/", {"action": "home"})
    phone.cookies["my-evening"] = f"{people[0].pk}:made:up"
    forged = phone.post(f"/e/{stage.event.slug}/mine/", {"action": "home"})

    assert [elsewhere["Location"], forged["Location"]] == [
        f"/e/{other.slug}/",
        f"/e/{stage.event.slug}/",
    ]
    assert not Entry.objects.filter(state=EntryState.DROPPED).exists()


def test_a_phone_that_tapped_the_wrong_name_speaks_for_it_no_more() -> None:
    stage, _, _, phone, late = arrived()
    here = f"/e/{stage.event.slug}/here/{door.code_of(stage.event)}/"

    phone.post(here, {"undo": door.undo_token(late)})

    assert phone.cookies["my-evening"].value == ""


@pytest.mark.parametrize("action", ["pause", "home"])
def test_a_wrong_tap_taken_back_within_a_minute_costs_nobody_their_turn(action: str) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        stage, people, by, phone, late = arrived()
        mine = f"/e/{stage.event.slug}/mine/"
        came = since(stage)[late.pk]
        after = []

        for passed, between in (
            (timedelta(seconds=59), "nothing"),
            (timedelta(seconds=59), "others"),
            (timedelta(seconds=61), "nothing"),
            (timedelta(seconds=20), "table"),
        ):
            clock.shift(timedelta(minutes=5))
            phone.post(mine, {"action": action})
            clock.shift(passed)
            if between == "others":
                entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)
            elif between == "table":
                seatings.form_table(by=by, stage=stage, entries=people[1:])
            phone.post(mine, {"action": "free"})
            after.append(since(stage)[late.pk] == came)
            came = since(stage)[late.pk]

    assert after == [True, True, False, False]


def test_going_home_from_a_pause_and_coming_back_at_once_is_to_be_free() -> None:
    stage, _, _, phone, late = arrived()
    mine = f"/e/{stage.event.slug}/mine/"

    for action in ("pause", "home", "free"):
        phone.post(mine, {"action": action})

    late.refresh_from_db()
    assert (late.state, late.is_present) == (EntryState.REGISTERED, True)


def test_phones_of_the_free_say_when_the_desk_waits_and_for_which_table() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        stage, people, by = setting(
            8, mode=StageMode.OPEN_PLAY, round_minutes=30, clock_starts=True
        )
        phone, evening = Client(), f"/e/{stage.event.slug}/"
        phone.cookies["my-evening"] = door.own_token(people[0])
        first = seatings.form_table(by=by, stage=stage, entries=people[:4])
        seatings.form_table(by=by, stage=stage, entries=people[4:])
        clock.shift(timedelta(minutes=26))
        playing = (told(phone.get(f"{evening}mine/")), told(Client().get(evening)))
        enter(by, first)
        waits = (told(phone.get(f"{evening}mine/")), told(Client().get(evening)))
        stamp = phone.get(f"{evening}mine/").context["stamp"]
        clock.shift(timedelta(minutes=7))
        changed = phone.get(f"{evening}mine/", {"seen": stamp})
        starts = (told(phone.get(f"{evening}mine/")), told(Client().get(evening)))

    assert (playing, starts) == (([], []), ([], []))
    assert waits == (
        ["The desk is waiting for table 2, so that you meet others."],
        ["The desk is waiting for table 2, so that the people free now meet others."],
    )
    assert changed.headers.get("HX-Refresh") == "true"


def told(answer: _MonkeyPatchedWSGIResponse) -> list[str]:
    return re.findall(r"The desk is waiting[^<.]*[.]", answer.content.decode())


def since(stage: Stage) -> dict[int, datetime]:
    return {row.entry.pk: row.at for row in open_play.free(stage)}


def test_a_word_that_the_page_does_not_know_is_refused() -> None:
    stage, _, _, phone, late = arrived()

    answer = phone.post(f"/e/{stage.event.slug}/mine/", {"action": "dance"})

    late.refresh_from_db()
    assert (answer.status_code, late.is_present) == (400, True)


def test_the_device_of_a_seat_goes_on_to_its_players_evening() -> None:
    stage, people, by, _, _ = arrived()
    table = seatings.form_table(by=by, stage=stage, entries=people)
    device, path = Client(), f"/t/{table.link.code}/"
    device.post(path, {"action": "claim", "position": "2"})

    answer = device.post(f"{path}evening/")

    assert answer["Location"] == f"/e/{stage.event.slug}/mine/"
    kept = device.cookies["my-evening"].value
    assert door.of_own_token(stage.event, kept) == people[1]
    assert Client().post(f"{path}evening/")["Location"] == path
