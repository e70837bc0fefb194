"""Rounds without a match: the byes of a stage or a season, and what late players missed."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from league import withheld
from league.core.actors import ANONYMOUS
from league.core.enums import RoundEntryState, RoundState
from league.models import MatchRecord, RoundEntry, Stage
from league.queries.standings.counted_rows import (
    EntryRow,
    RecordRow,
    Span,
    batched,
    is_ranked,
    record_rows,
    within,
)
from league.standings import types as pure
from league.standings.types import ByeResult, ByeValue, PlayerId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from django.db.models import QuerySet

_BYES: dict[str, pure.ByeKind] = {
    RoundEntryState.BYE: "bye",
    RoundEntryState.REQUESTED_BYE: "requested_bye",
    RoundEntryState.SITS_OUT: "sits_out",
    RoundEntryState.ABSENT: "absent",
    RoundEntryState.NO_SHOW: "no_show",
}


def byes(
    span: Span, special: Mapping[int, EntryRow], rows: Iterable[RecordRow], *, guests: bool
) -> dict[int, list[ByeResult]]:
    """Rounds without a match, with those that late players missed.

    A season that ranks no guests has no rows of theirs, so nothing of them is read there; of a
    filler it is nowhere.
    """
    reads_guests = guests or isinstance(span.scope, Stage)
    left_out = {pk for pk, row in special.items() if not is_ranked(row, guests=reads_guests)}
    chosen = bye_rows(span)
    found: dict[int, list[ByeResult]] = defaultdict(list)
    told: set[tuple[int, int, int]] = set()
    rounds: dict[int, set[int]] = defaultdict(set)
    where: dict[int, int] = {}
    mine = chosen if span.players is None else chosen.filter(entry__player__in=span.players)
    for stage, event, number, entry, player, state, num, den in mine.order_by(
        "round_id", "pk"
    ).values_list(
        "round__stage_id",
        "round__stage__event_id",
        "round__number",
        "entry_id",
        "entry__player_id",
        "state",
        "value_num",
        "value_den",
    ):
        if entry in left_out or (isinstance(span.scope, Stage) and entry not in special):
            continue  # a guest, or entered since: the next computation has them
        stored = None if num is None else ByeValue("fixed", Fraction(num, den))
        found[stage].append(ByeResult(PlayerId(player), number, _BYES[state], stored))
        rounds[stage].add(number)
        where[stage] = event
        told.add((stage, number, entry))
    late = [row for row in special.values() if row.joined_round > 1 and row.pk not in left_out]
    if span.players is not None:
        late = [row for row in late if row.player in span.players]
    if not late:
        return found
    if span.players is None:
        for record in rows:
            rounds[record.stage].add(record.round)
        unplaced = rounds.keys() - where.keys()
    else:
        rounds, where = rounds_of(span, {row.event for row in late})
        unplaced = set()
    for part in batched(sorted(unplaced)):
        where.update(Stage.objects.filter(pk__in=part).values_list("pk", "event_id"))
    by_event: dict[int, list[EntryRow]] = defaultdict(list)
    for row in late:
        by_event[row.event].append(row)
    for stage in sorted(rounds):
        for row in by_event.get(where[stage], ()):
            found[stage].extend(
                ByeResult(row.player, number, "late")
                for number in sorted(rounds[stage])
                if number < row.joined_round and (stage, number, row.pk) not in told
            )
    return found


def rounds_of(span: Span, events: Collection[int]) -> tuple[dict[int, set[int]], dict[int, int]]:
    """Per stage of some events all rounds that have a match or a bye, whoever was in them; and
    the event of each stage.
    """
    chosen = bye_rows(span)
    rounds: dict[int, set[int]] = defaultdict(set)
    where: dict[int, int] = {}
    here = chosen.filter(round__stage__event__in=events)
    played = MatchRecord.objects.filter(span.records(), stage__event__in=events)
    found: list[tuple[int, int, int]] = [
        *here.values_list("round__stage_id", "round__stage__event_id", "round__number").distinct()
    ]
    stage_of = dict(Stage.objects.filter(event__in=events).values_list("pk", "event_id"))
    found.extend((row.stage, stage_of[row.stage], row.round) for row in record_rows(span, played))
    for stage, event, number in found:
        rounds[stage].add(number)
        where[stage] = event
    return rounds, where


def all_rounds(span: Span) -> dict[int, set[int]]:
    """Per stage all rounds that have a match or a bye; late players make no other."""
    found: dict[int, set[int]] = defaultdict(set)
    played = within(span, MatchRecord.objects.filter(span.records()))
    for stage, number in (
        played.order_by().values_list("stage_id", "table__seating__round__number").distinct()
    ):
        found[stage].add(number)
    for stage, number in (
        bye_rows(span).order_by().values_list("round__stage_id", "round__number").distinct()
    ):
        found[stage].add(number)
    return found


def bye_rows(span: Span) -> QuerySet[RoundEntry, RoundEntry]:
    """The rounds without a match in the span, of everybody."""
    rows = RoundEntry.objects.filter(
        span.stages("round__stage"),
        round__state__in=[RoundState.PUBLISHED, RoundState.CLOSED],
        state__in=list(_BYES),
    )
    if span.public:
        rows = rows.filter(withheld.told_rounds(ANONYMOUS, "round__"))
    if span.first is not None:
        rows = rows.filter(round__stage__event__starts_at__gte=span.first)
    if span.end is not None:
        rows = rows.filter(round__stage__event__starts_at__lt=span.end)
    if span.last_round is not None:
        rows = rows.filter(round__number__lte=span.last_round)
    return rows
