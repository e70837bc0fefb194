"""What the one-process server answers: everything goes to Django as WSGI.

Django under ASGI costs several times the CPU of WSGI, so an adapter with a few threads stands
between; whatever is to be answered in front of Django belongs into ``application``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware

from league.config.wsgi import application as pages

# The ASGI interface is made of free dicts.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 10
_pages = WSGIMiddleware(pages, workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await _pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1000})
