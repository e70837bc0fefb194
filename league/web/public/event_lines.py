"""Events in lists: when, where, and for those that are being played how far they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState, StageMode
from league.queries.public import going_on, pages
from league.web import discs, paths
from league.web.local_time import When, when

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from league.core.actors import Actor
    from league.models import Club, Event
    from league.queries.public.going_on import Standing
    from league.web.discs import GameShown


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list; ``desk`` is empty for whoever does not run it today.

    ``going``: how far it is, where it is being played; ``games``: what is played there.
    """

    event: Event
    when: When
    club: Club | None
    count: int
    desk: str
    going: str = ""
    games: tuple[GameShown, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """The events of one day by the clocks of their rooms."""

    when: When
    lines: list[EventLine]


def lines(actor: Actor, events: Iterable[Event], *, with_club: bool = True) -> list[EventLine]:
    """Events for a list, with what the clock in their room shows and how many have a place.

    Whoever runs today's evening gets to its desk from here.
    """
    rows = list(events)
    counts = pages.sign_ups(rows) if rows else {}
    running = [row for row in rows if row.state == EventState.RUNNING]
    going = going_on.of_events(actor, running) if running else {}
    played = pages.games(rows) if rows else {}
    tiles = discs.of_games({pk: title for one in played.values() for pk, title in one.items()})
    return [
        EventLine(
            event=row,
            when=(at := when(row.starts_at, row)),
            club=row.club if with_club else None,
            count=counts.get(row.pk, 0),
            desk=paths.at("desk", row.slug) if _runs(actor, row, is_today=at.is_today) else "",
            going=_words(going[row.pk]) if row.pk in going else "",
            games=tuple(tiles[pk] for pk in played.get(row.pk, ())),
        )
        for row in rows
    ]


def by_day(found: Iterable[EventLine]) -> list[Day]:
    """The lines under their days, in the order in which they come."""
    days: dict[object, Day] = {}
    for line in found:
        days.setdefault(line.when.wall.date(), Day(line.when, [])).lines.append(line)
    return list(days.values())


def tonight(*lists: Sequence[EventLine]) -> EventLine | None:
    """The event whose desk whoever looks needs first: the one that runs, else today's."""
    mine = [line for found in lists for line in found if line.desk]
    return mine[0] if mine else None


def _runs(actor: Actor, event: Event, *, is_today: bool) -> bool:
    return (
        (is_today or event.state == EventState.RUNNING)
        and event.state not in {EventState.FINISHED, EventState.CANCELLED}
        and permissions.can(actor, Action.CALL_ROLL, event)
    )


def _words(stands: Standing) -> str:
    """Such as: Round 2, 3 of 5 tables in, 26 min left."""
    parts = []
    is_fixtures = stands.round.stage.mode == StageMode.FIXTURES
    if is_fixtures or not stands.round.is_rolling:
        round_ = _("Round %(n)s") % {"n": stands.round.number}
        parts.append(_("Fixtures") if is_fixtures else round_)
        if stands.done is not None and stands.tables:
            told = ngettext(
                "%(done)d of %(count)d table in", "%(done)d of %(count)d tables in", stands.tables
            )
            parts.append(told % {"done": stands.done, "count": stands.tables})
    elif stands.done is not None and (open_now := stands.tables - stands.done):
        told = ngettext("%(count)d table playing", "%(count)d tables playing", open_now)
        parts.append(told % {"count": open_now})
    if stands.face is not None and stands.face.is_running and stands.done != stands.tables:
        left = -(-stands.face.left_at(timezone.now()) // 60)
        parts.append(_("%(minutes)d min left") % {"minutes": left} if left > 0 else _("time is up"))
    return ", ".join(parts)
