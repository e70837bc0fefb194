"""How long the coach thinks: ``pytest -m bench tests/bench/test_bench_coach.py -s``.

At decisions among several choices, the start of its process and the reading of the record included.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from statistics import median

import pytest

from games.catalogue import all_games
from games.core.lines import to_lines
from games.core.package import GamePackage
from games.core.recorder import Recorder, lowest
from games.core.types import CHANCE
from tests.bench.conftest import Report, Row

SEATS, POSITIONS, EVERY = 4, 5, 9


@pytest.mark.bench
def test_the_coach_answers_soon(report: Report) -> None:
    rows: list[Row] = []
    for package in all_games():
        if package.adviser is None:
            continue
        spent = sorted(_answered(text, seat) for text, seat in _decisions(package))
        for what, each, goal in (
            ("processor time", [work for work, _ in spent], "≤ 1.5 s"),
            ("by the clock", sorted(clock for _, clock in spent), "–"),
        ):
            told = f"{median(each):.1f} s ({each[-1]:.1f} s)"
            rows.append((f"{package.title}: {what}, median of {POSITIONS} (slowest)", told, goal))
    report(f"The coach at a table of {SEATS}", rows)


def _decisions(package: GamePackage) -> list[tuple[str, int]]:
    """Records up to a decision among several choices, and the seat that owes it."""
    options, names = package.sheet.default_options(), ["smart"] * SEATS
    match = Recorder(package, seats=SEATS, options=options, bots=names, secret=bytes(32))
    found: list[tuple[str, int]] = []
    met = 0
    while (owing := match.owing()) and len(found) < POSITIONS:
        if CHANCE in owing:
            match.draw()
            continue
        seat = lowest([each for each in owing if isinstance(each, int)])
        if len(match.play.legal(match.state, seat)) > 1:
            met += 1
            if met % EVERY == 0:
                found.append(("\n".join(to_lines(match.transcript())) + "\n", int(seat)))
        match.ask_bot(seat, "smart")
    return found


def _answered(record: str, seat: int) -> tuple[float, float]:
    """The work of one answer, and how long it was waited for."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "games.coach", "--seat", str(seat)],
        input=record,
        text=True,
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return work, time.monotonic() - begun
