"""The ASGI server around the live streams: they end when it stops, and many fit in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import uvicorn

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from uvicorn._types import ASGIApplication

    from league.server.hub import Hub

# Files, the database and requests of pages beside the streams.
SPARE_FILES = 512


class WebServer(uvicorn.Server):
    """uvicorn, which would otherwise wait for the end of streams that never end.

    Args:
        application: an ASGI application, typed by whichever of the libraries it was made with.
        is_to_end: whether somebody has said so before; asked once, when signals have become the
            server's own affair.
    """

    def __init__(
        self,
        application: object,
        hub: Hub,
        *,
        lifespan: bool,
        is_to_end: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                cast("ASGIApplication", application),
                log_level="warning",
                access_log=False,
                log_config=None,  # to the service's own lines
                lifespan="on" if lifespan else "off",
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=5,
            )
        )
        self.hub = hub
        self.is_to_end = is_to_end
        hub.most = min(hub.most, open_files(hub.most + SPARE_FILES) - SPARE_FILES)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.should_exit |= self.is_to_end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close()
        await super().shutdown(sockets)


def open_files(wanted: int) -> int:
    """How many files this process may have open, after asking the system for ``wanted``."""
    if sys.platform == "win32":
        return wanted
    import resource  # exists on the other platforms alone

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):
            soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == unlimited else soft
