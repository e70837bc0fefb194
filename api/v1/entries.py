"""Entries: who takes part in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import PAGED, Input, Output, operation, page_of
from api.v1 import shapes
from league import permissions
from league.core.enums import EntryState
from league.core.errors import BadInput, NotFound
from league.queries import by_id
from league.queries.people import rosters
from league.services.evening import dropouts, entries

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Entry
    from league.queries.people.rosters import EntryRow

LARGEST_ID = 2**63 - 1
FILLER = "Makes up the numbers at a table: not ranked, not rated, and not counted as an opponent."


class EntryOutput(Output):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=EntryState.values)
    is_guest = serializers.BooleanField()
    is_filler = serializers.BooleanField(help_text=FILLER)
    is_present = serializers.BooleanField()
    wants_bye = serializers.BooleanField()
    joined_round = serializers.IntegerField()
    dropped_round = serializers.IntegerField(allow_null=True)
    queue_number = serializers.IntegerField(
        allow_null=True,
        help_text="The turn on the waiting list, from 1; else null.",
    )
    offered_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then a free place is kept; registering again takes it."
    )
    fee_paid = serializers.BooleanField(
        allow_null=True, help_text="Told to those who call the roll; null to others."
    )
    held_until = serializers.DateTimeField(
        allow_null=True,
        help_text="Until then an e-mail address is to be confirmed; null for who calls no roll.",
    )
    email = serializers.CharField(
        allow_null=True,
        help_text="What was given at signing up by name, for the event's organizers; else null.",
    )


class EntryInput(Input):
    player = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    present = serializers.BooleanField(default=False, help_text="In the room already.")
    waiting = serializers.BooleanField(
        default=False, help_text="A full event puts the player on its waiting list."
    )


class EntryPatch(Input):
    is_present = serializers.BooleanField(required=False)
    wants_bye = serializers.BooleanField(required=False)
    is_filler = serializers.BooleanField(required=False)
    fee_paid = serializers.BooleanField(required=False, help_text="Whether they have paid the fee.")


class DisqualifyInput(Input):
    keep_results = serializers.BooleanField(
        help_text="Whether the entry's own results still count; the others' always do."
    )
    reason = serializers.CharField(max_length=dropouts.REASON_MOST)


class DropInput(Input):
    round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        help_text="The number of the first round without them: the next one at most. Left out, "
        "they go at once, from a table of the running round too, unless it has a result.",
    )


@operation(
    "event_entries",
    "Entries of an event, by name",
    answer=page_of(EntryOutput),
    parameters=(
        *PAGED,
        OpenApiParameter(
            "fee_paid",
            bool,
            description="Only those who have paid, or have not; for those who call the roll.",
        ),
    ),
)
def of_event(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    rows = rosters.of_event(viewer, by_id.event(viewer, event_id))
    paid = request.query_params.get("fee_paid", "").lower()
    if paid not in {"", "true", "false"}:
        raise BadInput("bad_choice", field="fee_paid", value=paid[:40])
    if paid:
        rows = tuple(row for row in rows if row.fee_paid is (paid == "true"))
    return pagination.of_list(request, rows, key=_by_name, shape=shapes.entry)


@operation(
    "event_register",
    "Enters a player",
    answer=EntryOutput,
    status=201,
    sends=EntryInput,
    writes=True,
)
def register(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    event = by_id.event(by, event_id)
    data = EntryInput.read(request)

    def do() -> dict[str, JSON]:
        pk = data["player"]
        # Others enter people of the event's club; oneself one may enter where one sees.
        try:
            is_self = permissions.speaks_for(by, pk)
            player = by_id.player(by, pk) if is_self else by_id.player_of(by, event.club, pk)
        except NotFound:
            raise BadInput("not_a_player_of_club", field="player") from None
        return _shown(
            by,
            entries.register(
                by=by,
                event=event,
                player=player,
                present=data["present"],
                waiting=data["waiting"],
            ),
        )

    return once(request, do, status=201)


@operation("entry", "One entry", answer=EntryOutput)
def one(request: Request, entry_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_shown(viewer, by_id.entry(viewer, entry_id)))


@operation(
    "entry_change",
    "Sets presence and a requested bye for the next round, and whether they are a filler or paid",
    answer=EntryOutput,
    sends=EntryPatch,
    writes=True,
)
def change(request: Request, entry_id: int) -> Response:
    by = actor_of(request)
    entry = by_id.entry(by, entry_id)
    data = EntryPatch.read(request)
    if len(data) != 1:
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        if "is_present" in data:
            entries.set_present(
                by=by, event=entry.event, entries=[entry.pk], present=data["is_present"]
            )
        elif "is_filler" in data:
            entries.mark_filler(by=by, entry=entry, is_filler=data["is_filler"])
        elif "fee_paid" in data:
            entries.mark_paid(by=by, entry=entry, is_paid=data["fee_paid"])
        else:
            entries.request_bye(by=by, entry=entry, wants=data["wants_bye"])
        return _shown(by, entry)

    return once(request, do)


@operation(
    "entry_drop",
    "Takes an entry out from a given round; results stay",
    answer=EntryOutput,
    sends=DropInput,
    writes=True,
)
def drop(request: Request, entry_id: int) -> Response:
    by = actor_of(request)
    entry = by_id.entry(by, entry_id)
    number = DropInput.read(request).get("round")
    return once(request, lambda: _shown(by, dropouts.drop(by=by, entry=entry, round_number=number)))


@operation(
    "entry_disqualify",
    "Disqualifies an entry; reinstating it undoes that",
    answer=EntryOutput,
    sends=DisqualifyInput,
    writes=True,
)
def disqualify(request: Request, entry_id: int) -> Response:
    by = actor_of(request)
    entry = by_id.entry(by, entry_id)
    data = DisqualifyInput.read(request)

    def do() -> dict[str, JSON]:
        return _shown(
            by,
            dropouts.disqualify(
                by=by, entry=entry, keep_results=data["keep_results"], reason=data["reason"]
            ),
        )

    return once(request, do)


@operation("entry_reinstate", "Brings an entry back", answer=EntryOutput, writes=True)
def reinstate(request: Request, entry_id: int) -> Response:
    by = actor_of(request)
    entry = by_id.entry(by, entry_id)
    return once(request, lambda: _shown(by, dropouts.reinstate(by=by, entry=entry)))


def _shown(viewer: Actor, entry: Entry) -> dict[str, JSON]:
    return shapes.entry(rosters.of_entry(viewer, entry))


def _by_name(row: EntryRow) -> tuple[str | int, ...]:
    return row.sort_key, row.entry_id
