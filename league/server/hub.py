"""The live streams: server-sent events in plain ASGI, in front of Django.

``GET /live/<key>[.<key>…]/`` answers with a stream for any keys, whether or not anybody ever
says anything under them: the hub knows keys and versions, never what they stand for, so there is
nothing to find out here and no session to ask for. An event carries a version alone::

    event: time        once, first: the server's clock in milliseconds
    data: 1764300000000

    id: 1764300000123456
    data: 1764300000123456

Whoever comes with ``Last-Event-ID`` (or ``?since=`` of the page it was made for) hears at once of
anything later. Versions of topics are kept for a while; one that was forgotten, or told before
this process began, counts as new: asking once too often is harmless.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope

log = logging.getLogger(__name__)

PREFIX = "/live/"
PING_S = 20.0
SLOW_S = 10.0
# A phone that left the room without a word is noticed here at the latest.
LONGEST_S = 3600.0
MOST_STREAMS = 5000
MOST_TOPICS = 20_000
# Where it gets narrow, no address may hold more than this part of all streams.
FAIR_SHARE = 10
_KEYS = re.compile(r"^/live/([A-Za-z0-9_-]{20}(?:\.[A-Za-z0-9_-]{20}){0,3})/$")
_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)
PING = b": \n\n"


@dataclass(slots=True, eq=False)
class Stream:
    """One watcher: what was said to it, and what is still to be said."""

    keys: tuple[str, ...]
    address: str
    told: int
    ends_at: float
    newest: int = 0
    wants_ping: bool = False
    is_over: bool = False
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, version: int) -> None:
        self.newest = max(self.newest, version)
        self.bell.set()

    def end(self) -> None:
        self.is_over = True
        self.bell.set()

    def due(self) -> bytes:
        """What is to be sent now; many versions in a row become one."""
        self.bell.clear()
        if self.newest > self.told:
            self.told = self.newest
            self.wants_ping = False
            return f"id: {self.told}\ndata: {self.told}\n\n".encode()
        if self.wants_ping:
            self.wants_ping = False
            return PING
        return b""


class Hub:
    """All live streams of one process.

    Args:
        most: further watchers are sent away and keep looking by themselves.
        proxies: how many proxies stand in front, for the fair share of an address.
        now_us: the clock that versions are taken from.
    """

    def __init__(
        self,
        *,
        most: int = MOST_STREAMS,
        proxies: int = 0,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1000,
    ) -> None:
        self.most = most
        self.proxies = proxies
        self.now_us = now_us
        self.streams: set[Stream] = set()
        self._by_key: dict[str, set[Stream]] = {}
        self._by_address: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self._floor = now_us()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pinging: asyncio.Task[None] | None = None

    # --- telling --------------------------------------------------------------------------

    def publish(self, version: int, keys: Sequence[str]) -> None:
        """Tells a version from any thread."""
        loop = self._loop
        if loop is None or loop.is_closed():
            self._note(version, keys)  # nobody has listened yet
            return
        try:
            loop.call_soon_threadsafe(self.tell, version, keys)
        except RuntimeError:
            log.debug("The streams have just ended.")

    def tell(self, version: int, keys: Sequence[str]) -> None:
        """Tells a version, in the loop of the streams."""
        self._note(version, keys)
        for stream in {one for key in keys for one in self._by_key.get(key, ())}:
            stream.hear(version)

    def doubt(self) -> None:
        """Versions may have been missed: whoever listens or comes back is told to look."""
        self._floor = self.now_us()
        self._versions.clear()
        for stream in self.streams:
            stream.hear(self._floor)

    def close(self) -> None:
        """Ends every stream, so that the server can stop at once."""
        if self._pinging is not None:
            self._pinging.cancel()
            self._pinging = None
        for stream in tuple(self.streams):
            stream.end()

    def _note(self, version: int, keys: Iterable[str]) -> None:
        for key in keys:
            self._versions.pop(key, None)
            self._versions[key] = version
        while len(self._versions) > MOST_TOPICS:
            oldest = next(iter(self._versions))
            self._floor = max(self._floor, self._versions.pop(oldest))

    # --- streams --------------------------------------------------------------------------

    async def answer(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answers one request for a stream, until either side ends it."""
        self._loop = asyncio.get_running_loop()
        found = _KEYS.match(scope["path"])
        if found is None:
            await _refuse(send, 404)
        elif scope["method"] != "GET":
            await _refuse(send, 405)
        elif not self._has_room(address := _address(scope, self.proxies)):
            await _refuse(send, 503)
        else:
            keys = tuple(dict.fromkeys(found[1].split(".")))
            stream = Stream(
                keys=keys,
                address=address,
                told=_since(scope, default=self.now_us()),
                ends_at=time.monotonic() + LONGEST_S * random.uniform(0.75, 1),
            )
            stream.newest = max(self._versions.get(key, self._floor) for key in keys)
            await self._run(stream, receive, send)

    async def _run(
        self, stream: Stream, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        self._add(stream)
        left = asyncio.ensure_future(_left(receive))
        left.add_done_callback(lambda _: stream.end())
        try:
            async with asyncio.timeout(SLOW_S):
                await begin(send, 200, _HEADERS)
                await _say(send, _hello(self.now_us()) + stream.due())
            while True:
                await stream.bell.wait()
                if stream.is_over:
                    break
                if said := stream.due():
                    async with asyncio.timeout(SLOW_S):
                        await _say(send, said)
            if not left.done():
                await _say(send, b"", more=False)
        except (TimeoutError, OSError):
            log.debug("A watcher who does not listen was dropped.")
        finally:
            self._forget(stream)
            left.cancel()

    def _has_room(self, address: str) -> bool:
        count = len(self.streams)
        if count >= self.most:
            return False
        is_narrow = count >= self.most // 2
        return not is_narrow or self._by_address[address] < max(self.most // FAIR_SHARE, 1)

    def _add(self, stream: Stream) -> None:
        self.streams.add(stream)
        self._by_address[stream.address] += 1
        for key in stream.keys:
            self._by_key.setdefault(key, set()).add(stream)
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.ensure_future(self._ping())

    def _forget(self, stream: Stream) -> None:
        self.streams.discard(stream)
        self._by_address[stream.address] -= 1
        if self._by_address[stream.address] <= 0:
            del self._by_address[stream.address]
        for key in stream.keys:
            others = self._by_key[key]
            others.discard(stream)
            if not others:
                del self._by_key[key]

    async def _ping(self) -> None:
        """One clock for all: proxies hold the line, and who is gone is noticed."""
        while self.streams:
            await asyncio.sleep(PING_S)
            now = time.monotonic()
            for stream in tuple(self.streams):
                if now >= stream.ends_at:
                    stream.end()
                else:
                    stream.wants_ping = True
                    stream.bell.set()


async def _left(receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def begin(
    send: ASGISendCallable, status: int, headers: Iterable[tuple[bytes, bytes]]
) -> None:
    """Sends the head of an answer."""
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": headers,
            "trailers": False,
        }
    )


async def _say(send: ASGISendCallable, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _refuse(send: ASGISendCallable, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    if status == 503:
        headers.append((b"retry-after", b"60"))
    if status == 405:
        headers.append((b"allow", b"GET"))
    await begin(send, status, headers)
    await _say(send, b"", more=False)


def _hello(now_us: int) -> bytes:
    # After a restart not everybody comes back in the same second.
    return f"retry: {random.randint(2000, 5000)}\nevent: time\ndata: {now_us // 1000}\n\n".encode()


def _since(scope: HTTPScope, *, default: int) -> int:
    """The last version that the watcher knows of."""
    last = _header(scope, b"last-event-id")
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("since", [""])[0]
    for word in (last, asked):
        if word.isascii() and word.isdecimal() and len(word) <= 18:
            return min(int(word), default)
    return default


def _address(scope: HTTPScope, proxies: int) -> str:
    """Who asks, as far as the proxies in front can be believed."""
    client = scope["client"]
    chain = [word.strip() for word in _header(scope, b"x-forwarded-for").split(",")]
    chain = [*filter(None, chain), client[0] if client else ""]
    return chain[max(len(chain) - 1 - proxies, 0)][:64]


def _header(scope: HTTPScope, name: bytes) -> str:
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)
