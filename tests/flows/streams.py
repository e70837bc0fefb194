"""Somebody who watches: a page's live stream, read in a thread of its own."""

from __future__ import annotations

import contextlib
import html
import re
import socket
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.flows.visitors import Page

ADDRESS = re.compile(r'data-live="([^"]+)"')


def address_on(page: Page) -> str:
    """The stream that the page listens to."""
    found = ADDRESS.search(page.html)
    assert found is not None, page.url
    return html.unescape(found[1])


@dataclass
class Stream:
    """An open stream: which versions came, and when."""

    base: str
    address: str
    headers: dict[str, str] = field(default_factory=dict)
    heard: list[tuple[float, int]] = field(default_factory=list)
    is_over: bool = False

    def __post_init__(self) -> None:
        parts = urlsplit(self.base)
        self.line = socket.create_connection((parts.hostname, parts.port), timeout=60)
        lines = [f"GET {self.address} HTTP/1.1", f"Host: {parts.netloc}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        self.file = self.line.makefile("rb")
        self.status = self.file.readline().decode().strip()
        assert self.status == "HTTP/1.1 200 OK"
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        try:
            for line in self.file:  # with the lengths of its pieces in between
                if line.startswith(b"id: "):
                    self.heard.append((time.monotonic(), int(line[4:])))
        except (OSError, ValueError):
            pass
        self.is_over = True

    def since(self, moment: float) -> list[float]:
        """How long after ``moment`` each version came."""
        return [at - moment for at, _ in self.heard if at >= moment]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        self.thread.join(5)
        self.file.close()
        self.line.close()
