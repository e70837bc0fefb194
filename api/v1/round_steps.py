"""What is done to a round and its tables while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID
from api.v1.rounds import OneRoundOutput, OneTableOutput, SeatingOutput, shown_round, shown_seating
from api.v1.seating_steps import chosen_ruleset
from league.core.enums import RoundEntryState, SeatingState, StageMode
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.records import records
from league.services.evening import reminders, rounds
from league.services.play import table_plays
from league.services.seating import seatings

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Table

MARKS = [state.value for state in RoundEntryState if state != RoundEntryState.SEATED]


class MarkInput(Input):
    entry = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    state = serializers.ChoiceField(
        choices=MARKS, help_text="Why they had no table; their seat, if they had one, is free."
    )


class RestoreInput(Input):
    seating = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="A seating that the round had before it was drawn again; left out: that which "
        "was withdrawn last.",
    )


class TablePatch(Input):
    ruleset = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="Another game of the stage, as long as there is no result.",
    )
    plays_here = serializers.BooleanField(
        required=False, help_text="Whether it may play in the browser."
    )
    swap_seats = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=12),
        required=False,
        min_length=2,
        max_length=2,
        help_text="The positions of two seats that change places.",
    )


@operation(
    "round_mark",
    "Says why an entry has no table in a round: absent, no-show, bye, sits out",
    answer=OneRoundOutput,
    sends=MarkInput,
    writes=True,
)
def mark(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    data = MarkInput.read(request)

    def do() -> dict[str, JSON]:
        try:
            entry = by_id.entry(by, data["entry"])
        except NotFound:
            raise BadInput("unknown_entry", field="entry") from None
        if entry.event_id != row.stage.event_id:
            raise BadInput("unknown_entry", field="entry")
        rounds.mark(by=by, round_=row, entry=entry, state=RoundEntryState(data["state"]))
        return shown_round(by, row)

    return once(request, do)


@operation(
    "round_restore",
    "Brings a withdrawn seating of a round back, with its results",
    answer=SeatingOutput,
    sends=RestoreInput,
    writes=True,
)
def restore(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    data = RestoreInput.read(request)

    def do() -> dict[str, JSON]:
        if "seating" not in data:
            return shown_seating(by, seatings.restore(by=by, round_=row))
        try:
            seating = by_id.seating(by, data["seating"])
        except NotFound:
            raise BadInput("unknown_choice", field="seating") from None
        if seating.round_id != row.pk:
            raise BadInput("unknown_choice", field="seating")
        is_played = row.seatings.filter(state=SeatingState.PUBLISHED).exists()
        bring = seatings.take_old if is_played else seatings.restore
        return shown_seating(by, bring(by=by, round_=row, seating=seating))

    return once(request, do)


@operation(
    "round_draw_again",
    "Takes a published seating back and draws and publishes its round anew",
    answer=SeatingOutput,
    writes=True,
)
def draw_again(request: Request, round_id: int) -> Response:
    by = actor_of(request)
    row = by_id.round_(by, round_id)
    return once(request, lambda: shown_seating(by, seatings.draw_again(by=by, round_=row)))


@operation(
    "table_change",
    "Puts another game on a table, lets it play in the browser, or swaps two of its seats",
    answer=OneTableOutput,
    sends=TablePatch,
    writes=True,
)
def change_table(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    row = by_id.table(by, table_id)
    data = TablePatch.read(request)
    if len(data) != 1:
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        if "ruleset" in data:
            ruleset = chosen_ruleset(by, row.seating, data["ruleset"])
            seatings.set_ruleset(by=by, table=row, ruleset=ruleset)
        elif "plays_here" in data:
            table_plays.allow(by=by, table=row, plays_here=data["plays_here"])
        else:
            a, b = data["swap_seats"]
            seatings.swap_seats(by=by, table=row, position_a=a, position_b=b)
        return _shown(by, row)

    return once(request, do)


@operation(
    "table_remove",
    "Takes an empty table out of a draft; in open play, one that has not played",
    status=204,
    writes=True,
    has_key=False,
)
def remove_table(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    row = by_id.table(by, table_id)
    if row.seating.round.stage.mode == StageMode.OPEN_PLAY:
        seatings.disband(by=by, table=row)
    else:
        seatings.remove_table(by=by, table=row)
    return Response(status=204)


@operation(
    "table_remind", "Asks a table, on its page, for its result", answer=OneTableOutput, writes=True
)
def remind(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    row = by_id.table(by, table_id)

    def do() -> dict[str, JSON]:
        reminders.remind(by=by, table=row)
        return _shown(by, row)

    return once(request, do)


@operation("table_remind_undo", "Takes a reminder back", status=204, writes=True, has_key=False)
def forget(request: Request, table_id: int) -> Response:
    by = actor_of(request)
    reminders.take_back(by=by, table=by_id.table(by, table_id))
    return Response(status=204)


def _shown(by: Actor, row: Table) -> dict[str, JSON]:
    fresh = by_id.table(by, row.pk)
    return shapes.one_table(fresh, records.table_row(viewer=by, table=fresh))
