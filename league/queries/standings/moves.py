"""Two moments of one standing side by side: who moved, and which facts between made it so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from league import permissions
from league.core.enums import Audience
from league.models import Adjustment, Event, JournalLine, MatchRecord, Table
from league.queries.people import actor_names
from league.queries.standings import counted_rows, counting, decisions
from league.queries.standings.counting import LATEST, Moment
from league.queries.standings.standings import payload
from league.standings.diff import Fact, explained_moves
from league.standings.types import EventId
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from fractions import Fraction

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.queries.standings.counting import Counted, Scope
    from league.queries.standings.decisions import Decision
    from league.standings.diff import ExplainedMove, FactKind
    from league.standings.types import MatchId, PlayerId, ReasonId, TableResult


@dataclass(frozen=True, slots=True)
class Told:
    """When a fact came about and by whom; ``who`` is empty for those who may not know."""

    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed in a standing from one moment to another.

    Attributes:
        decisions: what the journal tells in between that stands on both sides alike, as it is
            today, so that nobody moves by it here.
        points: of everybody who moved: points before and after; None where not listed.
        lines: the journal's word on facts, by its number.
        tables: round and number of each table by the match's id.
    """

    before: Moment
    after: Moment
    moves: tuple[ExplainedMove, ...]
    decisions: tuple[Decision, ...]
    points: Mapping[int, tuple[Fraction | None, Fraction | None]]
    names: Mapping[int, str]
    events: Mapping[int, Event]
    lines: Mapping[int, Told]
    tables: Mapping[int, tuple[int, int]]
    is_published: bool


def between(scope: Scope, viewer: Actor, *, before: Moment, after: Moment = LATEST) -> Comparison:
    """The moves in ``scope`` from ``before`` to ``after``, each with its reasons.

    The public compares what it may see: positions that were published.

    Raises:
        NotFound: where the scope is hidden from the viewer.
        BadInput: ``as_of_unpublished``.
    """
    shown = payload(scope, viewer, after)
    earlier = payload(scope, viewer, before)
    if not shown.is_published:
        return Comparison(before, after, (), (), {}, {}, {}, {}, {}, is_published=False)
    full = shown.audience == Audience.LIVE
    old = counting.count_at(scope, as_of=earlier.as_of, moment=before, public=not full)
    new = counting.count_at(scope, as_of=shown.as_of, moment=after, public=not full)
    first, last = counting.ranked(old), counting.ranked(new)
    decided = _decided(new, before, after, shown.as_of, full=full)
    counted_apart = [one for one in decided if _is_rewound(one, before, after)]
    facts = [
        *_of_matches(old, new, shown.as_of),
        *_of_adjustments(old, new),
        *_of_byes(old, new),
        *_of_settings(counted_apart),
    ]
    moves = explained_moves(first, last, facts)
    alike = tuple(one for one in decided if one not in counted_apart)
    told = {cause.fact.line for move in moves for cause in move.causes}
    told |= {one.line for one in alike}
    events = {event.pk: event for event in (*old.events, *new.events)}
    missing = {one.event for one in decided if one.event is not None} - events.keys()
    there = permissions.visible(Event.objects.filter(pk__in=missing), viewer)
    events |= {event.pk: event for event in there.select_related("club")}
    was = {row.player: row.points for row in first.rows}
    now = {row.player: row.points for row in last.rows}
    people = {**old.people, **new.people}
    return Comparison(
        before=before,
        after=after,
        moves=moves,
        decisions=alike,
        points={m.move.player: (was.get(m.move.player), now.get(m.move.player)) for m in moves},
        names={
            pk: row.name for pk, row in names.shown(people.values(), new.club, full=full).items()
        },
        events=events,
        lines=_told(new, told, full=full and permissions.sees_names(viewer, scope)),
        tables=_tables(facts),
        is_published=True,
    )


def _decided(
    new: Counted, before: Moment, after: Moment, as_of: int, *, full: bool
) -> tuple[Decision, ...]:
    """What was decided between the moments; whose record was claimed is for organizers alone."""
    # Not every decision asks for new standings: an organizer hears of the latest ones too.
    now = max(as_of, new.club.seq) if full else as_of
    first = decisions.place_of(new.scope, before, now)
    last = decisions.place_of(new.scope, after, now)
    found = decisions.between(new, first, last)
    return found if full else tuple(one for one in found if one.kind != "claimed")


