"""The fairness ledger of an event or a season: what everybody got, beside the best possible."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from league import permissions
from league.core.enums import RoundEntryState, SeatingState
from league.models import Event, Player, RoundEntry, Season, Seat, Seating
from league.permissions import visible
from league.queries import what_counts
from league.queries.seating.seating_plans import repeat_costs
from league.seating.ledger import Ledger, Line, PlayedRound, ledger
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from league.core.actors import Actor
    from league.models import Club

MOST_IN_MATRIX = 60  # people whose meetings are told pair by pair
_SAT_OUT = (RoundEntryState.BYE, RoundEntryState.SITS_OUT)
_PLAYED = (SeatingState.PUBLISHED,)


@dataclass(frozen=True, slots=True)
class FairnessRow:
    """A player's line with the name that the viewer sees."""

    player_id: int
    name: str
    sort_key: str
    line: Line


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round of an event: how many met again in it, at what cost, and what nobody could spare."""

    number: int
    stage: int
    repeats: int
    repeat_cost: int
    lower_bound: int
    least_cost: int
    method: str


@dataclass(frozen=True, slots=True)
class Fairness:
    """The ledger with names, in the order of names; ``rounds`` only for an event."""

    rows: tuple[FairnessRow, ...]
    book: Ledger
    rounds: tuple[RoundRow, ...] = ()

    @property
    def most_seats(self) -> int:
        """How many seats the largest table had."""
        return max((len(row.line.seats) for row in self.rows), default=0)

    def row(self, player_id: int) -> FairnessRow | None:
        return next((row for row in self.rows if row.player_id == player_id), None)


def of_event(viewer: Actor, event: Event) -> Fairness:
    """The ledger of one event; rounds that are drafts or were withdrawn are not in it."""
    book = ledger(_rounds(Event.objects.filter(pk=event.pk)))
    rounds = (
        Seating.objects.filter(
            round__stage__event=event, state=SeatingState.PUBLISHED, round__is_rolling=False
        )
        .order_by("round__stage__number", "round__number")
        .values_list("round__number", "round__stage__number", "explanation", "method")
    )
    return Fairness(
        rows=_named(viewer, event.club, event, book),
        book=book,
        rounds=tuple(
            RoundRow(
                number=number,
                stage=stage,
                repeats=int(told.get("repeats", 0)),
                repeat_cost=repeat_costs(told)[0],
                lower_bound=int(told.get("lower_bound", 0)),
                least_cost=repeat_costs(told)[1],
                method=method,
            )
            for number, stage, told, method in rounds
        ),
    )


def of_season(viewer: Actor, season: Season) -> Fairness:
    """The ledger of all events of a season that the viewer may see, cancelled ones left out."""
    events = visible(Event.objects.all(), viewer).filter(season=season.pk)
    book = ledger(_rounds(events.filter(what_counts.taking_place())))
    return Fairness(rows=_named(viewer, season.club, season, book), book=book)


def _named(
    viewer: Actor, club: Club, scope: Event | Season, book: Ledger
) -> tuple[FairnessRow, ...]:
    players = Player.objects.filter(pk__in=[line.player for line in book.lines])
    shown = names.shown(players, club, full=permissions.sees_names(viewer, scope))
    rows = [
        FairnessRow(line.player, shown[line.player].name, shown[line.player].sort_key, line)
        for line in book.lines
    ]
    return tuple(sorted(rows, key=lambda row: (row.sort_key, row.player_id)))


def _rounds(events: Iterable[Event]) -> list[PlayedRound]:
    """Published rounds in the order of time, players by their own number."""
    seats = (
        Seat.objects.filter(
            seating__round__stage__event__in=events,
            seating__state__in=_PLAYED,
            table__isnull=False,
        )
        .order_by("seating__round__stage__event__starts_at", "seating", "table__number", "position")
        .values_list(
            "seating__round",
            "seating__round__is_rolling",
            "seating__round__stage__size_preferred",
            "table",
            "entry__player",
        )
    )
    tables: dict[int, dict[int, list[int]]] = defaultdict(dict)
    kinds: dict[int, tuple[bool, int]] = {}
    for round_id, is_rolling, preferred, table, player in seats:
        kinds[round_id] = (is_rolling, preferred)
        tables[round_id].setdefault(table or 0, []).append(player)
    out: dict[int, set[int]] = defaultdict(set)
    rested = RoundEntry.objects.filter(round__in=list(kinds), state__in=_SAT_OUT)
    for round_id, player in rested.values_list("round", "entry__player"):
        out[round_id].add(player)
    found: list[PlayedRound] = []
    for round_id, (is_rolling, preferred) in kinds.items():
        rows: Sequence[tuple[int, ...]] = [tuple(row) for row in tables[round_id].values()]
        if is_rolling:
            # In open play every table is a round of its own: nobody sat out of it.
            found += [PlayedRound((row,), frozenset(), preferred) for row in rows]
        else:
            seated = {player for row in rows for player in row}
            resting = frozenset(out[round_id] - seated)
            found.append(PlayedRound(tuple(rows), resting, preferred))
    return found


def shown_share(value: Fraction) -> str:
    """A fair share as people read it: with one decimal, whole numbers without."""
    tenths = round(value * 10)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
