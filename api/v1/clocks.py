"""Clocks of rounds and of single tables: read by anybody, set by organizers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1 import shapes
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.evening import clocks as reading
from league.services.evening import clocks

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Round, Table

VERBS = ("start", "hold", "resume", "extend", "reset")


class ClockOutput(Output):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=("none", "running", "held"))
    ends_at = serializers.DateTimeField(allow_null=True, help_text="While it runs.")
    left_s = serializers.IntegerField(
        allow_null=True, help_text="While it is held; below zero when time was up."
    )
    length_s = serializers.IntegerField(allow_null=True)
    extra_s = serializers.IntegerField(help_text="What the table has more than its round.")
    version = serializers.IntegerField()


class ClockInput(Input):
    do = serializers.ChoiceField(choices=VERBS)
    minutes = serializers.IntegerField(
        required=False,
        min_value=-clocks.MOST_EXTRA_MIN,
        max_value=clocks.LONGEST_MIN,
        help_text="For start (else the stage's length) and extend (below zero: less time).",
    )
    version = serializers.IntegerField(
        required=False, min_value=0, help_text="Refused with 409 if the clock was set since."
    )


@operation("round_clock", "The clock of a round", answer=ClockOutput)
def of_round(request: Request, round_id: int) -> Response:
    viewer = actor_of(request)
    return _answer(viewer, by_id.round_(viewer, round_id), None)


@operation("table_clock", "The clock that a table goes by", answer=ClockOutput)
def of_table(request: Request, table_id: int) -> Response:
    viewer = actor_of(request)
    table = by_id.table(viewer, table_id)
    return _answer(viewer, table.seating.round, table)


@operation(
    "round_clock_set",
    "Sets the clock of all tables of a round",
    answer=ClockOutput,
    sends=ClockInput,
    writes=True,
)
def set_round(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    return _set(request, by, by_id.round_(by, round_id), None)


@operation(
    "table_clock_set",
    "Sets the clock of one table",
    answer=ClockOutput,
    sends=ClockInput,
    writes=True,
)
def set_table(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    return _set(request, by, table.seating.round, table)


def _set(request: Request, by: Actor, round_: Round, table: Table | None) -> Response:
    data = ClockInput.read(request)

    def do() -> dict[str, JSON]:
        _press(by, round_, table, data["do"], data.get("minutes"), data.get("version"))
        return _shape(by, round_, table)

    return once(request, do)


def _press(
    by: Actor,
    round_: Round,
    table: Table | None,
    verb: str,
    minutes: int | None,
    version: int | None,
) -> None:
    if verb == "start":
        clocks.start(by=by, round_=round_, table=table, minutes=minutes, expected_version=version)
    elif verb == "extend":
        if minutes is None:
            raise BadInput("clock_length_missing", field="minutes")
        clocks.extend(by=by, round_=round_, table=table, minutes=minutes, expected_version=version)
    else:
        other = {"hold": clocks.hold, "resume": clocks.resume, "reset": clocks.reset}[verb]
        other(by=by, round_=round_, table=table, expected_version=version)


def _answer(viewer: Actor, round_: Round, table: Table | None) -> Response:
    shape = _shape(viewer, round_, table)
    version = shape["version"]
    return conditional.versioned(Response(shape), version if isinstance(version, int) else 0)


def _shape(viewer: Actor, round_: Round, table: Table | None) -> dict[str, JSON]:
    found = reading.of_round(viewer, round_)
    face = found.face if table is None else found.of(table.pk)
    return {
        "round": round_.pk,
        "table": table.pk if table else None,
        "state": face.state if face else "none",
        "ends_at": shapes.moment(face.ends_at) if face else None,
        "left_s": face.left_s if face else None,
        "length_s": face.length_s if face else None,
        "extra_s": face.extra_s if face else 0,
        "version": found.version if table is None else found.version_of(table.pk),
    }
