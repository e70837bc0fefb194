"""Stored bytes of standings: their one spelling, compare-and-set by journal position, names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import BinaryField, Case, CharField, Value, When
from django.utils import timezone

from league.after_commit import live
from league.core.enums import Audience
from league.models import Season, Snapshot, Stage
from league.standings.payload import with_names
from league.standings.types import PlayerId

if TYPE_CHECKING:
    from league.standings.payload import TablePayload

Scope = Stage | Season


def canonical(payload: TablePayload) -> bytes:
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


def load(scope: Scope, audience: Audience, *, lock: bool = False) -> Snapshot | None:
    """The stored standing, if any; with ``lock`` nobody else overwrites it in this transaction."""
    rows = Snapshot.objects.select_for_update() if lock else Snapshot.objects.all()
    return rows.filter(**_key(scope), audience=audience).first()


def store(
    scope: Scope, bodies: Mapping[Audience, bytes], *, as_of: int, repair: bool = False
) -> bool:
    """Stores ``bodies`` unless a snapshot of a later (or the same) position stands there.

    Returns whether any was stored. An older computation can never overwrite a newer one. One
    statement where both rows are there.

    Args:
        repair: overwrites the same position too, for bytes that are found to be wrong.
    """
    limit = {"as_of__lte" if repair else "as_of__lt": as_of}
    now = timezone.now()
    stored = Snapshot.objects.filter(**_key(scope), audience__in=list(bodies), **limit).update(
        as_of=as_of,
        digest=_by_audience({key: digest(body) for key, body in bodies.items()}, CharField()),
        body=_by_audience(bodies, BinaryField()),
        computed_at=now,
    )
    if stored == len(bodies):
        _tell(scope)
        return True
    with transaction.atomic():
        there = set(
            Snapshot.objects.filter(**_key(scope), audience__in=list(bodies)).values_list(
                "audience", flat=True
            )
        )
        for audience, body in bodies.items():
            if audience not in there:
                _, created = Snapshot.objects.get_or_create(
                    **_key(scope),
                    audience=audience,
                    defaults={
                        "as_of": as_of,
                        "digest": digest(body),
                        "body": body,
                        "computed_at": now,
                    },
                )
                stored += created
    if stored:
        _tell(scope)
    return stored > 0


def rename(
    row: Snapshot,
    names: Mapping[PlayerId, str],
    *,
    words: Callable[[TablePayload], TablePayload] | None = None,
) -> None:
    """Puts other names into a stored standing, which keeps its position. The row is held.

    Privacy does not wait for the next computation, and what was published by hand has none.

    Args:
        words: what else is said in it otherwise; nobody else is called otherwise by that.
    """
    if not row.body:  # never published, or hidden since
        return
    stored: TablePayload = json.loads(bytes(row.body))
    called = {PlayerId(each["player"]): each["name"] for each in stored["rows"]} | dict(names)
    body = canonical(with_names(stored if words is None else words(stored), called))
    if body != bytes(row.body):
        Snapshot.objects.filter(pk=row.pk).update(body=body, digest=digest(body))
        if (scope := row.stage or row.season) is not None:
            _tell(scope)


def _tell(scope: Scope) -> None:
    """A standing of an event follows its results a moment later: whoever watches is told again."""
    if isinstance(scope, Stage):
        live.event_changed(scope.event_id)
    else:
        live.changed()


def _by_audience(
    values: Mapping[Audience, str] | Mapping[Audience, bytes],
    field: CharField[str, str] | BinaryField[bytes, bytes],
) -> Case:
    return Case(
        *(When(audience=key, then=Value(value, field)) for key, value in values.items()),
        output_field=field,
    )


def _key(scope: Scope) -> dict[str, Scope]:
    return {"stage": scope} if isinstance(scope, Stage) else {"season": scope}
