"""Those who listen to streams, for measurements: many of them in one thread."""

from __future__ import annotations

import re
import selectors
import socket
import threading
from typing import TYPE_CHECKING, TypeAlias, cast
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

    def listen(self, address: str, house: str, hears: Hears, *, base: str = "") -> None:
        """Opens a stream from the address of ``house``: one alone may not take all the room.

        Args:
            hears: is given each piece that comes, and an empty one at the end.
            base: another way to the server.
        """
        way = urlsplit(base) if base else self.base
        line = socket.create_connection(
            (way.hostname, way.port), timeout=20, source_address=(house, 0)
        )
        line.sendall(f"GET {address} HTTP/1.1\r\nHost: {way.netloc}\r\n\r\n".encode())
        line.setblocking(False)
        self.selector.register(line, selectors.EVENT_READ, hears)

    def _listen(self) -> None:
        while self.is_open:
            for key, _ in self.selector.select(0.1):
                line = cast("socket.socket", key.fileobj)
                try:
                    piece = line.recv(4096)
                except OSError:
                    piece = b""
                if not piece:
                    self.selector.unregister(line)
                    line.close()
                key.data(piece)

    def close(self) -> None:
        self.is_open = False
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]  # a socket
        self.selector.close()
