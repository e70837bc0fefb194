"""The one way to an address that somebody typed.

It reaches nothing that only this machine or its network can reach. The name is looked up once, all
that it names is judged, and just that is connected to; certificates are checked by the name. No
redirects, cookies, proxies or passwords in addresses; no answer may take long, or much room.
"""

from __future__ import annotations

import io
import ipaddress
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http.cookiejar import DefaultCookiePolicy
from ipaddress import IPv4Address, IPv6Address
from queue import Empty, SimpleQueue
from typing import Any, NoReturn
from urllib.parse import urlsplit

import certifi
import idna
import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, SSLError

PORTS = {"http": 80, "https": 443}
CONNECT_S = 5.0
TOTAL_S = 15.0
ANSWER_BYTES = 16 * 1024
LONGEST = 2000
_MOST_ADDRESSES = 4

_networks = ipaddress.ip_network
# Only an installation that says so reaches these.
_PRIVATE = tuple(
    map(
        _networks,
        (
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "::1/128",
            "fc00::/7",
        ),
    )
)
# What machines in a data centre are told about themselves, passwords among it: nobody reaches it.
_METADATA = frozenset(
    map(ipaddress.ip_address, ("100.100.100.200", "168.63.129.16", "fd00:ec2::254"))
)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_6TO4 = ipaddress.IPv6Network("2002::/16")
# Python takes some of these for the world.
_NOWHERE = tuple(map(_networks, ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/4")))
_UNICAST = ipaddress.IPv6Network("2000::/3")


class Why(StrEnum):
    """What stands against an address, or what came of trying it."""

    MALFORMED = "malformed"
    SCHEME = "scheme"  # something else than http and https
    PLAIN = "plain"  # http to somewhere in the world
    PASSWORD = "password"  # a name or password in the address
    PORT = "port"
    PRIVATE = "private"  # an address of this machine, its network, or no place at all
    UNKNOWN = "unknown"  # no such name
    TIMEOUT = "timeout"
    CERTIFICATE = "certificate"
    BROKEN = "broken"  # nobody listens there, or what answers does not speak HTTP


# Libraries that are given our session know what to do with failures of requests.
class NotReached(requests.RequestException):
    """``why`` says what, ``host`` of whom; never more of the address, which may be secret."""

    def __init__(self, why: Why, host: str = "") -> None:
        super().__init__(f"{why}: {host}" if host else why.value)
        self.why = why
        self.host = host


Ip = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """An address as it is written, taken apart once: nobody reads it a second time."""

    url: str
    scheme: str
    host: str
    """ASCII, small letters, without brackets and without a dot at its end."""
    port: int


def read(url: str, *, allow_private: bool) -> Target:
    """Takes an address apart without asking anybody; what it names is judged when it is used.

    Raises NotReached for what can never be reached, so that a form can say so at once.
    """
    if len(url) > LONGEST or "\\" in url or any(c.isspace() or not c.isprintable() for c in url):
        raise NotReached(Why.MALFORMED)
    try:
        parts = urlsplit(url)
        port, name = parts.port, parts.hostname or ""
    except ValueError:
        raise NotReached(Why.MALFORMED) from None
    if parts.scheme not in PORTS:
        raise NotReached(Why.SCHEME)
    if "@" in parts.netloc:
        raise NotReached(Why.PASSWORD)
    host = _host(name)
    used = PORTS[parts.scheme] if port is None else port
    if used not in PORTS.values() and used < 1024:
        raise NotReached(Why.PORT, host)
    if parts.scheme == "http" and not allow_private:
        raise NotReached(Why.PLAIN, host)
    written = _ip(host)
    if written is not None and not is_allowed(written, allow_private=allow_private):
        raise NotReached(Why.PRIVATE, host)
    return Target(url, parts.scheme, host, used)


def _host(name: str) -> str:
    if "%" in name:  # an IPv6 zone is a network card of this machine
        raise NotReached(Why.MALFORMED)
    if ":" in name:
        if (ip := _ip(name)) is None:
            raise NotReached(Why.MALFORMED)
        return str(ip)
    try:
        host = idna.encode(name, uts46=True).decode("ascii") if not name.isascii() else name
    except idna.IDNAError:
        raise NotReached(Why.MALFORMED) from None
    host = host.lower().removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(0 < len(label) < 64 for label in labels):
        raise NotReached(Why.MALFORMED)
    if not all(char.isalnum() or char in "-_" for label in labels for char in label):
        raise NotReached(Why.MALFORMED)
    return host


def _ip(host: str) -> Ip | None:
    """An IP address as anybody spells it: ``127.1`` and ``0x7f000001`` are one as well."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None


def is_allowed(ip: Ip, *, allow_private: bool) -> bool:
    """Whether an address is somewhere in the world, or at home where the installation says so."""
    if ip in _METADATA or getattr(ip, "scope_id", None):
        return False
    if allow_private and any(ip in network for network in _PRIVATE):
        return True
    if isinstance(ip, IPv4Address):
        return ip.is_global and not any(ip in network for network in _NOWHERE)
    if ip in _NAT64:  # how networks with IPv6 alone write addresses of the old kind
        return is_allowed(IPv4Address(int(ip) & 0xFFFFFFFF), allow_private=False)
    return ip in _UNICAST and ip.is_global and ip not in _6TO4


def addresses(target: Target, *, allow_private: bool, timeout: float = CONNECT_S) -> list[Ip]:
    """Looks the name up, once; one address that may not be reached forbids them all."""
    found = [ipaddress.ip_address(raw) for raw in _looked_up(target, timeout)]
    if not found:
        raise NotReached(Why.UNKNOWN, target.host)
    for ip in found:
        if not is_allowed(ip, allow_private=allow_private):
            raise NotReached(Why.PRIVATE, target.host)
        if target.scheme == "http" and not any(ip in network for network in _PRIVATE):
            raise NotReached(Why.PLAIN, target.host)
    return found[:_MOST_ADDRESSES]


def _looked_up(target: Target, timeout: float) -> list[str]:
    """The system's own look-up knows no limit of time: it is asked in a thread that may be left."""
    answer: SimpleQueue[list[str] | None] = SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            answer.put(list(dict.fromkeys(str(row[4][0]) for row in found)))
        except (OSError, UnicodeError):
            answer.put(None)

    threading.Thread(target=ask, name="look-up", daemon=True).start()
    try:
        found = answer.get(timeout=timeout)
    except Empty:
        raise NotReached(Why.TIMEOUT, target.host) from None
    if found is None:
        raise NotReached(Why.UNKNOWN, target.host)
    return found


class _Watch:
    """Ends a connection when its time is over, whatever it is doing: also between two bytes."""

    def __init__(self, target: Target, connect_s: float, total_s: float) -> None:
        self._target = target
        self._connect_s = connect_s
        self.ends = time.monotonic() + total_s
        self.is_over = False
        self._held: list[socket.socket] = []
        self._timer = threading.Timer(total_s, self._end)
        self._timer.daemon = True

    def __enter__(self) -> _Watch:
        self._timer.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._timer.cancel()
        for held in self._held:
            held.close()

    def connected(self, found: Sequence[Ip]) -> socket.socket:
        for ip in found:
            left = min(self._connect_s, self.ends - time.monotonic())
            if left <= 0:
                break
            try:
                made = socket.create_connection((str(ip), self._target.port), timeout=left)
            except OSError:
                continue
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.settimeout(max(0.001, self.ends - time.monotonic()))
            self._held.append(made.dup())  # TLS takes the other one over
            if self.is_over:
                self._end()
            return made
        raise NotReached(Why.BROKEN, self._target.host)

    def _end(self) -> None:
        self.is_over = True
        for held in self._held:
            with suppress(OSError):  # it has ended by itself
                held.shutdown(socket.SHUT_RDWR)


class _Plain(HTTPConnection):
    def __init__(self, *args: Any, watch: _Watch, found: Sequence[Ip], **more: Any) -> None:
        super().__init__(*args, **more)
        self._watch, self._found = watch, found

    def _new_conn(self) -> socket.socket:
        return self._watch.connected(self._found)


class _Secure(HTTPSConnection):
    def __init__(self, *args: Any, watch: _Watch, found: Sequence[Ip], **more: Any) -> None:
        super().__init__(*args, **more)
        self._watch, self._found = watch, found

    def _new_conn(self) -> socket.socket:
        return self._watch.connected(self._found)


class _PlainPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Plain


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _Secure


@dataclass(frozen=True, slots=True)
class _Limits:
    allow_private: bool
    connect_s: float
    total_s: float
    answer_bytes: int
    authorities: str


class _Guard(HTTPAdapter):
    """Sends one request over a connection of its own."""

    def __init__(self, limits: _Limits) -> None:
        super().__init__()
        self._limits = limits

    # Whoever calls may not widen the limits: what requests hands over is not read.
    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        limits = self._limits
        target = read(request.url or "", allow_private=limits.allow_private)
        with _Watch(target, limits.connect_s, limits.total_s) as watch:
            try:
                found = addresses(
                    target, allow_private=limits.allow_private, timeout=limits.connect_s
                )
                return self._answered(request, target, watch, found)
            except (HTTPError, OSError, ValueError) as failure:
                _explain(failure, target, watch)

    def _answered(
        self, request: requests.PreparedRequest, target: Target, watch: _Watch, found: list[Ip]
    ) -> requests.Response:
        answer = self._pool(target, watch, found).urlopen(
            request.method or "GET",
            request.path_url,
            body=request.body,
            headers=request.headers,
            redirect=False,
            retries=False,
            preload_content=False,
            decode_content=False,
        )
        try:
            content = answer.read(self._limits.answer_bytes, decode_content=False)
        finally:
            answer.close()
        if watch.is_over:  # an answer without a length looks whole when it is cut
            raise NotReached(Why.TIMEOUT, target.host)
        kept = urllib3.HTTPResponse(
            body=io.BytesIO(content),
            headers=answer.headers,
            status=answer.status,
            reason=answer.reason,
            preload_content=False,
            decode_content=False,
        )
        return self.build_response(request, kept)

    def _pool(self, target: Target, watch: _Watch, found: list[Ip]) -> urllib3.HTTPConnectionPool:
        host = f"[{target.host}]" if ":" in target.host else target.host
        timeout = urllib3.Timeout(connect=self._limits.connect_s, read=self._limits.total_s)
        if target.scheme == "http":
            return _PlainPool(host, target.port, timeout=timeout, watch=watch, found=found)
        return _SecurePool(
            host,
            target.port,
            timeout=timeout,
            cert_reqs="CERT_REQUIRED",
            ca_certs=self._limits.authorities,
            watch=watch,
            found=found,
        )


def _explain(failure: Exception, target: Target, watch: _Watch) -> NoReturn:
    if isinstance(failure, NotReached):
        raise failure
    if watch.is_over or isinstance(failure, TimeoutError | urllib3.exceptions.TimeoutError):
        why = Why.TIMEOUT
    elif isinstance(failure, SSLError):
        why = Why.CERTIFICATE
    else:
        why = Why.BROKEN
    raise NotReached(why, target.host) from None


class _Session(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """Whoever moved is told so by the answer's number; nobody is led anywhere."""


def session(
    *,
    allow_private: bool,
    connect_s: float = CONNECT_S,
    total_s: float = TOTAL_S,
    answer_bytes: int = ANSWER_BYTES,
    authorities: str = "",
) -> requests.Session:
    """A session as ``requests`` has them, for one thread, behind the guard.

    Args:
        allow_private: whether this installation reaches its own network, and that by http too.
        total_s: from the look-up of the name to the last byte of the answer.
        answer_bytes: what is longer is cut.
        authorities: a file with certificates to trust instead of the usual ones.
    """
    made = _Session()
    made.trust_env = False
    made.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    made.headers["Accept-Encoding"] = "identity"
    made.headers["Connection"] = "close"
    limits = _Limits(
        allow_private, connect_s, total_s, answer_bytes, authorities or certifi.where()
    )
    guard = _Guard(limits)
    made.adapters.clear()
    made.mount("http://", guard)
    made.mount("https://", guard)
    return made


def asked_wait_s(answer: requests.Response, *, now: float) -> int:
    """How many seconds an answer asks to be left alone (``Retry-After``); 0: it does not say."""
    asked = answer.headers.get("Retry-After", "").strip()
    if asked.isascii() and asked.isdigit():
        return int(asked[:9])
    try:
        return max(0, int(parsedate_to_datetime(asked).timestamp() - now))
    except (TypeError, ValueError, OverflowError):
        return 0
