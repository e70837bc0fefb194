"""A server that dies again and again under running matches: no press is lost, none is doubled."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING

import pytest

from tests.bench.play_ledger import Presses, compared, stored
from tests.bench.play_visitors import Player, seated

if TYPE_CHECKING:
    from tests.bench.conftest import Report
    from tests.bench.houses import House

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]

KILLS = int(os.environ.get("PLAY_KILLS", "200"))
TABLES = 6


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
                self.people = seated([each.base for each in self.people], self.people[0].number)
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


def test_no_press_is_lost_or_doubled_however_often_the_server_dies(
    house: House, report: Report
) -> None:
    chance = random.Random(1)
    tables = [
        Table(seated(house.doors, 4 * number), random.Random(number)) for number in range(TABLES)
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
        name = house.kill(chance)
        gone = house.processes[name].url
        is_up.clear()
        house.start(name)
        started = time.monotonic()
        for table in tables:
            table.back_at = 0.0
            for player in table.people:
                if player.base == gone:
                    player.moved_to(house.processes[name].url)
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
    answered: Presses = {}
    for table in tables:
        answered.update(table.answered)
    waiting = {(t.code, t.people.index(t.pending[0])) for t in tables if t.pending is not None}
    lost, doubled = compared(stored(house.installation), answered, waiting)
    report(
        f"{TABLES} running matches, {house.kind} killed {KILLS} times",
        [
            ("answered presses", str(sum(map(len, answered.values()))), "–"),
            ("seats with a press lost or another than answered", str(lost), "0"),
            ("seats with a press too many", str(doubled), "0"),
            ("after the start until every match goes on, longest", f"{max(back_s):.1f} s", "≤ 5 s"),
        ],
    )
    assert (lost, doubled) == (0, 0)
