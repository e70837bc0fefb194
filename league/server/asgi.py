"""What the one-process server answers: live streams here, everything else by Django as WSGI.

Django under ASGI costs several times the CPU of WSGI, so an adapter with a few threads stands
between; whatever is to be answered in front of Django belongs into ``application``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from a2wsgi import WSGIMiddleware

from league.config import env
from league.config.wsgi import application as pages
from league.server import hub as live

if TYPE_CHECKING:
    from a2wsgi.asgi_typing import Receive, Scope, Send
    from a2wsgi.wsgi_typing import WSGIApp
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope

THREADS = 10
_pages = WSGIMiddleware(cast("WSGIApp", pages), workers=THREADS)
hub = live.Hub(
    most=env.live_streams(live.MOST_STREAMS),
    proxies=env.number("LEAGUE_PROXIES", 0),
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        if scope["path"].startswith(live.PREFIX):
            # The adapter's types and asgiref's describe the same interface.
            await hub.answer(
                cast("HTTPScope", scope),
                cast("ASGIReceiveCallable", receive),
                cast("ASGISendCallable", send),
            )
        else:
            await _pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1000})
