"""Web push (RFC 8030, 8291, 8292): to one browser, by the service of whoever made it.

The service carries the message and cannot read it. An address is what the browser gave when its
owner said yes, as JSON: ``endpoint``, and ``keys`` with ``p256dh`` and ``auth``.

The key by which services know this installation lies beside the secret key in the data folder, is
made when it is first asked for, and is in no backup: where it is lost, people press once more.
"""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from py_vapid import Vapid02

from league.channels import key_files, outward
from league.channels.messages import Fate, Message, Outcome
from league.channels.outward import NotReached, Why

if TYPE_CHECKING:
    from requests import Response

KEY = "push-key"
MOST_BYTES = 3900  # a service takes 4096, its frame among them
KEPT_S = 12 * 3600  # for a browser that is off: an evening's message is of no use a day later
SIGNED_S = 12 * 3600
# What is wrong with the address itself, and stays so.
_FOR_GOOD = frozenset({Why.MALFORMED, Why.SCHEME, Why.PLAIN, Why.PASSWORD, Why.PORT, Why.PRIVATE})


@dataclass(frozen=True, slots=True)
class Browser:
    """Where one browser is reached, and the two keys by which it alone reads the message."""

    endpoint: str
    p256dh: bytes
    auth: bytes

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises ValueError for what no browser has given, or leads where nobody may go."""
        found = json.loads(text)
        try:
            endpoint, given = found["endpoint"], found["keys"]
            keys = [urlsafe_b64decode(f"{given[name]}===") for name in ("p256dh", "auth")]
        except (TypeError, KeyError) as error:
            raise ValueError("no subscription") from error
        if not isinstance(endpoint, str) or len(keys[1]) != 16:
            raise ValueError("no subscription")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys[0])
        try:
            outward.read(endpoint, allow_private=settings.ALLOW_PRIVATE_ADDRESSES)
        except NotReached as error:
            raise ValueError(error.why) from error
        return cls(endpoint, *keys)

    def written(self) -> str:
        """The address as it is kept: one spelling for one browser."""
        keys = {"p256dh": _text(self.p256dh), "auth": _text(self.auth)}
        return json.dumps({"endpoint": self.endpoint, "keys": keys})


def is_offered() -> bool:
    return True


def is_address(address: str) -> bool:
    """Whether a message could be sent there."""
    try:
        Browser.read(address)
    except ValueError:
        return False
    return True


def mark_of(address: str) -> str:
    """By what a kept address is found again; push.js counts it alike."""
    return sha256(f"push:{address.strip()}".encode("utf-8", "surrogatepass")).hexdigest()


def public_key() -> str:
    """What a browser is told when it is asked for an address, so that nobody else can use it."""
    point = _vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _text(point)


def send(address: str, message: Message) -> Outcome:
    """One try; a second one of the same message takes the place of the first on its way."""
    try:
        browser = Browser.read(address)
    except ValueError as error:
        return Outcome(Fate.REFUSED, str(error))
    target = outward.read(browser.endpoint, allow_private=settings.ALLOW_PRIVATE_ADDRESSES)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_S),
        "Urgency": "high",  # "normal" waits until a phone wakes up by itself
        "Topic": _text(sha256(message.id.encode()).digest()[:24]),
        **_signature(target),
    }
    session = outward.session(allow_private=settings.ALLOW_PRIVATE_ADDRESSES)
    try:
        answer = session.post(target.url, encrypted(payload(message), browser), headers=headers)
    except NotReached as error:
        return Outcome(Fate.REFUSED if error.why in _FOR_GOOD else Fate.LATER, str(error))
    return outcome_of(answer)


def outcome_of(answer: Response) -> Outcome:
    reason = str(answer.status_code)
    if answer.status_code < 300:
        return Outcome(Fate.SENT)
    if answer.status_code in {404, 410}:
        return Outcome(Fate.GONE, reason)
    if answer.status_code in {408, 425, 429} or answer.status_code >= 500:
        wait_s = outward.asked_wait_s(answer, now=time.time())
        return Outcome(Fate.LATER, reason, wait_s=wait_s)
    return Outcome(Fate.REFUSED, reason)


def payload(message: Message) -> bytes:
    """What the browser gets, in the shape that some show without our worker; never too long."""
    body = message.body
    while len(data := _payload(message, body)) > MOST_BYTES:
        body = body[: len(body) * 3 // 4].rstrip() + "…"
    return data


def _payload(message: Message, body: str) -> bytes:
    notification = {
        "title": message.title[:200],
        "body": body,
        "navigate": message.url,
        "lang": message.language,
        "tag": message.id,
        "actions": _actions(message),
    }
    return json.dumps({"web_push": 8030, "notification": notification}, ensure_ascii=False).encode()


def _actions(message: Message) -> list[dict[str, str]]:
    if not message.stop_url:
        return []
    with translation.override(message.language):
        title = _("Stop messages like this")
    return [{"action": "stop", "title": title, "navigate": message.stop_url}]


def encrypted(
    data: bytes,
    browser: Browser,
    *,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """One record that this browser alone can read. ``salt`` and ``key`` are new ones each time."""
    record: bytes = http_ece.encrypt(
        data,
        salt=salt,
        private_key=key or ec.generate_private_key(ec.SECP256R1()),
        dh=browser.p256dh,
        auth_secret=browser.auth,
        version="aes128gcm",
    )
    return record


def _signature(target: outward.Target) -> dict[str, str]:
    """Says who sends, and to which service, for some hours."""
    port = "" if target.port == outward.PORTS[target.scheme] else f":{target.port}"
    claims = {
        "aud": f"{target.scheme}://{target.host}{port}",
        "exp": int(time.time()) + SIGNED_S,
        "sub": settings.LEAGUE_URL or f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    signed: dict[str, str] = _vapid().sign(claims)
    return signed


def _vapid() -> Vapid02:
    vapid = Vapid02.from_pem(key_files.kept(Path(settings.DATA_DIR) / KEY, _new))
    vapid.conf["no-strict"] = True  # else it takes no web address for who is to be asked
    return vapid


def _new() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
