"""The sums per player that tables are ranked by."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from league.standings.award import Awarder
from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.exact import exact_sum
from league.standings.settings import StageSettings
from league.standings.table import Cell, CellNote
from league.standings.types import (
    Adjustment,
    ByeResult,
    ByeValue,
    EventId,
    MatchId,
    PlayerId,
    Results,
    TableResult,
)

_LIMITED = ("bye", "requested_bye")


@dataclass(slots=True)
class Account:
    """What one player has collected so far."""

    cells: list[Cell] = field(default_factory=list)
    match_points: list[Fraction] = field(default_factory=list)
    bye_points: list[Fraction] = field(default_factory=list)
    wins: list[Fraction] = field(default_factory=list)
    places: Counter[int] = field(default_factory=Counter)
    tables: list[Mapping[PlayerId, int]] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    byes: int = 0

    @property
    def takes_part(self) -> bool:
        """False for somebody who only held seats as a guest or filler."""
        return bool(self.adjustments) or any(cell.note != "guest" for cell in self.cells)


class Ledger:
    """Collects stages in the order they were played; implements the contract `Tally`."""

    def __init__(self) -> None:
        self.accounts: dict[PlayerId, Account] = defaultdict(Account)
        self.rounds: dict[tuple[EventId, int], None] = {}
        self.largest = 0
        self._matches: set[MatchId] = set()
        self._counted: dict[PlayerId, Fraction] = {}
        self._points: dict[PlayerId, Fraction] = {}

    def collect(
        self,
        results: Results,
        scheme: PointsScheme,
        settings: StageSettings,
        event: EventId | None = None,
    ) -> None:
        """Add one stage; `event` overrides what the matches say, and places the byes."""
        if len({entrant.player for entrant in results.entrants}) != len(results.entrants):
            raise StandingsError("entrant_twice")
        awarder = Awarder(scheme, settings)
        guests = {entrant.player for entrant in results.entrants if not entrant.ranked}
        void = {
            entrant.player
            for entrant in results.entrants
            if entrant.void and entrant.state == "disqualified"
        }
        tables = sorted(results.tables, key=lambda table: (table.round, table.order, table.match))
        where = event if event is not None else (tables[0].event if tables else EventId(0))
        rounds = {(event if event is not None else t.event, t.round) for t in tables}
        rounds |= {(where, bye.round) for bye in results.byes}
        self.rounds.update(dict.fromkeys(sorted(rounds, key=lambda key: (key[1], key[0]))))
        here: dict[PlayerId, list[Fraction]] = defaultdict(list)
        cells: dict[PlayerId, list[Cell]] = defaultdict(list)
        for table in tables:
            self._add_table(table, awarder, guests, void, event, here, cells)
        for bye in sorted(results.byes, key=lambda bye: (bye.round, bye.player, bye.kind)):
            own = here.get(bye.player, [])
            if bye.player in void:
                cells[bye.player].append(Cell(bye.kind, where, bye.round, None, note="void"))
            else:
                cells[bye.player].append(self._bye_cell(bye, where, scheme, settings, own))
        for player, added in cells.items():
            added.sort(key=lambda cell: cell.round)
            self.accounts[player].cells.extend(added)
        self.adjust(results.adjustments)

    def _add_table(
        self,
        table: TableResult,
        awarder: Awarder,
        guests: Collection[PlayerId],
        void: Collection[PlayerId],
        event: EventId | None,
        here: Mapping[PlayerId, list[Fraction]],
        cells: Mapping[PlayerId, list[Cell]],
    ) -> None:
        seats = table.seats
        if table.match in self._matches:
            raise StandingsError("match_twice", match=table.match)
        self._matches.add(table.match)
        if len({seat.player for seat in seats}) != len(seats):
            raise StandingsError("seat_twice", match=table.match)
        self.largest = max(self.largest, len(seats))
        ranked = tuple([seat.ranked and seat.player not in guests for seat in seats])
        awards = awarder.awards(table, ranked)
        where = table.event if event is None else event
        meeting: dict[PlayerId, int] = {}
        for seat, award, scores in zip(seats, awards, ranked, strict=True):
            player = seat.player
            points = award.points
            note: CellNote = ""
            if not scores:
                note = "guest"
            elif player in void:
                points, note = None, "void"
            cells[player].append(
                Cell(
                    "match",
                    where,
                    table.round,
                    points,
                    table.match,
                    len(seats),
                    award.place,
                    award.tied,
                    table.drawn,
                    seat.score,
                    True,
                    note,
                )
            )
            if points is None:
                continue
            account = self.accounts[player]
            account.match_points.append(points)
            here[player].append(points)
            account.wins.append(award.win)
            if not table.drawn:
                account.places[award.place] += 1
                account.tables.append(meeting)
                meeting[player] = award.place

    def _bye_cell(
        self,
        bye: ByeResult,
        event: EventId,
        scheme: PointsScheme,
        settings: StageSettings,
        own: Sequence[Fraction],
    ) -> Cell:
        account = self.accounts[bye.player]
        note: CellNote = ""
        points = bye_points(bye.value or settings.value_of(bye.kind), scheme, settings, own)
        if bye.kind in _LIMITED:
            account.byes += 1
            if settings.bye_limit is not None and account.byes > settings.bye_limit:
                points, note = Fraction(0), "over_limit"
        account.bye_points.append(points)
        return Cell(bye.kind, event, bye.round, points, note=note)

    def adjust(self, adjustments: Iterable[Adjustment]) -> None:
        for adjustment in sorted(adjustments, key=lambda a: (a.reason, a.player, a.points)):
            self.accounts[adjustment.player].adjustments.append(adjustment)

    def set_counted(self, player: PlayerId, points: Fraction) -> None:
        """Replace the sum of results by what a season's rule counts of it."""
        self._counted[player] = points

    def adjusted(self, player: PlayerId) -> Fraction:
        return exact_sum(entry.points for entry in self.accounts[player].adjustments)

    def points(self, player: PlayerId) -> Fraction:
        known = self._points.get(player)
        if known is None:
            account = self.accounts[player]
            counted = self._counted.get(player)
            if counted is None:
                counted = exact_sum([*account.match_points, *account.bye_points])
            known = self._points[player] = counted + self.adjusted(player)
        return known

    def matches(self, player: PlayerId) -> int:
        return len(self.accounts[player].match_points)

    def average(self, player: PlayerId) -> Fraction | None:
        account = self.accounts[player]
        if not account.match_points:
            return None
        total = exact_sum(account.match_points) + self.adjusted(player)
        return total / len(account.match_points)

    def wins(self, player: PlayerId) -> Fraction:
        return exact_sum(self.accounts[player].wins)

    def places(self, player: PlayerId) -> tuple[int, ...]:
        counts = self.accounts[player].places
        return tuple(counts[place] for place in range(1, self.largest + 1))

    def tables_of(self, player: PlayerId) -> Sequence[Mapping[PlayerId, int]]:
        return self.accounts[player].tables


def bye_points(
    value: ByeValue, scheme: PointsScheme, settings: StageSettings, own: Sequence[Fraction]
) -> Fraction:
    """What a round without a match is worth, given the player's own match points of the stage.

    `own_average` is the mean while nothing was played; `mean` is the own average under
    schemes that have no mean per seat, and nothing while nothing was played.
    """
    if value.rule == "fixed":
        return value.amount
    if value.rule == "zero":
        return Fraction(0)
    average = exact_sum(own) / len(own) if own else None
    mean = usual_mean(scheme, settings)
    preferred, other = (average, mean) if value.rule == "own_average" else (mean, average)
    if preferred is not None:
        return preferred
    return other if other is not None else Fraction(0)


def usual_mean(scheme: PointsScheme, settings: StageSettings) -> Fraction | None:
    """The mean per seat at the usual size, or at the nearest covered size, larger first."""
    usual = settings.usual_size
    for distance in range(12):
        for size in (usual + distance, usual - distance):
            if 2 <= size <= 12 and scheme.covers(size):
                return scheme.mean_per_seat(size)
    return None
