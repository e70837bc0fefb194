"""Matches in the browser under load: a press on one's own screen, and on those of the others."""

from __future__ import annotations

import heapq
import html
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.bench.listeners import VERSION, Listeners
from tests.bench.play_visitors import Player, seated
from tests.flows.streams import ADDRESS

if TYPE_CHECKING:
    from tests.bench.conftest import Report
    from tests.bench.houses import House

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]

EVERY_S = 4.0
SECONDS = float(os.environ.get("PLAY_SECONDS", "30"))


def part(values: list[float], share: float) -> str:
    return f"{sorted(values)[int(len(values) * share)] * 1000:.0f} ms"


@dataclass
class Hall:
    """Tables of four at which a decision falls every few seconds, and what everybody waits for."""

    tables: list[list[Player]]
    ears: Listeners
    own_s: list[float] = field(default_factory=list)
    others_s: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pool = ThreadPoolExecutor(32)
        self.pressed_at: dict[str, tuple[float, Player]] = {}

    def hears(self, player: Player, piece: bytes) -> None:
        if VERSION.search(piece):
            self.pool.submit(self._look, player)

    def _look(self, player: Player) -> None:
        pressed = self.pressed_at.get(player.address)
        if pressed is None or pressed[1] is player:  # one's own news is on the screen already
            return
        player.look()
        self.others_s.append(time.monotonic() - pressed[0])

    def play(self, for_s: float) -> None:
        """Each table decides something every four seconds, at moments of its own."""
        begun = time.monotonic()
        due = [(begun + EVERY_S * n / len(self.tables), n) for n in range(len(self.tables))]
        heapq.heapify(due)
        while due[0][0] < begun + for_s:
            at, number = heapq.heappop(due)
            time.sleep(max(0.0, at - time.monotonic()))
            self.pool.submit(self._decide, self.tables[number], random.Random(at))
            heapq.heappush(due, (at + EVERY_S, number))
        time.sleep(2)

    def _decide(self, table: list[Player], chance: random.Random) -> None:
        for player in chance.sample(table, len(table)):
            pairs = player.choice(chance)
            if pairs is not None:
                began = time.monotonic()
                self.pressed_at[player.address] = (began, player)
                status = player.press(pairs)
                self.own_s.append(time.monotonic() - began)
                self.statuses[status] = self.statuses.get(status, 0) + 1
                return

    def close(self) -> None:
        self.ears.close()
        self.pool.shutdown()
        for player in (player for table in self.tables for player in table):
            player.close()


@pytest.mark.parametrize(("count", "watchers"), [(25, 0), (100, 1000)])
def test_matches_of_four_with_a_decision_every_four_seconds(
    house: House, report: Report, count: int, watchers: int
) -> None:
    tables = [seated(house.doors, 4 * number) for number in range(count)]
    hall = Hall(tables, Listeners(house.streams))
    for player in (player for table in tables for player in table):
        found = ADDRESS.search(player.html)
        assert found is not None
        hall.ears.listen(html.unescape(found[1]), player.house, partial(hall.hears, player))
    for number in range(watchers):
        player = tables[number % count][0]
        found = ADDRESS.search(player.html)
        assert found is not None
        address = f"127.0.1.{number % 200 + 1}"
        hall.ears.listen(html.unescape(found[1]), address, lambda _piece: None)

    hall.play(5)  # everything is warm
    hall.own_s.clear()
    hall.others_s.clear()
    hall.play(SECONDS)
    memory = house.memory_mb()
    hall.close()

    report(
        f"{count} matches of four, a decision every {EVERY_S:.0f} s each, {watchers} watchers,"
        f" {house.kind}",
        [
            ("decisions made", str(len(hall.own_s)), "–"),
            ("press to own screen, p50", part(hall.own_s, 0.5), "≤ 80 ms"),
            ("press to own screen, p95", part(hall.own_s, 0.95), "≤ 150 ms"),
            ("press to the others' screens, p50", part(hall.others_s, 0.5), "≤ 150 ms"),
            ("press to the others' screens, p95", part(hall.others_s, 0.95), "≤ 300 ms"),
            ("memory of all its processes", f"{memory:.0f} MB", "≤ 400 MB"),
        ],
    )
    assert set(hall.statuses) <= {200}, hall.statuses
