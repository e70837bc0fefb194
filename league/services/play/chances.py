"""After a match: how likely each seat was to win is worked out, once, one match at a time."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.core.lines import to_lines
from league.after_commit import jobs
from league.after_commit.processes import Ended, processes
from league.core.enums import TroubleKind
from league.core.errors import NotAllowed
from league.models import Play, PlayChances
from league.queries.play import chances, transcripts
from league.services.standings import troubles

if TYPE_CHECKING:
    from league.core.actors import Actor

TASK = "league.tasks.count_chances"
# A process needs so long for what is not playing, on a machine that has much else to do.
PATIENCE_S = 60


def wake() -> None:
    """A match has ended: the worker is told after the commit."""
    if settings.PLAY_CHANCES_SECONDS:
        jobs.wake(TASK, 0)


def sweep(*, by: Actor) -> None:
    """Wakes the worker for what a lost message has left undone; for the service."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    if _next() is not None:
        jobs.wake(TASK, 0)


def work_next(*, by: Actor) -> bool:
    """Works out the chances of one match that is over, unless somebody is at another; for the
    service. A further match gets a message of its own, so that no other task waits for them all.

    Returns whether it did. A match that cannot be worked out is a trouble of its own; one that the
    end of the service interrupts is left for the next start.
    """
    if not by.is_system:
        raise NotAllowed("not_allowed")
    number = _next()
    row = None if number is None else _taken(number)
    if number is None or row is None:
        return False
    if troubles.attempt(TroubleKind.CHANCES, number, partial(_worked_out, row)) is False:
        return False
    sweep(by=by)
    return True


def _next() -> int | None:
    pausing = troubles.pausing(TroubleKind.CHANCES)
    return next((number for number in chances.due() if number not in pausing), None)


def _taken(number: int) -> PlayChances | None:
    """The row of this match for whoever is first; None while somebody is at any match."""
    now, forgotten = timezone.now(), chances.forgotten_before()
    unfinished = PlayChances.objects.filter(finished_at__isnull=True)
    if unfinished.filter(started_at__gt=forgotten).exists():
        return None
    unfinished.filter(started_at__lte=forgotten).delete()
    try:
        with transaction.atomic():
            return PlayChances.objects.create(play_id=number, started_at=now)
    except IntegrityError:
        return None


def _worked_out(row: PlayChances) -> bool:
    """Bots play in a process of their own, which has the lowest priority and an end."""
    try:
        found = _measured(Play.objects.get(pk=row.play_id))
    except Ended:
        row.delete()
        return False
    except BaseException:
        row.delete()
        raise
    steps = [[one["seq"], one["trials"], one["shares"]] for one in found["steps"]]
    mine = PlayChances.objects.filter(pk=row.pk, finished_at__isnull=True)
    return bool(mine.update(bot=found["bot"], steps=steps, finished_at=timezone.now()))


def _measured(play: Play) -> dict[str, Any]:  # as the process writes it
    seconds = settings.PLAY_CHANCES_SECONDS
    text = "".join(f"{line}\n" for line in to_lines(transcripts.record(play)))
    written = processes.output(
        [sys.executable, "-m", "games.chances", "--seconds", str(seconds)],
        given=text,
        folder=settings.BASE_DIR,
        timeout=seconds + PATIENCE_S,
    )
    read: dict[str, Any] = json.loads(written)
    return read
