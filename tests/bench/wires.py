"""Networks that fail, for measurements: a wire between a browser and the server that can be cut."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

# Where in a press the wire breaks; "idle": whatever is under way; "hangs": nothing breaks, and
# nothing passes either until the wire is whole.
MOMENTS = ("before", "within", "unanswered", "answer", "idle", "hangs")


class Network:
    """The thread in which all wires carry what passes."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.wires: list[Wire] = []
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def wire(self, server_url: str, streams_url: str) -> Wire:
        """A new wire to both, as the proxy of larger installations leads to both."""
        made = Wire(self, server_url, streams_url)
        self.do(made.open())
        self.wires.append(made)
        return made

    def do(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def close(self) -> None:
        for wire in self.wires:
            self.do(wire.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@dataclass(eq=False)
class Line:
    """One connection through a wire, from both its ends."""

    browser: asyncio.StreamWriter
    server: asyncio.StreamWriter
    is_pressing: bool = False

    def abort(self) -> None:
        for end in (self.browser, self.server):
            end.transport.abort()


@dataclass(eq=False)
class Wire:
    """A port of its own through which one browser reaches the server, as long as it is whole."""

    network: Network
    server_url: str
    streams_url: str
    port: asyncio.Server = field(init=False)
    url: str = ""
    is_cut: bool = False
    has_failed: threading.Event = field(default_factory=threading.Event)
    armed: str = ""
    passes: asyncio.Event = field(default_factory=asyncio.Event)
    lines: set[Line] = field(default_factory=set)

    async def open(self) -> None:
        self.passes.set()
        self.port = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.port.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        self.port.close()
        self._fail()
        await asyncio.sleep(0.05)  # what was carried ends

    def cut(self, moment: str, within_s: float) -> bool:
        """Fails at that moment of the next press; if none comes in time, as it is, and says so."""
        self.has_failed.clear()
        self.network.do(self._arm(moment))
        if self.has_failed.wait(within_s):
            return True
        self.network.do(self._arm("idle"))
        return False

    def mend(self) -> None:
        self.network.do(self._mend())

    async def _arm(self, moment: str) -> None:
        if self.has_failed.is_set():
            return
        self.armed = moment
        if moment == "idle":
            self._fail()
        elif moment == "hangs":
            self.passes.clear()
            self.has_failed.set()

    async def _mend(self) -> None:
        self.is_cut, self.armed = False, ""
        self.passes.set()

    def _fail(self) -> None:
        self.is_cut = True
        for line in self.lines:
            line.abort()
        self.has_failed.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(65536)
        if self.is_cut or not first:
            writer.transport.abort()
            return
        parts = urlsplit(self.streams_url if first.startswith(b"GET /live/") else self.server_url)
        house = writer.get_extra_info("peername")[0]
        try:
            answers, server = await asyncio.open_connection(
                parts.hostname, parts.port, local_addr=(house, 0)
            )
        except OSError:
            writer.transport.abort()
            return
        line = Line(writer, server)
        self.lines.add(line)
        ways = [
            asyncio.create_task(self._carry(line, reader, server, self._asked, first)),
            asyncio.create_task(self._carry(line, answers, writer, self._answered)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.lines.discard(line)
            line.abort()

    async def _carry(
        self,
        line: Line,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        passing: Callable[[Line, bytes], float],
        piece: bytes = b"",
    ) -> None:
        with contextlib.suppress(OSError):
            piece = piece or await source.read(65536)
            while piece:
                await self.passes.wait()
                share = passing(line, piece)
                sink.write(piece[: int(len(piece) * share)])
                if share < 1:
                    self._fail()
                    return
                await sink.drain()
                piece = await source.read(65536)

    def _asked(self, line: Line, piece: bytes) -> float:
        """Which part of what the browser sends gets through."""
        line.is_pressing = line.is_pressing or piece.startswith(b"POST ")
        if line.is_pressing and self.armed in {"before", "within"}:
            return 0 if self.armed == "before" else 0.5
        return 1

    def _answered(self, line: Line, piece: bytes) -> float:
        """Which part of what the server sends gets through."""
        if line.is_pressing and self.armed in {"unanswered", "answer"}:
            return 0 if self.armed == "unanswered" else 0.5
        line.is_pressing = False
        return 1
