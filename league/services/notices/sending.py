"""Sending: every message that is due is taken by one, sent once, and tried again with pauses.

Taking it is one UPDATE that gives it to its sender for ``LEASE``. Whoever dies meanwhile leaves it
to the next: that one cannot know whether it went out, sends it once more under the same
identifier, and never a third time.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from league.after_commit import jobs
from league.causes.rows import SEND
from league.channels.messages import Fate, Outcome
from league.channels.register import WAYS
from league.core.enums import TroubleKind
from league.core.errors import Refused
from league.core.notices import OF_THE_MOMENT, NoticeKind, NoticeState
from league.models import Notice, NoticeAddress
from league.queries.notices import messages, quiet_hours
from league.services.standings import troubles

if TYPE_CHECKING:
    from django.db.models import QuerySet

log = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=5)
FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=6)
MOST_TRIES: Final = 12
LONGEST: Final = timedelta(days=2)
# The other side may ask for so much patience at most.
LONGEST_ASKED: Final = timedelta(days=1)
# After a long stop, or out of a backup: news of a week ago are none.
TOO_OLD: Final = timedelta(days=3)
KEPT: Final = timedelta(days=90)
MOST_LOST: Final = 1
# One run ends before the worker's own limit; what is left wakes the next one.
SECONDS: Final = 120
# So many failures one after the other are the way's own: the others wait for it.
BROKEN_AFTER: Final = 3
_OPEN: Final = (NoticeState.WAITING, NoticeState.SENDING)


def send_due() -> int:
    """Sends what is due, however many do the same at the same time; returns how many went out."""
    ends, sent = time.monotonic() + SECONDS, 0
    failures: Counter[str] = Counter()
    while time.monotonic() < ends:
        broken = [way for way, count in failures.items() if count >= BROKEN_AFTER]
        notice = _take(_due().exclude(address__way__in=broken))
        if notice is None:
            return sent
        way = notice.address.way
        fate = _deliver(notice)
        failures[way] = failures[way] + 1 if fate == Fate.LATER else 0
        sent += fate == Fate.SENT
    jobs.wake(SEND, 0)
    return sent


def catch_up() -> None:
    """Wakes who sends, where a lost wake-up or a pause that is over has left something due.

    Messages of long ago are forgotten.
    """
    oldest = Notice.objects.order_by("pk").first()
    if oldest is not None and oldest.made_at < timezone.now() - KEPT:
        Notice.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
    if _due().exists():
        jobs.wake(SEND, 0)


def _due() -> QuerySet[Notice]:
    return Notice.objects.filter(state__in=_OPEN, due_at__lte=timezone.now())


def _take(due: QuerySet[Notice]) -> Notice | None:
    """The next one, for this sender alone until its lease ends."""
    while True:
        row = due.order_by("due_at", "pk").values("pk", "state", "due_at", "tries").first()
        if row is None:
            return None
        was_lost = row["state"] == NoticeState.SENDING
        taken = Notice.objects.filter(**row).update(
            state=NoticeState.SENDING,
            due_at=timezone.now() + LEASE,
            tries=F("tries") + 1,
            lost=F("lost") + int(was_lost),
        )
        if taken:
            rows = Notice.objects.select_related(
                "address__account", "address__club", "event__club", "event__season"
            )
            notice = rows.filter(pk=row["pk"]).first()
            if notice is not None:  # else its address went meanwhile, and it with that
                return notice


def _deliver(notice: Notice) -> Fate | None:
    """One try, and its outcome kept; None where nothing went out and nothing is wrong."""
    address = notice.address
    if notice.lost > MOST_LOST:
        _give_up(notice, "lost", "no answer twice")
        _tell(notice)
        return None
    if address.gone_at is not None or timezone.now() - notice.made_at > TOO_OLD:
        _end(notice, NoticeState.DROPPED)
        return None
    wait_until = None if notice.kind in OF_THE_MOMENT else quiet_hours.end_of(notice)
    if wait_until is not None:
        _wait(notice, wait_until, tries=notice.tries - 1)
        return None
    outcome = _try(notice)
    if outcome is None:
        _end(notice, NoticeState.DROPPED)
        return None
    match outcome.fate:
        case Fate.SENT:
            _end(notice, NoticeState.SENT)
        case Fate.LATER:
            _later(notice, outcome)
        case Fate.GONE:
            NoticeAddress.objects.filter(pk=address.pk).update(gone_at=timezone.now())
            _give_up(notice, outcome.fate, outcome.reason)
        case Fate.REFUSED:
            _give_up(notice, outcome.fate, outcome.reason)
            _tell(notice)
    return outcome.fate


def _try(notice: Notice) -> Outcome | None:
    """What the other side says; None where there is nothing to tell any more.

    A fault of ours in the words is kept as one more failure: the other messages go on.
    """
    way = WAYS.get(notice.address.way)
    if way is None or not way.is_offered():
        return Outcome(Fate.LATER, "not set up here")
    try:
        message = messages.build(notice)
    except Exception as error:
        log.exception("no words for message %s", notice.pk)
        return Outcome(Fate.LATER, type(error).__name__)
    return None if message is None else way.send(notice.address.address, message)


def _later(notice: Notice, outcome: Outcome) -> None:
    pause = min(FIRST_PAUSE * 2 ** min(notice.tries - 1, 10), LONGEST_PAUSE)
    pause = max(pause, min(timedelta(seconds=outcome.wait_s), LONGEST_ASKED))
    next_at = timezone.now() + pause
    if notice.tries >= MOST_TRIES or next_at > notice.made_at + LONGEST:
        _give_up(notice, outcome.fate, outcome.reason)
        _tell(notice)
        return
    _wait(notice, next_at, tries=notice.tries, reason=outcome.reason)


def _wait(notice: Notice, until: datetime, *, tries: int, reason: str = "") -> None:
    _mine(notice).update(state=NoticeState.WAITING, due_at=until, tries=tries, reason=reason[:200])


def _end(notice: Notice, state: NoticeState, reason: str = "") -> None:
    """What is in the week's message shares its end."""
    ended = {"state": state, "done_at": timezone.now(), "reason": reason[:200]}
    if notice.kind != NoticeKind.WEEK:
        _mine(notice).update(**ended)
        return
    with transaction.atomic():
        if _mine(notice).update(**ended):
            notice.parts.update(**ended)


def _give_up(notice: Notice, kind: str, reason: str) -> None:
    """The log gets the kind of failure alone: the other side's words may hold the address."""
    _end(notice, NoticeState.GIVEN_UP, reason)
    log.warning("message %s was not delivered: %s", notice.pk, kind)


def _mine(notice: Notice) -> QuerySet[Notice]:
    """The row, as long as nobody else has taken it since."""
    return Notice.objects.filter(pk=notice.pk, state=NoticeState.SENDING, tries=notice.tries)


def _tell(notice: Notice) -> None:
    """Organizers see that somebody was not reached."""
    subject = notice.event_id or 0
    troubles.tell(TroubleKind.NOTICES, subject, Refused("notices_not_delivered"))
