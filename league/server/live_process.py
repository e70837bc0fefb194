"""The live streams as a process of their own, for installations with several web processes.

Run it as ``python -m league.server.live_process``; the proxy sends ``/live/`` here. It listens to
one Redis channel and needs neither Django nor the database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys
from typing import TYPE_CHECKING

from redis.asyncio import Redis
from redis.exceptions import RedisError

from league.config import env
from league.server import address
from league.server.hub import MOST_STREAMS, PREFIX, Hub, begin
from league.server.web_server import WebServer

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope

log = logging.getLogger(__name__)

CHANNEL = "stammtisch.live"  # as ``league.after_commit.live`` names it, which would load Django
AGAIN_S = 2.0
# A line that says nothing for so long is asked whether it is still there.
QUIET_S = 15.0


class LiveProcess:
    """The streams, and the one subscription that feeds them."""

    def __init__(self, hub: Hub, redis_url: str) -> None:
        self.hub = hub
        self.redis_url = redis_url
        self.listening: asyncio.Task[None] | None = None

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            if scope["path"] == "/healthz/":
                await self._health(send)
            else:
                await self.hub.answer(scope, receive, send)

    async def _live(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await receive()
        self.listening = asyncio.create_task(self.listen())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.listening
        await send({"type": "lifespan.shutdown.complete"})

    async def _health(self, send: ASGISendCallable) -> None:
        body = b"ok\n"
        headers = [(b"content-type", b"text/plain"), (b"content-length", b"3")]
        await begin(send, 200, headers)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def listen(self) -> None:
        """Follows the channel for ever; after every gap all watchers are told to look."""
        while True:
            try:
                await self._follow()
            except (RedisError, OSError) as error:
                log.warning("no word from Redis (%s); trying again", error)
            await asyncio.sleep(AGAIN_S)

    async def _follow(self) -> None:
        client = Redis.from_url(
            self.redis_url,
            socket_connect_timeout=2,
            socket_keepalive=True,
            health_check_interval=QUIET_S,
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            self.hub.doubt()
            while True:
                message = await channel.get_message(timeout=QUIET_S)
                if message is not None:
                    self.hear(message["data"])

    def hear(self, data: bytes) -> None:
        """One message: a version and the keys that it concerns."""
        version, *keys = data.decode("ascii", "replace").split(" ")
        if version.isdecimal() and keys:
            self.hub.tell(int(version), keys)
        else:
            log.warning("a message that is none of ours: %r", data[:80])


def main() -> None:
    parser = argparse.ArgumentParser(description=f"Serve the live streams under {PREFIX}")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    arguments = parser.parse_args()
    redis_url = env.text("REDIS_URL")
    if not redis_url:
        sys.exit("REDIS_URL is not set: without Redis the one-process run has its own streams.")
    hub = Hub(
        most=env.number("LEAGUE_LIVE_STREAMS", MOST_STREAMS),
        proxies=env.number("LEAGUE_PROXIES", 0),
    )
    try:
        server = address.listen(host=arguments.host, port=arguments.port)
    except address.NoPort as error:
        sys.exit(str(error))
    with server:
        WebServer(LiveProcess(hub, redis_url), hub, lifespan=True).run(sockets=[server])


if __name__ == "__main__":
    main()
