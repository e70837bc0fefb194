"""Nobody reaches, by an address that they type, what only this machine or its network can reach."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from hypothesis import assume, given
from hypothesis import strategies as st

from league.channels import outward
from league.channels.outward import NotReached, Why

INSIDE = (
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
)
INSIDE_6 = ("::/8", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "2002::/16", "2001:db8::/32")


def _in(networks: tuple[str, ...]) -> st.SearchStrategy[Any]:
    return st.one_of(
        [
            st.integers(int(net.network_address), int(net.broadcast_address)).map(
                type(net.network_address)
            )
            for net in map(ipaddress.ip_network, networks)
        ]
    )


def spellings(ip: ipaddress.IPv4Address) -> list[str]:
    """One address of the old kind in all the ways in which programs read it."""
    number, octets = int(ip), ip.packed
    rest = number & 0xFFFFFF
    return [
        str(ip),
        f"{ip}.",
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(hex(octet) for octet in octets),
        ".".join(f"0{octet:o}" for octet in octets),
        f"{octets[0]}.{rest}",
        f"{octets[0]}.{octets[1]}.{number & 0xFFFF}",
        str(ip).translate({ord("0") + n: 0xFF10 + n for n in range(10)}),  # wide digits
        str(ip).replace(".", "。"),
        f"[::ffff:{ip}]",
        f"[::{ip}]",
        f"[64:ff9b::{ip}]",
        f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::1]",
    ]


def refused(url: str, *, allow_private: bool = False) -> Why | None:
    """What stands against an address, by its spelling or when it is looked up."""
    try:
        target = outward.read(url, allow_private=allow_private)
        outward.addresses(target, allow_private=allow_private)
    except NotReached as reason:
        return reason.why
    return None


@given(_in(INSIDE), st.integers(0, 14), st.sampled_from(["", ":443", ":8443", ":65535"]))
def test_an_address_inside_is_refused_in_all_its_spellings(ip: Any, which: int, port: str) -> None:
    assert refused(f"https://{spellings(ip)[which]}{port}/hook") in {Why.PRIVATE, Why.MALFORMED}


@given(_in(INSIDE_6))
def test_so_is_one_of_the_new_kind(ip: Any) -> None:
    assume(ip not in outward._NAT64)  # judged by what it stands for, above
    assert refused(f"https://[{ip}]/") is Why.PRIVATE
    assert refused(f"https://[{ip}%25eth0]/") is Why.MALFORMED


@given(st.ip_addresses(v=4))
def test_nothing_but_the_world_is_allowed(ip: Any) -> None:
    inside = any(ip in ipaddress.ip_network(network) for network in INSIDE)
    if outward.is_allowed(ip, allow_private=False):
        assert not inside


@pytest.mark.parametrize("ip", ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "0.0.0.0"])
def test_no_installation_may_allow_what_a_data_centre_tells_its_machines(ip: str) -> None:
    assert not outward.is_allowed(ipaddress.ip_address(ip), allow_private=True)


@pytest.mark.parametrize("ip", ["10.1.2.3", "127.0.0.1", "100.64.0.9", "192.168.178.2", "fd12::1"])
def test_an_installation_may_allow_its_own_network(ip: str) -> None:
    assert outward.is_allowed(ipaddress.ip_address(ip), allow_private=True)
    assert not outward.is_allowed(ipaddress.ip_address(ip), allow_private=False)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://club.example/", Why.PLAIN),
        ("ftp://club.example/", Why.SCHEME),
        ("file:///etc/passwd", Why.SCHEME),
        ("//club.example/", Why.SCHEME),
        ("https:///hook", Why.MALFORMED),
        ("https://club.example@127.0.0.1/", Why.PASSWORD),
        ("https://a:b@club.example/", Why.PASSWORD),
        ("https://club.example:22/", Why.PORT),
        ("https://club.example:0/", Why.PORT),
        ("https://club.example:99999/", Why.MALFORMED),
        ("https://club.example\\@127.0.0.1/", Why.MALFORMED),
        ("https://club.example/\r\nHost: x", Why.MALFORMED),
        ("https://club .example/", Why.MALFORMED),
        ("https://club..example/", Why.MALFORMED),
        ("https://club.example%2f@x/", Why.PASSWORD),
        ("https://[::1/", Why.MALFORMED),
        ("https://" + "a" * 3000, Why.MALFORMED),
    ],
)
def test_each_refusal_says_what_is_wrong(url: str, why: Why) -> None:
    assert refused(url) is why


def test_a_name_in_other_letters_is_looked_up_as_the_net_writes_it() -> None:
    assert outward.read("https://Würfel.example./a", allow_private=False).host == (
        "xn--wrfel-kva.example"
    )


# --- connections --------------------------------------------------------------------------


class Receiver(BaseHTTPRequestHandler):
    """Answers as the test says, and keeps what it was sent."""

    answer: Callable[[Receiver], None]
    seen: list[Receiver]

    def do_POST(self) -> None:
        self.seen.append(self)
        type(self).answer(self)

    do_GET = do_POST

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def receiver(
    answer: Callable[[Receiver], None], secure: ssl.SSLContext | None = None
) -> Iterator[tuple[str, list[Receiver]]]:
    seen: list[Receiver] = []
    handler = type("Handler", (Receiver,), {"answer": staticmethod(answer), "seen": seen})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # it is hung up on
    if secure is not None:
        server.socket = secure.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=lambda: server.serve_forever(0.01), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        server.server_close()


def plain(handler: Receiver, status: int = 200, body: bytes = b"ok", **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def test_the_name_is_looked_up_once_and_that_address_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        if host[0].isdigit():  # the connection itself: an address stands for itself
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
        asked.append(host)
        where = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (where, port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with receiver(plain) as (url, seen):
        port = url.rsplit(":", 1)[1]
        answer = outward.session(allow_private=True).post(f"http://club.example:{port}/a?b=c")
    assert answer.status_code == 200
    assert asked == ["club.example"]
    assert seen[0].headers["Host"] == f"club.example:{port}"
    assert seen[0].path == "/a?b=c"


def test_one_forbidden_address_among_several_forbids_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443)) for ip in ("1.1.1.1", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(NotReached) as refusal:
        outward.session(allow_private=False).get("https://club.example/")
    assert refusal.value.why is Why.PRIVATE


def test_nobody_is_led_anywhere_else() -> None:
    with (
        receiver(plain) as (other, others),
        receiver(lambda h: plain(h, 302, Location=other, Set_Cookie="a=b; Path=/")) as (url, seen),
    ):
        session = outward.session(allow_private=True)
        assert [session.get(url).status_code for _ in range(2)] == [302, 302]
    assert not others
    assert "Cookie" not in seen[1].headers


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with receiver(plain) as (url, _):
        assert outward.session(allow_private=True).get(url).text == "ok"


def test_what_is_too_long_is_cut() -> None:
    with receiver(lambda h: plain(h, body=b"x" * 100_000)) as (url, _):
        answer = outward.session(allow_private=True, answer_bytes=10).get(url)
    assert answer.content == b"x" * 10


def _drips_body(handler: Receiver) -> None:
    plain(handler, body=b"")
    _drip(handler, b".")


def _drips_headers(handler: Receiver) -> None:
    handler.send_response(200)
    handler.flush_headers()
    _drip(handler, b"X: y\r\n")


def _drip(handler: Receiver, drop: bytes) -> None:
    ends = time.monotonic() + 5
    try:
        while time.monotonic() < ends:
            handler.wfile.write(drop)
            time.sleep(0.05)
    except OSError:
        pass


@pytest.mark.parametrize("dripping", [_drips_body, _drips_headers])
def test_whoever_answers_byte_by_byte_holds_nobody_up(
    dripping: Callable[[Receiver], None],
) -> None:
    begun = time.monotonic()
    with receiver(dripping) as (url, _):
        with pytest.raises(NotReached) as refusal:
            outward.session(allow_private=True, total_s=0.3).get(url)
        assert time.monotonic() - begun < 2
    assert refusal.value.why is Why.TIMEOUT


def test_nor_does_whoever_never_speaks_while_a_connection_is_made_safe() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(NotReached) as refusal:
            outward.session(allow_private=True, total_s=0.3).get(url)
    assert refusal.value.why is Why.TIMEOUT


def test_nobody_there_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    with pytest.raises(NotReached) as refusal:
        outward.session(allow_private=True).get(f"http://127.0.0.1:{port}/secret-path")
    assert refusal.value.why is Why.BROKEN
    assert "secret-path" not in str(refusal.value)


def _certificate(name: str, where: Path) -> str:
    """A certificate of nobody's making but ours, for ``name``, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    where.write_bytes(
        made.public_bytes(Encoding.PEM)
        + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return str(where)


@pytest.mark.parametrize(("name", "why"), [("club.example", None), ("x.example", Why.CERTIFICATE)])
def test_a_certificate_is_checked_by_the_name_and_not_by_the_address(
    name: str, why: Why | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = _certificate(name, tmp_path / "both.pem")
    asked_for: list[str | None] = []
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(pem)
    secure.sni_callback = lambda _socket, host, _context: asked_for.append(host)
    real = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        return real("127.0.0.1" if host == "club.example" else host, port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with receiver(plain, secure) as (url, _):
        session = outward.session(allow_private=True, authorities=pem)
        came: Why | str
        try:
            came = session.get(url.replace("http://127.0.0.1", "https://club.example")).text
        except NotReached as refusal:
            came = refusal.why
    assert came == (why or "ok")
    assert asked_for == ["club.example"]
