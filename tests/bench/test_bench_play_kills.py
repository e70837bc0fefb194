"""A server that dies again and again under running matches: no press is lost, none is doubled."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING

import pytest

from tests.bench.play_visitors import Player, seated

if TYPE_CHECKING:
    from tests.bench.conftest import Report
    from tests.installation import Installation

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]

KILLS = int(os.environ.get("PLAY_KILLS", "200"))
TABLES = 6
Presses = dict[tuple[str, int], list[object]]


@dataclass
class Table:
    """Four people who play as fast as they can, and press again what was not answered."""

    people: list[Player]
    chance: random.Random
    begun: dict[str, list[Player]] = field(default_factory=dict)
    answered: Presses = field(default_factory=lambda: defaultdict(list))
    pending: tuple[Player, dict[str, str]] | None = None
    back_at: float = 0.0

    @property
    def code(self) -> str:
        return self.people[0].address.strip("/").split("/")[-1]

    def step(self) -> None:
        """One press, or the one again that got no answer. Raises OSError without a server."""
        if self.pending is None:
            for player in self.people:
                player.visit(player.address)
                pairs = player.choice(self.chance)
                if pairs is not None:
                    self.pending = player, pairs
                    break
            else:
                self.close()
                self.people = seated(self.people[0].base, self.people[0].number)
                return
        player, pairs = self.pending
        status = player.press(pairs)
        assert status in {200, 409}, (status, player.html)
        if status == 200:
            seat = self.people.index(player)
            self.answered[self.code, seat].append(json.loads(pairs["action"]))
        self.pending, self.back_at = None, self.back_at or time.monotonic()

    def close(self) -> None:
        for player in self.people:
            player.close()


def stored(installation: Installation) -> Presses:
    """The decisions of every seat of every match, in order; numbers without gaps."""
    found: Presses = defaultdict(list)
    numbers: dict[str, list[int]] = defaultdict(list)
    rows = sqlite3.connect(installation.folder / "data" / "league.sqlite3").execute(
        "SELECT code, a.seq, seat, action FROM league_playaction a"
        " JOIN league_play p ON p.id = play_id ORDER BY play_id, a.seq"
    )
    for code, seq, seat, action in rows:
        numbers[code].append(seq)
        if seat is not None:
            found[code, seat].append(json.loads(action))
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in numbers.values())
    return found


def test_no_press_is_lost_or_doubled_however_often_the_server_dies(
    embedded: Installation, report: Report
) -> None:
    server = embedded.serve("--empty")
    chance = random.Random(1)
    tables = [
        Table(seated(server.url, 4 * number), random.Random(number)) for number in range(TABLES)
    ]
    is_up, is_over, faults = threading.Event(), threading.Event(), []

    def play(table: Table) -> None:
        while not is_over.is_set():
            is_up.wait(1)
            try:
                table.step()
            except (OSError, HTTPException):
                time.sleep(0.05)
            except AssertionError as fault:
                faults.append(fault)
                return

    threads = [threading.Thread(target=play, args=(table,), daemon=True) for table in tables]
    for thread in threads:
        thread.start()
    is_up.set()
    back_s = []
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.3, 1.5))
        server.kill()
        is_up.clear()
        server = embedded.serve("--empty")
        started = time.monotonic()
        for table in tables:
            table.back_at = 0.0
            for player in table.people:
                player.moved_to(server.url)
        is_up.set()
        while any(not table.back_at for table in tables) and not faults:
            time.sleep(0.02)
            assert time.monotonic() - started < 30
        back_s.append(time.monotonic() - started)
    is_over.set()
    for thread in threads:
        thread.join()
    for table in tables:
        table.close()

    assert faults == []
    made = stored(embedded)
    answered: Presses = {}
    for table in tables:
        answered.update(table.answered)
    waiting = {(t.code, t.people.index(t.pending[0])) for t in tables if t.pending is not None}
    lost = doubled = 0
    for seat in {*made, *answered}:
        here, there = answered.get(seat, []), made.get(seat, [])
        lost += here != there[: len(here)]
        doubled += len(there) - len(here) > (seat in waiting)
    report(
        f"{TABLES} running matches, the server killed {KILLS} times",
        [
            ("answered presses", str(sum(map(len, answered.values()))), "–"),
            ("seats with a press lost or another than answered", str(lost), "0"),
            ("seats with a press too many", str(doubled), "0"),
            ("after the start until every match goes on, longest", f"{max(back_s):.1f} s", "≤ 5 s"),
        ],
    )
    assert (lost, doubled) == (0, 0)
