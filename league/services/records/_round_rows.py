"""The rows of imported results with rounds: events, stages, rounds, tables, byes, penalties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext

from league.core.enums import (
    EventKind,
    EventState,
    RoundEntryState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.errors import BadInput
from league.lists.match_list import At, Match
from league.lists.round_list import Rest
from league.models import (
    Adjustment,
    Entry,
    Event,
    MatchRecord,
    Round,
    RoundEntry,
    Ruleset,
    Season,
    Seating,
    Stage,
    Table,
)
from league.services.records._result_people import BATCH, People
from league.services.records._result_rows import EVENING, Written, write
from league.standings.tiebreaks import DEFAULT_STAGE_CHAIN
from league.times import wall_time
from league.words import names
from league.words.dates import date_format

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.lists.match_list import SeatRow
    from league.services.records.result_plan import PlannedMatch

RoundKey = tuple[str, int, int | None]


@dataclass(slots=True)
class _Home:
    """An event of the file: what of it is there, and who is entered."""

    event: Event
    is_new: bool
    stages: dict[int, Stage] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    new_stages: set[int] = field(default_factory=set)


class Rounds:
    """Writes a list with rounds into one season, a few statements for any number of matches."""

    def __init__(
        self,
        *,
        by: Actor,
        season: Season,
        people: People,
        ruleset_of: Callable[[Match], Ruleset],
        rests: Sequence[Rest],
        titles: Mapping[str, str],
    ) -> None:
        self.by = by
        self.season = season
        self.club = season.club
        self.people = people
        self.ruleset_of = ruleset_of
        self.rests = rests
        self.titles = titles
        self.homes: dict[str, _Home] = {}
        self.seatings: dict[RoundKey, Seating] = {}

    @property
    def made(self) -> int:
        return sum(home.is_new for home in self.homes.values())

    @property
    def stages(self) -> list[int]:
        return [stage.pk for home in self.homes.values() for stage in home.stages.values()]

    def prepare(self, new: Sequence[PlannedMatch], earlier: Mapping[str, MatchRecord]) -> None:
        """Makes or finds every event, stage and round, and enters whoever is named there.

        Args:
            earlier: for events of earlier imports, which go on, one of their records.
        """
        matches = [planned.match for planned in new]
        events = dict.fromkeys(match.at.event for match in matches if match.at is not None)
        self._make_events(list(events), matches, earlier)
        self._make_stages(matches)
        self._make_rounds(matches)
        self._enter(matches)

    # --- events, stages, rounds -------------------------------------------------------------

    def _make_events(
        self, wanted: Sequence[str], matches: Sequence[Match], earlier: Mapping[str, MatchRecord]
    ) -> None:
        days: dict[str, date] = {}
        timed: dict[str, bool] = {}
        for match in matches:
            assert match.at is not None, "of a list with rounds"
            key = match.at.event
            days[key] = min(match.day, days.get(key, match.day))
            timed[key] = timed.get(key, False) or match.at.round is not None
        for rest in self.rests:
            if rest.event in days:
                days[rest.event] = min(rest.day, days[rest.event])
        zone = wall_time.zone_of(self.season)
        taken: set[str] = set()
        made: list[Event] = []
        for key in wanted:
            if record := earlier.get(key):
                event = record.stage.event
                entries = {row.player_id: row for row in Entry.objects.filter(event=event)}
                stages = {row.number: row for row in event.stages.all()}
                self.homes[key] = _Home(event, is_new=False, stages=stages, entries=entries)
                continue
            day = days[key]
            event = Event(
                club=self.club,
                season=self.season,
                slug=self._slug(key, day, taken),
                kind=EventKind.TOURNAMENT if timed[key] else EventKind.EVENING,
                name=self._title(key, day, is_tournament=timed[key]),
                starts_at=wall_time.moment(datetime.combine(day, EVENING), zone),
                state=EventState.FINISHED,
            )
            made.append(event)
            self.homes[key] = _Home(event, is_new=True)
        Event.objects.bulk_create(made, batch_size=BATCH)

    def _title(self, key: str, day: date, *, is_tournament: bool) -> str:
        if title := self.titles.get(key) or key:
            return title
        with translation.override(self.club.language):
            words = (
                gettext("Tournament of %(day)s") if is_tournament else gettext("Evening of %(day)s")
            )
            return words % {"day": date_format(day, "DATE_FORMAT")}

    def _slug(self, key: str, day: date, taken: set[str]) -> str:
        """The address that the file names, or the next one that is free."""
        start = f"{self.club.slug[:30]}-{self.season.slug[:30]}-{day.isoformat()}".strip("-")
        wanted = slugify(names.fold(key).replace("/", "-"))[:74].strip("-") or start
        there = Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)
        known = taken | set(there)
        slug, count = wanted, 1
        while slug in known:
            count += 1
            slug = f"{wanted}-{count}"
        taken.add(slug)
        return slug

    def _make_stages(self, matches: Sequence[Match]) -> None:
        first: dict[tuple[str, int], Match] = {}
        for match in matches:
            assert match.at is not None, "of a list with rounds"
            first.setdefault((match.at.event, match.at.stage), match)
        made: list[Stage] = []
        for (key, number), match in sorted(first.items(), key=lambda pair: pair[0]):
            home = self.homes[key]
            if number in home.stages:
                continue
            assert match.at is not None, "of a list with rounds"
            is_open = match.at.round is None
            stage = Stage(
                event=home.event,
                number=number,
                mode=StageMode.OPEN_PLAY if is_open else StageMode.ROUNDS,
                method="fixed" if not is_open else "random",
                scheme=self.season.scheme,
                chain=list(DEFAULT_STAGE_CHAIN),
                ruleset=self.ruleset_of(match),
                bye={"kind": "mean"},
                late={"kind": "zero"},
                no_show={"kind": "zero"},
                auto_publish=self.season.auto_publish,
            )
            home.stages[number] = stage
            home.new_stages.add(number)
            made.append(stage)
        Stage.objects.bulk_create(made, batch_size=BATCH)

    def _make_rounds(self, matches: Sequence[Match]) -> None:
        wanted: dict[RoundKey, None] = {}
        for match in matches:
            assert match.at is not None, "of a list with rounds"
            wanted[match.at.event, match.at.stage, match.at.round] = None
        for rest in self.rests:
            if rest.bye and rest.event in self.homes and rest.stage in self._stages(rest.event):
                wanted[rest.event, rest.stage, rest.round] = None
        there = {
            (row.round.stage_id, None if row.round.is_rolling else row.round.number): row
            for row in Seating.objects.filter(
                round__stage__in=self.stages, state=SeatingState.PUBLISHED
            ).select_related("round")
        }
        drawn = set(Round.objects.filter(stage__in=self.stages).values_list("stage_id", "number"))
        now = timezone.now()
        made: list[tuple[RoundKey, Round]] = []
        for key in sorted(wanted, key=lambda one: (one[0], one[1], one[2] or 0)):
            event, number, round_number = key
            stage = self.homes[event].stages[number]
            if known := there.get((stage.pk, round_number)):
                self.seatings[key] = known
                continue
            if (stage.pk, round_number or 1) in drawn:
                raise BadInput("event_played_here", field="event", event=event)
            round_ = Round(
                stage=stage,
                number=round_number or 1,
                is_rolling=round_number is None,
                state=RoundState.CLOSED,
                published_at=self.homes[event].event.starts_at,
                closed_at=now,
            )
            made.append((key, round_))
        Round.objects.bulk_create([round_ for _, round_ in made], batch_size=BATCH)
        seatings = Seating.objects.bulk_create(
            [
                Seating(
                    round=round_,
                    state=SeatingState.PUBLISHED,
                    method="fixed",
                    published_at=round_.published_at,
                )
                for _, round_ in made
            ],
            batch_size=BATCH,
        )
        self.seatings |= {key: row for (key, _), row in zip(made, seatings, strict=True)}

    def _stages(self, event: str) -> Mapping[int, Stage]:
        return self.homes[event].stages

    def _here(self) -> Iterable[Rest]:
        """Byes and penalties of events that something is stored of."""
        for rest in self.rests:
            home = self.homes.get(rest.event)
            if home is not None and rest.stage in home.stages:
                yield rest

    def _enter(self, matches: Sequence[Match]) -> None:
        joined: dict[tuple[str, int], int] = {}
        seats: dict[tuple[str, int], SeatRow] = {}

        def met(event: str, seat: SeatRow, number: int | None) -> None:
            key = event, self.people.player(seat).pk
            joined[key] = min(joined.get(key, number or 1), number or 1)
            if key not in seats or seat.role:
                seats[key] = seat

        for match in matches:
            assert match.at is not None, "of a list with rounds"
            # Whoever comes in with a later stage was not late in the first one.
            for seat in match.seats:
                met(match.at.event, seat, match.at.round if match.at.stage == 1 else 1)
        for rest in self._here():
            is_first = rest.bye and rest.stage == 1
            key = rest.event, self.people.player(rest.seat).pk
            if rest.bye or key not in seats:
                met(rest.event, rest.seat, rest.round if is_first else 1)
        made: list[Entry] = []
        for (event, player), seat in seats.items():
            home = self.homes[event]
            if player in home.entries:
                continue
            row = Entry(
                event=home.event,
                player=self.people.player(seat),
                is_guest=bool(seat.role),
                is_filler=seat.role == "filler",
                joined_round=joined[event, player],
            )
            home.entries[player] = row
            made.append(row)
        Entry.objects.bulk_create(made, batch_size=BATCH)

    # --- what was played ----------------------------------------------------------------------

    def store(
        self, new: Sequence[PlannedMatch], *, seq: int, key_of: Callable[[Match], str]
    ) -> None:
        """Writes the matches as confirmed records that count from ``seq`` on, and what goes with
        them.
        """
        zone = wall_time.zone_of(self.season)
        written: list[Written] = []
        for planned in new:
            match = planned.match
            at = match.at
            assert at is not None, "of a list with rounds"
            seating = self.seatings[at.event, at.stage, at.round]
            table = Table(
                seating=seating,
                number=at.table,
                ruleset=self.ruleset_of(match),
                played_at=wall_time.moment(datetime.combine(match.day, EVENING), zone),
                record_version=1,
            )
            entries = self.homes[at.event].entries
            seated = [entries[self.people.player(row).pk] for row in match.seats]
            stage = self.homes[at.event].stages[at.stage]
            written.append(Written(planned, table, stage, seated, is_rolling=at.round is None))
        write(written, by=self.by, club=self.club, seq=seq, key_of=key_of)
        self._round_entries(new)
        self._adjust(seq)

    def _round_entries(self, new: Sequence[PlannedMatch]) -> None:
        rows: dict[tuple[int, int], RoundEntry] = {}
        for planned in new:
            at: At | None = planned.match.at
            assert at is not None, "of a list with rounds"
            if at.round is None:
                continue
            round_ = self.seatings[at.event, at.stage, at.round].round
            for seat in planned.match.seats:
                entry = self.homes[at.event].entries[self.people.player(seat).pk]
                rows[round_.pk, entry.pk] = RoundEntry(
                    round_id=round_.pk, entry_id=entry.pk, state=RoundEntryState.SEATED
                )
        for rest in self._here():
            if not rest.bye:
                continue
            round_ = self.seatings[rest.event, rest.stage, rest.round].round
            entry = self.homes[rest.event].entries[self.people.player(rest.seat).pk]
            value = rest.value
            rows[round_.pk, entry.pk] = RoundEntry(
                round=round_,
                entry=entry,
                state=RoundEntryState(rest.bye),
                value_num=None if value is None else value.numerator,
                value_den=1 if value is None else value.denominator,
            )
        there: dict[int, set[int]] = defaultdict(set)
        known = RoundEntry.objects.filter(round__stage__in=self.stages)
        for round_id, entry_id in known.values_list("round_id", "entry_id"):
            there[round_id].add(entry_id)
        RoundEntry.objects.bulk_create(
            [row for (round_id, entry), row in rows.items() if entry not in there[round_id]],
            batch_size=BATCH,
        )

    def _adjust(self, seq: int) -> None:
        """Penalties and bonuses, once: with the stage that they belong to."""
        with translation.override(self.club.language):
            unsaid = gettext("Imported")
        Adjustment.objects.bulk_create(
            [
                Adjustment(
                    stage=self.homes[rest.event].stages[rest.stage],
                    player=self.people.player(rest.seat),
                    points_num=-rest.penalty.numerator,
                    points_den=rest.penalty.denominator,
                    reason=rest.reason or unsaid,
                    author=self.by.key,
                    from_seq=seq,
                )
                for rest in self._here()
                if rest.penalty and rest.stage in self.homes[rest.event].new_stages
            ],
            batch_size=BATCH,
        )
