"""Open play: who waits, what could start now, starting it, pausing and being free again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, StageMode
from league.core.errors import Refused
from league.queries import by_id
from league.queries.evening import entries as people
from league.queries.evening import waiting_room
from league.queries.office import rules
from league.seating.rolling import WHYS
from league.services.evening import entries
from league.services.seating import seatings

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Stage
    from league.queries.evening.open_play import Proposals
    from league.queries.evening.waiting_room import Room
    from league.seating.rolling import Option


class FreeOutput(Output):
    entry = serializers.IntegerField()
    since = serializers.DateTimeField()
    matches = serializers.IntegerField()


class PlayingOutput(Output):
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(
        allow_null=True,
        help_text="When matches of this game are usually over here; empty: too few to say.",
    )


class RoomOutput(Output):
    stage = serializers.IntegerField()
    free = FreeOutput(many=True, help_text="In the order of their turn.")
    playing = PlayingOutput(many=True)
    pausing = serializers.ListField(child=serializers.IntegerField())
    left = serializers.ListField(child=serializers.IntegerField())


class ProposedTableOutput(Output):
    number = serializers.IntegerField()
    ruleset = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class ProposalOutput(Output):
    tables = ProposedTableOutput(many=True)
    meeting_again = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Pairs of entries at one table that have met before.",
    )
    waiting_on = serializers.ListField(child=serializers.IntegerField())
    cannot_sit = serializers.ListField(child=serializers.IntegerField())


class AdviceOutput(Output):
    why = serializers.ChoiceField(
        choices=WHYS,
        help_text="Whether to start now, and why.",
    )
    table = serializers.IntegerField(allow_null=True, help_text="Its number.")
    minutes = serializers.IntegerField(allow_null=True, help_text="Until it ends, about.")
    meeting_again = serializers.IntegerField(help_text="Pairs that would meet again after it.")
    longest_wait = serializers.IntegerField(help_text="In minutes, of the people free now.")
    hold = serializers.IntegerField(help_text="Minutes anyone may be kept for a better mix.")


class ProposalsOutput(Output):
    stage = serializers.IntegerField()
    proposals = ProposalOutput(many=True, help_text="The best first; empty: nothing can start.")
    wait_for = serializers.IntegerField(
        allow_null=True, help_text="A table worth waiting for: fewer would meet again."
    )
    advice = AdviceOutput(
        allow_null=True, help_text="Empty: nothing else plays, or the stage starts at once."
    )


class ProposedTableInput(Input):
    ruleset = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=12,
    )


class FormInput(Input):
    tables = serializers.ListField(child=ProposedTableInput(), min_length=1, max_length=100)


class FormedOutput(Output):
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of tables.")


class PresenceInput(Input):
    entry = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    is_free = serializers.BooleanField(help_text="False: pauses.")


@operation(
    "stage_room",
    "Who is waiting, playing, on a break or gone in open play",
    answer=RoomOutput,
    also=(403, 409),
)
def of_stage(request: Request, stage_id: int) -> Response:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    permissions.require(viewer, Action.CALL_ROLL, stage.event)
    return Response(_room(stage, waiting_room.room(_in_open_play(stage))))


@operation(
    "stage_proposals",
    "The tables that could start now in open play",
    answer=ProposalsOutput,
    also=(403, 409),
)
def proposals(request: Request, stage_id: int) -> Response:
    viewer = actor_of(request)
    stage = by_id.stage(viewer, stage_id)
    return Response(_proposals(stage, seatings.proposed(by=viewer, stage=stage)))


@operation(
    "stage_tables_form",
    "Forms the proposed tables of open play: all of them or none",
    answer=FormedOutput,
    status=201,
    sends=FormInput,
    writes=True,
)
def form(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = FormInput.read(request)

    def do() -> dict[str, JSON]:
        tables = seatings.form_proposed(
            by=by,
            stage=stage,
            tables=[
                (
                    rules.ruleset(by, stage.event.club, row["ruleset"]),
                    [people.entry(by, stage.event, pk) for pk in row["entries"]],
                )
                for row in data["tables"]
            ],
        )
        return {"tables": [table.pk for table in tables]}

    return once(request, do, status=201)


@operation(
    "stage_presence",
    "Marks someone as on a break, or free again",
    answer=RoomOutput,
    sends=PresenceInput,
    writes=True,
)
def presence(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = by_id.stage(by, stage_id)
    data = PresenceInput.read(request)

    def do() -> dict[str, JSON]:
        _in_open_play(stage)
        entry = people.entry(by, stage.event, data["entry"])
        if entry.state != EntryState.REGISTERED:
            raise Refused("not_registered", field="entry")
        entries.set_present(
            by=by,
            event=stage.event,
            entries=[entry.pk],
            present=data["is_free"],
            pauses=not data["is_free"],
        )
        return _room(stage, waiting_room.room(stage))

    return once(request, do)


def _in_open_play(stage: Stage) -> Stage:
    if stage.mode != StageMode.OPEN_PLAY:
        raise Refused(f"mode_is_{stage.mode}")
    return stage


def _room(stage: Stage, found: Room) -> dict[str, JSON]:
    return {
        "stage": stage.pk,
        "free": [
            {"entry": row.entry.pk, "since": shapes.moment(row.at), "matches": row.matches}
            for row in found.free
        ],
        "playing": [
            {
                "table": row.table.pk,
                "number": row.table.number,
                "entries": list(row.entries),
                "since": shapes.moment(row.since),
                "until": shapes.moment(row.until),
            }
            for row in found.running
        ],
        "pausing": [row.pk for row in found.pausing],
        "left": [row.pk for row in found.left],
    }


def _proposals(stage: Stage, found: Proposals) -> dict[str, JSON]:
    return {
        "stage": stage.pk,
        "proposals": [_proposal(option) for option in found.options],
        "wait_for": found.advice.table if found.advice else None,
        "advice": _advice(found),
    }


def _advice(found: Proposals) -> dict[str, JSON] | None:
    advice, patience = found.advice, found.patience
    if advice is None or patience is None:
        return None
    return {
        "why": advice.why,
        "table": advice.table,
        "minutes": advice.minutes,
        "meeting_again": advice.again,
        "longest_wait": patience.waited,
        "hold": patience.hold,
    }


def _proposal(option: Option) -> dict[str, JSON]:
    return {
        "tables": [
            {"number": row.number, "ruleset": row.ruleset, "entries": list(row.players)}
            for row in option.tables
        ],
        "meeting_again": [list(pair) for pair in option.met],
        "waiting_on": [pk for pk in option.left if pk not in option.blocked],
        "cannot_sit": list(option.blocked),
    }
