"""People at tables in the browser, for measurements: they send what a browser sends, and read with
expressions what a browser would draw.
"""

from __future__ import annotations

import html
import http.client
import random
import re
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Ada", "Bo", "Cleo", "Dee")
STAMP = re.compile(r'hx-get="([^"]*\?seen=[^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
SEEN = re.compile(r'form="choose" name="seen" value="(\d+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
CHOICE = re.compile(r'<button[^>]*\bname="action"[^>]*\bvalue="([^"]+)"')


@dataclass
class Player:
    """A browser at a table, without the work of a browser: it reads with expressions."""

    base: str
    number: int
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = ""
    html: str = ""
    line: http.client.HTTPConnection | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def house(self) -> str:
        return f"127.0.{2 + self.number // 200}.{self.number % 200 + 1}"

    def _ask(
        self, method: str, address: str, pairs: dict[str, str] | None = None, *, part: bool = True
    ) -> http.client.HTTPResponse:
        with self.lock:
            parts = urlsplit(self.base)
            if self.line is None:
                self.line = http.client.HTTPConnection(
                    parts.hostname or "", parts.port, timeout=60, source_address=(self.house, 0)
                )
            headers = {
                "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            }
            headers |= {"HX-Request": "true"} if part else {}
            body = None
            if pairs is not None:
                body = urlencode(pairs)
                headers |= {
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Referer": self.base + address,
                }
            try:
                self.line.request(method, address, body, headers)
                answer = self.line.getresponse()
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.line.close()  # kept open for too long
                self.line.request(method, address, body, headers)
                answer = self.line.getresponse()
            text = answer.read().decode()
            for name, value in answer.getheaders():
                if name.casefold() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.partition(";")[0]
            if answer.status == 200 and text:
                self.html = text
            return answer

    def moved_to(self, base: str) -> None:
        """The server is elsewhere from now on."""
        self.close()
        self.base = base

    def close(self) -> None:
        with self.lock:
            if self.line is not None:
                self.line.close()
            self.line = None

    def visit(self, address: str) -> None:
        answer = self._ask("GET", address, part=False)
        assert answer.status == 200, (address, answer.status)

    def post(self, address: str, **pairs: str) -> http.client.HTTPResponse:
        token = TOKEN.search(self.html)
        assert token is not None
        key = KEY.search(self.html)
        sent = {"csrfmiddlewaretoken": token[1], "key": key[1] if key else "", **pairs}
        return self._ask("POST", address, sent, part=False)

    def opens(self, game: str) -> str:
        self.visit("/play/")
        answer = self.post("/play/", game=game, size="4", bots="0", name=NAMES[0], access="link")
        assert answer.status == 302, self.html
        self.address = answer.getheader("Location") or ""
        self.visit(self.address)
        return self.address

    def sits(self, address: str, name: str) -> None:
        self.address = address
        self.visit(address)
        assert self.post(address, do="sit", name=name).status == 302
        self.visit(address)

    def choice(self, chance: random.Random) -> dict[str, str] | None:
        """A press on one of the choices of the page, by chance; None where there is none."""
        seen, choices = SEEN.search(self.html), CHOICE.findall(self.html)
        token, key = TOKEN.search(self.html), KEY.search(self.html)
        if not (seen and choices and token and key):
            return None
        return {
            "csrfmiddlewaretoken": token[1],
            "key": key[1],
            "do": "act",
            "seen": seen[1],
            "action": html.unescape(chance.choice(choices)),
        }

    def press(self, pairs: dict[str, str]) -> int:
        """The status of the answer, which is the page from then on."""
        return self._ask("POST", self.address, pairs).status

    def look(self) -> None:
        """What the page does when the stream says that something is new."""
        with self.lock:
            stamp = STAMP.search(self.html)
            assert stamp is not None
            answer = self._ask("GET", html.unescape(stamp[1]))
            assert answer.status in {200, 204}, answer.status


def seated(bases: Sequence[str], first: int) -> list[Player]:
    """Four at a table that has begun, who come in by ``bases`` in turn."""
    table = [Player(bases[number % len(bases)], first + number) for number in range(4)]
    address = table[0].opens("dice-devils")
    for player, name in zip(table[1:], NAMES[1:], strict=True):
        player.sits(address, name)
    table[0].visit(address)
    assert table[0].post(address, do="begin").status == 302
    for player in table:
        player.visit(address)
    return table
