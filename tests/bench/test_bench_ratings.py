"""How long ratings take; ``pytest -m bench tests/bench/test_bench_ratings.py``.

``BENCH_MATCHES=1000000`` measures the federation in its full size; a twentieth is usual.
"""

from __future__ import annotations

import os
import resource
import time

import pytest
from django.db import connection

from league.core.enums import RatingKind
from league.models import MatchRecord, RatedMatch, RatingMark, RatingScope
from league.queries.standings import rating_inputs
from league.ratings import replay
from league.ratings.registry import engine
from league.services.standings import ratings
from tests.bench.conftest import Report
from tests.bench.federation import filled

FULL = 1_000_000
MATCHES = int(os.environ.get("BENCH_MATCHES", "50000"))
PLAYERS = max(1000, MATCHES // 20)


class Clock:
    """Seconds of one step, by the clock and of this processor."""

    def __init__(self) -> None:
        self.wall = self.work = 0.0

    def __enter__(self) -> Clock:
        self._started, self._worked = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall = time.perf_counter() - self._started
        self.work = time.process_time() - self._worked

    def __str__(self) -> str:
        return f"{self.wall:.1f} s ({self.work:.1f} s of processor)"


def corrected(record: MatchRecord) -> None:
    """The first two places of a match change hands, and the stage is marked."""
    low, high = record.scores.order_by("place", "position")[:2]
    low.place, high.place = high.place, low.place
    low.save()
    high.save()
    RatingMark.objects.create(stage=record.stage)  # without waking: the measurement is the worker


@pytest.mark.bench
@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(3600)
def test_a_federation_is_rated_from_scratch_and_follows_corrections(report: Report) -> None:
    made = filled(players=PLAYERS, matches=MATCHES, evenings=max(20, MATCHES // 250))
    while ratings.spread():
        pass
    scope = RatingScope.objects.get(kind=RatingKind.CLUB_GAME)
    RatingScope.objects.exclude(pk=scope.pk).update(is_stale=False)
    reading, rating, scratch, oldest, newest, checking = (Clock() for _ in range(6))

    with reading:
        count = sum(1 for _ in rating_inputs.matches(scope))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with rating:
        for _ in replay.play(
            engine(scope.engine, scope.settings), rating_inputs.matches(scope), {}
        ):
            pass
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    with scratch:
        assert ratings.recompute(scope.pk)
    corrected(MatchRecord.objects.order_by("pk").first())  # type: ignore[arg-type]  # there is one
    with oldest:
        ratings.spread()
        assert ratings.recompute(scope.pk)
    corrected(MatchRecord.objects.order_by("-pk")[made.matches // 100])
    with newest:
        ratings.spread()
        assert ratings.recompute(scope.pk)
    with checking:
        found = [each for each in ratings.check() if each.scope == scope.pk]

    part = made.matches / FULL
    report(
        f"Ratings of {made.matches:,} matches and {PLAYERS:,} players, {connection.vendor}",
        [
            ("reading alone", str(reading), "–"),
            ("reading and rating", str(rating), f"≤ {60 * part:.0f} s"),
            ("memory grown by reading and rating", f"{grown / 1024:.0f} MB", "as players"),
            ("from scratch, history stored", str(scratch), f"≤ {150 * part:.0f} s"),
            ("after a correction of the oldest match", str(oldest), "from scratch"),
            ("after a correction among the newest 1 %", str(newest), "≤ 5 s"),
            ("recompute_ratings --check", str(checking), "–"),
        ],
    )
    assert count == made.matches == RatedMatch.objects.filter(scope=scope).count()
    assert found == []
    assert newest.wall <= 5
    assert oldest.wall <= 1.25 * scratch.wall + 1
    assert rating.wall <= max(60 * part, 5)
    assert scratch.wall <= max(150 * part, 10)
