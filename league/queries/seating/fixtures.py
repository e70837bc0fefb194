"""Fixtures of a stage: what a draw of them would be, and who waits for whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import Q

from league.core.enums import EntryState, SeatingState
from league.core.errors import Refused
from league.models import Entry, Play, Seating, Table
from league.queries.seating import apart, seating_fields
from league.seating.errors import SeatingRefused
from league.seating.fixtures.draw import Fixtures, fixtures
from league.seating.fixtures.task import Task
from league.seating.types import PlannedTable, pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.models import Stage
    from league.seating.types import Objection

MOST_MATCHES = 40


@dataclass(frozen=True, slots=True)
class Drawn:
    """Fixtures before they are stored.

    ``tables`` are the new ones with entries in seat order, ``kept`` those that stay as they are:
    somebody reported there, or agreed on a day. ``matches`` are those of each entry, kept tables
    included. A pair meets ``fewest`` to ``most`` times; ``repeats`` are meetings beyond the first.
    ``is_best``: proven that pairs cannot meet again less often.
    """

    tables: tuple[PlannedTable, ...]
    kept: tuple[Table, ...]
    matches: Mapping[int, int]
    fewest: int
    most: int
    repeats: int
    is_best: bool
    seed: int


def seating_of(stage: Stage) -> Seating | None:
    """The one seating that holds the fixtures of a stage."""
    rows = Seating.objects.filter(round__stage=stage, round__is_rolling=True)
    return rows.filter(state=SeatingState.PUBLISHED).select_related("round").first()


def drawn(stage: Stage, *, matches: int, seed: int) -> Drawn:
    """The fixtures of everybody in the stage with this seed, beside the tables that are kept.

    Raises:
        Refused: no game for tables of these sizes.
        SeatingRefused: as ``league.seating.fixtures``, with entries for players.
    """
    people = list(
        Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED).order_by("pk")
    )
    game = next(iter(seating_fields.offered(stage)), None)
    if game is None:
        raise Refused("no_game_offered")
    kept = kept_tables(stage)
    seats = {table.pk: [seat.entry_id for seat in table.seats.all()] for table in kept}
    here = [row.pk for row in people]
    ids = [*here, *sorted({pk for row in seats.values() for pk in row} - {*here})]
    place = {pk: at for at, pk in enumerate(ids)}
    by_player = {row.player_id: row.pk for row in people}
    parted = apart.pairs(stage.event.club_id, by_player)
    task = Task(
        n=len(ids),
        matches=matches,
        low=game.low,
        high=game.high,
        preferred=stage.size_preferred,
        apart=frozenset(pair(place[by_player[a]], place[by_player[b]]) for a, b in parted),
        kept=tuple(tuple(place[pk] for pk in row) for row in seats.values()),
        gone=frozenset(range(len(here), len(ids))),
    )
    found = _asked(task, seed, ids)
    counts = Counter(player for table in found.tables for player in table)
    first = 1 + max((table.number for table in kept), default=0)
    return Drawn(
        tables=tuple(
            PlannedTable(number, game.ruleset, tuple(ids[player] for player in table))
            for number, table in enumerate(found.new, start=first)
        ),
        kept=tuple(kept),
        matches={pk: counts[place[pk]] for pk in here},
        fewest=found.figures.fewest,
        most=found.figures.most,
        repeats=found.figures.repeats,
        is_best=found.is_best,
        seed=seed,
    )


def kept_tables(stage: Stage) -> list[Table]:
    """The tables that a new draw leaves alone, by number, with ``seats.all()`` in seat order.

    Somebody agreed on a day there, wrote a sheet (also one that was voided since), or plays in
    the browser.
    """
    seating = seating_of(stage)
    if seating is None:
        return []
    begun = Q(fixture__agreed_at__isnull=False) | Q(records__isnull=False)
    playing = Play.objects.filter(table__seating=seating)
    ids = set(seating.tables.filter(begun).values_list("pk", flat=True))
    ids |= set(playing.values_list("table", flat=True))
    return list(seating.tables.filter(pk__in=ids).prefetch_related("seats").order_by("number"))


def _asked(task: Task, seed: int, ids: Sequence[int]) -> Fixtures:
    try:
        return fixtures(task, seed=seed)
    except SeatingRefused as refused:
        told = tuple(_with_entries(one, ids) for one in refused.objections)
        raise SeatingRefused(told) from refused


def _with_entries(objection: Objection, ids: Sequence[int]) -> Objection:
    """The objection with entries in the place of numbers."""
    params = dict(objection.params)
    for name in ("player", "players"):
        value = params.get(name)
        if isinstance(value, tuple):
            params[name] = tuple(ids[int(one)] for one in value)
        elif isinstance(value, int) and name == "player":
            params[name] = ids[value]
    return replace(objection, params=params)
