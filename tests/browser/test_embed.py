"""A page of another site, with the snippet in it."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@contextmanager
def site(body: str) -> Iterator[str]:
    """Another site (another host name and port) whose only page this is."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Elsewhere</title>{body}".encode())

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_the_snippet_shows_the_standings_on_another_site_and_no_other_page_can_be_framed(
    page: Page, evening: Evening
) -> None:
    said: list[str] = []
    page.goto(evening.url + evening.pages["season"])
    page.locator("#embed summary").click()
    snippets = [page.locator(f"#snippet-{n}").input_value() for n in (1, 2)]
    club = f'<iframe id="club" src="{html.escape(evening.url + evening.pages["club"])}"></iframe>'

    with site("".join([*snippets, club])) as address:
        page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
        page.goto(address)

        standings, coming = (page.frame_locator("iframe").nth(n) for n in (0, 1))
        expect(standings.get_by_role("link", name="Ada Quill")).to_be_visible()
        expect(coming.get_by_role("link", name="First Night")).to_be_visible()
        expect(page.frame_locator("#club").get_by_role("heading", name="Tin Owl")).to_have_count(0)
        expect(page.locator("#club")).to_be_visible()

    assert len(said) == 1
    assert "frame-ancestors 'none'" in said[0]
    assert page.context.cookies(address) == []
