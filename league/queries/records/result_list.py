"""Every result of an event or a season in one list, as its pages show them to a viewer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from league import permissions
from league.core.actions import Action
from league.core.enums import (
    STANDING_STATES,
    RecordState,
    RoundEntryState,
    RoundState,
    SeatingState,
)
from league.lists.files import Listed
from league.lists.result_columns import COLUMNS, KEYS, TIEBREAKS
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Membership,
    Player,
    Round,
    RoundEntry,
    Seat,
    SeatScore,
    Stage,
    Table,
)
from league.queries import what_counts
from league.queries.occasions import events
from league.queries.records.records import is_won, side_of, state_of
from league.queries.standings import adjustments, standings
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.lists.files import Cell
    from league.models import Club, Season

AT_ONCE = 500


def of_event(viewer: Actor, event: Event) -> Listed:
    """The results of one event; drafts and what is kept back from the viewer are not in it."""
    people = People.of(viewer, event.club, event, Entry.objects.filter(event=event))
    return Listed("results", COLUMNS, _event_rows(viewer, event, people))


def of_season(viewer: Actor, season: Season) -> Listed:
    """The results of all events of a season that count and that the viewer may know of."""
    rows = events.of_season(viewer, season).filter(what_counts.taking_place())
    found = sorted(rows, key=lambda event: (day_of(event), event.slug))
    people = People.of(viewer, season.club, season, Entry.objects.filter(event__in=found))
    return Listed(
        "results",
        COLUMNS,
        (row for event in found for row in _event_rows(viewer, event, people)),
    )


@dataclass(frozen=True, slots=True)
class People:
    """How the viewer may call whoever is in a file: one name each, and the number in the club."""

    called: Mapping[int, names.Shown]
    numbers: Mapping[int, str]

    @classmethod
    def of(
        cls, viewer: Actor, club: Club, subject: Event | Season, entries: QuerySet[Entry]
    ) -> People:
        players = Player.objects.filter(pk__in=entries.values("player"))
        called = names.shown(players, club, full=permissions.sees_names(viewer, subject))
        numbers: dict[int, str] = {}
        if permissions.can(viewer, Action.MANAGE_PEOPLE, club):
            rows = Membership.objects.filter(club=club, until__isnull=True).exclude(member_no="")
            numbers = dict(rows.values_list("player_id", "member_no"))
        return cls(called, numbers)

    def cells(self, player: int, entry: Entry | None = None) -> dict[str, Cell]:
        role = "" if entry is None else "filler" if entry.is_filler else "guest"
        return {
            "number": self.numbers.get(player, ""),
            "player": self.called[player].name,
            "role": role if entry is not None and entry.is_guest else "",
        }


@dataclass(slots=True)
class _Given:
    """The league points of a stage as the viewer's standing has them."""

    at_tables: dict[tuple[int, int], str] = field(default_factory=dict)
    without: dict[tuple[int, int], str] = field(default_factory=dict)

    @classmethod
    def in_stage(cls, viewer: Actor, stage: Stage) -> _Given:
        found = cls()
        for row in standings.stored(stage, viewer).payload["rows"]:
            for cell in row["cells"]:
                points = cell["points"]
                if points is None:
                    continue
                if cell["match"] is not None:
                    found.at_tables[cell["match"], row["player"]] = points["exact"]
                else:
                    found.without[cell["round"], row["player"]] = points["exact"]
        return found


def _event_rows(viewer: Actor, event: Event, people: People) -> Iterator[tuple[Cell, ...]]:
    staff = permissions.can(viewer, Action.SUBMIT_RECORD, event)
    for stage in standings.stages_of(viewer, event):
        stage.event = event
        given = _Given.in_stage(viewer, stage)
        rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.DRAFT)
        for round_ in rounds.order_by("number"):
            round_.stage = stage
            start: dict[str, Cell] = {
                "event": event.slug,
                "title": event.name,
                "date": day_of(event),
                "stage": stage.number,
                "round": None if round_.is_rolling else round_.number,
            }
            for cells in _tables(viewer, round_, people, given, staff=staff):
                yield _row(start, cells)
            for cells in _without_table(round_, people, given):
                yield _row(start, cells)
        start = {"event": event.slug, "title": event.name, "date": day_of(event)}
        for adjusted in adjustments.of_scope(stage, viewer):
            if not adjusted.is_revoked:
                cells = {
                    **people.cells(adjusted.player_id),
                    "stage": stage.number,
                    "penalty": str(-adjusted.points),
                    "reason": adjusted.reason,
                }
                yield _row(start, cells)


