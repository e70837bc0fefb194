"""Those who listen to streams, for measurements: many of them in one thread."""

from __future__ import annotations

import re
import selectors
import socket
import threading
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

    Hears: TypeAlias = Callable[[bytes], None]

VERSION = re.compile(rb"id: (\d+)\n")


class Listeners:
    """Open streams; each piece that comes is handed to whoever opened that one."""

    def __init__(self, base: str) -> None:
        self.base = urlsplit(base)
        self.selector = selectors.DefaultSelector()
        self.is_open = True
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def listen(self, address: str, house: str, hears: Hears) -> None:
        """Opens a stream from the address of ``house``: one alone may not take all the room."""
        line = socket.create_connection(
            (self.base.hostname, self.base.port), timeout=20, source_address=(house, 0)
        )
        line.sendall(f"GET {address} HTTP/1.1\r\nHost: {self.base.netloc}\r\n\r\n".encode())
        line.setblocking(False)
        self.selector.register(line, selectors.EVENT_READ, hears)

    def _listen(self) -> None:
        while self.is_open:
            for key, _ in self.selector.select(0.1):
                piece = key.fileobj.recv(4096)  # type: ignore[union-attr]  # a socket
                if not piece:
                    self.selector.unregister(key.fileobj)
                key.data(piece)

    def close(self) -> None:
        self.is_open = False
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]  # a socket
        self.selector.close()
