"""How long a large season takes; ``pytest -m bench tests/bench/test_bench_season.py``.

``BENCH_SEASON=10000,100000,1000000`` measures more sizes; 1,000 players each.
"""

from __future__ import annotations

import gc
import os
import time
import tracemalloc

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import MatchRecord, Round, Season, Snapshot
from league.services.standings import standings
from tests import factories
from tests.bench.big_season import filled
from tests.bench.conftest import Report

SIZES = [int(size) for size in os.environ.get("BENCH_SEASON", "10000,100000").split(",")]
PLAYERS = 1000
CHAIN = ["points", "best", "average", "matches"]


class Clock:
    """Seconds of one step, by the clock and of this processor."""

    def __enter__(self) -> Clock:
        self._started, self._worked = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall = time.perf_counter() - self._started
        self.work = time.process_time() - self._worked

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.work:.2f} s of processor)"


def one_more(season: Season) -> MatchRecord:
    """A result in the latest evening among four of its people."""
    round_ = Round.objects.filter(stage__event__season=season).latest("stage__event__starts_at")
    entries = list(round_.stage.event.entries.order_by("pk")[:4])
    at = round_.stage.event.starts_at
    return factories.played(factories.table(round_, entries, played_at=at), [2, 1, 4, 3])


@pytest.mark.bench
@pytest.mark.django_db
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("matches", SIZES)
def test_one_more_result_in_a_large_season_costs_little(report: Report, matches: int) -> None:
    season = filled(players=PLAYERS, matches=matches, evenings=max(40, matches // 250), chain=CHAIN)
    full = Clock()
    with full:
        assert standings.recompute_season(season.pk, force=True)
    more: list[Clock] = []
    queries = 0
    for _ in range(5):
        one_more(season)
        more.append(Clock())
        with more[-1], CaptureQueriesContext(connection) as asked:
            assert standings.recompute_season(season.pk)
            queries = len(asked)
    checking = Clock()
    with checking:
        found = standings.check(season.club)
    client = Client()
    address = f"/api/v1/seasons/{season.pk}/standings/rows/?limit=100"
    client.get(address)
    page = Clock()
    with page, CaptureQueriesContext(connection) as page_asked:
        response = client.get(address)
        page_queries = len(page_asked)
    body = bytes(Snapshot.objects.get(season=season, audience="public").body)

    middle, worst = sorted(more, key=lambda one: one.wall)[2::2]
    # The goal is that of 100,000 matches; a larger season may take more, but less than in line.
    goal = max(0.5, 0.5 * matches / 200_000)
    report(
        f"A season of {PLAYERS:,} players and {matches:,} matches, {connection.vendor}",
        [
            ("full recompute", str(full), f"≤ {max(10, matches // 10_000)} s"),
            (
                "one more result until the snapshot is stored, median of 5",
                str(middle),
                f"≤ {goal} s",
            ),
            ("the slowest of these", str(worst), "–"),
            ("one more result, queries", str(queries), "–"),
            ("recompute_standings --check", str(checking), "–"),
            ("100 rows of the snapshot by the API", str(page), "≤ 0.05 s"),
            ("100 rows, queries", str(page_queries), "≤ 6"),
            ("stored bytes", f"{len(body) / 1000:.0f} kB", "–"),
        ],
    )
    assert [one.kind for one in found if one.kind == "season"] == []
    assert response.status_code == 200
    assert page_queries <= 6
    assert middle.wall <= goal


@pytest.mark.bench
@pytest.mark.django_db
@pytest.mark.timeout(3600)
def test_a_full_recompute_stays_within_its_memory(report: Report) -> None:
    matches = max(size for size in SIZES if size <= 100_000)
    season = filled(players=PLAYERS, matches=matches, evenings=max(40, matches // 250), chain=CHAIN)
    gc.collect()
    tracemalloc.start()
    assert standings.recompute_season(season.pk, force=True)
    peak = tracemalloc.get_traced_memory()[1] / 1_000_000
    tracemalloc.stop()

    report(
        f"Memory of a full recompute of {matches:,} matches, {connection.vendor}",
        [("peak of what Python holds", f"{peak:.0f} MB", "≤ 500 MB")],
    )
    assert peak <= 500
