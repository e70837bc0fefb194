"""A season of any size, inserted past the ORM: what a standing is measured on."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta

from django.db import connection, transaction

from league import journal
from league.core.actors import system
from league.core.enums import EventState, RoundState, SeatingState, StageMode
from league.core.facts import Fact
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Player,
    Round,
    Season,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from tests import factories
from tests.bench.federation import insert, last

SEATS = 4
START = datetime(2026, 1, 1, 18, 30, tzinfo=UTC)
OUTCOME = '{"points":null,"places":[],"reason":"","drawn":false,"low_tie":false,"scale":0}'


@transaction.atomic
def filled(*, players: int, matches: int, evenings: int, chain: list[str], seed: int = 1) -> Season:
    """Confirmed matches of four, a tenth of them with a tie, spread evenly over the evenings."""
    rng = random.Random(seed)
    season = factories.season(starts_on=date(2026, 1, 1), ends_on=date(2035, 12, 31), chain=chain)
    club = season.club
    ruleset = factories.free_game(club)
    Player.objects.bulk_create(
        [
            Player(name=f"Player {n:05}", sort_key=f"player {n:05}", search_key=f"player {n:05}")
            for n in range(players)
        ],
        batch_size=2000,
    )
    people = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    events = Event.objects.bulk_create(
        [
            Event(
                club=club,
                season=season,
                slug=f"big-{season.pk}-{n}",
                name=f"Evening {n}",
                starts_at=START + timedelta(days=n * 3600 / evenings),
                state=EventState.RUNNING,
            )
            for n in range(evenings)
        ],
        batch_size=500,
    )
    stages = Stage.objects.bulk_create(
        [
            Stage(
                event=event,
                mode=StageMode.OPEN_PLAY,
                scheme={"key": "linear7"},
                chain=["points"],
                ruleset=ruleset,
                bye={"kind": "mean"},
                late={"kind": "zero"},
                no_show={"kind": "zero"},
            )
            for event in events
        ],
        batch_size=500,
    )
    rounds = Round.objects.bulk_create(
        [Round(stage=s, number=1, is_rolling=True, state=RoundState.PUBLISHED) for s in stages],
        batch_size=500,
    )
    seatings = Seating.objects.bulk_create(
        [Seating(round=r, state=SeatingState.PUBLISHED, method="fixed") for r in rounds],
        batch_size=500,
    )
    line = journal.append(
        Fact.RESULTS_IMPORTED, by=system("bench"), club=club, stale_seasons=[season.pk]
    )
    assert line.seq is not None
    per_evening = matches // evenings
    ids = {model: 1 + (last(model) or 0) for model in (Entry, Table, MatchRecord, SeatScore)}
    now: datetime = START.replace(tzinfo=None) if connection.vendor == "sqlite" else START
    rest = ("[]", "", "bench", "system", "bench", now, "", "", "", "", "", line.seq)
    for event, stage, seating in zip(events, stages, seatings, strict=True):
        here = rng.sample(people, max(SEATS, min(len(people), per_evening)))
        entry_of = {player: ids[Entry] + n for n, player in enumerate(here)}
        ids[Entry] += len(here)
        insert(
            Entry,
            "id event_id player_id state is_guest keeps_results joined_round is_present"
            " wants_bye wishes fee_paid created_at",
            [
                (pk, event.pk, player, "registered", False, True, 1, False, False, "{}", False, now)
                for player, pk in entry_of.items()
            ],
        )
        tables, records, scores = [], [], []
        for number in range(1, per_evening + 1):
            table, record = ids[Table], ids[MatchRecord]
            ids[Table] += 1
            ids[MatchRecord] += 1
            moment = event.starts_at + timedelta(seconds=number)
            when = moment.replace(tzinfo=None) if connection.vendor == "sqlite" else moment
            tables.append((table, seating.pk, number, ruleset.pk, False, when, 1))
            records.append(
                (record, table, stage.pk, 1, "confirmed", ruleset.pk, "{}", OUTCOME, *rest)
            )
            places = (1, 2, 2, 4) if rng.random() < 0.1 else (1, 2, 3, 4)
            for position, player in enumerate(rng.sample(here, SEATS)):
                scores.append(
                    (ids[SeatScore], record, entry_of[player], position + 1, places[position])
                )
                ids[SeatScore] += 1
        insert(Table, "id seating_id number ruleset_id is_locked played_at record_version", tables)
        insert(
            MatchRecord,
            "id table_id stage_id version state ruleset_id sheet outcome issues reason reported_by"
            " reporter_kind reporter_key reported_at confirmed_by disputed_by dispute_reason"
            " closed_by closed_reason from_seq",
            records,
        )
        insert(SeatScore, "id record_id entry_id position place", scores)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for model in ids:
                table_name = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table_name}', 'id'), %s)",
                    [ids[model]],
                )
        cursor.execute("ANALYZE")
    return season
