"""Who may see and do what, in a browser: hidden people, other sites, links that no longer count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import NameLevel, Role
from league.models import Entry, MatchRecord, Table
from league.services.people import players
from league.services.records import links
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import page_of, signed_in, watched
from tests.browser.test_embed import site as other_site
from tests.browser.test_table import SEND, a_table, at_seat, phone, type_totals
from tests.browser.test_table_upset import SCRIPT
from tests.practice.addresses import site
from tests.practice.secrets import PERSONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserType, Page, Request
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

OUT = re.compile(r"evil\.example")


# --- hidden people --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "shown"),
    [({"is_minor": True}, "Idefix"), ({"name_level": NameLevel.HIDDEN}, "Player")],
    ids=["minor", "opted out"],
)
# Any: the fields of a player.
def test_a_hidden_name_is_in_no_page_no_title_and_no_source_and_the_alias_is_everywhere(
    browser: Browser, live_server: LiveServer, change: dict[str, Any], shown: str
) -> None:
    there = site(level=NameLevel.FULL)
    page = browser.new_context(base_url=live_server.url).new_page()
    faults = watched(page)
    event = f"/e/{there.event.slug}/"
    page.goto(f"{event}standings/")
    expect(page.get_by_role("main")).to_contain_text("Ida Brand")

    players.change(
        by=factories.actor(Role.CLUB_ADMIN, there.club),
        player=there.person,
        expected_version=there.person.version,
        **change,
    )
    standings.catch_up()

    season = f"/c/{there.club.slug}/s/{there.season.slug}/"
    told = {}
    for path in (
        *(event, f"{event}?name=ida", f"{event}seating/?by=name", f"{event}seating/?by=table"),
        *(f"{event}standings/", f"{event}fairness/", season, f"{season}fairness/"),
        *(f"{event}board/?slides=seating,names,results,standings", "/search/?q=brand"),
        *(f"/t/{there.table.link.code}/", f"/p/{there.person.pk}/", f"/c/{there.club.slug}/"),
    ):
        page.goto(path)
        expect(page.locator("body")).to_be_visible()
        source = page.content()
        told[path] = ("Brand" in source, shown in source)
    assert [path for path, (leaks, _) in told.items() if leaks] == []
    with_alias = [path for path, (_, alias) in told.items() if alias]
    assert {f"{event}standings/", f"{event}seating/?by=name", season} <= set(with_alias)
    boss = signed_in(browser, live_server, there.event)
    boss.goto(f"{event}desk/?step=roll")
    expect(boss.locator("#roll")).to_contain_text("Ida Brand")
    assert faults == []


def test_a_name_that_is_a_script_is_text_also_where_a_page_renews_itself(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    factories.entry(tonight, factories.member(tonight.club, SCRIPT))
    Entry.objects.filter(event=tonight).update(is_present=True)
    pages = []
    for path in ("", "board/?slides=names&seconds=120"):
        page = browser.new_context(base_url=live_server.url).new_page()
        page.goto(f"/e/{tonight.slug}/{path}")
        pages.append(page)
    desk = signed_in(browser, live_server, tonight)
    desk.goto(f"/e/{tonight.slug}/desk/?step=seating")
    faults = [watched(page) for page in (*pages, desk)]
    by = factories.actor(Role.ORGANIZER, tonight.club)

    seatings.publish(by=by, seating=seatings.draw(by=by, stage=tonight.stages.get()))

    for page in (*pages, desk):  # nobody reloads: they look by themselves
        expect(page.locator("bdi", has_text="<script>").first).to_be_attached()
        assert page.evaluate("window.hit ?? null") is None
    assert faults == [[], [], []]


# --- personal data --------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["visitor", "member", "organizer of another club"])
def test_nothing_that_a_browser_fetches_tells_more_of_a_person_than_the_public_name(
    browser: Browser, live_server: LiveServer, who: str
) -> None:
    there = site()
    accounts = {
        "member": factories.account(player=factories.member(there.club, "Otto Reed")),
        "organizer of another club": factories.account(),
    }
    factories.grant(accounts["organizer of another club"], Role.ORGANIZER, factories.club("Owls"))
    page = (
        page_of(browser, live_server, accounts[who])
        if who in accounts
        else browser.new_context(base_url=live_server.url).new_page()
    )
    fetched: list[str] = []
    page.on("requestfinished", lambda request: fetched.append(text_of(request)))
    event, season = f"/e/{there.event.slug}/", f"/c/{there.club.slug}/s/{there.season.slug}/"

    for path in (
        *("/", f"/c/{there.club.slug}/", season, f"{season}?matrix=1", event, f"{event}?name=ide"),
        *(f"{event}seating/?by=name", f"{event}standings/", f"{event}board/"),
        *(f"/t/{there.table.link.code}/", f"/p/{there.person.pk}/"),
        *(f"/search/?q={words}" for words in ("ida@club", "195", "MN-47", "Bran", "tipto")),
        f"/api/v1/players/{there.person.pk}/",
        f"/api/v1/clubs/{there.club.slug}/players/?search=ida@club&expand=account",
    ):
        page.goto(path)
        expect(page.locator("body")).to_be_visible()
        fetched.append(page.content())

    found = [word for word in PERSONAL if re.search(rf"\b{word}\b", "\n".join(fetched))]
    assert found == []
    assert any("Idefix" in text for text in fetched)
    boss = signed_in(browser, live_server, there.event, role=Role.CLUB_ADMIN)
    boss.goto(f"/p/{there.person.pk}/edit/")
    expect(boss.get_by_label("E-mail")).to_have_value("ida@club.example")


def text_of(request: Request) -> str:
    """What the browser was sent, where it is text."""
    answer = request.response()
    kind = answer.headers.get("content-type", "") if answer else ""
    return answer.text() if answer and kind.startswith(("text/html", "application/json")) else ""


def test_asking_for_a_new_password_looks_the_same_for_an_address_that_nobody_has(
    browser: Browser, live_server: LiveServer
) -> None:
    factories.account("ida@club.example", password="seven lanterns at dusk")
    page = browser.new_context(base_url=live_server.url).new_page()
    told = []

    for address in ("ida@club.example", "nobody@club.example"):
        page.goto("/account/password/reset/")
        page.get_by_label("E-mail").fill(address)
        page.get_by_role("main").get_by_role("button").first.click()
        expect(page.get_by_label("E-mail")).to_have_count(0)
        asked = page.get_by_role("main").inner_text()
        page.goto("/account/login/")
        page.get_by_label("E-mail").fill(address)
        page.get_by_label("Password", exact=True).fill("not this one")
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator(".errors, .notice.bad").first).to_be_visible()
        told.append((asked, page.get_by_role("main").inner_text()))

    assert told[0] == told[1]


# --- somebody else's session ----------------------------------------------------------------


def test_after_signing_out_back_shows_public_pages_as_everybody_sees_them(
    browser: Browser, live_server: LiveServer
) -> None:
    there = site()
    page = page_of(browser, live_server, there.admin)
    faults = watched(page)
    event = f"/e/{there.event.slug}/"
    season = f"/c/{there.club.slug}/s/{there.season.slug}/"
    paths = (event, f"{event}standings/", season, f"/c/{there.club.slug}/")
    people = f"/c/{there.club.slug}/office/people/"
    page.goto(people)
    sent: dict[str, str | float | bool] = {"name": "Nora Quill", "kind": "member", "key": "1"}
    sent["csrfmiddlewaretoken"] = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    page.request.post(people, form=sent, max_redirects=0)  # what it says waits for the next page
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        if path == paths[0]:
            expect(page.get_by_text("Nora Quill added.")).to_be_visible()
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

    seen = {}
    for path in reversed(paths):
        page.go_back()
        expect(page).to_have_url(f"{live_server.url}{path}")
        expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
        seen[path] = page.content()

    own = ("Nora Quill added", there.admin.email, "/desk/", "/settings/", "Sign out")
    assert {path: word for path, html in seen.items() for word in own if word in html} == {}
    assert faults == []


@pytest.fixture
def remembering(
    browser_type: BrowserType,
    whole_browser_launch_args: dict[str, Any],  # options of mixed types
) -> Iterator[Browser]:
    """A browser that keeps whole pages in memory for its Back button, as people's do."""
    tests_do_without = ["--disable-back-forward-cache"]
    browser = browser_type.launch(**whole_browser_launch_args, ignore_default_args=tests_do_without)
    yield browser
    browser.close()


