"""Networks that fail again and again under running matches: no press is lost, none is doubled, and
a page is whole soon after its network is.
"""

from __future__ import annotations

import html
import json
import os
import random
import re
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.bench.listeners import VERSION, Listeners
from tests.bench.play_ledger import Presses, compared, stored
from tests.bench.play_visitors import CHOICE, Player, seated
from tests.bench.wires import MOMENTS, Network, Wire
from tests.browser.test_play import CHOICES, opened, sits
from tests.flows.streams import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.bench.conftest import Report
    from tests.bench.houses import House
    from tests.installation import Installation

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]

CUTS = int(os.environ.get("PLAY_CUTS", "1000"))
PAGE_CUTS = int(os.environ.get("PLAY_PAGE_CUTS", "30"))
TABLES = 4
GAP_S = 0.6  # between two looks of a page
THINKS_S = 0.1, 0.5
LONG_EVERY = 50  # cuts, one of which takes seconds
STUCK_S = 30.0
# Everything that was said is there, and the page listens.
WHOLE = """said => document.querySelectorAll("#talk-said li").length === said
  && document.documentElement.hasAttribute("data-live-on")"""
OVER = re.compile(r'class="play-turn[^"]*\bis-over\b')


@dataclass(eq=False)
class Phone:
    """Somebody at a table behind a wire of their own: plays, listens, and after a failure does what
    the page does when the browser says that the network is back: listens, looks, and presses again
    what was not answered.
    """

    wire: Wire
    ears: Listeners
    answered: Presses
    chance: random.Random
    player: Player = field(init=False, default=None)  # type: ignore[assignment]  # none sits yet
    seat: int = 0
    pending: dict[str, str] | None = None
    is_done: bool = True  # with this match
    is_listening: bool = False
    looked_at: float = 0.0
    streams: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    news: threading.Event = field(default_factory=threading.Event)
    fault: Exception | None = None

    @property
    def place(self) -> tuple[str, int]:
        return self.player.address.strip("/").split("/")[-1], self.seat

    @property
    def owes(self) -> bool:
        return self.pending is not None or CHOICE.search(self.player.html) is not None

    def sits(self, player: Player, seat: int) -> None:
        """Goes on with a page that was opened where no network fails."""
        if self.player is not None:
            self.player.close()
        player.moved_to(self.wire.url)
        self.player, self.seat, self.is_listening = player, seat, False
        self.is_done = False

    def is_whole(self, since: float) -> bool:
        return self.is_done or (self.is_listening and self.looked_at >= since)

    def live(self, is_over: threading.Event) -> None:
        while not is_over.is_set():
            if self.is_done:
                time.sleep(0.02)
                continue
            try:
                self._step()
            except (OSError, HTTPException):
                self.player.close()
                time.sleep(0.02)
            except Exception as fault:  # told by the test: a thread tells nobody
                self.fault = fault
                return

    def _step(self) -> None:
        if not self.is_listening:
            self._listen()
        self.pending = self.pending or self.player.choice(self.chance)
        if self.pending is None or self.news.is_set():
            self._look()
            return
        status = self.player.press(self.pending)
        self.statuses[status] += 1
        assert status in {200, 409}, (status, self.player.html)
        if status == 200:
            self.answered[self.place].append(json.loads(self.pending["action"]))
        else:
            self.news.set()  # what others did meanwhile comes with the answer
        self.pending = None
        time.sleep(self.chance.uniform(*THINKS_S))

    def _look(self) -> None:
        self.news.wait(1)
        time.sleep(max(0.0, self.looked_at + GAP_S - time.monotonic()))
        began = time.monotonic()
        self.news.clear()
        try:
            self.player.look()
        except (OSError, HTTPException):
            self.news.set()
            raise
        self.looked_at = began
        self.is_done = self.pending is None and OVER.search(self.player.html) is not None

    def _listen(self) -> None:
        found = ADDRESS.search(self.player.html)
        assert found is not None
        self.streams += 1
        hears = partial(self._hears, self.streams)
        address = html.unescape(found[1])
        self.ears.listen(address, self.player.house, hears, base=self.wire.url)
        self.is_listening = True
        self.news.set()

    def _hears(self, number: int, piece: bytes) -> None:
        if number == self.streams and not piece:
            self.is_listening = False
            self.news.set()
        elif VERSION.search(piece):
            self.news.set()


@dataclass
class Table:
    """Four phones, one of which loses its network again and again, while the others go on."""

    house: House
    phones: list[Phone]
    first: int
    chance: random.Random
    back_s: list[float] = field(default_factory=list)
    moments: Counter[str] = field(default_factory=Counter)

    def fails(self, times: int) -> None:
        for number in range(times):
            if all(phone.is_done for phone in self.phones):
                self.begins()
            time.sleep(self.chance.uniform(0, 0.2))
            moment = MOMENTS[number % len(MOMENTS)]
            is_idle = moment in {"idle", "hangs"}
            found = [phone for phone in self.phones if is_idle or phone.owes]
            phone = self.chance.choice(found or self.phones)
            self.moments[moment if phone.wire.cut(moment, within_s=1) else "idle"] += 1
            is_long = number % LONG_EVERY == LONG_EVERY - 1
            time.sleep(self.chance.uniform(3, 10) if is_long else self.chance.uniform(0.05, 0.5))
            self._comes_back(phone)

    def _comes_back(self, phone: Phone) -> None:
        phone.wire.mend()
        mended = time.monotonic()
        phone.news.set()
        while not phone.is_whole(mended):
            assert phone.fault is None, phone.fault
            assert time.monotonic() - mended < STUCK_S, "stuck"
            time.sleep(0.005)
        self.back_s.append(time.monotonic() - mended)

    def begins(self) -> None:
        people = seated(self.house.doors, self.first)
        for seat, (phone, player) in enumerate(zip(self.phones, people, strict=True)):
            phone.sits(player, seat)