def _row(*parts: Mapping[str, Cell]) -> tuple[Cell, ...]:
    cells = {key: value for part in parts for key, value in part.items()}
    return tuple(cells.get(key) for key in KEYS)


def day_of(event: Event) -> str:
    return wall_time.day_of(event.starts_at, wall_time.zone_of(event)).isoformat()


# --- what was played ----------------------------------------------------------------------


def _tables(
    viewer: Actor, round_: Round, people: People, given: _Given, *, staff: bool
) -> Iterator[dict[str, Cell]]:
    """A row per seat; the scores of confirmed records, for the staff also those that wait."""
    event = round_.stage.event
    for tables in _batches(round_):
        told = permissions.told_at(viewer, event, tables)
        for table in tables:
            standing: list[MatchRecord] = table.standing  # type: ignore[attr-defined]  # prefetched
            record = standing[-1] if standing else None
            state = state_of(table, event, record)
            is_shown = table.pk in told and (
                staff or (record is not None and record.state == RecordState.CONFIRMED)
            )
            scores = _scores(record) if record is not None and is_shown else {}
            start: dict[str, Cell] = {
                "table": table.number,
                "game": table.ruleset.club_game.title,
                "state": state,
            }
            if table.played_at is not None:
                day = wall_time.day_of(table.played_at, wall_time.zone_of(event))
                start["date"] = day.isoformat()
            for seat in table.seats.all():
                player = seat.entry.player_id
                yield {
                    **start,
                    **people.cells(player, seat.entry),
                    "seat": seat.position,
                    **scores.get(seat.entry_id, {}),
                    "league_points": given.at_tables.get((table.pk, player)),
                }


def _batches(round_: Round) -> Iterator[Sequence[Table]]:
    """The published tables of a round, some at a time: an open round may have thousands."""
    seats = Seat.objects.select_related("entry").order_by("position", "id")
    standing = MatchRecord.objects.filter(state__in=STANDING_STATES).order_by("version")
    scores = Prefetch("scores", SeatScore.objects.order_by("position"))
    found = (
        Table.objects.filter(seating__round=round_, seating__state=SeatingState.PUBLISHED)
        .select_related("seating", "ruleset__club_game")
        .prefetch_related(
            Prefetch("seats", seats),
            Prefetch("records", standing.prefetch_related(scores), "standing"),
        )
        .order_by("number")
    )
    last = -1
    while batch := list(found.filter(number__gt=last)[:AT_ONCE]):
        for table in batch:
            table.seating.round = round_
        yield batch
        last = batch[-1].number


def _scores(record: MatchRecord) -> dict[int, dict[str, Cell]]:
    """What a record says of each seat, by the seat's entry."""
    outcome, sheet = record.outcome, record.sheet
    scale = int(outcome.get("scale", 0))
    won = is_won(record)
    found: dict[int, dict[str, Cell]] = {}
    lines = sheet.get("seats") if isinstance(sheet, dict) else None
    for row, score in enumerate(record.scores.all()):
        written = lines[row] if isinstance(lines, list) and row < len(lines) else {}
        found[score.entry_id] = {
            "points": None if score.points is None else decimal(score.points, scale),
            "place": score.place if won is None else None,
            "tiebreak": next((written[key] for key in TIEBREAKS if written.get(key)), None),
            "side": side_of(score, record),
            "target": _text(sheet.get("target")),
            "drawn": True if outcome["drawn"] and won is None else None,
            "won": won,
            "version": record.version,
        }
    return found


def decimal(points: int, scale: int) -> str:
    """Points as people write them: 12, 12.5."""
    value = Fraction(points, 10**scale)
    if value.denominator == 1:
        return str(value.numerator)
    digits = f"{abs(points):0{scale + 1}}"
    sign = "-" if points < 0 else ""
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}".rstrip("0")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _without_table(round_: Round, people: People, given: _Given) -> Iterable[dict[str, Cell]]:
    """Who had no table in a round, and why, by name."""
    if round_.is_rolling:
        return []
    seated = Seat.objects.filter(
        seating__round=round_, seating__state=SeatingState.PUBLISHED, table__isnull=False
    )
    rows = (
        RoundEntry.objects.filter(round=round_)
        .exclude(state=RoundEntryState.SEATED)
        .exclude(entry__in=seated.values("entry"))
        .select_related("entry")
    )
    found: dict[tuple[str, int], dict[str, Cell]] = defaultdict(dict)
    for row in rows:
        player = row.entry.player_id
        found[people.called[player].name, player] = {
            **people.cells(player, row.entry),
            "league_points": given.without.get((round_.number, player)),
            "bye": str(row.state),
        }
    return [found[key] for key in sorted(found)]
