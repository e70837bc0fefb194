"""Who is free in open play, since when, which tables are running, and which could start."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Max, Q
from django.utils import timezone

from league.core.enums import EntryState, SeatingState
from league.core.facts import Fact
from league.models import Entry, JournalLine, Seating, Table
from league.queries.evening import endings
from league.queries.seating import seating_fields
from league.seating.errors import SeatingRefused
from league.seating.rolling import Advice, Option, Patience, Waiting, advise, has_one_split, options
from league.seating.split import remaining_games
from league.seating.types import TableLock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from league.models import Stage
    from league.seating.types import Field, Pair

# With more people free, only the first proposals are worked out: nobody reads more in a hall.
HALL = 24
MOST_OPTIONS = 4
# Lines of the journal that one step back looks at.
MOST_BACK = 200
# Who comes back as soon as this has tapped the wrong button.
SLIP = timedelta(minutes=1)


class Free(NamedTuple):
    """Somebody in the room without an open seat: matches so far, and since when they wait.

    ``since`` is the line of the journal that set them free, or that says they came; ``at`` its
    time.
    """

    entry: Entry
    matches: int
    since: int
    at: datetime


class Proposals(NamedTuple):
    """What could start now, the best first.

    ``advice`` says whether to start the first or to wait for a running table, under ``patience``;
    both are None where the stage starts at once, nothing can start or nothing else plays. ``met``
    counts how often two people (ids of entries) have sat together, ``games`` are the rulesets that
    still have a free copy, and ``sizes_forced`` says that so many people fill tables of these sizes
    only.
    """

    options: tuple[Option, ...] = ()
    advice: Advice | None = None
    patience: Patience | None = None
    met: Mapping[Pair, int] = MappingProxyType({})
    games: tuple[int, ...] = ()
    sizes_forced: bool = False


class Done(NamedTuple):
    """The latest thing done in the room that can be taken back, as its journal line says.

    ``table`` was formed; else ``entries`` were marked as here, or not, or one went home.
    """

    line: int
    kind: Fact
    at: datetime
    table: Table | None = None
    entries: tuple[int, ...] = ()
    present: bool = False


def last_done(stage: Stage) -> Done | None:
    """What one step back would take back; after it, the step before. None at a result.

    Whatever led to a result stays: its table stands before everything older.
    """
    lines = JournalLine.objects.filter(
        event=stage.event_id, kind__in=[Fact.TABLE_FORMED, Fact.ROLL_CALLED, Fact.ENTRY_DROPPED]
    ).order_by("-pk")
    undone: set[int] = set()
    for line in lines[:MOST_BACK]:
        fact, payload = Fact(line.kind), line.payload
        if "undoes" in payload:
            undone.add(payload["undoes"])
        elif line.pk in undone:
            continue
        elif fact == Fact.ROLL_CALLED:
            ids = tuple(payload.get("entries", ()))
            if ids and "entered" not in payload:
                return Done(line.pk, fact, line.at, None, ids, bool(payload.get("present")))
        elif fact == Fact.ENTRY_DROPPED:
            gone = Entry.objects.filter(pk=payload.get("entry"), state=EntryState.DROPPED)
            if gone.exists():
                return Done(line.pk, fact, line.at, None, (payload["entry"],))
        else:
            table = Table.objects.filter(pk=payload.get("id"), seating__round__stage=stage).first()
            if table is not None:
                return Done(line.pk, fact, line.at, table)
    return None


def slip_of(entry: Entry) -> int | None:
    """The line by which somebody has just paused or gone home, while it can be a slip.

    None after ``SLIP``, after more than one step of theirs, and once a table has formed or was
    taken back since: by then the others' turns went by what they had said.
    """
    lines = JournalLine.objects.filter(
        event=entry.event_id,
        kind__in=[
            Fact.ROLL_CALLED,
            Fact.ENTRY_DROPPED,
            Fact.ENTRY_REINSTATED,
            Fact.TABLE_FORMED,
            Fact.TABLE_CHANGED,
        ],
        at__gte=timezone.now() - SLIP,
    )
    for line in lines.order_by("-pk"):
        fact, payload = Fact(line.kind), line.payload
        if fact in {Fact.TABLE_FORMED, Fact.TABLE_CHANGED}:
            return None
        if entry.pk in payload.get("entries", ()):
            return line.pk if payload.get("pauses") and payload["entries"] == [entry.pk] else None
        if payload.get("entry") == entry.pk:
            is_slip = fact == Fact.ENTRY_DROPPED and payload.get("was_here", True)
            return line.pk if is_slip else None
    return None


def called_to(table: Table) -> list[int]:
    """Entries who were not free when this table was formed of them, as its line says."""
    event = table.seating.round.stage.event_id
    line = JournalLine.objects.filter(
        event=event, kind=Fact.TABLE_FORMED, payload__id=table.pk
    ).first()
    return list(line.payload.get("called", ())) if line is not None else []


def free(stage: Stage) -> list[Free]:
    """Entries in the room without an open seat, in the order of their turn."""
    rows = (
        Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED, is_present=True)
        .annotate(
            playing=Count("seats", filter=Q(seats__is_open=True, seats__is_rolling=True)),
            matches=Count(
                "seats",
                filter=Q(seats__is_rolling=True, seats__table__isnull=False),
                distinct=True,
            ),
            since=Max("scores__record__from_seq"),
        )
        .filter(playing=0)
        .select_related("player")
    )
    came = _arrivals(stage)
    lines = _times(stage, {row.since for row in rows if row.since})
    found = []
    for row in rows:
        seq, at = came.get(row.pk, (0, row.created_at))
        if row.since and row.since > seq:
            seq, at = row.since, lines.get(row.since, at)
        found.append(Free(row, row.matches, seq, at))
    return sorted(found, key=lambda row: (row.matches, row.since, row.entry.pk))


def pausing(stage: Stage) -> list[Entry]:
    """Who said that they pause, or has played and is out of the room for now.

    Nobody who still sits at an open table, and nobody who was ticked off as not having come.
    """
    away = Entry.objects.filter(
        event=stage.event_id, state=EntryState.REGISTERED, is_present=False
    ).exclude(seats__is_open=True, seats__is_rolling=True)
    said: dict[int, bool] = {}
    for line in _not_undone(stage, Fact.ROLL_CALLED):
        payload = line.payload
        said |= dict.fromkeys(payload.get("entries", ()), bool(payload.get("pauses")))
    has_played = Q(seats__is_rolling=True, seats__table__isnull=False)
    pauses = Q(pk__in=[pk for pk, is_pause in said.items() if is_pause])
    return list(away.filter(has_played | pauses).distinct().select_related("player").order_by("pk"))


def seed_of(stage: Stage) -> int:
    """The lot of the next tables: the same until one more table has formed."""
    return Table.objects.filter(seating__round__stage=stage).count() + 1


def next_number(seating: Seating | None) -> int:
    """The number of the next table; numbers of tables that are done are not used again."""
    if seating is None:
        return 1
    last: int = seating.tables.aggregate(last=Max("number"))["last"] or 0
    return last + 1


def rolling_seating(stage: Stage) -> Seating | None:
    """The seating that grows table by table; None before the first table."""
    return Seating.objects.filter(
        round__stage=stage, round__is_rolling=True, state=SeatingState.PUBLISHED
    ).first()


def field(stage: Stage, seating: Seating | None) -> Field:
    """The field of the next tables: who is here, and the tables still playing."""
    playing = tuple(
        TableLock(number=row.number, ruleset=row.ruleset_id, players=players)
        for row, players in (running(seating) if seating else ())
    )
    busy = {player for lock in playing for player in lock.players}
    known = seating_fields.with_players(seating_fields.collect(stage, before=None), busy)
    return replace(known, kept=playing)


def proposals(stage: Stage) -> Proposals:
    """The next tables with other ways to form them, as the desk shows them.

    Raises ``SeatingRefused`` when those who are free cannot sit together.
    """
    seating = rolling_seating(stage)
    people = free(stage)
    turns = [_turn(row) for row in people]
    around = field(stage, seating)
    seed, first = seed_of(stage), next_number(seating)
    most = MOST_OPTIONS if len(people) <= HALL else 1
    found = options(turns, around, seed=seed, first_number=first, most=most)
    seated = sum(len(table.players) for table in found[0].tables) if found else 0
    said = Proposals(
        found,
        met=around.met,
        games=tuple(game.ruleset for game in remaining_games(around)),
        sizes_forced=bool(found) and has_one_split(seated, around),
    )
    hold = seating_fields.preferences_of(stage).hold
    if not hold or not found or not around.kept or seating is None or len(people) > HALL:
        return said
    patience = _patience(hold, seating, people)
    advice = advise(found[0], turns, around, patience, seed=seed, first_number=first)
    return said._replace(advice=advice, patience=patience)


def awaited(stage: Stage) -> int | None:
    """The number of the running table that those who are free had better wait for.

    None where they had better start, or nobody can.
    """
    try:
        advice = proposals(stage).advice
    except SeatingRefused:
        return None
    return advice.table if advice is not None and advice.why == "wait" else None


def _patience(hold: int, seating: Seating, people: list[Free]) -> Patience:
    now = timezone.now()
    tables = {table.pk: table for table, _ in running(seating)}
    ends = endings.expected(tables.values(), seating.round)
    return Patience(
        hold=hold,
        waited=max(_minutes(now - row.at) for row in people),
        # what should be over by now ends any minute
        ends={tables[pk].number: max(1, -_minutes(now - end)) for pk, end in ends.items()},
    )


def _minutes(span: timedelta) -> int:
    """Whole minutes of a span that are over; of one to come, those begun."""
    return span // timedelta(minutes=1)


def _arrivals(stage: Stage) -> dict[int, tuple[int, datetime]]:
    """The last time each entry came into the room, as the journal knows it."""
    found: dict[int, tuple[int, datetime]] = {}
    for line in _not_undone(stage, Fact.ROLL_CALLED, Fact.ENTRY_ADDED, Fact.ENTRY_REINSTATED):
        came = (line.seq or 0, line.at)
        if line.kind != Fact.ROLL_CALLED:
            found[line.payload.get("entry", 0)] = came
        elif line.payload.get("present"):
            found |= dict.fromkeys(line.payload.get("entries", ()), came)
    return found


def _not_undone(stage: Stage, *kinds: Fact) -> list[JournalLine]:
    """The event's lines of these kinds, without what was taken back and without the taking back."""
    lines = JournalLine.objects.filter(event=stage.event_id, kind__in=kinds).order_by("pk")
    rows = list(lines.only("kind", "payload", "seq", "at"))
    undone = {row.payload["undoes"] for row in rows if "undoes" in row.payload}
    return [row for row in rows if "undoes" not in row.payload and row.pk not in undone]


def _times(stage: Stage, seqs: set[int]) -> dict[int, datetime]:
    rows = JournalLine.objects.filter(event=stage.event_id, seq__in=seqs)
    return {seq: at for seq, at in rows.values_list("seq", "at") if seq is not None}


def waiting(stage: Stage) -> list[Waiting]:
    return [_turn(row) for row in free(stage)]


def _turn(row: Free) -> Waiting:
    return Waiting(player=row.entry.pk, since=row.since, played=row.matches)


def running(seating: Seating) -> list[tuple[Table, tuple[int, ...]]]:
    """Tables with open seats, and who sits there."""
    tables = (
        Table.objects.filter(seating=seating, seats__is_open=True)
        .distinct()
        .select_related("ruleset__club_game")
        .prefetch_related("seats")
        .order_by("number")
    )
    return [
        (
            table,
            tuple(
                seat.entry_id
                for seat in sorted(table.seats.all(), key=lambda seat: seat.position or 0)
            ),
        )
        for table in tables
    ]
