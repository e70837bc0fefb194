"""Answers for everybody: asked once, said often, never to somebody and never after a change."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from league.server import front as room
from league.server.front import Front
from league.server.hub import begin

if TYPE_CHECKING:
    from asgiref.typing import (
        ASGIReceiveCallable,
        ASGIReceiveEvent,
        ASGISendCallable,
        ASGISendEvent,
        HTTPScope,
        Scope,
    )

PART = "/e/first-night/"
HX = (b"hx-request", b"true")
Headers = tuple[tuple[bytes, bytes], ...]


@dataclass
class Pages:
    """What stands behind: counts how often it is asked, and says what it is told to."""

    headers: Headers = ((b"x-shared", b"1"), (b"content-type", b"text/html"))
    body: bytes = b"part"
    status: int = 200
    asked: int = 0
    gate: asyncio.Event | None = None
    is_compressed: bool = False
    front: Front = field(init=False)

    def __post_init__(self) -> None:
        self.front = Front(self)

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        self.asked += 1
        body = self.body + str(self.asked).encode()
        if self.is_compressed:
            body = gzip.compress(body)
        if self.gate is not None:
            await self.gate.wait()
        await begin(send, self.status, self.headers)
        await send({"type": "http.response.body", "body": body[:2], "more_body": True})
        await send({"type": "http.response.body", "body": body[2:], "more_body": True})
        # The last one as the adapter sends it: what may be left out is.
        await send(cast("ASGISendEvent", {"type": "http.response.body"}))

    async def get(
        self, path: str = PART, headers: Headers = (HX,), *, method: str = "GET", query: bytes = b""
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        said: list[ASGISendEvent] = []

        async def receive() -> ASGIReceiveEvent:
            return {"type": "http.disconnect"}

        async def send(event: ASGISendEvent) -> None:
            said.append(event)

        scope = {"type": "http", "method": method, "path": path, "query_string": query}
        # The parts of a scope that are read here.
        await self.front.answer(cast("HTTPScope", {**scope, "headers": headers}), receive, send)
        start, *rest = said
        assert start["type"] == "http.response.start"
        body = b"".join(
            event.get("body", b"") for event in rest if event["type"] == "http.response.body"
        )
        return start["status"], dict(start["headers"]), body


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    # In a thread of its own: the browser of other tests keeps a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(told())).result()


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (PART, (HX,)),
        (f"{PART}board/", (HX,)),
        ("/api/v1/stages/7/standings/", ()),
        (PART, (HX, (b"cookie", b"csrftoken=abc; django_language=de"))),
    ],
)
def test_the_second_visitor_gets_what_the_first_was_told(path: str, headers: Headers) -> None:
    async def story() -> None:
        pages = Pages()

        first, second = await pages.get(path, headers), await pages.get(path, headers)

        assert (pages.asked, second) == (1, first)
        assert first == (200, {b"content-type": b"text/html"}, b"part1")

    run(story)


@pytest.mark.parametrize(
    ("path", "headers", "method"),
    [
        (PART, (HX, (b"cookie", b"sessionid=abc")), "GET"),
        (PART, (HX, (b"cookie", b"csrftoken=abc;board-first-night=secret")), "GET"),
        ("/api/v1/stages/7/standings/", ((b"authorization", b"Bearer secret"),), "GET"),
        (PART, (HX, (b"cookie", b"csrftoken=a"), (b"cookie", b"sessionid=b")), "GET"),
        (PART, (), "GET"),
        (f"{PART}desk/", (HX,), "GET"),
        ("/t/abc/", (HX,), "GET"),
        (PART, (HX,), "POST"),
        (PART, (HX,), "HEAD"),
    ],
)
def test_who_may_be_somebody_is_answered_behind(path: str, headers: Headers, method: str) -> None:
    async def story() -> None:
        pages = Pages()

        answers = [(await pages.get(path, headers, method=method))[2] for _ in range(2)]

        assert (pages.asked, answers) == (2, [b"part1", b"part2"])

    run(story)


@pytest.mark.parametrize(
    "pages",
    [
        Pages(headers=()),
        Pages(headers=((b"x-shared", b"1"), (b"set-cookie", b"csrftoken=abc"))),
        Pages(body=b'<input name="csrfmiddlewaretoken" value="abc">'),
        Pages(
            headers=((b"x-shared", b"1"), (b"content-encoding", b"gzip")),
            body=b'<input name="csrfmiddlewaretoken" value="abc">',
            is_compressed=True,
        ),
    ],
)
def test_what_the_view_did_not_mark_and_what_is_for_one_alone_is_not_kept(pages: Pages) -> None:
    async def story() -> None:
        for _ in range(2):
            await pages.get()

        assert pages.asked == 2

    run(story)


@pytest.mark.parametrize(
    "other",
    [
        {"query": b"round=2"},
        {"headers": (HX, (b"accept-language", b"de"))},
        {"headers": (HX, (b"cookie", b"django_language=de"))},
        {"headers": (HX, (b"host", b"evil.example"))},
        {"headers": (HX, (b"if-none-match", b'"x"'))},
        {"headers": (HX, (b"hx-boosted", b"true"))},
        {"headers": (HX, (b"accept-encoding", b"br, gzip"))},
        {"path": f"{PART}board/"},
    ],
)
def test_whatever_an_answer_depends_on_makes_another_one(other: dict[str, object]) -> None:
    async def story() -> None:
        pages = Pages()
        await pages.get()

        # The keywords are those of ``get``.
        await pages.get(**other)  # type: ignore[arg-type]

        assert pages.asked == 2

    run(story)


def test_browsers_that_name_compressions_in_their_own_ways_share_one_answer() -> None:
    async def story() -> None:
        pages = Pages()

        for ways in (b"gzip, deflate", b"br, gzip", b"gzip;q=0.5, zstd"):
            await pages.get(headers=(HX, (b"accept-encoding", ways)))

        assert pages.asked == 1

    run(story)


def test_nothing_outlives_a_change_also_what_was_being_read_when_it_came() -> None:
    async def story() -> None:
        pages = Pages()
        await pages.get()
        pages.front.forget()
        after = await pages.get()
        pages.front.forget()
        pages.gate = asyncio.Event()
        reading = asyncio.ensure_future(pages.get())
        await asyncio.sleep(0)
        pages.front.forget()
        pages.gate.set()
        old = await reading
        new = await pages.get()

        assert [after[2], old[2], new[2]] == [b"part2", b"part3", b"part4"]

    run(story)


def test_a_whole_audience_at_once_asks_once() -> None:
    async def story() -> None:
        pages = Pages(gate=asyncio.Event())
        assert pages.gate is not None
        crowd = [asyncio.ensure_future(pages.get()) for _ in range(50)]
        await asyncio.sleep(0)
        pages.gate.set()
        answers = {(await one)[2] for one in crowd}

        assert (pages.asked, answers) == (1, {b"part1"})

    run(story)


def test_an_audience_does_not_wait_in_a_row_for_what_cannot_be_shared() -> None:
    async def story() -> None:
        pages = Pages(headers=(), gate=asyncio.Event())
        assert pages.gate is not None
        crowd = [asyncio.ensure_future(pages.get()) for _ in range(50)]
        await asyncio.sleep(0)
        pages.gate.set()
        answers = [(await one)[2] for one in crowd]

        assert (pages.asked, len(set(answers))) == (50, 50)

    run(story)


def test_what_another_process_wrote_is_seen_after_a_moment() -> None:
    async def story() -> None:
        pages = Pages()
        await pages.get()
        await asyncio.sleep(0.03)
        await pages.get()

        assert pages.asked == 2

    kept, room.KEPT_S = room.KEPT_S, 0.02
    try:
        run(story)
    finally:
        room.KEPT_S = kept
