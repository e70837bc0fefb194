"""A write sent twice happens once: the second sender gets the answer of the first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar, cast

from django.db import IntegrityError, transaction
from django.utils import timezone

from league.core.actors import Actor
from league.core.errors import BadInput, Conflict, NotAllowed, Refused
from league.models import IdempotencyKey

if TYPE_CHECKING:
    from games.core.types import JSON

T = TypeVar("T", bound="JSON")

KEPT_DAYS = 14
LONGEST_KEY = 120


def digest_of(*parts: JSON) -> str:
    """The fingerprint of a request: equal for equal ``parts``, whatever the order of names."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def once(*, by: Actor, key: str, digest: str, do: Callable[[], T]) -> T:
    """Runs ``do`` and keeps its answer under ``key``; a repeat gets the kept answer.

    The key's row is written in the same transaction as the effect: both stand or neither.
    An error of ``do`` leaves no key behind, so that the corrected request may use it again.

    Args:
        key: chosen by the sender, unique per actor; empty: nothing is remembered.
        digest: fingerprint of the request; another one under the same key is refused.
        do: the effect; its answer must be JSON.
    """
    if not key:
        return do()
    if len(key) > LONGEST_KEY or "\0" in key:
        raise BadInput("key_unusable", field="key", most=LONGEST_KEY)
    with transaction.atomic():
        row = _row(by, key)
        if row is not None:
            return cast("T", _kept(row, digest))
        try:
            with transaction.atomic():
                row = IdempotencyKey.objects.create(actor_key=by.key, key=key, digest=digest)
        except IntegrityError:
            # the same request in parallel: its transaction has ended by now
            row = _row(by, key)
            if row is None:
                raise Conflict("sent_in_parallel") from None
            return cast("T", _kept(row, digest))
        answer = do()
        row.answer = answer
        row.save(update_fields=["answer"])
        return answer


def sweep(*, by: Actor) -> int:
    """Forgets keys older than a fortnight and returns how many; for the service itself."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    before = timezone.now() - timedelta(days=KEPT_DAYS)
    count, _ = IdempotencyKey.objects.filter(created_at__lt=before).delete()
    return count


def _row(by: Actor, key: str) -> IdempotencyKey | None:
    return IdempotencyKey.objects.filter(actor_key=by.key, key=key).first()


def _kept(row: IdempotencyKey, digest: str) -> JSON:
    if row.digest != digest:
        raise Refused("key_reused", field="key")
    answer: JSON = row.answer
    return answer
