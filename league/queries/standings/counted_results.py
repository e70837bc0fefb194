"""What was played, missed and given in a stage or a season, by stage."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from league.models import Stage
from league.queries.standings import counted_byes
from league.queries.standings import counted_rows as rows
from league.queries.standings.counted_rows import EntryRow, Span
from league.standings import types as pure
from league.standings.season import Evening
from league.standings.seats import measure_seats
from league.standings.types import PlayerId

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from league.standings.settings import SeatMean


@dataclass(frozen=True, slots=True)
class Found:
    """What was played, missed and given, by stage."""

    tables: Mapping[int, list[pure.TableResult]]
    byes: Mapping[int, list[pure.ByeResult]]
    adjusted: rows.Adjusted

    @property
    def stages(self) -> set[int]:
        return {*self.tables, *self.byes, *self.adjusted.of_stages}

    @property
    def players(self) -> Iterator[PlayerId]:
        for tables in self.tables.values():
            yield from (seat.player for table in tables for seat in table.seats)
        for byes in self.byes.values():
            yield from (bye.player for bye in byes)
        for given in self.adjusted.of_stages.values():
            yield from (row.player for row in given)
        yield from (row.player for row in self.adjusted.own)

    def of(self, stage: Stage) -> pure.Results:
        """The results of one stage."""
        return pure.Results(
            tables=tuple(self.tables.get(stage.pk, ())),
            byes=tuple(self.byes.get(stage.pk, ())),
            adjustments=tuple(self.adjusted.of_stages.get(stage.pk, ())),
        )


def found_in(span: Span, special: Mapping[int, EntryRow], *, guests: bool) -> Found:
    """Reads what counts in the span, with a handful of queries."""
    records = rows.records(span)
    games = rows.games(records)
    return Found(
        tables=rows.tables(span, records, games, special, guests=guests),
        byes=counted_byes.byes(span, special, records, guests=guests),
        adjusted=rows.adjustments(span),
    )


def lots_of(stage: Stage, entries: Mapping[int, EntryRow]) -> tuple[pure.Lot, ...]:
    """The lots drawn among people who are level, by player."""
    return tuple(
        pure.Lot(
            tuple(entries[pk].player for pk in lot["entries"] if pk in entries),
            lot["seed"],
            lot["drawn_on"],
            lot["drawn_by"],
        )
        for lot in stage.lots
    )


def with_seat_means(evenings: Sequence[Evening]) -> list[Evening]:
    """What each seat gives, measured on all results here that are scored alike."""
    parts: dict[str, list[Evening]] = defaultdict(list)
    for evening in evenings:
        parts[json.dumps(evening.scheme.to_json(), sort_keys=True)].append(evening)
    means: dict[str, tuple[SeatMean, ...]] = {}
    for key, some in parts.items():
        tables = tuple(table for evening in some for table in evening.results.tables)
        means[key] = measure_seats(pure.Results(tables=tables), some[0].scheme)
    return [
        replace(evening, settings=replace(evening.settings, seat_means=means[key]))
        for key, some in parts.items()
        for evening in some
    ]
