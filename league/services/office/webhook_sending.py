"""Sending what waits for webhooks: each by itself, so that a broken one holds up nobody.

Whoever sends claims one delivery by one statement, for as long as a try may take at most. Who dies
between the claim and the answer leaves it to the next, under the same number.
"""

from __future__ import annotations

import json
import logging
import random
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from league.after_commit import jobs
from league.channels import webhooks as channel
from league.channels.messages import Fate, Outcome
from league.channels.webhooks import Answer
from league.core.actors import system
from league.core.enums import DeliveryState, TroubleKind, WebhookOff
from league.core.errors import Refused
from league.core.facts import Fact
from league.journal import SEND_WEBHOOK
from league.models import Delivery, Webhook
from league.queries.office import webhooks as known
from league.services.office import webhooks
from league.services.standings import troubles

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

log = logging.getLogger(__name__)

# Ten tries over three days: what lies between them.
PAUSES: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (30, 300, 1800, 7200, 18_000, 36_000, 50_400, 57_600, 86_400)
)
TRIES: Final = len(PAUSES) + 1
LASTS: Final = sum(PAUSES, timedelta())
LEASE: Final = timedelta(seconds=60)
# A broken webhook is asked again so soon at most, whatever else waits for it.
_REST: Final = timedelta(minutes=10)
_LONGEST_WAIT: Final = timedelta(days=1)
_BATCH: Final = 20
# One that answers slowly gives way to the others that wait for a thread.
_SECONDS: Final = 20
_KEPT: Final = timedelta(days=30)
_chance = random.SystemRandom()


def work(webhook_id: int) -> None:
    """Sends what is due to one webhook, which rests after a failure; what is left is woken anew."""
    ends = time.monotonic() + _SECONDS
    for _ in range(_BATCH):
        row = _claimed(webhook_id)
        if row is None:
            return
        _send(row)
        if time.monotonic() >= ends:
            break
    jobs.wake(SEND_WEBHOOK, webhook_id)


def catch_up() -> None:
    """Wakes whatever a lost message, a dead worker or a pause has left, and forgets what is old."""
    for webhook_id in known.due_webhooks():
        jobs.wake(SEND_WEBHOOK, webhook_id)
    over = Delivery.objects.exclude(state=DeliveryState.WAITING)
    over.filter(created_at__lt=timezone.now() - _KEPT).delete()


def _claimed(webhook_id: int) -> Delivery | None:
    """The delivery that waits longest, in nobody else's hands for as long as a try may take."""
    while True:
        now = timezone.now()
        found = known.due(now).filter(webhook=webhook_id).values_list("pk", flat=True).first()
        if found is None:
            return None
        # Nothing but columns of the row itself: of two who ask at once one finds it claimed.
        free = Delivery.objects.filter(pk=found, state=DeliveryState.WAITING)
        free = free.exclude(claimed_until__gt=now)
        if free.update(claimed_until=now + LEASE, tries=F("tries") + 1):
            rows = Delivery.objects.select_related("webhook__club", "line__club")
            return rows.filter(pk=found).first()


def _send(row: Delivery) -> None:
    """One try, and what came of it kept."""
    try:
        told = known.body(row)
    except (OperationalError, InterfaceError):
        raise
    except Exception:  # a fault of ours in one message: it fails, and the others go on
        log.exception("no words for delivery %s", row.pk)
        _put_off(row, Answer(Outcome(Fate.LATER, reason="fault"), None, 0), timezone.now())
        return
    if told is None:
        _close(row, DeliveryState.KEPT_BACK)
        return
    hook = row.webhook
    answer = channel.send(
        hook.address,
        row.key,
        json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(),
        _signing(hook),
        allow_private=settings.ALLOW_PRIVATE_ADDRESSES,
    )
    if answer.outcome.fate == Fate.SENT:
        _close(row, DeliveryState.SENT, answer)
        ended = Webhook.objects.filter(pk=hook.pk, failing_since__isnull=False)
        ended.update(failing_since=None, again_at=None)
    else:
        _failed(row, answer)


def _signing(hook: Webhook) -> list[str]:
    """The secrets that are valid now: while one is replaced, both."""
    return [hook.secret, hook.former_secret] if known.former_until(hook) else [hook.secret]


def _close(row: Delivery, state: DeliveryState, answer: Answer | None = None) -> None:
    came = _came(answer) if answer is not None else {}
    _mine(row).update(state=state, claimed_until=None, **came)


def _mine(row: Delivery) -> QuerySet[Delivery]:
    """The row, as long as nobody else has claimed it since."""
    return Delivery.objects.filter(pk=row.pk, tries=row.tries)


def _came(answer: Answer) -> dict[str, object]:
    return {
        "answered": answer.status,
        "reason": answer.outcome.reason,
        "took_ms": answer.took_ms,
        "tried_at": timezone.now(),
    }


def _failed(row: Delivery, answer: Answer) -> None:
    now = timezone.now()
    is_gone = answer.outcome.fate == Fate.GONE
    asked = min(timedelta(seconds=answer.outcome.wait_s), _LONGEST_WAIT)
    with transaction.atomic():  # the webhook first, as who removes it does
        hook = Webhook.objects.filter(pk=row.webhook_id)
        hook.update(again_at=now + max(min(_pause(row), _REST), asked))
        hook.filter(failing_since__isnull=True).update(failing_since=now)
        since = hook.values_list("failing_since", flat=True).get()
        is_open = _put_off(row, answer, now + asked)
    if is_gone or (not is_open and since is not None and since <= now - LASTS):
        _turn_off(row.webhook, WebhookOff.GONE if is_gone else WebhookOff.FAILING, now)


def _put_off(row: Delivery, answer: Answer, earliest: datetime) -> bool:
    """Tried again later, not before ``earliest``; or given up, and then False."""
    now = timezone.now()
    is_gone = answer.outcome.fate == Fate.GONE
    if is_gone or row.tries >= TRIES or row.created_at < now - 2 * LASTS:
        _close(row, DeliveryState.FAILED, answer)
        return False
    next_at = max(now + _pause(row) * _chance.uniform(1, 1.1), earliest)
    _mine(row).update(claimed_until=None, next_at=next_at, **_came(answer))
    return True


def _pause(row: Delivery) -> timedelta:
    return PAUSES[min(row.tries, len(PAUSES)) - 1]


def _turn_off(hook: Webhook, why: WebhookOff, now: datetime) -> None:
    """Loudly: it is shown at the office and among the troubles, and stands in the journal."""
    with transaction.atomic():
        webhooks.held(hook)
        rows = Webhook.objects.filter(pk=hook.pk, off_at__isnull=True, removed_at__isnull=True)
        if not rows.update(off_at=now, off_why=why.value):
            return
        webhooks.told(Fact.WEBHOOK_CHANGED, system("webhooks"), hook, off=why.value)
    log.error("webhook %s of club %s was switched off: %s", hook.pk, hook.club_id, why.value)
    reason = Refused("webhook_off", host=known.host_of(hook))
    troubles.tell(TroubleKind.WEBHOOKS, hook.pk, reason)
