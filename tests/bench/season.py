"""A season of any size, written in bulk for measurements."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from league import journal
from league.core.actors import system
from league.core.enums import (
    ActorKind,
    EventState,
    RecordState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.facts import Fact
from league.models import (
    Entry,
    Event,
    MatchRecord,
    Player,
    Round,
    Season,
    Seat,
    Seating,
    SeatScore,
    Stage,
    Table,
)
from tests import factories

SEATS = 4
START = datetime(2026, 1, 1, 18, 30, tzinfo=UTC)


def filled(*, players: int, matches: int, evenings: int) -> Season:
    """A season with confirmed matches of four, spread evenly over people and evenings."""
    season = factories.season(starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
    club = season.club
    ruleset = factories.free_game(club)
    people = Player.objects.bulk_create(
        [
            Player(name=f"Player {n:03}", sort_key=f"player {n:03}", search_key=f"player {n:03}")
            for n in range(players)
        ]
    )
    events = Event.objects.bulk_create(
        [
            Event(
                club=club,
                season=season,
                slug=f"bench-{season.pk}-{n}",
                name=f"Evening {n}",
                starts_at=START + timedelta(days=n * 360 // evenings),
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
                chain=["points", "wins", "places", "head_to_head"],
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
    entries = {
        (event.pk, row.player_id): row
        for event in events
        for row in Entry.objects.bulk_create(
            [Entry(event=event, player=player) for player in people], batch_size=500
        )
    }
    line = journal.append(
        Fact.RESULTS_IMPORTED, by=system("bench"), club=club, stale_seasons=[season.pk]
    )
    tables = Table.objects.bulk_create(
        [
            Table(
                seating=seatings[n % evenings],
                number=n // evenings + 1,
                ruleset=ruleset,
                played_at=events[n % evenings].starts_at,
                record_version=1,
            )
            for n in range(matches)
        ],
        batch_size=500,
    )
    records = MatchRecord.objects.bulk_create(
        [
            MatchRecord(
                table=table,
                stage=stages[n % evenings],
                version=1,
                state=RecordState.CONFIRMED,
                ruleset=ruleset,
                sheet={},
                outcome={
                    "points": [9, 7, 5, 3],
                    "places": [1, 2, 3, 4],
                    "reason": "",
                    "drawn": False,
                    "low_tie": False,
                    "scale": 0,
                },
                reported_by="system:bench",
                reporter_kind=ActorKind.SYSTEM,
                reporter_key="bench",
                reported_at=START,
                from_seq=line.seq,
            )
            for n, table in enumerate(tables)
        ],
        batch_size=500,
    )
    seats: list[Seat] = []
    scores: list[SeatScore] = []
    for n, (table, record) in enumerate(zip(tables, records, strict=True)):
        event = events[n % evenings]
        for position in range(SEATS):
            who = people[(n * SEATS + position * 7 + n // 11) % players]
            entry = entries[event.pk, who.pk]
            if any(seat.entry_id == entry.pk for seat in seats[len(seats) - position :]):
                who = people[(n * SEATS + position * 7 + n // 11 + 3) % players]
                entry = entries[event.pk, who.pk]
            seats.append(
                Seat(
                    seating=table.seating,
                    table=table,
                    entry=entry,
                    position=position + 1,
                    is_rolling=True,
                )
            )
            scores.append(
                SeatScore(
                    record=record,
                    entry=entry,
                    position=position + 1,
                    place=position + 1,
                    points=9 - 2 * position,
                )
            )
    Seat.objects.bulk_create(seats, batch_size=500)
    SeatScore.objects.bulk_create(scores, batch_size=500)
    return season
