"""Badges: what confirmed results earned is written down beside their scores, once.

A wake-up says only that something is due; the mark on each record says what. A version that no
longer counts keeps its rows, which no query then finds.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import transaction

from games.core.badges import EDITION
from league.after_commit import jobs
from league.core.enums import TroubleKind
from league.core.errors import NotAllowed
from league.models import EarnedBadge, MatchRecord
from league.queries.records import badge_counting
from league.services.records.record_rows import COUNT_BADGES
from league.services.standings import troubles

if TYPE_CHECKING:
    from league.core.actors import Actor

AT_ONCE: Final = 200  # then the worker does something else before it goes on


def catch_up(*, by: Actor) -> int:
    """Goes through the results that are due, for the service; returns how many that were.

    A result that cannot be gone through is a trouble of its own and holds up no other.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed")
    pausing = troubles.pausing(TroubleKind.BADGES)
    rows = badge_counting.due().exclude(pk__in=pausing).order_by("pk")
    batch = list(rows.select_related("ruleset__club_game")[:AT_ONCE])
    done = sum(_count(row) for row in batch)
    if len(batch) == AT_ONCE and done:
        jobs.wake(COUNT_BADGES, 0)
    return done


def _count(record: MatchRecord) -> bool:
    return bool(troubles.attempt(TroubleKind.BADGES, record.pk, partial(_store, record)))


def _store(record: MatchRecord) -> bool:
    """Writes the badges of one version anew."""
    found = badge_counting.earned(record)
    with transaction.atomic():
        EarnedBadge.objects.filter(score__record=record).delete()
        EarnedBadge.objects.bulk_create(
            [EarnedBadge(score_id=score, key=key) for score, key in sorted(found)],
            ignore_conflicts=True,
        )
        MatchRecord.objects.filter(pk=record.pk).update(badges_as=EDITION)
    return True
