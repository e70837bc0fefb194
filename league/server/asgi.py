"""What the one-process server answers: live streams and what is the same for everybody here,
everything else by Django as WSGI.

Django under ASGI costs several times the CPU of WSGI, so an adapter with a few threads stands
between; whatever is to be answered in front of Django belongs into ``application``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from a2wsgi import WSGIMiddleware

from league.config import env
from league.config.wsgi import application as pages
from league.server import hub as live
from league.server.front import Front

if TYPE_CHECKING:
    from collections.abc import Sequence

    from a2wsgi.asgi_typing import Receive, Scope, Send
    from a2wsgi.wsgi_typing import WSGIApp
    from asgiref.typing import (
        ASGI3Application,
        ASGIReceiveCallable,
        ASGISendCallable,
        HTTPScope,
    )

THREADS = 10
_pages = WSGIMiddleware(cast("WSGIApp", pages), workers=THREADS)
front = Front(cast("ASGI3Application", _pages))
hub = live.Hub(
    most=env.live_streams(live.MOST_STREAMS),
    proxies=env.number("LEAGUE_PROXIES", 0),
)


def tell(version: int, keys: Sequence[str]) -> None:
    """Something was written: what was read before counts no more, and who watches is told."""
    front.forget()
    hub.publish(version, keys)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        # The adapter's types and asgiref's describe the same interface.
        room = hub if scope["path"].startswith(live.PREFIX) else front
        await room.answer(
            cast("HTTPScope", scope),
            cast("ASGIReceiveCallable", receive),
            cast("ASGISendCallable", send),
        )
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1000})
