"""How many can watch: memory of the one-process run, and how late the last of them hears."""

from __future__ import annotations

import json
import time

import pytest

from tests.bench.conftest import Report
from tests.bench.listeners import VERSION, Listeners
from tests.bench.memory import memory_mb
from tests.flows.conftest import eventually
from tests.flows.streams import address_on
from tests.flows.visitors import Visitor
from tests.installation import Installation

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]

CHANGES = 10


class Crowd(Listeners):
    """Many open streams of one address, and how late each version came to each of them.

    A version is the moment of its commit in microseconds, by the clock of this same machine.
    """

    def __init__(self, base: str, address: str, count: int) -> None:
        self.late_s: list[float] = []
        self.greeted = 0
        super().__init__(base)
        for number in range(count):
            self.listen(address, f"127.0.1.{number % 200 + 1}", self._hears)

    def _hears(self, piece: bytes) -> None:
        now = time.time()
        self.greeted += piece.count(b"event: time")
        for version in VERSION.findall(piece):
            self.late_s.append(now - int(version) / 1e6)


@pytest.mark.parametrize(("count", "most_mb", "most_s"), [(1000, 30, 0.5), (5000, 150, 2.0)])
def test_many_watch_one_evening(
    embedded: Installation, report: Report, count: int, most_mb: float, most_s: float
) -> None:
    server = embedded.serve()
    kept = embedded.folder / "data" / "demo-sign-in.json"
    sign_in = json.loads(kept.read_text(encoding="utf-8"))
    desk = next(link["path"] for link in sign_in["links"] if "/desk/" in link["path"])
    organizer = Visitor(server.url)
    organizer.open(desk)
    organizer.press("Sign in", {"login": sign_in["email"], "password": sign_in["password"]})
    page = organizer.open(desk.split("next=")[-1])
    time.sleep(6)  # the page is older than what it may have missed while it was made
    page = organizer.open(page.url)
    before = memory_mb(server.process.pid)

    crowd = Crowd(server.url, address_on(page), count)
    eventually(lambda: crowd.greeted == count, within_s=60)
    more = memory_mb(server.process.pid) - before
    heard = len(crowd.late_s)
    for turn in range(CHANGES):
        organizer.press("Uncheck everyone" if turn % 2 else "Mark all signed-up here")
        wanted = heard + count * (turn + 1)
        eventually(lambda wanted=wanted: len(crowd.late_s) >= wanted, within_s=30)  # type: ignore[misc]
    late = sorted(crowd.late_s[heard:])
    crowd.close()

    p99 = late[int(len(late) * 0.99)]
    report(
        f"{count} watch one evening, one-process run",
        [
            ("memory beside that of the server alone", f"{more:.0f} MB", f"≤ {most_mb} MB"),
            ("from the commit to the watcher, median", f"{late[len(late) // 2]:.2f} s", "–"),
            ("from the commit to the watcher, p99", f"{p99:.2f} s", f"≤ {most_s} s"),
        ],
    )
    assert more <= most_mb
    assert p99 <= most_s
