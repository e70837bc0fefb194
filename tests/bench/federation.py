"""A federation of any size, written in bulk: matches of four over many evenings of one club."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, models, transaction

from league.core.enums import EventState, RoundState, SeatingState, StageMode
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Player,
    RatingMark,
    Round,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from tests import factories

SEATS = 4
START = datetime(2016, 1, 1, 18, 30, tzinfo=UTC)
OUTCOME = '{"points":null,"places":[],"reason":"","drawn":false,"low_tie":false,"scale":0}'


class Federation(NamedTuple):
    """First ids, so that a measurement finds the oldest and the newest match."""

    records: int
    matches: int


@transaction.atomic
def filled(*, players: int, matches: int, evenings: int, seed: int = 1) -> Federation:
    """Confirmed matches of four, a tenth of them with a tie, spread evenly over evenings.

    Everything is inserted past the ORM, with ids given here: it is the measurement's ground,
    not its subject.
    """
    rng = random.Random(seed)
    club = factories.club()
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
                slug=f"federation-{n}",
                name=f"Evening {n}",
                starts_at=START + timedelta(days=n * 3650 / evenings),
                state=EventState.FINISHED,
            )
            for n in range(evenings)
        ]
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
        ]
    )
    rounds = Round.objects.bulk_create(
        [Round(stage=s, number=1, is_rolling=True, state=RoundState.CLOSED) for s in stages]
    )
    seatings = Seating.objects.bulk_create(
        [Seating(round=r, state=SeatingState.PUBLISHED, method="fixed") for r in rounds]
    )
    per_evening = matches // evenings
    ids = {model: 1 + (last(model) or 0) for model in (Entry, Table, MatchRecord, SeatScore)}
    first_record = ids[MatchRecord]
    now: datetime = START.replace(tzinfo=None) if connection.vendor == "sqlite" else START
    rest = ("[]", "", "bench", "system", "bench", now, "", "", "", "", "", 1)
    for at, (event, stage, seating) in enumerate(zip(events, stages, seatings, strict=True)):
        # About as many people as make every one of them play four times on the evening.
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
        played = START + timedelta(days=at * 3650 / evenings)
        tables, records, scores = [], [], []
        for number in range(1, per_evening + 1):
            table, record = ids[Table], ids[MatchRecord]
            ids[Table] += 1
            ids[MatchRecord] += 1
            moment = played + timedelta(seconds=number)
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
    RatingMark.objects.bulk_create([RatingMark(stage=stage) for stage in stages])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Federation(first_record, per_evening * evenings)


def last(model: type[models.Model]) -> int | None:
    return model._default_manager.aggregate(last=models.Max("pk"))["last"]  # type: ignore[no-any-return]


def insert(model: type[models.Model], columns: str, rows: Iterable[Sequence[Any]]) -> None:
    """Inserts rows with values of any column type."""
    names = columns.split()
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({', '.join(names)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(names))
        cursor.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",
            [tuple(str(v) if isinstance(v, datetime) else v for v in row) for row in rows],
        )
