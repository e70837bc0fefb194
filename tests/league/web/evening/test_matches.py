"""The pages of fixtures: drawn after a look, a day found by its people, closed at the desk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.test import Client

from league.core.enums import Role, RoundState, StageMode
from league.models import Account, Entry, Fixture, Round, Table
from league.queries.evening import desk as reading
from tests import factories
from tests.flows.visitors import Reader
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.core.actors import Actor
    from league.models import Stage

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 3, 19, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def winter() -> tuple[Stage, list[Entry], Actor, Client]:
    """Four people of a stage by fixtures, and its organizer's browser."""
    stage, people, by = setting(4, mode=StageMode.FIXTURES)
    boss = Client()
    boss.force_login(Account.objects.get(pk=by.account_id or 0))
    return stage, people, by, boss


def phone(entry: Entry) -> Client:
    client = Client()
    client.force_login(factories.account(player=entry.player))
    return client


def drawn(boss: Client, stage: Stage) -> str:
    """Draws one match after a look; the address of its page."""
    address = f"/e/{stage.event.slug}/matches/"
    form = {"each": "1", "due_on": "2026-11-30"}
    page = Reader(boss.post(address, {**form, "action": "preview"}).content.decode())
    assert "Proven: no draw has fewer repeats." in page.words
    assert not Round.objects.exists()
    seed = boss.post(address, {**form, "action": "preview"}).context["preview"].seed
    sent = {**form, "action": "draw", "seed": seed, "kept": "0", "key": "4711" * 8}
    assert boss.post(address, sent).status_code == 302
    assert boss.post(address, sent).status_code == 302  # pressed twice, drawn once
    table = Table.objects.get()
    return f"{address}{table.pk}/"


def test_a_table_proposes_in_the_time_of_the_room_and_agrees_by_ticking() -> None:
    stage, people, _, boss = winter()
    match = drawn(boss, stage)
    phones = [phone(entry) for entry in people]

    sent = phones[0].post(match, {"action": "propose", "time_1": "2026-11-05T19:30"}, follow=True)
    moment = Fixture.objects.get().moments.get()
    assert moment.starts_at == datetime(2026, 11, 5, 18, 30, tzinfo=UTC)
    assert "No answer yet" in sent.content.decode()
    for one in phones[1:]:
        one.post(match, {"action": "answer", "asked": moment.pk, "suits": moment.pk})

    assert Fixture.objects.get().agreed_at == moment.starts_at
    shown = phones[1].post(match, {"action": "place", "place": "The Oven"}, follow=True)
    assert "The Oven" in shown.content.decode()
    assert "The Oven" not in Client().get(match).content.decode()
    assert "19:30" in Client().get(match).content.decode()


def test_what_cannot_be_is_said_at_its_field_and_nothing_is_kept() -> None:
    stage, people, _, boss = winter()
    match = drawn(boss, stage)

    past = phone(people[0]).post(match, {"action": "propose", "time_1": "2026-11-01T19:30"})
    empty = phone(people[1]).post(match, {"action": "propose", "time_1": ""})
    foreign = phone(factories.entry(factories.event())).post(match, {"action": "lift"})
    many = boss.post(f"/e/{stage.event.slug}/matches/", {"action": "preview", "each": "0"})

    assert (past.status_code, "This time is over." in past.content.decode()) == (400, True)
    assert (empty.status_code, many.status_code, foreign.status_code) == (400, 400, 403)
    assert not Fixture.objects.get().moments.exists()


def test_the_desk_asks_for_people_while_there_are_too_few_to_draw() -> None:
    stage, people, _, boss = winter()
    desk = f"/e/{stage.event.slug}/desk/"
    enough = boss.get(desk).context["next"].link
    Entry.objects.exclude(pk=people[0].pk).delete()

    few = boss.get(desk).context["next"].link

    assert enough == f"/e/{stage.event.slug}/matches/?stage=1"
    assert few == f"{desk}?step=roll#guest"


def test_the_desk_asks_for_the_draw_then_for_results_then_to_close() -> None:
    stage, _, by, boss = winter()
    steps = [reading.next_action(by, stage.event).code]
    drawn(boss, stage)
    steps.append(reading.next_action(by, stage.event).code)
    page = boss.get(f"/e/{stage.event.slug}/desk/?step=results").content.decode()
    assert "Close the fixtures…" in page
    assert not {"Round 1", "Open play", "Form tables"} & set(Reader(page).words)
    enter(by, Table.objects.get())
    steps.append(reading.next_action(by, stage.event).code)

    closing = {"do": f"close:{Round.objects.get().pk}", "step": "results"}
    closed = boss.post(f"/e/{stage.event.slug}/desk/", closing, follow=True)

    steps.append(reading.next_action(by, stage.event).code)
    assert steps == ["fixtures", "results", "next", "ended"]
    assert "The fixtures are closed." in closed.content.decode()
    assert Round.objects.get().state == RoundState.CLOSED


def test_open_matches_get_another_last_day_and_are_withdrawn() -> None:
    stage, _, _, boss = winter()
    drawn(boss, stage)
    address, table = f"/e/{stage.event.slug}/matches/", Table.objects.get()
    scorekeeper = Client()
    keeper = factories.actor(Role.SCOREKEEPER, stage.event)
    scorekeeper.force_login(Account.objects.get(pk=keeper.account_id or 0))

    later = (NOW + timedelta(days=40)).date()
    due = {"action": "due", "table": table.pk, "due_on": later.isoformat()}
    assert scorekeeper.post(address, due).status_code == 403
    assert boss.post(address, {**due, "table": []}).status_code == 400
    assert boss.post(address, due).status_code == 302
    assert Fixture.objects.get().due_on == later
    boss.post(address, {"action": "withdraw"})

    assert not Round.objects.exists()
