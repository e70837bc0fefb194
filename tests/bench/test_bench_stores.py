"""What each store between a result and an eye buys: the same answer with it and without."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from league.queries.standings import counting
from league.services.standings import standings
from league.web import fragment_cache
from tests.bench.conftest import Report
from tests.bench.season import filled

if TYPE_CHECKING:
    from tests.installation import Installation

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

TIMES = 30


def ms(act: Callable[[], object]) -> float:
    """Milliseconds of the quickest of several times."""
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        act()
        took.append(time.perf_counter() - began)
    return min(took) * 1000


def row(what: str, without: float, having: float) -> tuple[str, str, str]:
    return what, f"{without:.2f} ms → {having:.2f} ms ({without / having:.1f} ×)", "≥ 1.5 ×"


@pytest.mark.django_db
def test_each_store_in_the_process_buys_something(report: Report) -> None:
    season = filled(players=40, matches=480, evenings=12)
    standings.recompute_season(season.pk)
    event = season.events.latest("pk")
    client = Client()
    path = f"/e/{event.slug}/"
    listing = f"/api/v1/seasons/{season.pk}/standings/"
    etag = client.get(listing).headers["ETag"]

    def anew() -> None:
        fragment_cache.forget()
        client.get(path)

    client.get(path)
    rows = [
        row(
            "snapshot: a season of 480 matches counted, or read",
            ms(lambda: counting.ranked(counting.count(season, as_of=season.club.seq))),
            ms(lambda: client.get(listing)),
        ),
        row("fragment cache: an evening's page", ms(anew), ms(lambda: client.get(path))),
        (
            "ETag: the season's standing by the API, on the line",
            f"{len(client.get(listing).content) / 1000:.0f} kB → "
            f"{len(client.get(listing, headers={'If-None-Match': etag}).content) / 1000:.0f} kB",
            "no body",
        ),
    ]
    report("Stores between a result and an eye", rows)


def test_the_front_buys_something(embedded: Installation, report: Report) -> None:
    base = embedded.serve().url
    with urlopen(f"{base}/") as answer:
        text = answer.read().decode()
    event = text.split('href="/e/')[1].split('"')[0]
    harmless, named = {"HX-Request": "true"}, {"HX-Request": "true", "Cookie": "sessionid=none"}

    def asked(headers: dict[str, str]) -> None:
        with urlopen(Request(f"{base}/e/{event}", headers=headers)) as answer:
            answer.read()

    report(
        "The front of the one-process run",
        [
            row(
                "an evening's part for everybody",
                ms(lambda: asked(named)),
                ms(lambda: asked(harmless)),
            )
        ],
    )