def at_once(*works: Callable[[], None]) -> list[Exception]:
    """Does them side by side; what went wrong."""
    faults: list[Exception] = []

    def do(work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as fault:  # a thread tells nobody
            faults.append(fault)

    threads = [threading.Thread(target=do, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def test_no_press_is_lost_or_doubled_however_often_the_network_fails(
    house: House, report: Report
) -> None:
    network, ears, is_over = Network(), Listeners(house.streams), threading.Event()
    answered: Presses = defaultdict(list)
    tables = []
    for number in range(TABLES):
        phones = [
            Phone(
                network.wire(house.doors[at % len(house.doors)], house.streams),
                ears,
                answered,
                random.Random(4 * number + at),
            )
            for at in range(4)
        ]
        tables.append(Table(house, phones, 4 * number, random.Random(number)))
        tables[-1].begins()
    phones = [phone for table in tables for phone in table.phones]
    players = [threading.Thread(target=phone.live, args=(is_over,)) for phone in phones]
    for thread in players:
        thread.start()

    faults = at_once(*(partial(table.fails, -(-CUTS // TABLES)) for table in tables))
    is_over.set()
    for phone, thread in zip(phones, players, strict=True):
        thread.join()
        phone.player.close()
    ears.close()
    network.close()

    assert faults + [phone.fault for phone in phones if phone.fault] == []
    waiting = {phone.place for phone in phones if phone.pending is not None}
    lost, doubled = compared(stored(house.installation), answered, waiting)
    back_s = [took for table in tables for took in table.back_s]
    moments = sum((table.moments for table in tables), Counter())
    statuses = sum((phone.statuses for phone in phones), Counter())
    report(
        f"{TABLES} running matches, {house.kind}, networks cut {CUTS} times",
        [
            ("cuts", ", ".join(f"{moment} {n}" for moment, n in moments.items()), "–"),
            ("answered presses", str(sum(map(len, answered.values()))), "–"),
            ("presses refused because others were faster", str(statuses[409]), "–"),
            ("seats with a press lost or another than answered", str(lost), "0"),
            ("seats with a press too many", str(doubled), "0"),
            ("network back to page whole, p50", f"{sorted(back_s)[len(back_s) // 2]:.2f} s", "–"),
            ("network back to page whole, p95", f"{p95(back_s):.2f} s", "≤ 1 s"),
            ("network back to page whole, longest", f"{max(back_s):.2f} s", "–"),
        ],
    )
    assert (lost, doubled) == (0, 0)


@pytest.mark.browser
@pytest.mark.parametrize("tells", [True, False], ids=["told by the browser", "not told"])
def test_a_page_in_a_browser_is_whole_soon_after_its_network(
    browser: Browser, embedded: Installation, report: Report, tells: bool
) -> None:
    server = embedded.serve("--empty")
    network = Network()
    wire = network.wire(server.url, server.url)
    chance = random.Random(1)
    ada, bo = (browser.new_context(base_url=url).new_page() for url in (wire.url, server.url))
    address = opened(ada, "the-devil-with-it", 2)
    sits(bo, address.replace(wire.url, server.url), "Bo")
    back_s = []
    words = bo.get_by_role("button", name="Hello!")
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator(CHOICES).first).to_be_visible()
    for number in range(PAGE_CUTS):
        expect(ada.locator("html[data-live-on]")).to_be_attached()
        if tells:
            ada.context.set_offline(True)
        else:
            wire.cut("idle", within_s=0)
        with bo.expect_response(lambda answer: "/talk/" in answer.url):
            words.click()
        bo.wait_for_timeout(1000 * chance.uniform(3, 6))  # so often may one say something
        if tells:
            ada.context.set_offline(False)
        else:
            wire.mend()
        mended = time.monotonic()
        ada.wait_for_function(WHOLE, arg=number + 1)
        back_s.append(time.monotonic() - mended)
    network.close()

    how = "the browser tells" if tells else "nobody tells"
    report(
        f"A table's page in a browser, cut {PAGE_CUTS} times, {how} when it is back",
        [
            ("network back to page whole, p50", f"{sorted(back_s)[len(back_s) // 2]:.2f} s", "–"),
            ("network back to page whole, p95", f"{p95(back_s):.2f} s", "≤ 1 s"),
            ("network back to page whole, longest", f"{max(back_s):.2f} s", "–"),
        ],
    )
