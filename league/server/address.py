"""Where the service listens: a free port, and the address that phones in the room can reach."""

from __future__ import annotations

import socket
import sys

TRIES = 50


class NoPort(Exception):
    """No port is free near the wanted one; the message says what helps."""


def listen(*, host: str, port: int) -> socket.socket:
    """A listening socket on ``port``, or on the next free one after it."""
    for candidate in range(port, min(port + TRIES, 65536)):
        # The protocol is named because the event loop sends at once only where it knows it is
        # TCP; else every answer of two pieces waits 40 ms for the first one's receipt.
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there the option would share a taken port
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host, candidate))
            server.listen(512)
        except OSError as error:
            server.close()
            if isinstance(error, PermissionError):
                raise NoPort(
                    f"Port {candidate} needs more rights; choose one above 1023."
                ) from None
            continue
        server.set_inheritable(True)
        return server
    raise NoPort(f"No port from {port} on is free; choose another one with --port.")


def in_room() -> str:
    """This machine's address in the local network, or an empty text without one.

    Connecting a datagram socket sends nothing; it only asks which way the system would take.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith(("127.", "0.")) else address
