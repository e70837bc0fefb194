"""Live streams: who is told what, who is sent away, and that a key says nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from league.server import hub as room
from league.server.hub import Hub

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveEvent, ASGISendEvent, HTTPScope

A, B = "A" * 20, "B" * 20
BORN = 1_000_000_000_000


@dataclass
class Watcher:
    """One client of the hub, spoken to in ASGI."""

    hub: Hub
    path: str
    since: int | None = None
    method: str = "GET"
    headers: tuple[tuple[bytes, bytes], ...] = ()
    address: str = "192.0.2.1"
    is_deaf: bool = False
    status: int = 0
    bodies: list[bytes] = field(default_factory=list)
    is_complete: bool = False
    left: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    async def receive(self) -> ASGIReceiveEvent:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, event: ASGISendEvent) -> None:
        if event["type"] == "http.response.start":
            self.status = event["status"]
        elif event["type"] == "http.response.body":
            if self.is_deaf:
                await asyncio.Event().wait()
            self.bodies.append(event["body"])
            self.is_complete = not event["more_body"]

    async def start(self) -> Watcher:
        scope = {
            "type": "http",
            "method": self.method,
            "path": self.path,
            "query_string": b"" if self.since is None else f"since={self.since}".encode(),
            "headers": self.headers,
            "client": (self.address, 40_000),
        }
        # The parts of a scope that the hub reads.
        answer = self.hub.answer(cast("HTTPScope", scope), self.receive, self.send)
        self.task = asyncio.ensure_future(answer)
        await settle()
        return self

    async def leave(self) -> None:
        self.left.set()
        await settle()

    @property
    def versions(self) -> list[int]:
        lines = b"".join(self.bodies).decode().splitlines()
        return [int(line.removeprefix("id: ")) for line in lines if line.startswith("id: ")]


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def run(story: Callable[[Hub], Awaitable[None]], **options: int) -> None:
    async def told() -> None:
        hub = Hub(now_us=lambda: BORN, **options)
        try:
            await story(hub)
        finally:
            hub.close()
            await settle()

    # In a thread of its own: the browser of other tests keeps a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(told())).result()


def test_a_version_reaches_who_listens_to_one_of_its_keys_and_nobody_else() -> None:
    async def story(hub: Hub) -> None:
        both = await Watcher(hub, f"/live/{A}.{B}/").start()
        other = await Watcher(hub, f"/live/{B}/").start()

        hub.tell(BORN + 5, [A])
        await settle()

        assert (both.versions, other.versions) == ([BORN + 5], [])

    run(story)


def test_the_first_event_is_the_servers_time_in_milliseconds() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        retry, *rest = watcher.bodies[0].decode().split("\n")

        assert retry.startswith("retry: ")
        assert rest == ["event: time", f"data: {BORN // 1000}", "", ""]

    run(story)


def test_an_event_is_a_version_and_nothing_else() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        hub.tell(BORN + 5, [A])
        await settle()

        assert watcher.bodies[1:] == [f"id: {BORN + 5}\ndata: {BORN + 5}\n\n".encode()]

    run(story)


def test_many_versions_in_a_row_become_one_event() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        for step in range(1, 50):
            hub.tell(BORN + step, [A])
        await settle()

        assert watcher.versions == [BORN + 49]

    run(story)


def test_who_comes_back_hears_at_once_what_was_missed() -> None:
    async def story(hub: Hub) -> None:
        hub.tell(BORN + 7, [A])
        hub.now_us = lambda: BORN + 100

        behind = await Watcher(
            hub, f"/live/{A}/", headers=((b"last-event-id", str(BORN + 3).encode()),)
        ).start()
        up_to_date = await Watcher(
            hub, f"/live/{A}/", headers=((b"last-event-id", str(BORN + 7).encode()),)
        ).start()

        assert (behind.versions, up_to_date.versions) == ([BORN + 7], [])

    run(story)


def test_a_page_made_before_the_last_change_hears_of_it_and_a_later_page_does_not() -> None:
    async def story(hub: Hub) -> None:
        hub.tell(BORN + 7, [A])
        hub.now_us = lambda: BORN + 100

        older = await Watcher(hub, f"/live/{A}/", since=BORN + 6).start()
        newer = await Watcher(hub, f"/live/{A}/", since=BORN + 8).start()

        assert (older.versions, newer.versions) == ([BORN + 7], [])

    run(story)


def test_after_a_restart_whoever_was_here_before_is_told_to_look() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(
            hub, f"/live/{A}/", headers=((b"last-event-id", str(BORN - 9).encode()),)
        ).start()

        assert watcher.versions == [BORN]

    run(story)


def test_a_forgotten_topic_counts_as_new_up_to_what_was_forgotten() -> None:
    async def story(hub: Hub) -> None:
        hub.tell(BORN + 1, [A])
        hub.tell(BORN + 2, [f"{number:020}" for number in range(room.MOST_TOPICS)])
        hub.now_us = lambda: BORN + 100

        watcher = await Watcher(hub, f"/live/{A}/", since=BORN).start()
        later = await Watcher(hub, f"/live/{A}/", since=BORN + 2).start()

        assert (watcher.versions, later.versions) == ([BORN + 1], [])

    run(story)


def test_when_versions_may_have_been_missed_everybody_is_told() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()
        hub.now_us = lambda: BORN + 100

        hub.doubt()
        await settle()

        assert watcher.versions == [BORN + 100]

    run(story)


def test_a_version_told_from_another_thread_arrives() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        await asyncio.to_thread(hub.publish, BORN + 5, [A])
        await settle()

        assert watcher.versions == [BORN + 5]

    run(story)


def test_a_version_told_before_anybody_ever_listened_is_remembered() -> None:
    async def story(hub: Hub) -> None:
        hub.publish(BORN + 5, [A])
        hub.now_us = lambda: BORN + 100

        watcher = await Watcher(hub, f"/live/{A}/", since=BORN + 1).start()

        assert watcher.versions == [BORN + 5]

    run(story)


def test_keys_that_mean_something_and_keys_that_do_not_are_answered_alike() -> None:
    async def story(hub: Hub) -> None:
        hub.tell(BORN, [A])

        known = await Watcher(hub, f"/live/{A}/", since=BORN).start()
        unknown = await Watcher(hub, f"/live/{B}/", since=BORN).start()

        bare = [body.split(b"\n", 1)[1] for body in (known.bodies[0], unknown.bodies[0])]
        assert (known.status, len(known.bodies)) == (unknown.status, len(unknown.bodies))
        assert bare[0] == bare[1]

    run(story)


def test_odd_addresses_and_verbs_are_refused() -> None:
    async def story(hub: Hub) -> None:
        cases = {
            "/live/": 404,
            "/live/short/": 404,
            f"/live/{A}": 404,
            f"/live/{'.'.join([A] * 5)}/": 404,
            f"/live/{A[:-1]}é/": 404,
        }
        found = {path: (await Watcher(hub, path).start()).status for path in cases}
        posted = await Watcher(hub, f"/live/{A}/", method="POST").start()

        assert (found, posted.status) == (cases, 405)
        assert hub.streams == set()

    run(story)


def test_numbers_that_are_none_do_not_count() -> None:
    async def story(hub: Hub) -> None:
        hub.tell(BORN + 5, [A])
        hub.now_us = lambda: BORN + 100
        for word in (b"-1", b"9" * 40, "²".encode(), b"x", b""):
            watcher = await Watcher(hub, f"/live/{A}/", headers=((b"last-event-id", word),)).start()

            assert (watcher.status, watcher.versions) == (200, [])

    run(story)


def test_who_leaves_is_forgotten() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        await watcher.leave()

        assert (hub.streams, watcher.is_complete) == (set(), False)
        assert watcher.task is not None
        assert watcher.task.done()

    run(story)


def test_nobody_gets_in_when_the_house_is_full() -> None:
    async def story(hub: Hub) -> None:
        for number in range(3):
            await Watcher(hub, f"/live/{A}/", address=f"192.0.2.{number}").start()

        late = await Watcher(hub, f"/live/{A}/", address="192.0.2.9").start()

        assert (late.status, len(hub.streams)) == (503, 3)

    run(story, most=3)


def test_where_it_gets_narrow_one_address_cannot_take_all_the_room() -> None:
    async def story(hub: Hub) -> None:
        same = [await Watcher(hub, f"/live/{A}/").start() for _ in range(12)]
        other = await Watcher(hub, f"/live/{A}/", address="192.0.2.2").start()

        assert [one.status for one in same] == [200] * 10 + [503] * 2
        assert other.status == 200

    run(story, most=20)


def test_behind_a_proxy_the_address_it_names_counts_and_an_invented_one_does_not() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(
            hub,
            f"/live/{A}/",
            headers=((b"x-forwarded-for", b"203.0.113.66, 198.51.100.7"),),
        ).start()

        assert [stream.address for stream in hub.streams] == ["198.51.100.7"]
        assert watcher.status == 200

    run(story, proxies=1)


def test_who_does_not_listen_is_dropped() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()
        watcher.is_deaf = True

        hub.tell(BORN + 5, [A])
        await asyncio.sleep(0.1)

        assert hub.streams == set()

    slow, room.SLOW_S = room.SLOW_S, 0.02
    try:
        run(story)
    finally:
        room.SLOW_S = slow


def test_a_quiet_stream_is_pinged_and_an_old_one_ends() -> None:
    async def story(hub: Hub) -> None:
        watcher = await Watcher(hub, f"/live/{A}/").start()

        await asyncio.sleep(0.05)
        pinged = list(watcher.bodies[1:])
        for stream in hub.streams:
            stream.ends_at = 0
        await asyncio.sleep(0.05)

        assert set(pinged) == {room.PING}
        assert (watcher.is_complete, hub.streams) == (True, set())

    every, room.PING_S = room.PING_S, 0.02
    try:
        run(story)
    finally:
        room.PING_S = every


def test_closing_ends_every_stream_properly() -> None:
    async def story(hub: Hub) -> None:
        watchers = [await Watcher(hub, f"/live/{A}/").start() for _ in range(3)]

        hub.close()
        await settle()

        assert [one.is_complete for one in watchers] == [True] * 3
        assert hub.streams == set()

    run(story)
