"""What the public pages show: an event with its rounds, a club's latest, one's own places."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Count, Prefetch

from league import permissions
from league.core.enums import (
    EntryState,
    NameLevel,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.models import (
    Club,
    Entry,
    Event,
    MatchRecord,
    Player,
    Round,
    RoundEntry,
    SeatScore,
    Stage,
    Table,
)
from league.queries import what_counts
from league.queries.people import spelling
from league.queries.records import records
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from league.core.actors import Actor
    from league.queries.records.records import TableRow


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is in one round: at a seat, or without one and why.

    ``state`` is that of the round entry; in open play ``waiting`` for who is free.
    """

    player_id: int
    name: str
    sort_key: str
    state: str
    table: int | None = None
    seat: int | None = None
    is_guest: bool = False
    is_filler: bool = False

    @property
    def marked(self) -> str:
        return names.marked(self.name, is_filler=self.is_filler)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A published round: its tables by number and its people by name.

    Both are read for the rounds that a page shows; ``has_results`` is known of all.
    """

    stage: Stage
    round: Round
    has_results: bool
    tables: tuple[TableRow, ...] = ()
    places: tuple[Place, ...] = ()

    @property
    def without_table(self) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.table is None)


@dataclass(frozen=True, slots=True)
class EventView:
    """An event as the public pages show it; drafts are in none of it."""

    event: Event
    stages: tuple[Stage, ...]
    rounds: tuple[RoundView, ...]
    entries: tuple[Entry, ...]
    shown: Mapping[int, names.Shown]
    chosen: RoundView | None

    @property
    def current(self) -> RoundView | None:
        """The running round, else the last one."""
        return _current(self.rounds)

    @property
    def last_with_results(self) -> RoundView | None:
        return _last_with_results(self.rounds)


@dataclass(frozen=True, slots=True)
class ResultSeat:
    player_id: int
    name: str
    place: int
    points: Fraction | None
    is_filler: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A confirmed result to read: the seats by place; ``is_won`` where they played together."""

    event: Event
    round_number: int
    table_number: int
    game: str
    played_at: datetime | None
    seats: tuple[ResultSeat, ...]
    is_won: bool | None = None


# --- an event -----------------------------------------------------------------------------


def event_view(
    viewer: Actor,
    event: Event,
    *,
    asked: tuple[int | None, int | None] = (None, None),
    public_names: bool = False,
) -> EventView:
    """The event with its published rounds, read with the same few queries at any size.

    Tables are read for the chosen round, the running one and the last one with a result.

    Args:
        asked: numbers of a round and of its stage; the running one where none fits.
        public_names: for what hangs on a wall: names as the public sees them, whoever asks.
    """
    stages = tuple(
        permissions.visible(Stage.objects.filter(event=event), viewer)
        .select_related("ruleset__club_game")
        .order_by("number")
    )
    for stage in stages:
        stage.event = event
    entries = tuple(
        Entry.objects.filter(event=event)
        .select_related("player")
        .order_by("player__sort_key", "id")
    )
    full = not public_names and permissions.sees_names(viewer, event)
    shown = names.shown((entry.player for entry in entries), event.club, full=full)
    rounds = _rounds(viewer, stages)
    chosen = _chosen(rounds, *asked)
    wanted = {
        view.round.pk for view in (chosen, _current(rounds), _last_with_results(rounds)) if view
    }
    rounds = _filled(viewer, event, rounds, wanted, entries, shown)
    return EventView(
        event=event,
        stages=stages,
        rounds=rounds,
        entries=tuple(sorted(entries, key=lambda entry: _by_name(shown[entry.player_id]))),
        shown=shown,
        chosen=_chosen(rounds, *asked),
    )


def _current(rounds: Sequence[RoundView]) -> RoundView | None:
    running = [view for view in rounds if view.round.state == RoundState.PUBLISHED]
    return running[-1] if running else rounds[-1] if rounds else None


