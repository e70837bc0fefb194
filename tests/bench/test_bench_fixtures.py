"""Matches by appointment: costs beside what is proven, and times; ``pytest -m bench tests/bench``.

Seconds are CPU time from the task to the finished fixtures, in this process.
"""

from __future__ import annotations

import time
from collections import Counter

import pytest

from league.seating.fixtures.change import changed
from league.seating.fixtures.draw import Fixtures, fixtures
from league.seating.fixtures.task import Task
from tests.bench.conftest import Report


def made(task: Task) -> tuple[Fixtures, float]:
    """Fixtures and the CPU seconds they took."""
    started = time.process_time()
    found = fixtures(task)
    return found, time.process_time() - started


def middle(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{ordered[len(ordered) // 2]:.3f} s ({ordered[-1]:.3f} s)"


@pytest.mark.bench
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_fixtures_of_equal_tables_reach_the_proven_bound(size: int, report: Report) -> None:
    times: list[float] = []
    ways: Counter[str] = Counter()
    missed = []
    even = uneven = uneven_seats = 0
    for n in range(max(4, size), 25):
        for matches in range(1, 11):
            found, seconds = made(Task(n=n, matches=matches, low=size, high=size))
            times.append(seconds)
            ways[found.found_by] += 1
            uneven_seats += found.figures.seat_spread > 1
            even += found.is_even
            uneven += found.can_be_even is False
            if not found.is_best:
                gap = f"{found.figures.cost} ({found.bound.cost})"
                missed.append(f"{n} people, {matches} matches: {gap}")

    cases = len(times)
    report(
        f"Fixtures: 4 to 24 people, tables of {size}, 1 to 10 matches",
        [
            ("proven that none cost less", f"{cases - len(missed)} of {cases}", "all"),
            ("open: cost (proven bound)", "; ".join(missed) or "none", "–"),
            ("meetings of every two within one", f"{even} of {cases}", "–"),
            ("proven that they cannot be", f"{uneven} of {cases}", "–"),
            ("somebody's seats more than one apart", f"{uneven_seats}", "0"),
            ("found by", ", ".join(f"{way} {many}" for way, many in sorted(ways.items())), "–"),
            ("processor time, median (slowest)", middle(times), "≤ 1 s"),
        ],
    )
    assert uneven_seats == 0
    assert max(times) <= 1


@pytest.mark.bench
@pytest.mark.timeout(1200)
def test_fixtures_of_mixed_tables_and_changes_take_less_than_a_second(report: Report) -> None:
    mixed: list[float] = []
    best = 0
    for n in range(6, 25):
        for matches in range(1, 11):
            found, seconds = made(Task(n=n, matches=matches, low=3, high=5, preferred=4))
            mixed.append(seconds)
            best += found.is_best
    changes: list[float] = []
    more = off = 0
    for n in range(8, 25):
        before, _ = made(Task(n=n, matches=6, low=4, high=4))
        started = time.process_time()
        change = changed(before, kept=range(len(before.tables) // 2), gone=[0], joined=1)
        changes.append(time.process_time() - started)
        more += change.more_cost
        off = max(off, *change.above.values(), *change.below.values(), 0)

    report(
        "Fixtures: tables of 3 to 5, and one for another in mid-season",
        [
            ("3 to 5: proven that none cost less", f"{best} of {len(mixed)}", "–"),
            ("3 to 5: processor time, median (slowest)", middle(mixed), "≤ 1 s"),
            ("a change, half played: cost beyond fresh plans", f"{more / len(changes):.1f}", "–"),
            ("most matches above or below for one", f"{off}", "–"),
            ("a change: processor time, median (slowest)", middle(changes), "≤ 2 s"),
        ],
    )
    assert max(mixed) <= 1
