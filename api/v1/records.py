"""Records: report, second look, dispute, correction, void."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, SHEETS, Input, IssueOutput, Output, operation, page_of
from api.v1 import shapes
from api.v1.rounds import SeatOutput
from league.core.enums import RecordState
from league.queries import by_id
from league.queries.records import record_versions
from league.queries.records import records as known
from league.services.records import records, voids

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import MatchRecord

LONGEST_REASON = 400


class OutcomeOutput(Output):
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    places = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="As the game counts them; all are first where the table played together, and "
        "`drawn` then says that it lost.",
    )
    reason = serializers.CharField()
    drawn = serializers.BooleanField()
    low_tie = serializers.BooleanField()
    sides = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The side of each seat; empty where everyone plays alone.",
    )
    scale = serializers.IntegerField(help_text="Decimals of the points, which are whole numbers.")


class RecordOutput(Output):
    id = serializers.IntegerField()
    table = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RecordState.values)
    reported_by = serializers.CharField()
    reported_at = serializers.DateTimeField()
    confirmed_by = serializers.CharField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    disputed_by = serializers.CharField()
    dispute_reason = serializers.CharField()
    reason = serializers.CharField()
    closed_by = serializers.CharField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_reason = serializers.CharField()
    sheet = serializers.DictField(help_text="In the game's own fields.")
    outcome = OutcomeOutput()
    issues = IssueOutput(many=True)
    seats = SeatOutput(many=True)


class SheetInput(Input):
    sheet = serializers.DictField(help_text="In the game's own fields, seats in their order.")
    accept_warnings = serializers.BooleanField(default=False, help_text="With a reason.")
    accept_errors = serializers.BooleanField(
        default=False, help_text="For organizers, with a reason."
    )
    reason = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_REASON)


class ReasonInput(Input):
    reason = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_REASON)


@operation("table_records", "Versions of a table's record", answer=page_of(RecordOutput))
def of_table(request: Request, table_id: int) -> Response:
    viewer = actor_of(request)
    table = by_id.table(viewer, table_id)
    rows = [
        shapes.record(row, table.pk) for row in record_versions.versions(viewer=viewer, table=table)
    ]
    return conditional.versioned(Response({"results": rows, "next": None}), table.record_version)


@operation(
    "table_report",
    "Reports a sheet",
    answer=RecordOutput,
    status=201,
    sends=SheetInput,
    writes=True,
    also=(*SHEETS, 428),
    parameters=(IF_MATCH,),
)
def report(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    version = conditional.expected_version(request)
    data = SheetInput.read(request)

    def do() -> dict[str, JSON]:
        record = records.submit(
            by=by,
            table=table,
            data=data["sheet"],
            expected_version=version,
            accept_warnings=data["accept_warnings"],
            accept_errors=data["accept_errors"],
            reason=data["reason"],
        )
        return _shown(by, record)

    return once(request, do, status=201)


@operation("record", "One version of a record", answer=RecordOutput)
def one(request: Request, record_id: int) -> Response:
    viewer = actor_of(request)
    record = known.record(viewer=viewer, record_id=record_id)
    return conditional.versioned(Response(_shown(viewer, record)), record.version)


@operation(
    "record_confirm",
    "Agrees with a reported version",
    answer=RecordOutput,
    sends=ReasonInput,
    writes=True,
    also=SHEETS,
)
def confirm(request: Request, record_id: int) -> Response:
    by = actor_of(request)
    record = known.record(viewer=by, record_id=record_id)
    reason = ReasonInput.read(request)["reason"]
    return once(request, lambda: _shown(by, records.confirm(by=by, record=record, reason=reason)))


@operation(
    "record_dispute",
    "Says that a version is wrong, and why",
    answer=RecordOutput,
    sends=ReasonInput,
    writes=True,
    also=SHEETS,
)
def dispute(request: Request, record_id: int) -> Response:
    by = actor_of(request)
    record = known.record(viewer=by, record_id=record_id)
    reason = ReasonInput.read(request)["reason"]
    return once(request, lambda: _shown(by, records.dispute(by=by, record=record, reason=reason)))


@operation(
    "record_correct",
    "Saves an organizer's version, which counts at once",
    answer=RecordOutput,
    status=201,
    sends=SheetInput,
    writes=True,
    also=(*SHEETS, 428),
    parameters=(IF_MATCH,),
)
def correct(request: Request, record_id: int) -> Response:
    by = actor_of(request)
    record = known.record(viewer=by, record_id=record_id)
    version = conditional.expected_version(request)
    data = SheetInput.read(request)

    def do() -> dict[str, JSON]:
        fresh = records.correct(
            by=by,
            table=record.table,
            data=data["sheet"],
            expected_version=version,
            reason=data["reason"],
            accept_warnings=data["accept_warnings"],
            accept_errors=data["accept_errors"],
        )
        return _shown(by, fresh)

    return once(request, do, status=201)


@operation(
    "record_void",
    "Voids a version; the table may report again",
    answer=RecordOutput,
    sends=ReasonInput,
    writes=True,
    also=SHEETS,
)
def void(request: Request, record_id: int) -> Response:
    by = actor_of(request)
    record = known.record(viewer=by, record_id=record_id)
    reason = ReasonInput.read(request)["reason"]
    return once(request, lambda: _shown(by, voids.void(by=by, record=record, reason=reason)))


@operation(
    "record_restore",
    "Brings a voided version back as a new one",
    answer=RecordOutput,
    status=201,
    writes=True,
    also=SHEETS,
)
def restore(request: Request, record_id: int) -> Response:
    by = actor_of(request)
    record = known.record(viewer=by, record_id=record_id)
    return once(request, lambda: _shown(by, voids.restore(by=by, record=record)), status=201)


def _shown(viewer: Actor, record: MatchRecord) -> dict[str, JSON]:
    rows = record_versions.versions(viewer=viewer, table=record.table)
    row = next(row for row in rows if row.record_id == record.pk)
    return shapes.record(row, record.table_id)
