"""The roll call: many people at once, walk-ins by their name, the waiting list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1 import shapes
from api.v1.entries import LARGEST_ID, EntryOutput
from league.core.enums import EntryState
from league.core.errors import BadInput, NotFound
from league.lists import person
from league.queries import by_id
from league.queries.people import rosters
from league.services.evening import entries, rolls

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Event, Player

MOST_AT_ONCE = 2000


class RollInput(Input):
    present = serializers.BooleanField(default=True, help_text="In the room, or not.")
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=MOST_AT_ONCE,
        help_text="Players of the club; who is here without an entry is entered by that.",
    )
    everybody = serializers.BooleanField(
        default=False, help_text="All who are entered, instead of `players`."
    )
    members = serializers.BooleanField(
        default=False,
        help_text="All who are entered, and every member besides, while there are places.",
    )


class RollOutput(Output):
    present = serializers.IntegerField(help_text="How many are in the room now.")
    registered = serializers.IntegerField(help_text="How many take part now.")


class GuestInput(Input):
    name = serializers.CharField(
        max_length=person.NAME_MOST,
        help_text="A name that one person of the club bears enters that person; an unknown "
        "name becomes a new guest.",
    )
    waiting = serializers.BooleanField(
        default=False, help_text="A full event puts them on its waiting list."
    )
    allow_similar = serializers.BooleanField(
        default=False, help_text="A new guest although the name is nearly that of somebody known."
    )


@operation(
    "event_roll",
    "Marks many people at once as in the room or not, and enters who is here without an entry",
    answer=RollOutput,
    sends=RollInput,
    writes=True,
)
def call(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    event = by_id.event(by, event_id)
    data = RollInput.read(request)
    said = [name for name in ("players", "everybody", "members") if data.get(name)]
    if len(said) != 1 or (said == ["members"] and not data["present"]):
        raise BadInput("one_change_at_a_time")

    def do() -> dict[str, JSON]:
        if data["members"]:
            rolls.members_here(by=by, event=event)
        elif data["everybody"]:
            rolls.everybody(by=by, event=event, present=data["present"])
        else:
            people = [_player(by, event, pk) for pk in dict.fromkeys(data["players"])]
            entries.call_roll(by=by, event=event, players=people, present=data["present"])
        rows = [row for row in rosters.of_event(by, event) if row.state == EntryState.REGISTERED]
        return {"present": sum(row.is_present for row in rows), "registered": len(rows)}

    return once(request, do)


@operation(
    "event_guest",
    "Enters a walk-in by name alone, in the room at once",
    answer=EntryOutput,
    status=201,
    sends=GuestInput,
    writes=True,
)
def add_guest(request: Request, event_id: int) -> Response:
    by = actor_of(request)
    event = by_id.event(by, event_id)
    data = GuestInput.read(request)

    def do() -> dict[str, JSON]:
        row = entries.add_guest(by=by, event=event, **data)
        return shapes.entry(rosters.of_entry(by, row))

    return once(request, do, status=201)


@operation(
    "entry_promote",
    "Gives a place to an entry of the waiting list",
    answer=EntryOutput,
    writes=True,
)
def promote(request: Request, entry_id: int) -> Response:
    by = actor_of(request)
    row = by_id.entry(by, entry_id)

    def do() -> dict[str, JSON]:
        return shapes.entry(rosters.of_entry(by, entries.promote_waiting(by=by, entry=row)))

    return once(request, do)


def _player(by: Actor, event: Event, pk: int) -> Player:
    try:
        return by_id.player_of(by, event.club, pk)
    except NotFound:
        raise BadInput("not_a_player_of_club", field="players") from None
