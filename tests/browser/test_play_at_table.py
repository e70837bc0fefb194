"""An evening of eight at two tables: one plays in the room, the other in the browser."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.core.enums import Role
from league.models import MatchRecord, Play
from league.services.play import table_plays
from league.services.records import links
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import Finger, signed_in, watched
from tests.factories import plays as make

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.gates]

CHOICES = "button[name=action]:visible"


def phone(browser: Browser, server: LiveServer) -> Page:
    return browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 740}
    ).new_page()


def test_half_of_a_round_plays_in_the_room_and_half_in_the_browser(
    browser: Browser, live_server: LiveServer
) -> None:
    stage = make.stage_of_eight()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    seating = seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=7))
    table = seating.tables.get(number=2)
    boss = signed_in(browser, live_server, stage.event)
    faults = watched(boss)
    boss.goto(f"/e/{stage.event.slug}/desk/?step=play&more={table.pk}")
    boss.get_by_role("button", name="Let them play in the browser").click()
    expect(boss.get_by_text("Table 2 may play in the browser.")).to_be_visible()

    # two with phones of their own, two who press nothing here
    pages = []
    for seat in table.seats.order_by("position")[:2]:
        page, finger = phone(browser, live_server), Finger()
        page.goto(f"/t/{table.link.code}/")
        finger.tap(page.get_by_role("button", name=seat.entry.player.name))
        finger.tap(page.locator("#play-here button.big"))
        expect(page.locator("#turn")).to_contain_text("Waiting for")
        assert finger.taps == 2
        pages.append(page)
    others = [make.seated(table, position) for position in (3, 4)]
    for who in others:
        table_plays.sit_down(by=who, table=table)
    play = Play.objects.get()
    for page in pages:
        page.goto(f"/play/{play.code}/")
        expect(page.locator("#position")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(boss.get_by_text("waiting for")).to_be_visible()

    chance, steps = Random(3), 0
    while Play.objects.get().state == "running" and steps < 300:
        steps += 1
        for page in pages:
            page.goto(f"/play/{play.code}/")
            if page.locator(CHOICES).count():
                with page.expect_response(lambda answer: answer.request.method == "POST"):
                    page.locator(CHOICES).first.click()
        make.decided(Play.objects.get(), [None, None, *others], chance)

    pages[0].goto(f"/play/{play.code}/")
    expect(pages[0].get_by_text("The result has been handed in for this table.")).to_be_visible()
    record = MatchRecord.objects.get()
    assert (record.table, record.state) == (table, "confirmed")
    standings.recompute_stage(stage.pk)
    boss.goto(f"/e/{stage.event.slug}/desk/?step=play")
    expect(boss.get_by_role("link", name="played in the browser")).to_be_visible()
    boss.goto(f"/e/{stage.event.slug}/standings/")
    best = record.scores.get(place=1).entry.player.name
    expect(boss.locator("tbody tr").first).to_contain_text(best)
    pages[1].goto(f"/t/{table.link.code}/")
    pages[1].get_by_role("link", name="Look at the match again").click()
    expect(pages[1].locator("#after")).to_be_visible()
    assert links.over(table.link) is None
    assert faults == []
