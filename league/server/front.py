"""Answers that are the same for everybody who is nobody in particular, given in front of Django.

After a result a whole audience asks for the same part of the same page in the same second. The
first one is answered by Django, the others get its bytes, until anything is written.

Three gates keep this from ever showing something to the wrong eyes: only the addresses below; only
requests without any cookie or header that could make somebody of the asker; and only answers that
the view itself has marked with ``X-Shared``, which it does for the anonymous visitor alone.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.config.compression import accepts_gzip
from league.server.hub import begin

if TYPE_CHECKING:
    from asgiref.typing import (
        ASGI3Application,
        ASGIReceiveCallable,
        ASGISendCallable,
        ASGISendEvent,
        HTTPScope,
    )

MARK = b"x-shared"
# Other processes write too (commands, imports); their changes are not heard of here.
KEPT_S = 3.0
MOST_ANSWERS = 500
# How often to wait for somebody else's answer before asking oneself.
WAITS = 2
MOST_BYTES = 2_000_000
_PARTS = re.compile(r"^/e/[\w-]+/(?:board/)?$")
_STANDINGS = re.compile(r"^/api/v1/(?:stages|seasons)/\d+/standings/$")
# Cookies that say nothing about who asks.
_HARMLESS = frozenset({b"csrftoken", b"django_language", b"known_device"})
_LANGUAGE = re.compile(rb"(?:^|;\s*)django_language=([^;]*)")
# What an answer may depend on besides the address.
_ASKED_BY = (
    b"host",
    b"origin",
    b"hx-request",
    b"hx-boosted",
    b"accept",
    b"accept-language",
    b"if-none-match",
)
_ENCODING = b"accept-encoding"
_ALONE = frozenset({b"authorization", b"range", b"x-forwarded-host"})
_OWN = frozenset({MARK, b"x-request-id", b"date", b"set-cookie"})

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What Django said once, and until when it may be said again."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    until: float


class Front:
    """Shared answers of one process, in front of ``pages``."""

    def __init__(self, pages: ASGI3Application) -> None:
        self.pages = pages
        self._answers: dict[Key, Answer] = {}
        self._asked: dict[Key, asyncio.Future[None]] = {}
        self._turn = 0

    def forget(self) -> None:
        """Something was written: nothing that was read before may be said again. Any thread."""
        self._turn += 1
        self._answers = {}

    async def answer(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answers from what is kept, or lets Django answer and keeps what it allows."""
        key = key_of(scope)
        if key is None:
            await self.pages(scope, receive, send)
            return
        found = self._find(key)
        for _ in range(WAITS):
            if found is not None or (first := self._asked.get(key)) is None:
                break
            await first
            found = self._find(key)
        if found is not None:
            await _say(send, found)
            return
        await self._ask(key, scope, receive, send)

    async def _ask(
        self, key: Key, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        is_first = key not in self._asked
        if is_first:
            self._asked[key] = asyncio.get_running_loop().create_future()
        heard = _Heard(send)
        turn = self._turn
        try:
            await self.pages(scope, receive, heard)
            # Whatever is forgotten from here on goes with the shelf that is held here.
            shelf = self._answers
            answer = heard.answer()
            if answer is not None and turn == self._turn:
                if len(shelf) >= MOST_ANSWERS:
                    shelf.clear()
                shelf[key] = answer
        finally:
            if is_first:
                self._asked.pop(key).set_result(None)

    def _find(self, key: Key) -> Answer | None:
        found = self._answers.get(key)
        if found is None or found.until < time.monotonic():
            return None
        return found


class _Heard:
    """Passes an answer on, without its mark, and remembers it where the mark allows."""

    def __init__(self, send: ASGISendCallable) -> None:
        self.send = send
        self.status = 0
        self.headers: tuple[tuple[bytes, bytes], ...] = ()
        self.is_shared = False
        self.is_whole = False
        self.body = b""

    async def __call__(self, event: ASGISendEvent) -> None:
        if event["type"] == "http.response.start":
            headers = tuple((name.lower(), value) for name, value in event["headers"])
            names = {name for name, _ in headers}
            self.status = event["status"]
            self.is_shared = MARK in names and b"set-cookie" not in names
            self.headers = tuple(pair for pair in headers if pair[0] not in _OWN)
            event["headers"] = [pair for pair in headers if pair[0] != MARK]
        elif event["type"] == "http.response.body" and self.is_shared:
            # Both may be left out, and are by the adapter.
            self.body += event.get("body", b"")
            self.is_whole = not event.get("more_body", False)
            self.is_shared = len(self.body) <= MOST_BYTES
        await self.send(event)

    def answer(self) -> Answer | None:
        if not (self.is_shared and self.is_whole) or b"csrfmiddlewaretoken" in self._text():
            return None
        return Answer(self.status, self.headers, self.body, time.monotonic() + KEPT_S)

    def _text(self) -> bytes:
        is_compressed = (b"content-encoding", b"gzip") in self.headers
        return gzip.decompress(self.body) if is_compressed else self.body


def key_of(scope: HTTPScope) -> Key | None:
    """Everything that the answer may depend on; None where it may depend on who asks."""
    path = scope["path"]
    if scope["method"] != "GET":
        return None
    found: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name in _ALONE:
            return None
        if name in found:
            return None  # whoever sends a header twice is answered with care
        found[name] = value
    if not (_STANDINGS.match(path) or (_PARTS.match(path) and b"hx-request" in found)):
        return None
    cookies = found.get(b"cookie", b"")
    names = {part.split(b"=", 1)[0].strip() for part in cookies.split(b";")} - {b""}
    if names - _HARMLESS:
        return None
    language = _LANGUAGE.search(cookies)
    return (
        path,
        scope["query_string"],
        *(found.get(name) for name in _ASKED_BY),
        found.get(b"x-forwarded-proto"),
        accepts_gzip(found.get(_ENCODING, b"").decode("latin-1")),
        language[1] if language else None,
    )


async def _say(send: ASGISendCallable, answer: Answer) -> None:
    await begin(send, answer.status, answer.headers)
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
