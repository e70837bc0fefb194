"""A small club whose people do everything that a club may do, by dice."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from fractions import Fraction

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from hypothesis import event as noted

from league.core.actors import Actor, system
from league.core.enums import CountingRule, EntryState, EventState, RecordState, Role, StageMode
from league.core.errors import LeagueError
from league.models import Adjustment, Entry, Event, MatchRecord, Merge, Player, Table
from league.queries.standings.counting import Scope
from league.services.evening import dropouts, entries, rounds
from league.services.occasions import events, seasons, stages
from league.services.people import erasure, merges
from league.services.records import records, voids
from league.services.seating import seatings
from league.services.standings import adjustments, standings
from tests import factories

CHAINS = (
    ["points"],
    ["points", "best", "average", "matches"],
    ["points", "wins", "places", "head_to_head"],
    ["points", "opponents", "opponents_average"],
    ["average", "points", "beaten", "share_mean"],
    ["points", "score", "score_average", "counted_total", "all_total"],
    ["points", "winner_share", "margin", "share_total"],
    ["points", "opponents_wins", "opponents_opponents"],
)
RULES: tuple[tuple[CountingRule, int | None], ...] = (
    (CountingRule.SUM, None),
    (CountingRule.BEST_N, 2),
    (CountingRule.DROP_WORST_K, 1),
    (CountingRule.AVERAGE, None),
)
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eva", "Fay", "Gus", "Hal")


class BusyClub:
    """A small club whose people do everything that a club may do, by dice."""

    def __init__(self, chain: list[str], rule: tuple[CountingRule, int | None], seed: int) -> None:
        self.dice = random.Random(seed)
        self.club = factories.club("Tin Owl", time_zone="UTC")
        self.season = factories.season(self.club, chain=chain, counting=rule[0], counting_n=rule[1])
        if seed % 2:  # guests are ranked, and need more matches for it
            self.season.rank_guests = True
            self.season.counting_more = {"guest_minimum": 2}
            self.season.save()
        self.other = factories.season(self.club, chain=["points"])
        self.by: Actor = factories.actor(Role.CLUB_ADMIN, self.club)
        self.events = [self.evening(day, StageMode.OPEN_PLAY) for day in (3, 10)]
        self.events.append(self.evening(17, StageMode.ROUNDS))
        people = [factories.member(self.club, name) for name in NAMES]
        for event in self.events:
            for who in people:
                is_guest = self.dice.random() < 0.1 or who.name == NAMES[0]
                factories.entry(event, who, is_guest=is_guest)

    def evening(self, day: int, mode: StageMode) -> Event:
        event = factories.event(
            season=self.season,
            starts_at=datetime(2026, 11, day, 19, tzinfo=UTC),
            state=EventState.RUNNING,
        )
        stage = factories.stage(event, mode=mode, chain=["points"])
        if mode == StageMode.OPEN_PLAY:
            factories.round_(stage, is_rolling=True)
        return event

    # Each of these may be refused: then nothing has happened, which is as good.

    def play(self) -> None:
        event = self.dice.choice(self.events[:2])
        event.refresh_from_db()  # it may be in another season by now
        stage = event.stages.get(number=1)
        free = event.entries.filter(state=EntryState.REGISTERED).exclude(seats__is_open=True)
        here = list(free.order_by("pk"))
        if len(here) < 2:
            return
        seated = self.dice.sample(here, self.dice.randint(2, min(5, len(here))))
        table = factories.table(stage.rounds.get(), seated)
        points = [self.dice.randint(0, 20) for _ in seated]
        places = [1 + sum(other > own for other in points) for own in points]
        has_points = self.dice.random() < 0.8
        factories.played(table, places, points=points if has_points else None)

    def round(self) -> None:
        self.events[2].refresh_from_db()
        stage = self.events[2].stages.get(number=1)
        Entry.objects.filter(event=self.events[2]).update(is_present=True)
        seating = seatings.draw_and_publish(by=self.by, stage=stage, accept_missing=True)
        for table in seating.tables.all():
            factories.played(table, self.places(table))

    def places(self, table: Table) -> list[int]:
        places = list(range(1, table.seats.count() + 1))
        self.dice.shuffle(places)
        return places

    def record(self, state: RecordState) -> MatchRecord:
        rows = MatchRecord.objects.filter(stage__event__club=self.club, state=state)
        return self.dice.choice(list(rows.order_by("pk")))

    def correct(self) -> None:
        record = self.record(RecordState.CONFIRMED)
        table = Table.objects.get(pk=record.table_id)
        sheet = {"seats": [{"points": self.dice.randint(0, 9)} for _ in range(table.seats.count())]}
        records.correct(
            by=self.by,
            table=table,
            data=sheet,
            expected_version=table.record_version,
            reason="Read again",
        )

    def void(self) -> None:
        voids.void(by=self.by, record=self.record(RecordState.CONFIRMED), reason="Wrong table")

    def restore(self) -> None:
        voids.restore(by=self.by, record=self.record(RecordState.VOIDED))

    def adjust(self) -> None:
        scopes: list[Scope] = [self.season, *(event.stages.get(number=1) for event in self.events)]
        adjustments.make(
            by=self.by,
            scope=self.dice.choice(scopes),
            player=self.player(),
            points=Fraction(self.dice.randint(-9, 9), 2),
            reason="Because",
        )

    def revoke(self) -> None:
        rows = list(Adjustment.objects.filter(revoked_at__isnull=True).order_by("pk"))
        adjustments.revoke(by=self.by, adjustment=self.dice.choice(rows))

    def player(self) -> Player:
        rows = Player.objects.filter(entries__event__club=self.club).distinct().order_by("pk")
        return self.dice.choice(list(rows))

    def entry(self, state: EntryState) -> Entry:
        rows = Entry.objects.filter(event__club=self.club, state=state).order_by("pk")
        return self.dice.choice(list(rows))

    def drop(self) -> None:
        dropouts.drop(by=self.by, entry=self.entry(EntryState.REGISTERED))

    def reinstate(self) -> None:
        dropouts.reinstate(by=self.by, entry=self.entry(EntryState.DROPPED))

    def disqualify(self) -> None:
        dropouts.disqualify(
            by=self.by,
            entry=self.entry(EntryState.REGISTERED),
            keep_results=self.dice.random() < 0.5,
            reason="Cheated",
        )

    def enter(self) -> None:
        who = factories.member(self.club, f"New {self.dice.randint(0, 10**6)}")
        entries.register(by=self.by, event=self.dice.choice(self.events), player=who)

    def mark(self) -> None:
        stage = self.events[2].stages.get(number=1)
        round_ = stage.rounds.order_by("-number").first()
        if round_ is None:
            return
        state = self.dice.choice(["absent", "bye", "sits_out", "no_show"])
        rounds.mark(
            by=self.by,
            round_=round_,
            entry=self.dice.choice(list(self.events[2].entries.order_by("pk"))),
            state=state,  # type: ignore[arg-type]  # a word of the enumeration
        )

    def merge(self) -> None:
        kept, gone = self.player(), self.player()
        merges.merge(by=self.by, club=self.club, kept=kept, gone=gone)

    def unmerge(self) -> None:
        rows = list(Merge.objects.filter(undone_at__isnull=True).order_by("-pk"))
        merges.undo(by=self.by, merge=rows[0])

    def count_otherwise(self) -> None:
        rule, n = self.dice.choice(RULES)
        self.season.refresh_from_db()
        seasons.change(
            by=self.by,
            season=self.season,
            expected_version=self.season.version,
            counting=rule,
            counting_n=n,
        )

    def rank_otherwise(self) -> None:
        self.season.refresh_from_db()
        seasons.change(
            by=self.by,
            season=self.season,
            expected_version=self.season.version,
            chain=self.dice.choice(CHAINS),
            rank_guests=self.dice.random() < 0.5,
        )

    def score_otherwise(self) -> None:
        stage = self.dice.choice(self.events).stages.get(number=1)
        stages.change(
            by=self.by,
            stage=stage,
            expected_version=stage.version,
            scheme={"key": self.dice.choice(["linear7", "beaten", "winner"])},
            scoring={"weight": self.dice.choice(["0", "1/2", "1", "2"])},
        )

    def move_event(self) -> None:
        event = self.dice.choice(self.events)
        event.refresh_from_db()
        events.change(
            by=self.by,
            event=event,
            expected_version=event.version,
            season=self.dice.choice([self.season, self.other, None]),
        )

    def turn_event(self) -> None:
        event = self.dice.choice(self.events)
        event.refresh_from_db()
        state = self.dice.choice([EventState.FINISHED, EventState.RUNNING, EventState.CANCELLED])
        events.set_state(by=self.by, event=event, state=state, accept_open_tables=True)

    def publish(self) -> None:
        verb = self.dice.choice([standings.publish, standings.hide])
        verb(by=self.by, scope=self.season)

    def erase(self) -> None:
        erasure.erase(by=system("test"), player=self.player())

    def attempt(self, step: str) -> None:
        """Does one of these things, or nothing where it is refused."""
        try:
            with transaction.atomic():
                getattr(self, step)()
        except (LeagueError, IndexError, ObjectDoesNotExist):
            noted(f"{step} refused")

    @classmethod
    def steps(cls) -> list[str]:
        """The names of all that may be done."""
        helpers = {"evening", "places", "record", "player", "entry", "attempt", "steps"}
        names = {name for one in cls.__mro__ for name, what in vars(one).items() if callable(what)}
        return sorted(name for name in names - helpers if name[0] != "_")