def _last_with_results(rounds: Sequence[RoundView]) -> RoundView | None:
    return next((view for view in reversed(rounds) if view.has_results), None)


def _chosen(
    rounds: Sequence[RoundView], number: int | None, stage_number: int | None
) -> RoundView | None:
    fits = [
        view
        for view in rounds
        if view.round.number == number and stage_number in {None, view.stage.number}
    ]
    return fits[-1] if fits else _current(rounds)


def _by_name(shown: names.Shown) -> tuple[str, str]:
    return shown.sort_key, shown.name


def _rounds(viewer: Actor, stages: Sequence[Stage]) -> tuple[RoundView, ...]:
    of_stage = {stage.pk: stage for stage in stages}
    rounds = list(
        Round.objects.filter(stage__in=list(of_stage))
        .exclude(state=RoundState.DRAFT)
        .order_by("stage__number", "number")
    )
    with_results = set(
        permissions.visible(MatchRecord.objects.all(), viewer)
        .filter(stage__in=list(of_stage), state=RecordState.CONFIRMED)
        .values_list("table__seating__round_id", flat=True)
        .distinct()
    )
    for round_ in rounds:
        round_.stage = of_stage[round_.stage_id]
    return tuple(RoundView(row.stage, row, row.pk in with_results) for row in rounds)


def _filled(
    viewer: Actor,
    event: Event,
    views: tuple[RoundView, ...],
    wanted: Collection[int],
    entries: Sequence[Entry],
    shown: Mapping[int, names.Shown],
) -> tuple[RoundView, ...]:
    """The same rounds, the wanted ones with tables and people."""
    rounds = [view.round for view in views if view.round.pk in wanted]
    if not rounds:
        return views
    round_of = dict(
        Table.objects.filter(
            seating__round__in=rounds, seating__state=SeatingState.PUBLISHED
        ).values_list("pk", "seating__round_id")
    )
    tables: dict[int, list[TableRow]] = defaultdict(list)
    for row in records.tables_in(viewer=viewer, event=event, rounds=rounds):
        tables[round_of[row.table_id]].append(_with_names(row, shown))
    states: dict[int, dict[int, str]] = defaultdict(dict)
    for round_id, entry_id, state in RoundEntry.objects.filter(round__in=rounds).values_list(
        "round_id", "entry_id", "state"
    ):
        states[round_id][entry_id] = state
    return tuple(
        replace(
            view,
            tables=tuple(tables[view.round.pk]),
            places=_places(
                view.round, tables[view.round.pk], states[view.round.pk], entries, shown
            ),
        )
        if view.round.pk in wanted
        else view
        for view in views
    )


def _with_names(row: TableRow, shown: Mapping[int, names.Shown]) -> TableRow:
    """One name per person on all pages of the event, also where a table has one of two Annas."""
    seats = tuple(replace(seat, name=shown[seat.player_id].name) for seat in row.seats)
    return replace(row, seats=seats)


def _places(
    round_: Round,
    tables: Iterable[TableRow],
    states: Mapping[int, str],
    entries: Iterable[Entry],
    shown: Mapping[int, names.Shown],
) -> tuple[Place, ...]:
    if round_.stage.mode == StageMode.FIXTURES:
        return ()  # one sits at several tables at once, and waits at none
    seats: dict[int, tuple[int, int]] = {}
    for table in tables:
        if round_.is_rolling and table.state in {"confirmed", "missing"}:
            continue  # who played there is free again
        for seat in table.seats:
            seats[seat.entry_id] = (table.number, seat.position)
    found = []
    for entry in entries:
        at = seats.get(entry.pk)
        state = states.get(entry.pk, "")
        if at is not None:
            state = state if state == RoundEntryState.NO_SHOW else RoundEntryState.SEATED
        elif round_.is_rolling and entry.is_present and entry.state == EntryState.REGISTERED:
            state = "waiting"
        elif not state or state == RoundEntryState.SEATED:
            continue
        found.append(
            Place(
                player_id=entry.player_id,
                name=shown[entry.player_id].name,
                sort_key=shown[entry.player_id].sort_key,
                state=str(state),
                table=at[0] if at else None,
                seat=at[1] if at else None,
                is_guest=entry.is_guest,
                is_filler=entry.is_filler,
            )
        )
    return tuple(sorted(found, key=lambda place: (place.sort_key, place.name)))


