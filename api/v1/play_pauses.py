"""Days off from matches by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.schema import PLAY_KEY, Input, Output, operation
from api.v1 import shapes
from api.v1.plays import asker
from league.queries.play import pauses as days_off
from league.services.play import pauses

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor


class PauseOutput(Output):
    until = serializers.DateTimeField(allow_null=True, help_text="Empty without days off now.")
    days_left = serializers.IntegerField(help_text="How many may be taken from now on.")


class PauseInput(Input):
    days = serializers.IntegerField(min_value=0, max_value=1000, help_text="0: back again.")


@operation(
    "play_pause",
    "The caller's days off from matches by turns",
    answer=PauseOutput,
    parameters=[PLAY_KEY],
)
def one(request: Request) -> Response:
    return Response(_pause(asker(request)))


@operation(
    "play_pause_set",
    "Takes days off, from now on, from all matches by turns; or ends them",
    answer=PauseOutput,
    sends=PauseInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def change(request: Request) -> Response:
    by = asker(request)
    days = PauseInput.read(request)["days"]

    def do() -> dict[str, JSON]:
        if days:
            pauses.pause(by=by, days=days)
        else:
            pauses.end(by=by)
        return _pause(by)

    return idempotency.once(request, do, by=by)


def _pause(viewer: Actor) -> dict[str, JSON]:
    until = days_off.until(viewer=viewer)
    return {"until": shapes.moment(until), "days_left": days_off.days_left(viewer=viewer)}
