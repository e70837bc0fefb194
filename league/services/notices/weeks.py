"""The week in one message: what was collected for an address, on its day and at its hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from league.after_commit import jobs
from league.causes.rows import SEND
from league.core.notices import NoticeKind, NoticeState
from league.models import Notice, NoticeAddress
from league.queries.notices import quiet_hours, weeks

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet


def tell() -> None:
    """Makes the messages of the weeks that are over by now. Again makes none twice."""
    oldest = dict(_collected().order_by().values_list("address").annotate(Min("made_at")))
    rows = NoticeAddress.objects.filter(pk__in=list(oldest)).select_related("club", "account")
    for address in rows.order_by("pk"):
        until = _until(address)
        if oldest[address.pk] < until:
            _tell(address, until)


@transaction.atomic
def _tell(address: NoticeAddress, until: datetime) -> None:
    """One message for what was collected before that moment.

    What is stored later than it should have been waits for the next week.
    """
    list(NoticeAddress.objects.select_for_update(no_key=True).filter(pk=address.pk))
    parts = _collected().filter(address=address, made_at__lt=until)
    first = parts.order_by("pk").first()
    if first is None:  # another one has just made it
        return
    now = timezone.now()
    of = until.isoformat() if address.weekly_day is not None else f"at once:{first.pk}"
    week, is_new = Notice.objects.get_or_create(
        fingerprint=address.fingerprint,
        key=f"week:{address.pk}:{of}",
        defaults={"address": address, "kind": NoticeKind.WEEK, "due_at": now, "made_at": now},
    )
    if is_new:
        parts.update(part_of=week)
        jobs.wake(SEND, 0)


def _until(address: NoticeAddress) -> datetime:
    """Up to when it is due: who wants it at once by now gets at once what was collected before."""
    now = timezone.now()
    if address.weekly_day is None:
        return now
    zone = quiet_hours.zone_of(address)
    return weeks.last_before(now, address.weekly_day, address.weekly_hour, zone)


def _collected() -> QuerySet[Notice]:
    return Notice.objects.filter(state=NoticeState.COLLECTED, part_of__isnull=True)
