"""What the one-process server answers: everything goes to Django as WSGI.

Django under ASGI costs several times the CPU of WSGI, so an adapter with a few threads stands
between; whatever is to be answered in front of Django belongs into ``application``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from a2wsgi import WSGIMiddleware

from league.config.wsgi import application as pages

if TYPE_CHECKING:
    from a2wsgi.asgi_typing import Receive, Scope, Send
    from a2wsgi.wsgi_typing import WSGIApp

THREADS = 10
_pages = WSGIMiddleware(cast("WSGIApp", pages), workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await _pages(scope, receive, send)
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1000})