def test_after_signing_out_back_shows_nothing_that_the_browser_still_has_in_its_memory(
    remembering: Browser, live_server: LiveServer
) -> None:
    there = site()
    page = page_of(remembering, live_server, there.admin)
    page.add_init_script(
        "addEventListener('pageshow', event => {"
        " if (event.persisted) sessionStorage.remembered = location.pathname; })"
    )
    desk, club = f"/e/{there.event.slug}/desk/", f"/c/{there.club.slug}/"
    page.goto(desk)
    page.goto(club)
    page.goto("/games/")
    page.evaluate("history.back()")
    expect(page).to_have_url(f"{live_server.url}{club}")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.evaluate("sessionStorage.remembered") == club  # there is such a memory
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

    page.evaluate("history.back()")
    expect(page).to_have_url(f"{live_server.url}{club}")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.evaluate("history.back()")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    expect(page.locator("#desk")).to_have_count(0)


# --- other sites ----------------------------------------------------------------------------


def test_signing_in_never_leads_to_another_site(browser: Browser, live_server: LiveServer) -> None:
    account = factories.account("runa@club.example", password="seven lanterns at dusk")
    event = factories.event()
    factories.grant(account, Role.ORGANIZER, event.club)
    context = browser.new_context(base_url=live_server.url)
    left: list[str] = []
    context.on("request", lambda request: left.append(str(urlsplit(request.url).hostname)))
    page = context.new_page()

    for wanted, led in (
        ("//evil.example", None),
        ("/\\evil.example", None),
        ("javascript:document.title='evil.example'", None),
        (f"{live_server.url}/e/{event.slug}/", f"{live_server.url}/e/{event.slug}/"),
    ):
        page.goto(f"/account/login/?next={wanted}")
        page.get_by_label("E-mail").fill("runa@club.example")
        page.get_by_label("Password", exact=True).fill("seven lanterns at dusk")
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        expect(page).to_have_url(led or re.compile(re.escape(live_server.url)))
        expect(page).not_to_have_title(OUT)
        context.clear_cookies()

    assert set(left) <= {"localhost", "127.0.0.1"}