def find(places: Iterable[Place], words: str) -> tuple[Place, ...]:
    """Those whose shown name has every word in it, whatever accents and case.

    Where nobody has, umlauts in two letters and one wrong letter in longer words are forgiven.
    """
    wanted = names.fold(names.clean(words)).split()
    if not wanted:
        return ()
    known = [(place, names.fold(place.name)) for place in places]
    found = tuple(place for place, name in known if all(word in name for word in wanted))
    return found or tuple(place for place, name in known if spelling.has_nearly(name, wanted))


# --- lists of events ----------------------------------------------------------------------


def sign_ups(events: Iterable[Event]) -> dict[int, int]:
    """How many people have a place in each of the events; fillers are the house's."""
    rows = (
        Entry.objects.filter(event__in=list(events), state=EntryState.REGISTERED, is_filler=False)
        .order_by()
        .values("event_id")
        .annotate(count=Count("pk"))
        .values_list("event_id", "count")
    )
    return dict(rows)


def games(events: Iterable[Event]) -> dict[int, dict[int, str]]:
    """The games of each of the events: their titles by their numbers on the shelf."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Stage.objects.filter(event__in=list(events)).order_by("number")
    for event, box, title in rows.values_list(
        "event", "ruleset__club_game", "ruleset__club_game__title"
    ):
        found[event][box] = title
    return dict(found)


# --- a club's latest ----------------------------------------------------------------------


def latest_results(viewer: Actor, club: Club, *, most: int = 6) -> tuple[Result, ...]:
    """The results of the club that were confirmed last."""
    rows = (
        permissions.visible(MatchRecord.objects.all(), viewer)
        .filter(what_counts.results(), stage__event__club=club)
        .select_related("table__ruleset__club_game", "table__seating__round", "stage__event")
        .prefetch_related(
            Prefetch("scores", SeatScore.objects.select_related("entry__player").order_by("place"))
        )
        .order_by("-confirmed_at", "-id")[:most]
    )
    found = list(rows)
    people = {
        score.entry.player_id: score.entry.player for row in found for score in row.scores.all()
    }
    shown = plain_names(people.values(), club, full=permissions.sees_names(viewer, club))
    return tuple(_result(row, shown) for row in found)


def plain_names(people: Iterable[Player], club: Club, *, full: bool) -> dict[int, str]:
    """Names for lists over several events: namesakes are told apart, the hidden are not counted.

    The number of a hidden player holds within one event and would mislead beyond it.
    """
    rows = list(people)
    hidden = [row for row in rows if not full and names.level_of(row, club) == NameLevel.HIDDEN]
    others = [row for row in rows if row not in hidden]
    found = {pk: shown.name for pk, shown in names.shown(others, club, full=full).items()}
    return found | {row.pk: names.public_name(row, club) for row in hidden}


def _result(row: MatchRecord, shown: Mapping[int, str]) -> Result:
    scale = int(row.outcome.get("scale", 0))
    return Result(
        event=row.stage.event,
        round_number=row.table.seating.round.number,
        table_number=row.table.number,
        game=row.table.ruleset.club_game.title,
        played_at=row.table.played_at,
        seats=tuple(
            ResultSeat(
                player_id=score.entry.player_id,
                name=shown[score.entry.player_id],
                place=score.place,
                points=None if score.points is None else Fraction(score.points, 10**scale),
                is_filler=score.entry.is_filler,
            )
            for score in row.scores.all()
        ),
        is_won=records.is_won(row),
    )
