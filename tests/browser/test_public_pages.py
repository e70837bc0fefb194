"""The public pages in a real browser: find my table, the board, light and dark, languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import ClubGame, Ruleset, Table
from league.services.standings import standings
from tests import factories
from tests.browser import axe
from tests.browser.conftest import Evening
from tests.practice.test_seasons import nine_evenings

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def test_typing_a_name_shows_the_table_while_typing(evening: Evening, page: Page) -> None:
    page.goto(evening.url + evening.pages["event"])
    expect(page.locator("#places")).to_be_hidden()

    page.get_by_label("Find my table").press_sequentially("edda oh")

    rows = page.locator("#places > li:visible")
    expect(rows).to_have_count(1)
    expect(rows).to_have_text("Edda Öhm Table 2 seat 1", use_inner_text=True)


def test_the_table_is_found_without_script(evening: Evening, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(evening.url + evening.pages["event"])

    page.get_by_label("Find my table").fill("edda")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".your-table")).to_have_text(
        re.compile(r"^\s*Table\s+2\s+Edda\s+Öhm\s+Seat\s+1\s*$"), use_inner_text=True
    )
    page.get_by_label("Find my table").fill("salt")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#places > li:visible bdi")).to_have_text(
        ["Bruno Saltmarsh", "Quirin Salt"]
    )
    context.close()


def test_an_evening_is_handed_on_by_what_the_device_shares_with_or_else_copied(
    evening: Evening, page: Page
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address = evening.url + evening.pages["event"]
    share = page.get_by_role("button", name="Share")
    page.goto(address)
    page.evaluate("Object.defineProperty(navigator, 'share', {value: null, writable: true})")

    share.click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(share).to_be_visible()
    page.evaluate("() => { navigator.share = async (what) => { window.shared = what.url; }; }")
    share.click()

    assert (copied, page.evaluate("window.shared")) == (address, address)


def test_a_result_comes_in_without_a_reload(evening: Evening, page: Page) -> None:
    page.clock.install()
    page.goto(evening.url + evening.pages["event"])
    page.get_by_label("Find my table").fill("half a na")
    stage = evening.event.stages.get()

    factories.played(stage.rounds.get(number=2).seatings.get().tables.get(number=1), [4, 3, 2, 1])
    standings.recompute_stage(stage.pk)
    with page.expect_response(re.compile("stamp=")):
        page.clock.run_for(16_000)

    expect(page.locator("#event-live .status", has_text="Confirmed")).to_have_count(1)
    assert page.get_by_label("Find my table").input_value() == "half a na"


def test_the_board_turns_and_a_reload_returns_to_the_same_view(
    evening: Evening, page: Page
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"{evening.url}{evening.pages['board']}?slides=names,standings&seconds=5")
    seen = [page.locator(".slide:visible").get_attribute("data-key")]

    page.clock.run_for(5_500)
    seen.append(page.locator(".slide:visible").get_attribute("data-key"))
    page.reload()
    seen.append(page.locator(".slide:visible").get_attribute("data-key"))

    assert seen == ["names", "standings", "standings"]


def test_the_board_says_when_the_network_is_gone_and_keeps_its_slides(
    evening: Evening, page: Page
) -> None:
    page.clock.install()
    page.goto(evening.url + evening.pages["board"])
    page.context.set_offline(True)

    page.clock.run_for(6_000)
    expect(page.locator("[data-board-lost]")).to_be_visible()
    slides = page.locator(".slide:visible").count()
    page.context.set_offline(False)
    page.clock.run_for(6_000)

    expect(page.locator("[data-board-lost]")).to_be_hidden()
    assert slides == 1


@pytest.mark.parametrize(("more", "least", "most"), [(0, 40, 80), (30, 30, 39)])
def test_what_leaves_room_on_the_board_is_written_larger(
    evening: Evening, page: Page, more: int, least: int, most: int
) -> None:
    round_ = evening.event.stages.get().rounds.get(number=2)
    for number in range(more):
        guests = [factories.entry(evening.event, f"Guest {number} {n}") for n in range(4)]
        factories.table(round_, guests)
    page.set_viewport_size({"width": 1920, "height": 1080})

    page.goto(f"{evening.url}{evening.pages['board']}?slides=seating&seconds=120")

    size = "parseFloat(getComputedStyle(document.querySelector('.seats .player')).fontSize)"
    assert least <= page.evaluate(size) <= most


def test_no_name_is_cut_short_on_the_board_for_larger_type(evening: Evening, page: Page) -> None:
    round_ = evening.event.stages.get().rounds.get(number=2)
    names = ("Chloé Dubois-Lefèvre", "Greta Maria von der Heydenreich-Wolfenstein", "Olaf")
    factories.table(round_, [factories.entry(evening.event, name) for name in names])
    page.set_viewport_size({"width": 1280, "height": 720})

    for slide, of in (("seating", ".seats .player"), ("names", ".names li > span:first-child")):
        page.goto(f"{evening.url}{evening.pages['board']}?slides={slide}&seconds=120")
        expect(page.locator(of).filter(has_text="Olaf")).to_be_visible()

        cut_short = "e => e.filter(x => x.scrollHeight > x.clientHeight + 1).map(x => x.innerText)"
        assert page.locator(of).evaluate_all(cut_short) == [], slide


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080)])
def test_sixty_long_names_stand_on_the_board_in_whole_rows(
    evening: Evening, page: Page, width: int, height: int
) -> None:
    round_ = evening.event.stages.get().rounds.get(number=2)
    for number in range(11):
        name = f"{number:02} " + "Wolkenschieberin " * 2
        people = [factories.entry(evening.event, f"{name}{n}") for n in range(4)]
        factories.table(round_, people)
    standings.recompute_stage(round_.stage_id, force=True)
    page.set_viewport_size({"width": width, "height": height})

    for slide in ("seating", "names", "standings"):
        page.goto(f"{evening.url}{evening.pages['board']}?slides={slide}&seconds=120")
        parts = page.inner_text(".part").split("/")
        rows = 0
        for _ in range(int(parts[-1])):
            low, room = page.evaluate(
                "() => [Math.max(...[...document.querySelectorAll('[data-rows] > *:not([hidden])')]"
                ".map((row) => row.getBoundingClientRect().bottom)),"
                "document.querySelector('.fit').getBoundingClientRect().bottom + 1]"
            )
            assert low <= room, slide
            rows += page.locator("[data-rows] > *:visible").count()
            page.keyboard.press("ArrowRight")
        assert rows == {"seating": 15, "names": 61, "standings": 61}[slide]
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_season_says_how_many_evenings_somebody_still_lacks(
    live_server: LiveServer, page: Page
) -> None:
    season = nine_evenings()

    page.goto(f"{live_server.url}/c/{season.club.slug}/s/{season.slug}/")

    rows = page.get_by_role("table", name="Standings", exact=True).locator("tbody tr")
    pia, gus = rows.filter(has_text="Pia"), rows.filter(has_text="Gus")
    expect(pia.locator("td").first).to_have_text("1")
    expect(pia.get_by_role("cell", name="38", exact=False).first).to_be_visible()
    expect(gus.locator("td").first).to_have_text("–")
    expect(gus).to_contain_text("3 of 4")


def test_the_theme_can_be_switched(evening: Evening, page: Page) -> None:
    page.goto(evening.url + evening.pages["club"])
    before = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    page.click("[data-theme-switch]")

    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != before


def test_the_language_can_be_switched_and_stays(evening: Evening, page: Page) -> None:
    page.goto(evening.url + evening.pages["club"])

    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(evening.url + evening.pages["club"])
    page.goto(evening.url + evening.pages["season"])

    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_no_page_has_a_fault_that_axe_knows(evening: Evening, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")

    faults = {}
    for name, path in evening.pages.items():
        page.goto(evening.url + path)
        faults[name] = [axe.first_of(row) for row in axe.violations_in_light_and_dark(page)]

    assert faults == {name: [] for name in evening.pages}


def test_no_page_scrolls_sideways_on_a_small_phone(evening: Evening, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    evening.event.name = "Wolkenschieberinnenvereinsjubiläumsabend" * 2
    evening.event.save(update_fields=["name"])

    widths = {}
    for name, path in evening.pages.items():
        page.goto(evening.url + path)
        widths[name] = page.evaluate("document.documentElement.scrollWidth")

    assert widths == dict.fromkeys(evening.pages, 360)


def test_a_sheet_with_errors_fits_a_small_phone(evening: Evening, page: Page) -> None:
    """Every box of a short sheet stays on the screen, also beside a message about another."""
    page.set_viewport_size({"width": 360, "height": 740})
    stage = evening.event.stages.get()
    club = stage.ruleset.club
    box = ClubGame.objects.create(club=club, game="dice-devils", title="Dice Devils")
    devils = Ruleset.objects.create(
        club=club,
        club_game=box,
        name="Dice Devils",
        options={"entry_level": "TOTAL"},
        seats_min=3,
        seats_max=6,
    )
    table = Table.objects.filter(seating__round__number=2).earliest("number")
    Table.objects.filter(pk=table.pk).update(ruleset=devils)
    page.goto(f"{evening.url}/t/{table.link.code}/")
    page.locator("main form button").first.click()

    page.locator('input[name="seats.0.total"]').fill("99")
    page.locator(".sticky-actions button").first.click()
    page.wait_for_selector("td.wrong")
    boxes = page.locator("table.short :is(input, select)").evaluate_all(
        "found => found.map(each => each.getBoundingClientRect())"
        ".map(place => [place.left >= 0 && place.right <= 360, place.width >= 70])"
    )

    assert boxes == [[True, True]] * 8
