"""Messages to programs by Standard Webhooks 1.0.0: signed, numbered, and nothing else."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from league.channels import outward
from league.channels.messages import Fate, Outcome

_PREFIX = "whsec_"
_BYTES = 32
TOTAL_S = 10.0
GONE = 410


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one try; without a ``status`` nobody answered, and the outcome says why."""

    outcome: Outcome
    status: int | None
    took_ms: int


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signature(secret: str, key: str, timestamp: int, body: bytes) -> str:
    """One of the signatures in the header: the version, and the HMAC of number, time and body."""
    signed = f"{key}.{timestamp}.".encode() + body
    secret_bytes = base64.b64decode(secret.removeprefix(_PREFIX))
    return "v1," + base64.b64encode(hmac.digest(secret_bytes, signed, hashlib.sha256)).decode()


def headers(signing: Sequence[str], key: str, timestamp: int, body: bytes) -> dict[str, str]:
    """``signing``: every secret that is valid now, the newest first."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "Stammtisch-Webhooks/1",
        "webhook-id": key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(one, key, timestamp, body) for one in signing),
    }


def send(
    address: str, key: str, body: bytes, signing: Sequence[str], *, allow_private: bool
) -> Answer:
    """One try. Every answer but a 2xx is a failure, also one that leads elsewhere."""
    now = time.time()
    begun = time.monotonic()
    try:
        with outward.session(allow_private=allow_private, total_s=TOTAL_S) as session:
            told = session.post(address, data=body, headers=headers(signing, key, int(now), body))
    except outward.NotReached as refusal:
        outcome = Outcome(Fate.LATER, reason=refusal.why.value)
        return Answer(outcome, None, _ms_since(begun))
    fate = Fate.LATER
    if 200 <= told.status_code < 300:
        fate = Fate.SENT
    elif told.status_code == GONE:
        fate = Fate.GONE
    outcome = Outcome(fate, wait_s=outward.asked_wait_s(told, now=now))
    return Answer(outcome, told.status_code, _ms_since(begun))


def _ms_since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
