"""Canonical bytes of a standing, their digest, and compare-and-set by journal position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league.enums import Audience
from league.models import Season, Snapshot, Stage

if TYPE_CHECKING:
    from games.core.types import JSON

Scope = Stage | Season


def canonical(payload: Mapping[str, JSON]) -> bytes:
    """The one spelling of ``payload``: UTF-8, sorted keys, no spaces, no NaN."""
    return json.dumps(
        payload, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def etag(snapshot: Snapshot) -> str:
    """The tag of a stored standing, in quotes as HTTP wants it."""
    scope = f"stage{snapshot.stage_id}" if snapshot.stage_id else f"season{snapshot.season_id}"
    return f'"{scope}-{snapshot.as_of}-{snapshot.digest[:16]}"'


def load(scope: Scope, audience: Audience) -> Snapshot | None:
    return Snapshot.objects.filter(**_key(scope), audience=audience).first()


def store(scope: Scope, audience: Audience, *, as_of: int, body: bytes) -> bool:
    """Stores ``body`` unless a snapshot of a later (or the same) position stands there.

    Returns whether it was stored. An older computation can never overwrite a newer one.
    """
    fields = {
        "as_of": as_of,
        "digest": digest(body),
        "body": body,
        "computed_at": timezone.now(),
    }
    with transaction.atomic():
        _, created = Snapshot.objects.get_or_create(
            **_key(scope), audience=audience, defaults=fields
        )
        if created:
            return True
        return bool(
            Snapshot.objects.filter(**_key(scope), audience=audience, as_of__lt=as_of).update(
                **fields
            )
        )


def _key(scope: Scope) -> dict[str, Scope]:
    return {"stage": scope} if isinstance(scope, Stage) else {"season": scope}
