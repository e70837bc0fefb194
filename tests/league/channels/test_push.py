"""A message reaches one browser, which alone can read it; the service in between cannot."""

from __future__ import annotations

import json
import stat
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from league.channels import push
from league.channels.messages import Fate, Message, Outcome
from league.channels.push import Browser
from tests.league.channels.receiver import Receiver, listening

SECRET = bytes(range(16))
MESSAGE = Message(
    id="7.1",
    title="First Night, round 1: table 3",
    body="You play Dice Devils at table 3.",
    language="en",
    url="https://club.example/e/first-night/",
    stop_url="https://club.example/n/stop/",
)


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "===")


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def decrypted(record: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """As RFC 8188 and RFC 8291 say, by nothing but the primitives."""
    salt, size, sender = record[:16], int.from_bytes(record[16:20]), record[21 : 21 + record[20]]
    assert len(record) <= size
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    info = b"WebPush: info\0" + point(key) + sender
    shared = derived(key.exchange(ec.ECDH(), public), auth, info, 32)
    content = derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    text = AESGCM(content).decrypt(nonce, record[21 + record[20] :], None)
    assert text[-1:] == b"\x02"  # the last record, and the only one
    return text[:-1]


@pytest.fixture(autouse=True)
def _at_home(settings: Any, tmp_path: Path) -> None:
    settings.ALLOW_PRIVATE_ADDRESSES = True
    settings.DATA_DIR = tmp_path


@pytest.fixture
def service() -> Iterator[Receiver]:
    with listening() as there:
        yield there


@pytest.fixture(scope="module")
def owner() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def address(service: Receiver, owner: ec.EllipticCurvePrivateKey) -> str:
    return Browser(f"{service.url}/push/abc", point(owner), SECRET).written()


def test_the_example_of_the_standard_comes_out_to_the_byte() -> None:
    browser = Browser(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        raw(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    sender = ec.derive_private_key(
        int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    receiver = ec.derive_private_key(
        int.from_bytes(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1()
    )

    record = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        browser,
        salt=raw("DGv6ra1nlYgDCS1FRnbzlw"),
        key=sender,
    )

    assert record == raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
        "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qulcy4a-fN"
    )
    assert decrypted(record, receiver, browser.auth).endswith(b"watermelon")


def test_a_browser_reads_the_message_and_the_service_knows_who_sent_it(
    service: Receiver, owner: ec.EllipticCurvePrivateKey, settings: Any
) -> None:
    settings.LEAGUE_URL = "https://club.example"

    outcome = push.send(address(service, owner), MESSAGE)
    push.send(address(service, owner), MESSAGE)

    first, second = service.heard
    told = json.loads(decrypted(first.body, owner, SECRET))
    assert outcome == Outcome(Fate.SENT)
    assert first.path == "/push/abc"
    assert told == {
        "web_push": 8030,
        "notification": {
            "title": MESSAGE.title,
            "body": MESSAGE.body,
            "navigate": MESSAGE.url,
            "lang": "en",
            "tag": "7.1",
            "actions": [
                {
                    "action": "stop",
                    "title": "Stop messages like this",
                    "navigate": MESSAGE.stop_url,
                }
            ],
        },
    }
    assert first.headers["Topic"] == second.headers["Topic"]
    assert first.body != second.body
    assert {name: first.headers[name] for name in ("TTL", "Urgency", "Content-Encoding")} == {
        "TTL": "43200",
        "Urgency": "high",
        "Content-Encoding": "aes128gcm",
    }
    signed = first.headers["Authorization"]
    claims = json.loads(raw(signed.partition("t=")[2].split(".")[1]))
    assert Vapid02.verify(signed)
    assert signed.partition("k=")[2] == push.public_key()
    assert (claims["aud"], claims["sub"]) == (service.url, "https://club.example")


@pytest.mark.parametrize("letter", ["x", "ü", "🎲", '"'])
def test_a_long_message_is_cut_and_fits(owner: ec.EllipticCurvePrivateKey, letter: str) -> None:
    browser = Browser("https://push.example/", point(owner), SECRET)
    long = Message("7.1", "Long", letter * 9000, "en", MESSAGE.url, MESSAGE.stop_url)

    record = push.encrypted(push.payload(long), browser)

    told = json.loads(decrypted(record, owner, SECRET))["notification"]
    assert len(record) <= 4096
    assert told["body"].endswith(f"{letter}…")


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (404, {}, Outcome(Fate.GONE, "404")),
        (410, {}, Outcome(Fate.GONE, "410")),
        (429, {"Retry-After": "90"}, Outcome(Fate.LATER, "429", wait_s=90)),
        (503, {}, Outcome(Fate.LATER, "503")),
        (413, {}, Outcome(Fate.REFUSED, "413")),
        (301, {"Location": "http://127.0.0.1:9/"}, Outcome(Fate.REFUSED, "301")),
    ],
)
def test_what_the_service_says_decides_whether_to_try_again(
    service: Receiver,
    owner: ec.EllipticCurvePrivateKey,
    status: int,
    headers: dict[str, str],
    outcome: Outcome,
) -> None:
    service.answers = [(status, headers)]

    assert push.send(address(service, owner), MESSAGE) == outcome
    assert len(service.heard) == 1


def test_nobody_reaches_this_machine_by_an_address_that_a_browser_claims(
    service: Receiver, owner: ec.EllipticCurvePrivateKey, settings: Any
) -> None:
    there = address(service, owner)
    settings.ALLOW_PRIVATE_ADDRESSES = False

    outcome = push.send(there, MESSAGE)

    assert outcome.fate == Fate.REFUSED
    assert not push.is_address(there)
    assert service.heard == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "7", "{}", '{"endpoint": "https://push.example/"}'),
        '{"endpoint": 7, "keys": {"p256dh": "", "auth": "AAECAwQFBgcICQoLDA0ODw"}}',
        '{"endpoint": "https://push.example/", "keys": {"p256dh": "BAAA", "auth": "AAEC"}}',
        '{"endpoint": "https://push.example/", "keys": {"p256dh": "ä", "auth": 3}}',
        '{"endpoint": "https://push.example/", "keys": 3}',
    ],
)
def test_what_no_browser_gives_is_no_address(text: str) -> None:
    assert not push.is_address(text)


def test_all_who_start_at_once_make_one_key_and_nobody_else_reads_it(tmp_path: Path) -> None:
    with ThreadPool(8) as pool:
        keys = set(pool.map(lambda _: push.public_key(), range(16)))

    assert keys == {push.public_key()}
    assert [path.name for path in tmp_path.iterdir()] == ["push-key"]
    assert stat.S_IMODE((tmp_path / "push-key").stat().st_mode) == 0o600
