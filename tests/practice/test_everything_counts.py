"""Whatever a club does, every result, bye and adjustment counts exactly where it belongs."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from django.db.models import QuerySet
from hypothesis import given, settings
from hypothesis import strategies as some

from league import tasks
from league.core.enums import (
    Audience,
    Confirmation,
    EventState,
    RatingKind,
    RecordState,
    RoundEntryState,
    RoundState,
    StageKind,
)
from league.models import (
    Account,
    Adjustment,
    Event,
    JournalLine,
    Qualifier,
    RatedMatch,
    RatingScope,
    RoundEntry,
    Season,
    Seating,
    SeatScore,
    Snapshot,
    Stage,
    Table,
    Trouble,
)
from league.queries.people import account_actors
from league.services.evening import entries, entry_steps, open_play, rounds
from league.services.occasions import events
from league.services.records import records
from league.services.seating import seatings
from league.services.standings import cuts, ratings, standings
from tests import factories
from tests.practice.busy_club import CHAINS, RULES, BusyClub

pytestmark = [pytest.mark.django_db, pytest.mark.gates]

Ledger: TypeAlias = Counter[tuple[Any, ...]]
BYES = {
    RoundEntryState.BYE.value,
    RoundEntryState.REQUESTED_BYE.value,
    RoundEntryState.SITS_OUT.value,
    RoundEntryState.ABSENT.value,
    RoundEntryState.NO_SHOW.value,
}


class WholeClub(BusyClub):
    """The same club with reports from the tables, results kept back, finals and ways back."""

    def __init__(self, chain: list[str], rule: tuple[object, int | None], seed: int) -> None:
        super().__init__(chain, rule, seed)  # type: ignore[arg-type]  # the pairs of RULES
        Event.objects.filter(club=self.club).update(confirmation=Confirmation.ORGANIZER)
        self.final = factories.stage(
            self.events[2],
            kind=StageKind.FINAL,
            source=self.events[2].stages.get(),
            scoring={"carry": 50},
        )
        evening = factories.event(self.club, starts_at=datetime(2026, 12, 1, 19, tzinfo=UTC))
        self.grand = factories.stage(
            evening, kind=StageKind.FINAL, source_season=self.season, scoring={"carry": 100}
        )
        for rank, entry in enumerate(self.events[2].entries.order_by("pk")[:4], start=1):
            there = factories.entry(evening, entry.player)
            Qualifier.objects.create(stage=self.final, entry=entry, rank=rank)
            Qualifier.objects.create(stage=self.grand, entry=there, rank=rank)

    def main(self) -> Stage:
        return Stage.objects.select_related("event__club").get(event=self.events[2], number=1)

    def report(self) -> None:
        rows = Table.objects.filter(seating__round__stage__event__club=self.club, record_version=0)
        table = self.dice.choice(list(rows.filter(seats__isnull=False).distinct().order_by("pk")))
        seat = table.seats.select_related("entry__player").latest("position")
        account = Account.objects.filter(player=seat.entry.player).first()
        by = account_actors.person(account or factories.account(player=seat.entry.player))
        sheet = {"seats": [{"points": self.dice.randint(0, 9)} for _ in range(table.seats.count())]}
        records.submit(by=by, table=table, data=sheet, expected_version=0)

    def sit(self) -> None:
        stage = self.dice.choice(self.events[:2]).stages.get()
        open_play.form_tables(by=self.by, stage=stage, at_most=1)

    def confirm(self) -> None:
        records.confirm(by=self.by, record=self.record(RecordState.REPORTED))

    def dispute(self) -> None:
        records.dispute(by=self.by, record=self.record(RecordState.CONFIRMED), reason="No")

    def latest(self) -> Seating:
        rows = Seating.objects.filter(round__stage__event__club=self.club, round__is_rolling=False)
        return rows.select_related("round__stage__event__club").latest("round_id", "pk")

    def withhold(self) -> None:
        rounds.withhold(by=self.by, round_=self.latest().round)

    def publish_results(self) -> None:
        rounds.publish_results(by=self.by, round_=self.latest().round)

    def draw(self) -> None:
        seatings.draw_and_publish(by=self.by, stage=self.main(), accept_missing=True)

    def withdraw(self) -> None:
        seatings.withdraw(by=self.by, round_=self.latest().round, accept_records=True)

    def give_back(self) -> None:
        seatings.restore(by=self.by, round_=self.latest().round)

    def close(self) -> None:
        rounds.close(by=self.by, round_=self.latest().round, accept_missing=True)

    def reopen(self) -> None:
        rounds.reopen(by=self.by, round_=self.latest().round)

    def finish(self) -> None:
        rounds.finish(by=self.by, event=self.dice.choice(self.events), accept_missing=True)

    def resume(self) -> None:
        rounds.resume(by=self.by, event=self.dice.choice(self.events))

    def conceal(self) -> None:
        event = self.dice.choice(self.events)
        events.announce(by=self.by, event=event, is_announced=self.dice.random() < 0.5)

    def cut(self) -> None:
        cuts.make(by=self.by, stage=self.main(), size=4, answer=cuts.Answer("lot"))

    def uncut(self) -> None:
        cuts.undo(by=self.by, stage=self.main())

    def play_final(self) -> None:
        seating = seatings.draw_and_publish(by=self.by, stage=self.final, accept_missing=True)
        for table in seating.tables.all():
            factories.played(table, self.places(table))

    def guest(self) -> None:
        event = self.dice.choice(self.events)
        entries.add_guest(by=self.by, event=event, name=f"Visitor {self.dice.randint(0, 10**6)}")

    def take_back(self) -> None:
        line = JournalLine.objects.filter(event__in=self.events, kind__startswith="entry_")
        row = line.select_related("event").latest("pk")
        assert row.event is not None
        entry_steps.take_back(by=self.by, event=row.event, line_id=row.pk)


STEPS = WholeClub.steps()


# Each example is a whole club: a few of the tier's many.
@settings(max_examples=max(1, settings().max_examples // 5))
@given(
    chain=some.sampled_from(CHAINS),
    rule=some.sampled_from(RULES),
    seed=some.integers(0, 10**6),
    steps=some.lists(
        some.one_of(
            some.sampled_from(["play", "round", "report", "confirm", "withhold", "adjust"]),
            some.sampled_from(STEPS),
        ),
        min_size=6,
        max_size=14,
    ),
)
def test_every_result_bye_and_adjustment_counts_where_it_belongs_and_the_stored_bytes_are_fresh(
    chain: list[str], rule: tuple[object, int | None], seed: int, steps: list[str]
) -> None:
    there = WholeClub(chain, rule, seed)
    there.play()
    there.round()
    tasks.sweep()
    for step in steps:
        there.attempt(step)
    tasks.sweep()

    # What cannot be counted says so where it is read, by a code; nothing else is left out.
    told = set(Trouble.objects.values_list("kind", "subject", "fault"))
    assert {fault for _, _, fault in told} <= {""}
    apart = {(str(kind), subject) for kind, subject, _ in told}
    different = [one for one in standings.check() if (one.kind, one.id) not in apart]
    assert (different, ratings.check()) == ([], ())
    rows = scores()
    for stage in Stage.objects.select_related("event__club").order_by("pk"):
        if ("stage", stage.pk) not in apart:
            assert in_stage(stage) == belongs_to(stage, rows), f"stage {stage.pk}"
    for season in Season.objects.select_related("club").order_by("pk"):
        if ("season", season.pk) not in apart:
            assert in_season(season) == belongs_to_season(season, rows), f"season {season.pk}"
    assert rated() == to_be_rated(rows)


# --- what stands in the stored standings ----------------------------------------------------


def body(**scope: int) -> Any:  # JSON
    return json.loads(bytes(Snapshot.objects.get(audience=Audience.LIVE, **scope).body))


def in_stage(stage: Stage) -> tuple[Ledger, Ledger, Ledger]:
    rows = body(stage=stage.pk)["rows"]
    cells = [(row["player"], cell) for row in rows for cell in row["cells"]]
    return (
        Counter((player, one["match"]) for player, one in cells if one["kind"] == "match"),
        Counter(
            (player, one["round"], one["kind"])
            for player, one in cells
            if one["kind"] not in {"match", "late"}
        ),
        adjusted(rows),
    )


def in_season(season: Season) -> tuple[Ledger, Ledger]:
    found = body(season=season.pk)
    matches = {
        (int(player), one["event"]): points["matches"]
        for one in found["evenings"]
        for player, points in one["points"].items()
        if points["matches"]
    }
    return Counter(matches), adjusted(found["rows"])


def adjusted(rows: Any) -> Ledger:
    return Counter(
        (row["player"], one["points"]["exact"], one["text"])
        for row in rows
        for one in row["adjustments"]
    )


def rated() -> set[tuple[int, int]]:
    """By scope: a club's game, or all games; the same game of several clubs is one of its own."""
    rows = RatedMatch.objects.exclude(scope__kind=RatingKind.GAME)
    return set(rows.values_list("scope", "table"))


