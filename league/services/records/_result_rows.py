"""The rows of imported matches: an evening per day, its tables, seats, records and scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext

from league.core.enums import (
    EventKind,
    EventState,
    RecordState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.lists.match_list import Match
from league.models import (
    Club,
    Entry,
    Event,
    MatchRecord,
    Round,
    Ruleset,
    Season,
    Seat,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from league.queries.records import sheets
from league.services.many_rows import Plain, insert, numbered
from league.services.records._result_people import BATCH, People
from league.standings.tiebreaks import DEFAULT_STAGE_CHAIN
from league.times import wall_time
from league.words.dates import date_format

if TYPE_CHECKING:
    from django.db.models import Model

    from league.core.actors import Actor
    from league.services.records.result_plan import PlannedMatch

EVENING = time(19, 0)  # of a day the file says no more; any time keeps it on that day


@dataclass(frozen=True, slots=True)
class Home:
    """The evening of one day: where its tables go, and who is entered."""

    stage: Stage
    seating: Seating
    entries: dict[int, Entry]
    tables: int


class Evenings:
    """Writes matches of one season, a few statements for any number of them."""

    def __init__(
        self, *, by: Actor, season: Season, people: People, ruleset_of: Callable[[Match], Ruleset]
    ) -> None:
        self.by = by
        self.season = season
        self.club = season.club
        self.people = people
        self.ruleset_of = ruleset_of
        self.homes: dict[date, Home] = {}
        self.made = 0

    @property
    def stages(self) -> list[int]:
        return [home.stage.pk for home in self.homes.values()]

    def prepare(self, new: Sequence[PlannedMatch], earlier: Iterable[MatchRecord]) -> None:
        """Makes or finds the evening of every day and enters whoever plays there.

        Args:
            earlier: records of earlier imports, whose evenings go on, unless cancelled or removed.
        """
        days = sorted({planned.match.day for planned in new})
        self.homes = self._earlier_homes(set(days), earlier)
        first: dict[date, Ruleset] = {}
        for planned in new:
            first.setdefault(planned.match.day, self.ruleset_of(planned.match))
        self._make({day: first[day] for day in days if day not in self.homes})
        self._enter(new)

    def _make(self, rulesets: Mapping[date, Ruleset]) -> None:
        """An evening for each day, with the ruleset that its first match has."""
        missing = list(rulesets)
        zone = wall_time.zone_of(self.season)
        slugs = self._slugs(missing)
        with translation.override(self.club.language):
            titles = {
                day: gettext("Evening of %(day)s") % {"day": date_format(day, "DATE_FORMAT")}
                for day in missing
            }
        events = Event.objects.bulk_create(
            [
                Event(
                    club=self.club,
                    season=self.season,
                    slug=slugs[day],
                    kind=EventKind.EVENING,
                    name=titles[day],
                    starts_at=wall_time.moment(datetime.combine(day, EVENING), zone),
                    state=EventState.FINISHED,
                )
                for day in missing
            ],
            batch_size=BATCH,
        )
        stages = Stage.objects.bulk_create(
            [
                Stage(
                    event=event,
                    mode=StageMode.OPEN_PLAY,
                    scheme=self.season.scheme,
                    chain=list(DEFAULT_STAGE_CHAIN),
                    ruleset=rulesets[day],
                    bye={"kind": "mean"},
                    late={"kind": "zero"},
                    no_show={"kind": "zero"},
                    auto_publish=self.season.auto_publish,
                )
                for day, event in zip(missing, events, strict=True)
            ],
            batch_size=BATCH,
        )
        now = timezone.now()
        rounds = Round.objects.bulk_create(
            [
                Round(
                    stage=stage,
                    number=1,
                    is_rolling=True,
                    state=RoundState.CLOSED,
                    published_at=stage.event.starts_at,
                    closed_at=now,
                )
                for stage in stages
            ],
            batch_size=BATCH,
        )
        seatings = Seating.objects.bulk_create(
            [
                Seating(
                    round=round_,
                    state=SeatingState.PUBLISHED,
                    method="fixed",
                    published_at=round_.published_at,
                )
                for round_ in rounds
            ],
            batch_size=BATCH,
        )
        for day, stage, seating in zip(missing, stages, seatings, strict=True):
            self.homes[day] = Home(stage, seating, {}, 0)
        self.made = len(missing)

    def _earlier_homes(self, days: set[date], earlier: Iterable[MatchRecord]) -> dict[date, Home]:
        found: dict[date, Home] = {}
        zone = wall_time.zone_of(self.season)
        for record in earlier:
            seating = record.table.seating
            stage, event = seating.round.stage, record.stage.event
            if event.state == EventState.CANCELLED or event.removed_at is not None:
                continue
            day = wall_time.day_of(record.table.played_at or record.reported_at, zone)
            if day in days and day not in found:
                entries = Entry.objects.filter(event=stage.event_id)
                last = seating.tables.order_by("-number").values_list("number", flat=True).first()
                found[day] = Home(
                    stage, seating, {row.player_id: row for row in entries}, last or 0
                )
        return found

    def _slugs(self, days: Sequence[date]) -> dict[date, str]:
        prefix = f"{self.club.slug[:30]}-{self.season.slug[:30]}".strip("-")
        taken = set(Event.objects.filter(slug__startswith=prefix).values_list("slug", flat=True))
        slugs: dict[date, str] = {}
        for day in days:
            wanted = slug = f"{prefix}-{day.isoformat()}"
            count = 1
            while slug in taken:
                count += 1
                slug = f"{wanted}-{count}"
            taken.add(slug)
            slugs[day] = slug
        return slugs

    def _enter(self, new: Sequence[PlannedMatch]) -> None:
        entries: list[Entry] = []
        for planned in new:
            home = self.homes[planned.match.day]
            for seat in planned.match.seats:
                player = self.people.player(seat)
                if player.pk not in home.entries:
                    row = Entry(event_id=home.stage.event_id, player=player)
                    home.entries[player.pk] = row
                    entries.append(row)
        Entry.objects.bulk_create(entries, batch_size=BATCH)

    def store(
        self, new: Sequence[PlannedMatch], *, seq: int, key_of: Callable[[Match], str]
    ) -> None:
        """Writes the matches as confirmed records that count from ``seq`` on.

        Args:
            key_of: what a match is recognised by when its file comes again.
        """
        numbers: dict[date, int] = defaultdict(int)
        zone = wall_time.zone_of(self.season)
        written: list[Written] = []
        for planned in new:
            day = planned.match.day
            home = self.homes[day]
            numbers[day] += 1
            table = Table(
                seating=home.seating,
                number=home.tables + numbers[day],
                ruleset=self.ruleset_of(planned.match),
                played_at=wall_time.moment(
                    datetime.combine(day, planned.match.clock or EVENING), zone
                ),
                record_version=1,
                about=dict(planned.match.about),
            )
            seated = [home.entries[self.people.player(row).pk] for row in planned.match.seats]
            written.append(Written(planned, table, home.stage, seated, is_rolling=True))
        write(written, by=self.by, club=self.club, seq=seq, key_of=key_of)


@dataclass(frozen=True, slots=True)
class Written:
    """A match with the table, the stage and the entries that it is written to."""

    planned: PlannedMatch
    table: Table
    stage: Stage
    seated: Sequence[Entry]
    is_rolling: bool


def write(
    written: Sequence[Written],
    *,
    by: Actor,
    club: Club,
    seq: int,
    key_of: Callable[[Match], str],
) -> None:
    """Tables, confirmed records, seats and scores, a few statements for any number."""
    now = timezone.now()
    tables = [one.table for one in written]
    seatings = {table.seating_id for table in tables}
    names = ("seating", "number", "ruleset", "played_at", "record_version", "about")
    keys = numbered(
        Table,
        names,
        [
            (
                table.seating_id,
                table.number,
                table.ruleset_id,
                _plain(Table, "played_at", table.played_at),
                table.record_version,
                _plain(Table, "about", table.about),
            )
            for table in tables
        ],
        among=Q(seating__in=seatings),
    )
    for table, key in zip(tables, keys, strict=True):
        table.pk = key
    rulesets = {table.ruleset_id: table.ruleset for table in tables}
    scales = {key: sheets.rules_of(ruleset).scale for key, ruleset in rulesets.items()}
    for one, table in zip(written, tables, strict=True):
        same = one.planned.scale == scales[table.ruleset_id]
        assert same or one.planned.outcome.points is None, "judged by the ruleset that is stored"
    with translation.override(club.language):
        reason = gettext("Imported: match %(match)s")
    at = _plain(MatchRecord, "reported_at", now)
    records = numbered(
        MatchRecord,
        (
            *("table", "stage", "version", "state", "ruleset", "sheet", "outcome", "issues"),
            *("reason", "reported_by", "reporter_kind", "reporter_key", "reported_at"),
            *("confirmed_by", "confirmed_at", "from_seq"),
        ),
        [
            (
                *(table.pk, one.stage.pk, 1, RecordState.CONFIRMED.value, table.ruleset_id),
                _plain(MatchRecord, "sheet", one.planned.sheet),
                _plain(
                    MatchRecord,
                    "outcome",
                    sheets.outcome_json(one.planned.outcome, scales[table.ruleset_id]),
                ),
                _plain(MatchRecord, "issues", list(one.planned.issues)),
                reason % {"match": one.planned.match.number},
                *(by.key, by.kind, key_of(one.planned.match), at),
                *(by.key, at, seq),
            )
            for one, table in zip(written, tables, strict=True)
        ],
        among=Q(table__seating__in=seatings),
    )
    seats: list[tuple[Plain, ...]] = []
    scores: list[tuple[Plain, ...]] = []
    for one, table, record in zip(written, tables, records, strict=True):
        points, sides = one.planned.outcome.points, one.planned.outcome.sides
        for row, entry in enumerate(one.seated):
            seats.append((table.seating_id, table.pk, entry.pk, row + 1, one.is_rolling))
            place = one.planned.outcome.places[row]
            point = None if points is None else points[row]
            side = None if sides is None else sides[row]
            scores.append((record, entry.pk, row + 1, place, point, side))
    insert(Seat, ("seating", "table", "entry", "position", "is_rolling"), seats)
    insert(SeatScore, ("record", "entry", "position", "place", "points", "side"), scores)


def _plain(model: type[Model], name: str, value: object) -> Plain:
    """A value as the database takes it."""
    field: Any = model._meta.get_field(name)  # Any: as the framework has it
    found: Plain = field.get_db_prep_save(value, connection)
    return found
