"""Somebody on the other side: writes down what comes, and answers as told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message as Headers
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, slots=True)
class Heard:
    path: str
    headers: Headers
    body: bytes


@dataclass
class Receiver:
    """``answers`` are given in turn, the last one for good: a number and headers."""

    url: str = ""
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=lambda: [(201, {})])
    heard: list[Heard] = field(default_factory=list)

    def answer(self) -> tuple[int, dict[str, str]]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def listening() -> Iterator[Receiver]:
    """A server on this machine, for as long as the block lasts."""
    there = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            there.heard.append(Heard(self.path, self.headers, body))
            status, headers = there.answer()
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        do_PUT = do_POST

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}).start()
    there.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield there
    finally:
        server.shutdown()
        server.server_close()
