"""Badges: what confirmed results earned is written down beside their scores, once.

A wake-up names the result that was confirmed, or none for all that are due by the mark on each
record. A version that no longer counts keeps its rows, which no query then finds.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.core.cache import cache
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
_UNDER_WAY: Final = "badges:under-way"
_PATIENCE_S: Final = 300  # a batch that takes longer was lost with its worker


def catch_up(*, by: Actor) -> int:
    """Goes through results that are due, for the service; returns how many that were.

    Nothing where batches follow one another already: else each sweep would begin another row.
    A result that cannot be gone through is a trouble of its own and holds up no other.
    """
    return 0 if cache.get(_UNDER_WAY) else next_batch(by=by)


def next_batch(*, by: Actor) -> int:
    """The first of those that are due; where there may be more, another batch follows."""
    _require_service(by)
    pausing = troubles.pausing(TroubleKind.BADGES)
    rows = badge_counting.due().exclude(pk__in=pausing).order_by("pk")
    batch = list(rows.select_related("ruleset__club_game")[:AT_ONCE])
    done = sum(_count(row) for row in batch)
    if len(batch) == AT_ONCE and done:
        cache.set(_UNDER_WAY, True, _PATIENCE_S)
        jobs.wake(COUNT_BADGES, 0)
    else:
        cache.delete(_UNDER_WAY)
    return done


def count(*, by: Actor, record_id: int) -> int:
    """Goes through one result at once, however many others are due."""
    _require_service(by)
    rows = badge_counting.due().filter(pk=record_id)
    return sum(_count(row) for row in rows.select_related("ruleset__club_game"))


def _require_service(by: Actor) -> None:
    if not by.is_system:
        raise NotAllowed("not_allowed")


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
