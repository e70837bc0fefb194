"""What a first visit costs a phone on a slow line: bytes, the largest paint, what jumps."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from league.config.compression import CompressedPages
from league.services.standings import standings
from tests.bench.conftest import Report
from tests.bench.season import filled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.installation import Installation

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

SLOW_LINE = {  # 1.6 Mbit/s down, 150 ms for the way there and back
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 93_750,
}
WATCH = """
window.paint = 0; window.jumped = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.paint = one.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.jumped += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
QUIET_MS = 700  # late scripts may still move something


@dataclass
class Visit:
    """One page on a phone that was never here, and once more."""

    path: str
    first_kb: float
    again_kb: float
    paint_s: float
    jumped: float


def visit(browser: Browser, base: str, path: str) -> Visit:
    context = browser.new_context(
        base_url=base, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    hosts: set[str] = set()
    sizes: list[float] = []
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    def load() -> float:
        sizes.clear()
        answer = page.goto(path, wait_until="load")
        assert answer is not None
        assert answer.ok, path
        page.wait_for_timeout(QUIET_MS)
        return sum(sizes) / 1000

    first = load()
    paint, jumped = page.evaluate("[window.paint / 1000, window.jumped]")
    found = Visit(path, first, load(), paint, jumped)
    context.close()
    assert hosts == {urlsplit(base).netloc}
    return found


def public_pages(browser: Browser, base: str) -> list[str]:
    """One page of every kind, found from the first one by following links."""
    page = browser.new_page(base_url=base)

    def links(path: str, begin: str, parts: int) -> list[str]:
        page.goto(path)
        found = page.eval_on_selector_all(
            "a[href]", "all => all.map((a) => new URL(a.href).pathname)"
        )
        return [
            one for one in dict.fromkeys(found) if one.startswith(begin) and one.count("/") == parts
        ]

    club = links("/", "/c/", 3)[0]
    season = links(club, f"{club}s/", 5)[0]
    played = links(season, "/e/", 3)[-1]
    player = links(season, "/p/", 3)[0]
    page.close()
    return [
        *("/", "/search/?q=a", "/games/", "/games/dice-devils/", "/games/dice-devils/statistics/"),
        *(club, season, f"{season}fairness/", f"{season}moves/", player, "/ratings/"),
        *(played, f"{played}seating/", f"{played}standings/", f"{played}fairness/"),
        f"{played}board/",
    ]


@pytest.mark.browser
def test_a_first_visit_is_light_and_nothing_jumps(
    browser: Browser, embedded: Installation, report: Report
) -> None:
    base = embedded.serve().url
    visits = [visit(browser, base, path) for path in public_pages(browser, base)]

    goals = [
        ("first_kb", "the heaviest first visit", "kB", 150),
        ("again_kb", "the heaviest second visit", "kB", 30),
        ("paint_s", "the latest largest paint", "s", 1.5),
        ("jumped", "the largest layout shift", "", 0.02),
    ]
    rows = []
    for name, words, unit, goal in goals:
        worst = max(visits, key=lambda one: getattr(one, name))
        measured = f"{getattr(worst, name):.3g} {unit}".strip()
        rows.append((f"{words}, of {len(visits)} pages", measured, f"≤ {goal} {unit}".strip()))
    report("A first visit by phone at 1.6 Mbit/s and 150 ms", rows)
    for name, words, _, goal in goals:
        over = [one for one in visits if getattr(one, name) > goal]
        assert not over, (words, over)


@pytest.mark.django_db
def test_a_long_season_is_compressed_in_a_moment(report: Report) -> None:
    season = filled(players=40, matches=480, evenings=12)
    standings.recompute_season(season.pk)
    client = Client()
    path = f"/c/{season.club.slug}/s/{season.slug}/"
    client.get(path)
    started = time.process_time()
    page = client.get(path).content
    making_ms = (time.process_time() - started) * 1000

    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = "gzip"
    packing_ms: list[float] = []
    for _ in range(20):
        answer = HttpResponse(page)
        started = time.process_time()
        CompressedPages(lambda _, answer=answer: answer)(request)
        packing_ms.append((time.process_time() - started) * 1000)

    report(
        "The page of a season of 40 people over 12 evenings, compressed",
        [
            ("as it is made", f"{len(page) / 1000:.1f} kB", ""),
            ("as it is sent", f"{len(answer.content) / 1000:.1f} kB", "≤ 20 kB"),
            ("making it, of processor", f"{making_ms:.1f} ms", ""),
            ("compressing it, of processor", f"{min(packing_ms):.2f} ms", "≤ 5 ms"),
        ],
    )
    assert len(answer.content) <= 20_000
    assert min(packing_ms) <= 5
