"""Telling who watches: after the commit, once, and never more than a version under a key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from league.after_commit import live
from league.core.actors import system
from league.core.enums import Role
from league.core.facts import Fact
from league.journal import append
from league.models import Event
from league.services.evening import clocks
from league.services.standings import standings
from tests import factories

Told = list[tuple[str, ...]]


@pytest.fixture
def told() -> Iterator[Told]:
    """The keys of every version that is told, in their order."""
    heard: Told = []

    def hear(version: int, keys: Sequence[str]) -> None:
        assert version > 1_700_000_000_000_000
        heard.append(tuple(keys))

    live.tell_by(hear)
    yield heard
    live._told_by.clear()


def keys(event: Event, table: int | None = None) -> tuple[str, str]:
    of_whom = live.of_tables(event.pk) if table is None else live.of_table(event.pk, table)
    return live.of_event(event.pk), of_whom


@pytest.mark.django_db(transaction=True)
def test_a_write_is_told_after_the_commit_and_once(told: Told) -> None:
    event = factories.event()

    with transaction.atomic():
        append(Fact.ROLL_CALLED, by=system("test"), event=event)
        append(Fact.ROLL_CALLED, by=system("test"), event=event)
        inside = list(told)

    assert (inside, told) == ([], [keys(event)])


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_never_told(told: Told) -> None:
    event = factories.event()

    with transaction.atomic():
        append(Fact.ROLL_CALLED, by=system("test"), event=event)
        transaction.set_rollback(True)

    assert told == []


@pytest.mark.django_db(transaction=True)
def test_what_concerns_one_table_wakes_no_other(told: Told) -> None:
    round_ = factories.round_()
    event = round_.stage.event
    table = factories.table(round_, [factories.entry(event) for _ in range(3)])
    by = factories.actor(Role.ORGANIZER, event.club)
    told.clear()

    clocks.start(by=by, round_=round_, minutes=60)
    clocks.extend(by=by, round_=round_, minutes=5, table=table)

    assert told == [keys(event), keys(event, table.number)]


@pytest.mark.django_db(transaction=True)
def test_a_standing_is_told_when_it_has_followed(told: Told) -> None:
    round_ = factories.round_()
    event = round_.stage.event
    table = factories.table(round_, [factories.entry(event) for _ in range(3)])
    told.clear()

    factories.played(table, [1, 2, 3])  # the worker of these tests follows at once

    assert told == [keys(event)] * 2
    standings.recompute_stage(round_.stage.pk)  # nothing is left to do
    assert told == [keys(event)] * 2


@pytest.mark.django_db(transaction=True)
def test_what_happens_to_a_club_wakes_no_event(told: Told) -> None:
    append(Fact.CLUB_CHANGED, by=system("test"), club=factories.club())

    assert told == [()]


@pytest.mark.django_db(transaction=True)
def test_nothing_that_fails_while_telling_fails_the_write() -> None:
    def fail(version: int, keys: Sequence[str]) -> None:
        raise OSError("nobody there")

    live.tell_by(fail)
    try:
        line = append(Fact.ROLL_CALLED, by=system("test"), event=factories.event())
    finally:
        live._told_by.clear()
        live._broken_until[0] = 0

    assert line.pk is not None


@pytest.mark.django_db(transaction=True)
def test_a_broken_redis_is_asked_once_and_then_left_alone(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    live._broken_until[0] = 0
    event = factories.event()
    for _ in range(3):
        append(Fact.ROLL_CALLED, by=system("test"), event=event)

    said = [line.message for line in caplog.records if line.name == "league.after_commit.live"]
    live._broken_until[0] = 0
    assert said == ["could not tell who watches; their pages look again by themselves"]


def test_a_key_tells_nothing_and_differs_by_what_it_stands_for(settings: Settings) -> None:
    made = [live.of_event(7), live.of_event(8), live.of_tables(7), live.of_table(7, 1)]
    made += [live.of_table(7, 2), live.of_table(71, 2)]
    settings.SECRET_KEY = "of another installation"
    made.append(live.of_event(7))

    assert len(set(made)) == 7
    assert [key for key in made if not re.fullmatch(r"[A-Za-z0-9_-]{20}", key)] == []


def test_a_version_travels_between_processes_as_it_is() -> None:
    assert live.read(live.spelled(17, ["a", "b"])) == (17, ("a", "b"))


def test_without_streams_pages_name_none(settings: Settings) -> None:
    settings.REDIS_URL = ""

    assert live.address(live.of_event(1)) == ""


@pytest.mark.django_db
def test_pages_of_an_event_name_their_stream_and_the_moment_they_were_made(
    client: Client, told: Told
) -> None:
    event = factories.event()
    path = f"{live.PATH}{live.of_event(event.pk)}/?since="

    for page in ("", "board/"):
        html = client.get(f"/e/{event.slug}/{page}").content.decode()

        since = re.search(re.escape(f'data-live="{path}') + r"(\d+)\"", html)
        now = re.search(r'data-now="(\d+)"', html)
        assert since is not None
        assert now is not None
        assert 4_000_000 <= int(now[1]) * 1000 - int(since[1]) <= 6_000_000


@pytest.mark.django_db
def test_a_table_page_listens_to_its_own_table_and_to_what_concerns_all(
    client: Client, told: Told
) -> None:
    round_ = factories.round_()
    event = round_.stage.event
    table = factories.table(round_, [factories.entry(event) for _ in range(3)])
    keys = f"{live.of_tables(event.pk)}.{live.of_table(event.pk, table.number)}"

    html = client.get(f"/t/{table.link.code}/").content.decode()

    assert f'data-live="{live.PATH}{keys}/?since=' in html
