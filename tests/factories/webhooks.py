"""Webhooks, and what they were sent."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

from league.core.enums import DeliveryState
from league.models import Club, Delivery, JournalLine, Webhook

_count = itertools.count(1)
_AT = datetime(2026, 11, 3, 18, 30, tzinfo=UTC)


def webhook(of: Club) -> Webhook:
    """One that is paused, at an address of nobody."""
    return Webhook.objects.create(
        club=of,
        address=f"https://192.0.2.1/{next(_count)}",
        types=["event_created"],
        secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        paused_at=_AT,
    )


def delivery(to: Webhook, line: JournalLine | None = None) -> Delivery:
    """One that arrived."""
    return Delivery.objects.create(
        webhook=to,
        line=line,
        key=f"msg_{next(_count)}",
        state=DeliveryState.SENT,
        created_at=_AT,
        next_at=_AT,
        tries=1,
        answered=204,
        took_ms=12,
        tried_at=_AT,
    )
