"""Before a table plays: what somebody wishes of the draws, and who begins."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1.entries import LARGEST_ID
from api.v1.records import LONGEST_REASON
from league import permissions
from league.core.actions import Action
from league.queries import by_id
from league.queries.records import table_starts as reading
from league.queries.seating import seating_wishes
from league.services.records import table_starts
from league.services.seating import wishes

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Entry, Table
    from league.queries.records.table_starts import SeatStart

_RULESETS = "Ids of rulesets that the stage offers."
_LISTS = ("wants", "refuses", "tables", "near")


class WishesOutput(Output):
    wants = serializers.ListField(child=serializers.IntegerField(), help_text=_RULESETS)
    refuses = serializers.ListField(child=serializers.IntegerField(), help_text=_RULESETS)
    tables = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of tables in the room."
    )
    near = serializers.ListField(
        child=serializers.IntegerField(), help_text="Entries whom they want to be near."
    )
    step_free = serializers.BooleanField(help_text="Whether the way must be without steps.")
    part = serializers.ChoiceField(
        choices=seating_wishes.PARTS, help_text="Plays, fills tables up, or stands by."
    )
    team = serializers.CharField(help_text="People of one team are kept apart, as preferred.")


class WishesPatch(Input):
    wants = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=100,
        help_text=_RULESETS,
    )
    refuses = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=100,
        help_text=_RULESETS,
    )
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=100,
        help_text="Numbers of tables in the room.",
    )
    near = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=100,
        help_text="Entries whom they want to be near.",
    )
    step_free = serializers.BooleanField(
        required=False, help_text="Whether the way must be without steps."
    )
    part = serializers.ChoiceField(
        choices=seating_wishes.PARTS,
        required=False,
        help_text="Plays, fills tables up, or stands by.",
    )
    team = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=wishes.LONGEST_TEAM,
        help_text="People of one team are kept apart, as preferred.",
    )


class StartSeatOutput(Output):
    entry = serializers.IntegerField()
    position = serializers.IntegerField()
    name = serializers.CharField()
    is_filler = serializers.BooleanField()
    role = serializers.CharField(help_text="What was drawn; empty where the game deals nothing.")
    role_name = serializers.CharField(help_text="The same in words.")
    begins = serializers.BooleanField(help_text="Whether they have the first turn.")


class StartOutput(Output):
    question = serializers.CharField(
        help_text="What is drawn; empty: nothing, in this game or with so many."
    )
    number = serializers.IntegerField(help_text="Of the newest draw; for `seen`. 0: none yet.")
    seats = StartSeatOutput(many=True, help_text="Empty until those who sit there have drawn.")


class StartInput(Input):
    seen = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=LARGEST_ID,
        help_text="`number` of the draw that this one replaces; a later one stays as it is.",
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=LONGEST_REASON, help_text="For a second draw."
    )


@operation(
    "entry_wishes",
    "What somebody wishes of the draws to come, for organizers",
    answer=WishesOutput,
    also=(403,),
)
def wished(request: Request, entry_id: int) -> Response:
    _by, row = _entry(request, entry_id)
    return Response(_wishes(row))


@operation(
    "entry_wishes_set",
    "Notes what somebody wishes; anything left out stays as it is",
    answer=WishesOutput,
    sends=WishesPatch,
    writes=True,
)
def set_wishes(request: Request, entry_id: int) -> Response:
    by, row = _entry(request, entry_id)
    data = WishesPatch.read(request)
    told: dict[str, Any] = {  # lists as the dataclass keeps them
        name: tuple(value) if name in _LISTS else value for name, value in data.items()
    }

    def do() -> dict[str, JSON]:
        wanted = replace(seating_wishes.of(row), **told)
        return _wishes(wishes.set_wishes(by=by, entry=row, wishes=wanted))

    return once(request, do)


@operation("table_start", "What was drawn before the first turn of a table", answer=StartOutput)
def start(request: Request, table_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_start(viewer, by_id.table(viewer, table_id)))


@operation(
    "table_start_draw",
    "Draws who begins, or what each person holds, before the first turn",
    answer=StartOutput,
    sends=StartInput,
    writes=True,
    also=(410,),
)
def draw(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    table = by_id.table(by, table_id)
    data = StartInput.read(request)

    def do() -> dict[str, JSON]:
        table_starts.draw(by=by, table=table, seen=data["seen"], reason=data["reason"])
        return _start(by, table)

    return once(request, do)


def _entry(request: Request, entry_id: int) -> tuple[Actor, Entry]:
    by = actor_of(request)
    row = by_id.entry(by, entry_id)
    permissions.require(by, Action.CALL_ROLL, row)
    return by, row


def _wishes(row: Entry) -> dict[str, JSON]:
    told = asdict(seating_wishes.of(row))
    return {name: list(value) if name in _LISTS else value for name, value in told.items()}


def _start(viewer: Actor, table: Table) -> dict[str, JSON]:
    found = reading.of_table(viewer=viewer, table=table)
    if found is None:
        return {"question": "", "number": 0, "seats": []}
    seats = found.drawn.seats if found.drawn else ()
    return {
        "question": found.question,
        "number": found.number,
        "seats": [_seat(one) for one in seats],
    }


def _seat(row: SeatStart) -> dict[str, JSON]:
    return {
        "entry": row.entry_id,
        "position": row.position,
        "name": row.name,
        "is_filler": row.is_filler,
        "role": row.key,
        "role_name": row.role,
        "begins": row.begins,
    }
