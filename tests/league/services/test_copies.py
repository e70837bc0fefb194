"""A copy keeps every field and relation: what a model gains is asked by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.db.models import NOT_PROVIDED, ForeignKey, ManyToManyField, Model

from league.core.enums import (
    ActorKind,
    AsksEmail,
    Confirmation,
    EventKind,
    RecordState,
    Role,
    StageKind,
    StageMode,
)
from league.models import Event, MatchRecord, RecordConfirmation, SeatScore, Stage
from league.services.occasions import events
from league.services.records import record_rows
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
# What a copy has of its own, each with its reason.
EVENT_OWN = {
    "id": "another row",
    "slug": "another address",
    "starts_at": "another day",
    "ends_at": "another day",
    "state": "it begins anew",
    "removed_at": "what is removed is not copied",
    "version": "nobody has changed it yet",
    "created_at": "made now",
}
STAGE_OWN = {
    "id": "another row",
    "event": "the copy",
    "lots": "drawn by the people of the original",
    "source": "whose results are taken over is said anew",
    "source_season": "whose results are taken over is said anew",
    "stale_at": "its own standing",
    "version": "nobody has changed it yet",
}
RECORD_OWN = {
    "id": "another row",
    "version": "the next one",
    "state": "the caller says",
    "reason": "the caller says",
    "closed_at": "it is open",
    "closed_by": "it is open",
    "closed_reason": "it is open",
    "from_seq": "counts from its own line on",
    "badges_as": "gone through for badges anew",
    "to_seq": "counts from its own line on",
}


def fields(row: Model, own: Iterable[str]) -> dict[str, Any]:  # values of any kind
    """All that the row holds, its relations to many too, but for what is its own."""
    found = {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
    found |= {
        field.name: sorted(field.value_from_object(row), key=lambda one: one.pk)
        for field in row._meta.many_to_many
    }
    return {name: value for name, value in found.items() if name not in own}


def usual(row: Model, own: Iterable[str]) -> list[str]:
    """Fields that a test has left as they are in every new row: a copy could forget them unseen."""
    found = []
    for field in [*row._meta.concrete_fields, *row._meta.many_to_many]:
        if field.name in own or (isinstance(field, ForeignKey) and not field.null):
            continue
        value = fields(row, ())[field.name]
        if isinstance(field, ManyToManyField):
            is_usual = not value
        else:
            default = None if field.default is NOT_PROVIDED else field.get_default()
            is_usual = value == default or value in (None, "")
        if is_usual:
            found.append(field.name)
    return found


def unusual_event() -> Event:
    """An evening with two stages where nothing is as usual."""
    season = factories.season()
    event = factories.event(
        season=season,
        kind=EventKind.TOURNAMENT,
        name="Copper Cup",
        place="Back room",
        notes="Bring dice",
        starts_at=NOON,
        ends_at=NOON.replace(hour=18),
        time_zone="Europe/Lisbon",
        confirmation=Confirmation.NONE,
        capacity=40,
        offer_hours=12,
        last_entry_round=3,
        by_name=True,
        needs_code=True,
        asks_email=AsksEmail.NEEDED,
        fee="€5",
        rank_guests=True,
        is_announced=False,
    )
    games = [factories.free_game(season.club, name=f"Game {letter}") for letter in "AB"]
    for number, kind in enumerate((StageKind.MAIN, StageKind.FINAL), 1):
        stage = factories.stage(
            event,
            number=number,
            kind=kind,
            name=f"Part {number}",
            mode=StageMode.ROUNDS if number == 1 else StageMode.OPEN_PLAY,
            method="balanced",
            scheme={"key": "podium", "ties": "share", "drawn": None, "points": ["4", "2", "1"]},
            chain=["points", "wins"],
            ruleset=games[0],
            size_preferred=5,
            size_min=3,
            size_max=6,
            max_tables=9,
            seating={"season": 7},
            scoring={"weight": "2"},
            bye={"kind": "fixed", "points": "3"},
            late={"kind": "fixed", "points": "1"},
            no_show={"kind": "fixed", "points": "2"},
            auto_publish=False,
            plays_here=True,
            play_reserve=180,
            play_increment=10,
            round_minutes=50,
            clock_starts=True,
        )
        stage.rulesets.set(games[1:])
    return event


def test_the_copy_of_an_event_keeps_every_field_of_the_event_and_of_its_stages() -> None:
    event = unusual_event()
    stages = list(event.stages.order_by("number"))
    by = factories.actor(Role.ORGANIZER, event.club)

    made = events.copy(by=by, event=event, starts_at=NOON.replace(day=10))

    copies = list(made.stages.order_by("number"))
    first = {"kind", "mode", "number"}  # the first stage is the main one, and so on
    assert usual(event, EVENT_OWN) == []
    assert [set(usual(stage, STAGE_OWN)) for stage in stages] == [first, set()]
    assert fields(made, EVENT_OWN) == fields(event, EVENT_OWN)
    assert [fields(stage, STAGE_OWN) for stage in copies] == [
        fields(stage, STAGE_OWN) for stage in stages
    ]


def test_the_copy_of_a_record_keeps_every_field_with_scores_and_confirmations() -> None:
    stage = factories.stage()
    people = [factories.entry(stage.event) for _ in range(3)]
    table = factories.table(factories.round_(stage), people)
    record = factories.played(table, [1, 2, 3], points=[9, 7, 5])
    seats = list(table.seats.order_by("position"))
    MatchRecord.objects.filter(pk=record.pk).update(
        issues=[{"code": "odd", "path": ["seats", 1, "points"], "level": "warning"}],
        reporter_kind=ActorKind.SEAT,
        reporter_seat=seats[1],
        disputed_by="seat:7",
        dispute_reason="I had more",
        outcome={**record.outcome, "sides": [0, 0, 1]},
    )
    for position, side in enumerate((0, 0, 1), 1):
        SeatScore.objects.filter(record=record, position=position).update(side=side)
    for seat in seats[:2]:
        RecordConfirmation.objects.create(record=record, seat=seat, actor_key="seat:8", at=NOON)
    record.refresh_from_db()
    table.refresh_from_db()

    record_rows.set_aside([record], RecordState.SUPERSEDED, by=factories.actor())
    copy = record_rows.copied(
        record, table, seats, [0, 1, 2], state=RecordState.REPORTED, reason="Seats exchanged"
    )

    copy.refresh_from_db()
    related = [one.get_accessor_name() for one in MatchRecord._meta.related_objects]
    own = {"id": "another row", "record": "the copy"}
    assert usual(record, RECORD_OWN) == []
    assert fields(copy, RECORD_OWN) == fields(record, RECORD_OWN)
    # The match in the browser that handed in the first version stays with that one.
    assert sorted(name for name in related if name and name != "+") == [
        "confirmations",
        "play",
        "scores",
    ]
    for name in ("confirmations", "scores"):
        rows = [
            [fields(row, own) for row in getattr(one, name).order_by("pk")]
            for one in (record, copy)
        ]
        assert len(rows[0]) > 1
        assert rows[1] == rows[0]


def test_a_stage_that_is_copied_is_described_whole() -> None:
    """Every reason above is one of a field that is there."""
    for model, own in ((Event, EVENT_OWN), (Stage, STAGE_OWN), (MatchRecord, RECORD_OWN)):
        names = {field.name for field in model._meta.concrete_fields}
        assert set(own) - names == set()
