"""What cannot be computed holds up nobody: each scope by itself, its reason kept, tried again.

Whoever is woken for one scope tries at once; the sweeper keeps the growing pauses.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from league.causes import rows as messages
from league.core.enums import PlanState, TroubleKind
from league.core.errors import LeagueError, Uncountable
from league.core.notices import NoticeKind
from league.models import Event, RatingScope, RoundsPlan, Trouble
from league.queries.notices import sent
from league.queries.office import webhooks
from league.queries.play import abandoned, chances, reserves, table_plays
from league.queries.public import club_records
from league.queries.records import badge_counting
from league.queries.standings import standings
from league.queries.standings.counting import FAULT
from league.queries.storage import is_full
from league.ratings.errors import RatingSettingsError
from league.seating.errors import SeatingRefused
from league.standings.errors import StandingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import QuerySet

    from league.models import MatchRecord, Play, Webhook

    _Numbers: TypeAlias = QuerySet[MatchRecord, int] | QuerySet[Play, int] | QuerySet[Webhook, int]

T = TypeVar("T")

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=1)
# Jobs of messages, beside the events' own troubles with them.
REMINDERS: Final = -1
SENDING: Final = -2
LATE_TABLES: Final = -3
WEEKS: Final = -4
_JOBS: Final = (REMINDERS, SENDING, LATE_TABLES, WEEKS)
_CODED: Final = (LeagueError, StandingsError, SeatingRefused, RatingSettingsError)


def attempt(kind: TroubleKind, subject: int, do: Callable[[], T]) -> T | None:
    """Runs ``do``; a failure becomes a trouble of this scope and ``None``, success ends it.

    ``False`` of ``do`` says that there was nothing to do: no trouble ends with it. A database
    that is away, or a disk that is full, is nobody's trouble and is raised.
    """
    try:
        done = do()
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        if is_full(error):
            raise
        _note(kind, subject, error)
        return None
    if done is not False:
        Trouble.objects.filter(kind=kind, subject=subject).delete()
    return done


def unless_pausing(kind: TroubleKind, subject: int, do: Callable[[], T]) -> T | None:
    """``attempt``, as long as it does not fall into the pause after a failure."""
    return None if subject in pausing(kind) else attempt(kind, subject, do)


def pausing(kind: TroubleKind) -> frozenset[int]:
    """The scopes that are not to be tried again yet."""
    rows = Trouble.objects.filter(kind=kind, again_at__gt=timezone.now())
    return frozenset(rows.values_list("subject", flat=True))


def tell(kind: TroubleKind, subject: int, error: LeagueError) -> None:
    """Keeps what went wrong beyond any further try, until somebody has seen to it."""
    _note(kind, subject, error)


def retry(kind: TroubleKind, subjects: Iterable[int]) -> None:
    """Ends the pause of these scopes: something they rest on has changed."""
    rows = Trouble.objects.filter(kind=kind, subject__in=list(subjects))
    rows.update(again_at=timezone.now())


def forget_gone() -> None:
    """Forgets the troubles of what is not there any more, or needs no computing any more."""
    rated = RatingScope.objects.filter(is_stale=True)
    planned = RoundsPlan.objects.filter(state=PlanState.WAITING, is_current=True)
    wanted: dict[TroubleKind, list[int] | _Numbers] = {
        TroubleKind.STAGE: standings.due_stages(),
        TroubleKind.SEASON: standings.due_seasons(),
        TroubleKind.RATINGS: list(rated.values_list("pk", flat=True)),
        TroubleKind.PLAN: list(planned.values_list("pk", flat=True)),
        TroubleKind.RECORDS: [club.pk for club in club_records.behind()],
        TroubleKind.PLAYS: abandoned.due(),
        TroubleKind.CLOCKS: reserves.due(),
        TroubleKind.HAND_INS: table_plays.due(),
        TroubleKind.CHANCES: chances.wanted().values_list("pk", flat=True),
        TroubleKind.NOTICES: [*sent.undelivered(), *_JOBS],
        TroubleKind.WEBHOOKS: webhooks.switched_off(),
        TroubleKind.BADGES: badge_counting.due().values_list("pk", flat=True),
    }
    for kind in set(Trouble.objects.values_list("kind", flat=True)) & wanted.keys():
        rows = Trouble.objects.filter(kind=kind)
        rows.exclude(subject__in=wanted[TroubleKind(kind)]).delete()


def _note(kind: TroubleKind, subject: int, error: Exception) -> None:
    now = timezone.now()
    row = Trouble.objects.filter(kind=kind, subject=subject).first() or Trouble(
        kind=kind, subject=subject, since=now, tries=0
    )
    row.code, row.params, row.fault = FAULT, {}, ""
    if isinstance(error, _CODED):
        log.warning("%s %s cannot be computed: %s", kind, subject, error)
        row.code = error.code
        row.params = {name: _plain(value) for name, value in error.params.items()}
    else:
        log.error("%s %s cannot be computed", kind, subject, exc_info=error)
    if row.code == FAULT:
        cause = error.__cause__ if isinstance(error, Uncountable) else error
        row.fault = type(cause).__name__[:80]
    is_new = row.pk is None
    row.tries += 1
    row.again_at = now + min(FIRST_PAUSE * 2 ** min(row.tries - 1, 10), LONGEST_PAUSE)
    try:
        with transaction.atomic():
            row.save()
            if is_new:
                _tell_organizers(row)
    except IntegrityError:
        log.info("%s %s failed twice at once; the other note stands", kind, subject)


def _tell_organizers(row: Trouble) -> None:
    """Who has a role in the event that this stops hears of it, once as long as it lasts."""
    match row.kind:
        case TroubleKind.STAGE:
            events = Event.objects.filter(stages=row.subject)
        case TroubleKind.PLAN:
            events = Event.objects.filter(stages__plans=row.subject)
        case TroubleKind.NOTICES:
            events = Event.objects.filter(pk=row.subject)
        case _:
            return
    event = events.first()
    if event is not None:
        cause = messages.Cause(
            NoticeKind.FAILED,
            f"trouble:{row.kind}:{row.subject}:{int(row.since.timestamp())}",
            {"trouble": row.kind, "of": row.subject},
            event_id=event.pk,
        )
        messages.tell_organizers(cause, event)


def _plain(value: object) -> int | str:
    return value if isinstance(value, int | str) else str(value)
