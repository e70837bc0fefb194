"""How long the records of a very large club take; run with ``pytest -m bench tests/bench``."""

from __future__ import annotations

import time

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Season
from league.queries.public import club_records
from tests import factories
from tests.bench.big_season import filled
from tests.bench.conftest import Report
from tests.bench.test_bench_season import one_more

pytestmark = [pytest.mark.bench, pytest.mark.django_db, pytest.mark.timeout(1800)]
MATCHES = 100_000


def page(season: Season) -> tuple[float, int]:
    """Seconds of processor and queries of the page of all records."""
    client = Client()
    started = time.process_time()
    with CaptureQueriesContext(connection) as found:
        answer = client.get(f"/c/{season.club.slug}/records/")
    spent = time.process_time() - started
    assert answer.status_code == 200
    return spent, len(found)


def test_the_records_of_a_hundred_thousand_matches_are_a_quick_page(report: Report) -> None:
    page(factories.season())  # what the process loads once is not counted
    season = filled(players=1000, matches=MATCHES, evenings=1000, chain=["points"])
    cache.clear()
    started = time.process_time()
    (club,) = club_records.behind()
    club_records.count_ahead(club)
    ahead = time.process_time() - started
    first = page(season)
    after = []
    for _ in range(3):
        one_more(season)
        after.append(page(season))
    again = page(season)

    report(
        f"The records of a club with {MATCHES:,} matches",
        [
            (
                "counted ahead by the sweep, after a start or an old correction",
                f"{ahead:.1f} s",
                "–",
            ),
            ("the page then", f"{first[0]:.2f} s, {first[1]} queries", "≤ 0.5 s"),
            (
                "the page after one more result, slowest of 3",
                f"{max(after)[0]:.2f} s, {max(n for _, n in after)} queries",
                "≤ 0.5 s",
            ),
            ("the page once more", f"{again[0]:.3f} s, {again[1]} queries", "≤ 0.5 s"),
        ],
    )
    assert max(first, *after)[0] <= 0.5
    assert len({queries for _, queries in (first, *after)}) == 1
