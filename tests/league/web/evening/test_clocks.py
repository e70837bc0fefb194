"""The organizer's page of clocks, and what everybody else sees of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.core.enums import Role, RoundState
from league.models import Clock, Event, Round, Table
from league.services.evening import clocks
from tests import factories

pytestmark = pytest.mark.django_db


def setting(**stage: Any) -> tuple[Event, Round, Table]:
    """A round with one table. Any: free fields of the stage."""
    at = factories.stage(**stage)
    round_ = factories.round_(at)
    table = factories.table(round_, [factories.entry(at.event) for _ in range(4)])
    return at.event, round_, table


def organizer(event: Event) -> Client:
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    client = Client()
    client.force_login(account)
    return client


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_without_a_usual_length_the_desk_offers_a_page_and_with_one_a_button() -> None:
    for minutes, words in ((None, "Set the clock…"), (50, "Start 50 minutes")):
        event, _, _ = setting(round_minutes=minutes)

        desk = text(organizer(event), f"/e/{event.slug}/desk/?step=play")

        assert words in desk


def test_one_tap_on_the_desk_starts_the_clock_and_leads_back() -> None:
    event, round_, _ = setting(round_minutes=50)
    client = organizer(event)

    sent = {"do": "start", "round": round_.pk, "version": 0, "back": "desk", "step": "results"}
    answer = client.post(f"/e/{event.slug}/desk/clock/", sent)

    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/e/{event.slug}/desk/?step=results&stage=1",
    )
    assert Clock.objects.get().length_s == 3000


def test_a_button_that_is_behind_is_said_so_and_does_nothing() -> None:
    event, round_, _ = setting(round_minutes=50)
    client = organizer(event)
    path = f"/e/{event.slug}/desk/clock/"
    client.post(path, {"do": "start", "round": round_.pk, "version": 0})
    client.post(path, {"do": "more", "round": round_.pk, "version": 1})

    page = client.post(path, {"do": "more", "round": round_.pk, "version": 1}, follow=True)

    assert "Someone else has just set the clock." in page.content.decode()
    assert Clock.objects.get().length_s == 55 * 60


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"do": "explode"}, 302),
        ({"do": "start", "minutes": "-3"}, 302),
        ({"do": "start", "minutes": "9" * 40}, 302),
        ({"do": "start", "minutes": "²"}, 302),
        ({"do": "start", "minutes": "20", "table": "0"}, 404),
        ({"do": "start", "minutes": "20", "table": "x"}, 404),
        ({"do": "start", "minutes": "20", "table": "9" * 40}, 404),
        ({"do": "start", "minutes": "20", "round": "999999"}, 404),
    ],
)
def test_odd_input_starts_nothing(sent: dict[str, str], status: int) -> None:
    event, round_, _ = setting()

    answer = organizer(event).post(
        f"/e/{event.slug}/desk/clock/", {"round": str(round_.pk), "version": "0", **sent}
    )

    assert (answer.status_code, Clock.objects.count()) == (status, 0)


def test_the_round_and_the_table_of_another_event_are_not_there() -> None:
    event, round_, _ = setting()
    other, elsewhere, table = setting()
    client = organizer(event)
    path = f"/e/{event.slug}/desk/clock/"
    sent = {"do": "start", "minutes": "20"}

    statuses = [
        client.post(path, {**sent, "round": elsewhere.pk}).status_code,
        client.post(path, {**sent, "round": round_.pk, "table": table.pk}).status_code,
        client.get(f"{path}?round={elsewhere.pk}").status_code,
        organizer(other).get(path).status_code,
    ]

    assert (statuses, Clock.objects.count()) == ([404, 404, 404, 403], 0)


def test_the_page_of_clocks_is_for_organizers_alone() -> None:
    event, _, _ = setting()

    answer = Client().get(f"/e/{event.slug}/desk/clock/")

    assert (answer.status_code, answer["Location"].startswith("/account/login/")) == (302, True)


def test_a_table_page_shows_its_own_end_and_fetches_it_only_when_it_was_moved() -> None:
    event, round_, table = setting()
    by = factories.actor(Role.ORGANIZER, event.club)
    clocks.start(by=by, round_=round_, minutes=60)
    clocks.extend(by=by, round_=round_, minutes=10, table=table)
    visitor = Client()
    page = text(visitor, f"/t/{table.link.code}/")
    found = re.search(r'hx-get="(/t/[^"]+/clock/\?seen=[^"]+)"', page)
    assert found is not None

    same = visitor.get(found[1])
    clocks.hold(by=by, round_=round_)
    moved = visitor.get(found[1])

    assert "+10 min" in page
    assert (same.status_code, moved.status_code) == (204, 200)
    assert "paused" in moved.content.decode()


def test_a_round_that_is_over_shows_no_clock() -> None:
    event, round_, table = setting()
    clocks.start(by=factories.actor(Role.ORGANIZER, event.club), round_=round_, minutes=60)
    paths = [f"/e/{event.slug}/", f"/e/{event.slug}/board/", f"/t/{table.link.code}/"]
    during = [text(Client(), path).count("data-ends") for path in paths]
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    event.version += 1  # as a change by a service would be seen
    event.save()

    after = [text(Client(), path).count("data-ends") for path in paths]
    assert (during, after) == ([1, 1, 1], [0, 0, 0])


def test_a_hidden_slide_of_the_board_appears_when_the_clock_runs() -> None:
    event, round_, _ = setting()
    path = f"/e/{event.slug}/board/?slides=clock,seating"
    before = re.findall(r'data-key="(\w+)"', text(Client(), path))
    clocks.start(by=factories.actor(Role.ORGANIZER, event.club), round_=round_, minutes=60)

    after = re.findall(r'data-key="(\w+)"', text(Client(), path))

    assert (before, after) == (["seating"], ["clock", "seating"])


def test_the_settings_of_a_stage_hold_length_and_start() -> None:
    event, _, _ = setting()
    client = organizer(event)
    path = f"/e/{event.slug}/stages/1/"
    form = client.get(path).context["form"]
    data = {name: value for name, value in form.initial.items() if value is not None}
    data |= {"round_minutes": "75", "clock_starts": "on"}
    chain = {f"chain_{i}": key for i, key in enumerate(event.stages.get().chain)}

    answer = client.post(path, {**data, **chain})

    stage = event.stages.get()
    assert (answer.status_code, stage.round_minutes, stage.clock_starts) == (302, 75, True)