# --- what belongs there, by the rows alone --------------------------------------------------


def scores() -> list[SeatScore]:
    rows = SeatScore.objects.filter(record__state=RecordState.CONFIRMED)
    return list(rows.select_related("entry__event", "record__table__seating__round"))


def belongs_to(stage: Stage, rows: list[SeatScore]) -> tuple[Ledger, Ledger, Ledger]:
    matches = Counter(
        (row.entry.player_id, row.record.table_id)
        for row in rows
        if row.record.stage_id == stage.pk
    )
    states = [RoundState.PUBLISHED, RoundState.CLOSED]
    away = RoundEntry.objects.filter(
        round__stage=stage, round__state__in=states, state__in=BYES
    ).select_related("entry", "round")
    byes = Counter((row.entry.player_id, row.round.number, row.state) for row in away)
    return matches, byes, given_in(Adjustment.objects.filter(stage=stage))


def belongs_to_season(season: Season, rows: list[SeatScore]) -> tuple[Ledger, Ledger]:
    matches = Counter(
        (row.entry.player_id, row.entry.event_id)
        for row in rows
        if row.entry.event.season_id == season.pk
        and row.entry.event.state != EventState.CANCELLED
        and (season.rank_guests or not row.entry.is_guest)
        and row.entry.keeps_results
    )
    given = Adjustment.objects.filter(season=season) | Adjustment.objects.filter(
        stage__event__season=season
    ).exclude(stage__event__state=EventState.CANCELLED)
    return matches, given_in(given)


def given_in(rows: QuerySet[Adjustment]) -> Ledger:
    return Counter(
        (row.player_id, str(Fraction(row.points_num, row.points_den)), row.reason)
        for row in rows.filter(revoked_at=None)
    )


def to_be_rated(rows: list[SeatScore]) -> set[tuple[int, int]]:
    """Where two and more sat who are rated: no guests, nobody without results, nothing hidden."""
    seated = Counter(
        row.record.table_id
        for row in rows
        if row.entry.keeps_results
        and (row.entry.event.rank_guests or not row.entry.is_guest)
        and row.entry.event.state != EventState.CANCELLED
        and row.entry.event.is_announced
        and not row.record.table.seating.round.is_withheld
    )
    boxes = dict(Table.objects.values_list("pk", "ruleset__club_game"))
    scopes = RatingScope.objects.exclude(kind=RatingKind.GAME)
    return {
        (scope.pk, table)
        for scope in scopes
        for table, seats in seated.items()
        if seats > 1 and scope.club_game_id in {None, boxes[table]}
    }
