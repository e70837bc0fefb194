"""The comfort that scripts add, in a real browser, on pages of the style guide."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, Route

from tests.templates import styleguide

pytestmark = pytest.mark.browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("styleguide")
    styleguide.write(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def focused(page: Page) -> str | None:
    return page.locator(":focus").get_attribute("aria-label")


def test_a_filter_finds_names_without_their_accents(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")

    page.fill("#roll-filter", "edda ohm")

    assert page.locator("#roll > li:not([hidden]) .player").all_inner_texts() == ["Edda Öhm"]


def test_a_filter_that_finds_nobody_says_so(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")

    page.fill("#roll-filter", "zzz")

    assert page.inner_text(".filter [role=status]") == "No one by that name"


def test_enter_and_arrows_move_through_a_result_table(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")

    page.locator("table.entry input").first.focus()
    seen = [focused(page)]
    for key in ("Enter", "ArrowRight", "ArrowDown", "Enter", "ArrowUp"):
        page.keyboard.press(key)
        seen.append(focused(page))

    assert seen == [
        "Crowns, Ada Quill",
        "Lanterns, Ada Quill",
        "Lanterns, Bruno Saltmarsh",
        "Coins, Bruno Saltmarsh",
        "Coins, Bruno Saltmarsh",  # the last row: Enter stays and sends nothing
        "Lanterns, Bruno Saltmarsh",
    ]


def test_a_typographic_minus_becomes_a_plain_one(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")
    cell = page.locator("table.entry input").first

    cell.fill("−7")
    page.keyboard.press("Tab")

    assert cell.input_value() == "-7"


def test_the_theme_is_kept_over_a_reload(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")

    page.click("[data-theme-switch]")
    page.reload()

    assert page.get_attribute("html", "data-theme") == "dark"


def test_a_form_sent_without_connection_waits_and_is_sent_once(site: str, page: Page) -> None:
    page.goto(f"{site}/styleguide.html")
    sent: list[str] = []
    page.route("**/styleguide.html", lambda route: answer(route, sent))
    page.context.set_offline(True)

    page.click("button:text-is('Report')")
    note = page.inner_text("[data-draft-note]")
    held = len(sent)
    with page.expect_navigation():
        page.context.set_offline(False)

    assert note.startswith("No connection: not sent yet.")
    assert (held, len(sent)) == (0, 1)


def answer(route: Route, sent: list[str]) -> None:
    sent.append(route.request.post_data or "")
    route.fulfill(body="<p>ok", content_type="text/html")


def test_a_lost_answer_repeats_the_key_and_a_changed_sheet_gets_another(
    site: str, page: Page
) -> None:
    page.goto(f"{site}/styleguide.html")
    html = page.request.get(f"{site}/styleguide.html").text()
    opened = 0
    sent: list[dict[str, str]] = []

    def serve(route: Route) -> None:
        nonlocal opened
        if route.request.method == "POST":
            sent.append(dict(reversed(parse_qsl(route.request.post_data or ""))))
            route.fulfill(status=502, body="<p>the proxy lost the answer", content_type="text/html")
            return
        opened += 1
        field = f'<input type="hidden" name="idempotency_key" value="key{opened}">'
        form = 'data-draft="styleguide">'
        route.fulfill(
            body=html.replace(form, form + field), content_type="text/html; charset=utf-8"
        )

    def send(value: str) -> None:
        page.goto(f"{site}/styleguide.html")
        page.locator("table.entry input").first.fill(value)
        with page.expect_navigation():
            page.click("button:text-is('Report')")

    page.route("**/styleguide.html", serve)
    send("9")
    send("9")
    send("8")
    keys = [form["idempotency_key"] for form in sent]

    assert [form["cell"] for form in sent] == ["9", "9", "8"]
    assert keys[:2] == ["key1", "key1"]
    assert keys[2] not in ("key1", "key2", "key3")


def test_a_board_turns_by_itself_in_whole_rows_and_stops_on_request(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"{site}/board-seating.html")
    parts = [page.inner_text(".part")]

    page.clock.run_for(12_500)
    parts.append(page.inner_text(".part"))
    page.keyboard.press(" ")
    page.clock.run_for(30_000)
    parts.append(page.inner_text(".part"))
    low = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('.card')]"
        ".map((card) => card.getBoundingClientRect().bottom))"
    )
    room = page.evaluate("document.querySelector('.fit').getBoundingClientRect().bottom")

    assert parts == ["1/2", "2/2", "2/2"]
    assert low <= room


@pytest.mark.parametrize("name", ["styleguide", "table", "404", "print"])
def test_no_page_scrolls_sideways_on_a_small_phone(site: str, page: Page, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})

    page.goto(f"{site}/{name}.html")

    assert page.evaluate("document.documentElement.scrollWidth") == 360