def _is_rewound(one: Decision, before: Moment, after: Moment) -> bool:
    """Whether the earlier side was counted without this decision, and the later one with it."""
    return one.is_setting and before.at is not None and (after.at is None or before.at <= after.at)


def _of_settings(found: Iterable[Decision]) -> Iterable[Fact]:
    for one in found:
        kind = cast("FactKind", one.kind)
        event = EventId(one.event) if one.event is not None else None
        yield Fact(one.line, kind, event=event)


def _of_matches(old: Counted, new: Counted, as_of: int) -> Iterable[Fact]:
    """Results that came, changed or went. What changed is told by the version that stands."""
    was, now = _matches(old), _matches(new)
    changed = [match for match in {**was, **now} if not _is_same(was.get(match), now.get(match))]
    stands = counted_rows.standing_at(as_of)
    standing = _lines(MatchRecord.objects.filter(stands, table__in=changed), "from_seq")
    ended = _lines(MatchRecord.objects.filter(table__in=changed, to_seq__lte=as_of), "to_seq")
    for match in changed:
        before, after = was.get(match), now.get(match)
        kind: FactKind = "corrected"
        if before is None:
            kind = "confirmed"
        elif after is None:
            kind = "voided"
        there = [one for one in (before, after) if one is not None]
        yield Fact(
            (ended if kind == "voided" else standing).get(match, 0),
            kind,
            tuple(sorted({seat.player for one in there for seat in one.seats})),
            match=match,
            event=there[0].event,
        )


def _matches(counted: Counted) -> dict[MatchId, TableResult]:
    return {
        table.match: replace(table, event=evening.event)
        for evening in counted.evenings
        for table in evening.results.tables
    }


def _is_same(one: TableResult | None, other: TableResult | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.seats, one.drawn, one.low_tie) == (other.seats, other.drawn, other.low_tie)


def _lines(rows: QuerySet[MatchRecord], field: str) -> dict[int, int]:
    return dict(rows.order_by(field).values_list("table", field))


def _of_adjustments(old: Counted, new: Counted) -> Iterable[Fact]:
    was, now = _adjustments(old), _adjustments(new)
    changed = was.keys() ^ now.keys()
    rows = {
        pk: (from_seq, to_seq)
        for pk, from_seq, to_seq in Adjustment.objects.filter(pk__in=changed).values_list(
            "pk", "from_seq", "to_seq"
        )
    }
    for reason in sorted(changed):
        made, revoked = rows.get(reason, (0, 0))
        line = made if reason in now else revoked
        yield Fact(line or 0, "adjusted", ((now.get(reason) or was[reason]),))


def _adjustments(counted: Counted) -> dict[ReasonId, PlayerId]:
    found = {row.reason: row.player for row in counted.adjustments}
    for evening in counted.evenings:
        found |= {row.reason: row.player for row in evening.results.adjustments}
    return found


def _of_byes(old: Counted, new: Counted) -> Iterable[Fact]:
    was, now = _byes(old), _byes(new)
    for event, bye in sorted(was ^ now):
        yield Fact(0, "bye", (bye,), event=event)


def _byes(counted: Counted) -> set[tuple[EventId, PlayerId]]:
    return {
        (evening.event, bye.player) for evening in counted.evenings for bye in evening.results.byes
    }


def _told(counted: Counted, lines: Iterable[int], *, full: bool) -> dict[int, Told]:
    rows = JournalLine.objects.filter(club=counted.club, seq__in=[seq for seq in lines if seq])
    found = list(rows.values_list("seq", "at", "actor_key"))
    actors = actor_names.of_keys((key for _, _, key in found), counted.club) if full else {}
    return {seq: Told(at, actors.get(key, "")) for seq, at, key in found if seq is not None}


def _tables(facts: Iterable[Fact]) -> dict[int, tuple[int, int]]:
    ids = [fact.match for fact in facts if fact.match is not None]
    found = Table.objects.filter(pk__in=ids).values_list("pk", "seating__round__number", "number")
    return {pk: (round_, number) for pk, round_, number in found}
