"""Rounds with their tables, and seatings: drawn, changed by hand, published, withdrawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, Output, operation, page_of
from api.v1 import shapes
from api.v1.entries import FILLER, LARGEST_ID
from api.v1.table_plays import TablePlayOutput
from league import permissions
from league.core.enums import RoundEntryState, RoundState, SeatingState
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.people import rosters
from league.queries.records import records
from league.queries.seating import seating_plans
from league.services.evening import rounds
from league.services.seating import seatings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Entry, Round, Seating, Table

TABLE_STATES = ("waiting", "playing", "reported", "disputed", "confirmed", "missing")


class NumberOutput(Output):
    exact = serializers.CharField()
    shown = serializers.CharField()


class SeatOutput(Output):
    position = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    is_filler = serializers.BooleanField(help_text=FILLER)
    place = serializers.IntegerField(
        allow_null=True, help_text="Empty before a result, and where all won or lost together."
    )
    is_won = serializers.BooleanField(
        allow_null=True, help_text="Where all play together: whether they won. Else empty."
    )
    points = NumberOutput(allow_null=True)
    side = serializers.IntegerField(
        allow_null=True, help_text="Empty where everyone plays alone, or all together."
    )


class TableOutput(Output):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    round_id = serializers.IntegerField()
    round_number = serializers.IntegerField()
    game = serializers.CharField()
    state = serializers.ChoiceField(choices=TABLE_STATES)
    version = serializers.IntegerField(help_text="Of the newest record; 0: none yet.")
    record = serializers.IntegerField(allow_null=True)
    plays_here = serializers.BooleanField(help_text="Whether it may play in the browser.")
    play = TablePlayOutput(allow_null=True)
    seats = SeatOutput(many=True)


class OneTableOutput(TableOutput):
    event = serializers.IntegerField()
    stage = serializers.IntegerField()
    seating = serializers.IntegerField()
    ruleset = serializers.IntegerField()
    played_at = serializers.DateTimeField(allow_null=True)


class UnseatedOutput(Output):
    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    is_filler = serializers.BooleanField(help_text=FILLER)
    state = serializers.ChoiceField(choices=RoundEntryState.values)


class RoundOutput(Output):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    is_rolling = serializers.BooleanField()
    state = serializers.ChoiceField(choices=RoundState.values)
    is_withheld = serializers.BooleanField(
        help_text="Its results are kept back: there are none for the public."
    )
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class OneRoundOutput(RoundOutput):
    seating = serializers.IntegerField(allow_null=True)
    tables = TableOutput(many=True)
    without_table = UnseatedOutput(many=True)


class PlannedSeatOutput(Output):
    position = serializers.IntegerField()
    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    is_filler = serializers.BooleanField(help_text=FILLER)
    is_locked = serializers.BooleanField()


class PlannedTableOutput(Output):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.CharField()
    ruleset = serializers.IntegerField()
    is_locked = serializers.BooleanField()
    seats = PlannedSeatOutput(many=True)


class PenaltyOutput(Output):
    code = serializers.CharField()
    message = serializers.CharField()


class CostOutput(Output):
    criterion = serializers.CharField()
    name = serializers.CharField()
    cost = serializers.IntegerField(help_text="Thousandths of one pair that meets again.")


class SeatingOutput(Output):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    round_number = serializers.IntegerField()
    stage = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    draw = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SeatingState.values)
    method = serializers.CharField()
    seed = serializers.CharField()
    version = serializers.IntegerField()
    tables = PlannedTableOutput(many=True)
    without_table = UnseatedOutput(many=True)
    penalties = PenaltyOutput(many=True)
    remarks = serializers.ListField(child=serializers.CharField())
    costs = CostOutput(many=True)
    repeats = serializers.IntegerField(help_text="Pairs that met before in this event.")
    repeat_cost = serializers.IntegerField(
        help_text="What they cost: 2 for the third meeting of two, 3 for the fourth."
    )
    lower_bound = serializers.IntegerField(help_text="No seating of this round has fewer.")
    least_cost = serializers.IntegerField(help_text="No seating of this round costs less.")
    stopped_by = serializers.CharField()


class SizesField(serializers.ListField):
    """How many sit at each table."""

    def __init__(self, **settings: Any) -> None:  # the framework copies fields by their arguments
        given = {
            "child": serializers.IntegerField(min_value=1, max_value=12),
            "required": False,
            "max_length": 400,
            "help_text": "How many sit at each table, as `[4, 4, 3]`; else as usual.",
        }
        super().__init__(**{**given, **settings})


class DrawInput(Input):
    method = serializers.CharField(required=False, max_length=20)
    seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)
    sizes = SizesField()
    accept_missing = serializers.BooleanField(default=False)


class MoveInput(Input):
    entry = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    table = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, allow_null=True, help_text="Empty: without a table."
    )
    state = serializers.ChoiceField(
        choices=[RoundEntryState.BYE, RoundEntryState.SITS_OUT], default=RoundEntryState.BYE
    )


class SwapInput(Input):
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=2,
        max_length=2,
    )


class SeatingPatch(Input):
    move = MoveInput(required=False)
    swap = SwapInput(required=False)


class WithdrawInput(Input):
    accept_records = serializers.BooleanField(default=False, help_text="Void the current results.")
    reason = serializers.CharField(default="", allow_blank=True, max_length=400)


class CloseInput(Input):
    accept_missing = serializers.BooleanField(default=False)


@operation("event_rounds", "Rounds of an event", answer=page_of(RoundOutput))
def of_event(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    rows = rosters.rounds_of(viewer, by_id.event(viewer, event_id))
    return Response({"results": [shapes.round_(row) for row in rows], "next": None})


@operation("round", "A round with its tables", answer=OneRoundOutput)
def one(request: Request, round_id: int) -> Response:
    viewer = actor_of(request)
    return Response(shown_round(viewer, by_id.round_(viewer, round_id)))


@operation("round_close", "Ends a round", answer=OneRoundOutput, sends=CloseInput, writes=True)
def close(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    data = CloseInput.read(request)
    return once(
        request,
        lambda: shown_round(
            by, rounds.close(by=by, round_=row, accept_missing=data["accept_missing"])
        ),
    )


@operation("round_reopen", "Takes the closing back", answer=OneRoundOutput, writes=True)
def reopen(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    return once(request, lambda: shown_round(by, rounds.reopen(by=by, round_=row)))


@operation("round_withhold", "Keeps a round's results back", answer=OneRoundOutput, writes=True)
def withhold(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    return once(request, lambda: shown_round(by, rounds.withhold(by=by, round_=row)))


@operation(
    "round_publish_results",
    "Publishes a round's results that were kept back",
    answer=OneRoundOutput,
    writes=True,
)
def publish_results(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    return once(request, lambda: shown_round(by, rounds.publish_results(by=by, round_=row)))


@operation("table", "A table with its seats", answer=OneTableOutput)
def table(request: Request, table_id: int) -> Response:
    viewer = actor_of(request)
    found = by_id.table(viewer, table_id)
    row = records.table_row(viewer=viewer, table=found)
    return conditional.versioned(Response(shapes.one_table(found, row)), found.record_version)


@operation(
    "stage_draw",
    "Draws the next round as a draft",
    answer=SeatingOutput,
    status=201,
    sends=DrawInput,
    writes=True,
)
def draw(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = DrawInput.read(request)

    def do() -> dict[str, JSON]:
        drawn = seatings.draw(
            by=by,
            stage=stage,
            method=data.get("method"),
            seed=data.get("seed"),
            sizes=data.get("sizes"),
            accept_missing=data["accept_missing"],
        )
        return shown_seating(by, drawn)

    return once(request, do, status=201)


@operation("seating", "A seating with its tables", answer=SeatingOutput)
def seating(request: Request, seating_id: int) -> Response:
    viewer = actor_of(request)
    row = by_id.seating(viewer, seating_id)
    return conditional.versioned(Response(shown_seating(viewer, row)), row.version)


@operation(
    "seating_change",
    "Moves one entry, or swaps two",
    answer=SeatingOutput,
    sends=SeatingPatch,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def change(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    version = conditional.expected_version(request)
    data = SeatingPatch.read(request)
    if len(data) != 1:
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        if "move" in data:
            move = data["move"]
            changed = seatings.move(
                by=by,
                seating=row,
                entry=entry_of(by, row, move["entry"], "move.entry"),
                table=_table(by, row, move["table"]),
                state=RoundEntryState(move["state"]),
                expected_version=version,
            )
        else:
            first, second = data["swap"]["entries"]
            changed = seatings.swap(
                by=by,
                seating=row,
                entry_a=entry_of(by, row, first, "swap.entries"),
                entry_b=entry_of(by, row, second, "swap.entries"),
                expected_version=version,
            )
        return shown_seating(by, changed)

    return once(request, do)


@operation(
    "seating_publish",
    "Publishes a draft",
    answer=SeatingOutput,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def publish(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    version = conditional.expected_version(request)
    return once(
        request,
        lambda: shown_seating(by, seatings.publish(by=by, seating=row, expected_version=version)),
    )


@operation(
    "seating_withdraw",
    "Withdraws the latest round's seating",
    answer=OneRoundOutput,
    sends=WithdrawInput,
    writes=True,
)
def withdraw(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    data = WithdrawInput.read(request)

    def do() -> dict[str, JSON]:
        round_ = seatings.withdraw(
            by=by,
            round_=row.round,
            accept_records=data["accept_records"],
            reason=data["reason"],
        )
        return shown_round(by, round_)

    return once(request, do)


def shown_round(viewer: Actor, row: Round) -> dict[str, JSON]:
    played = rosters.published(row)
    return shapes.round_with_tables(
        row,
        played.pk if played else None,
        records.tables_of(viewer=viewer, round_=row),
        rosters.unseated(viewer, row),
    )


def shown_seating(viewer: Actor, row: Seating) -> dict[str, JSON]:
    tables, without = rosters.plan_of(viewer, row)
    names = {seat.entry_id: seat.name for table in tables for seat in table.seats}
    names |= {one.entry_id: one.name for one in without}
    explanation = row.explanation if permissions.sees_reasons(viewer, row) else {}
    notes = [_note(one, names) for one in explanation.get("penalties", ())]
    return shapes.seating(row, tables, without, notes, explanation)


def _note(penalty: Mapping[str, JSON], names: Mapping[int, str]) -> dict[str, JSON]:
    return {
        "code": str(penalty["code"]),
        "message": seating_plans.penalty_sentence(penalty, names),
    }


def entry_of(by: Actor, seating: Seating, pk: int, field: str) -> Entry:
    """An entry of the seating's own event; any other is a wrong input."""
    try:
        entry = by_id.entry(by, pk)
    except NotFound:
        raise BadInput("unknown_entry", field=field) from None
    if entry.event_id != seating.round.stage.event_id:
        raise BadInput("unknown_entry", field=field)
    return entry


def _table(by: Actor, seating: Seating, pk: int | None) -> Table | None:
    if pk is None:
        return None
    try:
        table = by_id.table(by, pk)
    except NotFound:
        raise BadInput("unknown_table", field="move.table") from None
    if table.seating_id != seating.pk:
        raise BadInput("unknown_table", field="move.table")
    return table