def test_a_page_of_another_site_changes_nothing_here(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    desk = f"{live_server.url}/e/{tonight.slug}/desk/"
    body = (
        f"<img src='{desk}?do=all_here'><img src='{live_server.url}/account/logout/'>"
        f"<form method='post' action='{desk}'><input name='do' value='all_here'>"
        "<button>Win a prize</button></form>"
    )

    with other_site(body) as address:
        page.goto(address)
        page.get_by_role("button", name="Win a prize").click()
        expect(page.get_by_role("button", name="Win a prize")).to_have_count(0)

    assert Entry.objects.filter(event=tonight, is_present=True).count() == 0
    page.goto(desk)
    expect(page.locator("#headcount b")).to_have_text("0")  # and nobody was signed out
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")


# --- links that no longer count -------------------------------------------------------------


def test_a_revoked_link_takes_nothing_says_why_and_the_new_one_works(
    browser: Browser, live_server: LiveServer
) -> None:
    table: Table = a_table(entry_level="TOTAL")
    event = table.seating.round.stage.event
    page: Page = at_seat(phone(browser), live_server, table, 1)
    type_totals(page, "30", "25", "20", "12")
    by = factories.actor(Role.ORGANIZER, event.club)
    old = table.link.code

    renewed = links.renew(by=by, table=table)
    page.locator(SEND).tap()
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.get_by_role("heading", name="Is this correct?")).to_have_count(0)
    assert MatchRecord.objects.count() == 0
    page.goto(f"{live_server.url}/t/{old}/")
    expect(page.locator("[name=position]")).to_have_count(0)
    page.goto(f"{live_server.url}/t/{renewed.code}/")
    expect(
        page.get_by_role("heading", name="Who are you?").or_(page.locator("#sheet"))
    ).to_be_visible()
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", re.compile("noindex"))
    links.revoke(by=by, table=table)
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("no longer")


def test_players_and_organizers_of_other_clubs_are_shown_no_door_and_get_in_by_none(
    browser: Browser, live_server: LiveServer
) -> None:
    there, elsewhere = site(), site(name="Nora Holm")
    page = signed_in(browser, live_server, elsewhere.event, role=Role.CLUB_ADMIN)

    page.goto(f"/e/{there.event.slug}/")
    expect(page.locator("nav.doors")).to_have_count(0)
    for path in (
        f"/e/{there.event.slug}/desk/",
        f"/e/{there.event.slug}/settings/",
        f"/e/{there.event.slug}/tables/{there.table.pk}/",
        f"/p/{there.person.pk}/edit/",
        f"/c/{there.club.slug}/office/people/",
    ):
        answer = page.goto(path)
        assert answer is not None
        assert (path, answer.status in {403, 404}) == (path, True)
        expect(page.get_by_role("main").locator("form")).to_have_count(0)
    page.goto(f"/e/{elsewhere.event.slug}/desk/")
    expect(page.locator("section.next")).to_be_visible()
