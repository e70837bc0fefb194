"""What is done to a draft beside moving people: drawn again, held, its tables, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.idempotency import once
from api.schema import IF_MATCH, Input, operation
from api.v1.entries import LARGEST_ID
from api.v1.rounds import SeatingOutput, SizesField, entry_of, shown_seating
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.office import rules as shelf
from league.queries.seating import seatings as known
from league.services.seating import seatings

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Entry, Ruleset, Seating, Table


class RedrawInput(Input):
    method = serializers.CharField(
        required=False, max_length=20, help_text="Left out: as it was drawn before."
    )
    seed = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_ID, help_text="Repeats that very draw."
    )
    sizes = SizesField()


class LockInput(Input):
    table = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_ID, help_text="A table as a whole."
    )
    entry = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_ID, help_text="Or one entry at its table."
    )
    locked = serializers.BooleanField(help_text="Whether it stays when the rest is drawn again.")


class LateInput(Input):
    entry = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="Somebody without a table in this round."
    )
    table = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="Left out: where it costs least. Nobody else moves.",
    )


class AddTableInput(Input):
    ruleset = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="One of the stage's; left out: its usual one.",
    )


@operation(
    "seating_redraw",
    "Draws a draft again for whoever is here now; what is locked stays",
    answer=SeatingOutput,
    sends=RedrawInput,
    writes=True,
    also=(428,),
    parameters=(IF_MATCH,),
)
def redraw(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    version = conditional.expected_version(request)
    data = RedrawInput.read(request)

    def do() -> dict[str, JSON]:
        return shown_seating(
            by, seatings.redraw(by=by, seating=row, expected_version=version, **data)
        )

    return once(request, do)


@operation(
    "seating_discard",
    "Throws a draft away; a round that has nothing else goes with it",
    status=204,
    writes=True,
    has_key=False,
)
def discard(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    seatings.discard(by=by, seating=by_id.seating(by, seating_id))
    return Response(status=204)


@operation(
    "seating_lock",
    "Holds a table, or one entry at its table, when the rest is drawn again",
    answer=SeatingOutput,
    sends=LockInput,
    writes=True,
)
def lock(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    data = LockInput.read(request)
    if ("table" in data) == ("entry" in data):
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        changed = seatings.set_lock(
            by=by,
            seating=row,
            locked=data["locked"],
            table=_table(by, row, data),
            entry=_entry(by, row, data),
        )
        return shown_seating(by, changed)

    return once(request, do)


@operation(
    "seating_late",
    "Seats somebody who came late, or has a bye",
    answer=SeatingOutput,
    sends=LateInput,
    writes=True,
)
def late(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    data = LateInput.read(request)

    def do() -> dict[str, JSON]:
        entry = _entry(by, row, data)
        assert entry is not None
        changed = seatings.add_late(by=by, seating=row, entry=entry, table=_table(by, row, data))
        return shown_seating(by, changed)

    return once(request, do)


@operation(
    "seating_add_table",
    "Adds an empty table to a draft; it vanishes at publishing unless somebody sits down",
    answer=SeatingOutput,
    status=201,
    sends=AddTableInput,
    writes=True,
)
def add_table(request: Request, seating_id: int) -> Response:
    by = actor_of(request)
    row = by_id.seating(by, seating_id)
    data = AddTableInput.read(request)

    def do() -> dict[str, JSON]:
        ruleset = chosen_ruleset(by, row, data["ruleset"]) if "ruleset" in data else None
        return shown_seating(by, seatings.add_table(by=by, seating=row, ruleset=ruleset).seating)

    return once(request, do, status=201)


def chosen_ruleset(by: Actor, seating: Seating, pk: int) -> Ruleset:
    """A ruleset of the club; any other is a wrong input."""
    try:
        return shelf.ruleset(by, seating.round.stage.event.club, pk)
    except NotFound:
        raise BadInput("unknown_choice", field="ruleset", choice=str(pk)) from None


def _entry(by: Actor, row: Seating, data: dict[str, Any]) -> Entry | None:  # of many types
    return entry_of(by, row, data["entry"], "entry") if "entry" in data else None


def _table(by: Actor, row: Seating, data: dict[str, Any]) -> Table | None:  # of many types
    if "table" not in data:
        return None
    try:
        found = known.table(by, row.round.stage.event, data["table"])
    except NotFound:
        raise BadInput("unknown_table", field="table") from None
    if found.seating_id != row.pk:
        raise BadInput("unknown_table", field="table")
    return found
