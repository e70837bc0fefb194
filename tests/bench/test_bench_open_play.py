"""How open play mixes people and how long it keeps them; run with ``pytest -m bench``."""

from __future__ import annotations

import time
from statistics import mean

import pytest

from tests.bench.conftest import Report, Row
from tests.league.seating.open_evening import play

SEEDS = range(8)
HOLDS = (0, 6, 10)


@pytest.mark.bench
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("people", "most"), [(24, 6), (40, 5)])
def test_four_hours_of_open_play_mix_people_and_keep_nobody_long(
    report: Report, people: int, most: int
) -> None:
    rows: list[Row] = []
    for hold in HOLDS:
        started = time.process_time()
        nights = [play(people, seed, hold) for seed in SEEDS]
        spent = (time.process_time() - started) / len(nights)
        worst = max(night.most_met for night in nights)
        longest = max(wait for night in nights for wait in night.waits)
        sizes = sorted({size for night in nights for size in night.sizes})
        matches = [count for night in nights for count in night.played.values()]
        goal = f"≤ {most}" if hold == 6 else "–"
        rows += [
            (
                f"held {hold} minutes: wait for a seat, mean (longest)",
                f"{mean(wait for night in nights for wait in night.waits):.1f} ({longest}) min",
                f"≤ {hold} min",
            ),
            (
                f"held {hold}: meetings of the pair that met most (of all who met, mean)",
                f"{worst} ({mean(night.mean_met for night in nights):.2f})",
                goal,
            ),
            (
                f"held {hold}: pairs who never met",
                f"{mean(night.strangers for night in nights):.0%}",
                "–",
            ),
            (
                f"held {hold}: matches of one person, fewest, mean, most; sizes of tables",
                f"{min(matches)}, {mean(matches):.1f}, {max(matches)}; "
                f"{', '.join(str(size) for size in sizes)}",
                "–",
            ),
            (f"held {hold}: processor time of an evening", f"{spent:.2f} s", "–"),
        ]
        assert longest <= hold
        assert hold != 6 or worst <= most

    report(f"Four hours of open play with {people} people, matches of 30 ± 8 minutes", rows)
