"""Matches in the browser, for scripts and for bots of others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.authentication import actor_of
from api.schema import PLAY_KEY, Input, Output, operation, page_of
from api.throttling import address_of
from api.v1 import play_shapes
from api.v1.play_shapes import PlayOutput
from league.core.actors import as_guest
from league.core.enums import PlayAccess, PlayPace
from league.core.errors import BadInput
from league.lists.whole_numbers import asked, whole
from league.queries import by_id
from league.queries.office import rules
from league.queries.play import lists, transcripts
from league.queries.play import plays as reading
from league.services.play import (
    overdue,
    play_endings,
    play_seats,
    plays,
    real_table,
    running_out,
    table_plays,
)
from league.services.play.presses import ALONE, BACKWARDS, NUMBERED

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play

SHORTEST_KEY, LONGEST_KEY = 16, 200
MOST_BACKS = 1_000_000


class TranscriptOutput(Output):
    lines = serializers.ListField(child=serializers.DictField())


class PlayInput(Input):
    game = serializers.CharField(required=False, max_length=60)
    size = serializers.IntegerField(min_value=1, max_value=100)
    options = serializers.DictField(required=False, help_text="Complete; else the usual ones.")
    club = serializers.CharField(required=False, max_length=80)
    ruleset = serializers.IntegerField(
        required=False, min_value=1, help_text="Of the club, instead of game and options."
    )
    bots = serializers.ListField(
        required=False, child=serializers.CharField(max_length=20), max_length=100
    )
    access = serializers.ChoiceField(required=False, choices=PlayAccess.values)
    pace = serializers.ChoiceField(required=False, choices=PlayPace.values)
    days = serializers.IntegerField(required=False, min_value=1, max_value=100)
    reserve = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100_000,
        help_text="Together: the seconds of each seat's clock; only with `increment`.",
    )
    increment = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=100_000,
        help_text="Seconds that each decision adds to the clock.",
    )
    by_hand = serializers.BooleanField(
        required=False, help_text="Real dice or cards: people enter the draws."
    )
    here = serializers.ListField(
        required=False,
        child=serializers.CharField(max_length=200),
        max_length=100,
        help_text="With `by_hand`: names of others who decide at the caller's device.",
    )
    takes_back = serializers.BooleanField(
        required=False, help_text="Whether decisions can be taken back; they can, unless false."
    )
    name = serializers.CharField(required=False, max_length=200)
    contribution = serializers.CharField(required=False, max_length=200)


class SitInput(Input):
    name = serializers.CharField(required=False, max_length=200)
    contribution = serializers.CharField(
        required=False, max_length=200, help_text="Hex, or any words: they go into the seed."
    )
    number = serializers.IntegerField(required=False, min_value=0, max_value=100)


class TableSitInput(Input):
    contribution = serializers.CharField(
        required=False, max_length=200, help_text="Hex, or any words: they go into the seed."
    )
    by_hand = serializers.BooleanField(
        required=False,
        help_text="Opens the match with real dice or cards, the caller its host; nothing where one "
        "is going on.",
    )


class ActInput(Input):
    expected_seq = serializers.IntegerField(min_value=0, max_value=1_000_000)
    expected_taken_back = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_BACKS, help_text="As `taken_back` was; else 0."
    )
    action = serializers.DictField(help_text="One of the `choices`.")
    seat = serializers.IntegerField(
        required=False, min_value=0, max_value=100, help_text="With real dice: one of `held`."
    )


class EnterInput(Input):
    expected_seq = serializers.IntegerField(min_value=0, max_value=1_000_000)
    values = serializers.ListField(
        child=serializers.JSONField(),
        max_length=100,
        help_text="One of the `values` of each of the `boxes`, in order.",
    )


class DoInput(Input):
    do = serializers.ChoiceField(
        choices=[
            *ALONE,
            *NUMBERED,
            *BACKWARDS,
            "agree_to_stop",
            "begin",
            "add_bot",
            "seat_here",
            "give_time",
        ]
    )
    name = serializers.CharField(
        required=False,
        max_length=200,
        help_text="With `seat_here`; at an evening's table `number` says who.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="The seat that it is about; with `grant_back` and `refuse_back` `asked_back`.",
    )
    expected_seq = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="With `take_back` and `correct_draw`.",
    )
    expected_taken_back = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_BACKS,
        help_text="With `take_back` and `correct_draw`; else 0.",
    )
    bot = serializers.CharField(required=False, max_length=20)
    days = serializers.IntegerField(
        required=False, min_value=0, max_value=100, help_text="With `give_time`."
    )
    agreed = serializers.BooleanField(required=False)
    contribution = serializers.CharField(
        required=False, max_length=200, help_text="With `begin`: what the host adds to the seed."
    )


@operation(
    "plays",
    "Open tables in the lobby, and the caller's own matches that have not ended",
    answer=page_of(play_shapes.PlayListOutput),
    parameters=[PLAY_KEY],
)
def listed(request: Request) -> Response:
    viewer = asker(request)
    own = lists.mine(viewer=viewer)
    codes = {row.code for row in own}
    rows = [*own, *(row for row in lists.lobby(viewer=viewer) if row.code not in codes)]
    return Response({"results": [play_shapes.listed(row) for row in rows], "next": None})


@operation(
    "play_open",
    "Opens a table; the caller takes its first seat",
    answer=PlayOutput,
    status=201,
    sends=PlayInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def start(request: Request) -> Response:
    by = asker(request)
    data = PlayInput.read(request)

    def do() -> dict[str, JSON]:
        play = plays.open_table(
            by=by,
            **_of_club(by, data.pop("club", ""), data.pop("ruleset", 0)),
            address=address_of(request),
            **data,
        )
        return play_shapes.shape(by, play)

    return idempotency.once(request, do, status=201, by=by)


@operation(
    "table_play",
    "Takes the caller's own seat at a table's match; the last to come begins it",
    answer=PlayOutput,
    sends=TableSitInput,
    writes=True,
)
def at_table(request: Request, table_id: int) -> Response:
    by = asker(request)
    table = by_id.table(by, table_id)
    data = TableSitInput.read(request)

    def do() -> dict[str, JSON]:
        play = table_plays.sit_down(by=by, table=table, **data)
        return play_shapes.shape(by, reading.by_code(viewer=by, code=play.code))

    return idempotency.once(request, do, by=by)


@operation(
    "play",
    "One play as the asker may know it",
    answer=PlayOutput,
    parameters=[
        PLAY_KEY,
        OpenApiParameter("seat", int, description="With real dice: look as this one of `held`."),
    ],
)
def one(request: Request, code: str) -> Response:
    viewer = asker(request)
    seat = whole(request.query_params.get("seat", ""), low=0)
    return Response(play_shapes.shape(viewer, _found(viewer, code), seat=seat))


@operation(
    "play_since",
    "What has happened since an action, and where it led",
    answer=PlayOutput,
    parameters=[
        PLAY_KEY,
        OpenApiParameter(
            "taken_back",
            {"type": "integer", "minimum": 0, "maximum": MOST_BACKS},
            description="As `taken_back` was then; else what has changed since 0 is told anew.",
        ),
    ],
)
def since(request: Request, code: str, seq: int) -> Response:
    viewer = asker(request)
    back = asked(request.query_params, "taken_back", low=0, high=MOST_BACKS, usual=0)
    return Response(play_shapes.shape(viewer, _found(viewer, code), seq, back=back))


@operation(
    "play_sit",
    "Takes a free seat, or the caller's own seat again",
    answer=PlayOutput,
    sends=SitInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def sit(request: Request, code: str) -> Response:
    data = SitInput.read(request)
    return _written(request, code, lambda by, play: play_seats.sit(by=by, play=play, **data))


@operation(
    "play_act",
    "Takes a decision for the caller's seat",
    answer=PlayOutput,
    sends=ActInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def act(request: Request, code: str) -> Response:
    data = ActInput.read(request)
    return _written(
        request,
        code,
        lambda by, play: plays.act(
            by=by,
            play=play,
            seen=data["expected_seq"],
            back=data.get("expected_taken_back", 0),
            action=data["action"],
            seat=data.get("seat"),
        ),
    )


@operation(
    "play_enter",
    "With real dice: enters the draw that is due",
    answer=PlayOutput,
    sends=EnterInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def enter(request: Request, code: str) -> Response:
    data = EnterInput.read(request)
    return _written(
        request,
        code,
        lambda by, play: real_table.enter(
            by=by, play=play, seen=data["expected_seq"], values=data["values"]
        ),
    )


@operation(
    "play_do",
    "Anything else that `may` allows: begin, leave, bots, resign, stop",
    answer=PlayOutput,
    sends=DoInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def do(request: Request, code: str) -> Response:
    data = DoInput.read(request)
    return _written(request, code, lambda by, play: _done(by, play, data))


@operation(
    "play_again",
    "A new table with the same people, or the one that already exists",
    answer=PlayOutput,
    writes=True,
    parameters=[PLAY_KEY],
)
def again(request: Request, code: str) -> Response:
    by = asker(request)
    play = reading.by_code(viewer=by, code=code)

    def do() -> dict[str, JSON]:
        return play_shapes.shape(
            by, play_endings.again(by=by, play=play, address=address_of(request))
        )

    return idempotency.once(request, do, by=by)


@operation(
    "play_transcript",
    "The record: what the caller may know, and all of it once the match has ended",
    answer=TranscriptOutput,
    parameters=[PLAY_KEY],
    media=["application/x-ndjson"],
)
def transcript(request: Request, code: str) -> Response:
    viewer = asker(request)
    play = reading.by_code(viewer=viewer, code=code)
    lines = transcripts.lines(viewer=viewer, play=play)
    return Response({"lines": [json.loads(line) for line in lines]})


def asker(request: Request) -> Actor:
    """Who asks, with the seats that they took as a guest under ``Play-Key``."""
    key = request.headers.get("Play-Key", "").strip()
    if key and not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        raise BadInput("play_key_unusable", field="Play-Key", least=SHORTEST_KEY, most=LONGEST_KEY)
    return as_guest(actor_of(request), key)


# Any: as the service takes them.
def _of_club(by: Actor, slug: str, number: int) -> dict[str, Any]:
    """The club that a table is of, and which of its rulesets it follows."""
    if not slug and not number:
        return {}
    club = by_id.club(by, slug)
    return {"club": club, "ruleset": rules.ruleset(by, club, number) if number else None}


def _found(viewer: Actor, code: str) -> Play:
    """The play as it stands now that time may have run out."""
    play = reading.by_code(viewer=viewer, code=code)
    return reading.by_code(viewer=viewer, code=code) if running_out.look(play) else play


# Any: whatever the service returns is looked at anew.
def _written(request: Request, code: str, write: Callable[[Actor, Play], Any]) -> Response:
    by = asker(request)
    play = _found(by, code)

    def do() -> dict[str, JSON]:
        write(by, play)
        return play_shapes.shape(by, reading.by_code(viewer=by, code=code))

    return idempotency.once(request, do, by=by)


def _done(by: Actor, play: Play, data: dict[str, Any]) -> object:  # fields of many types
    verb = data["do"]
    if verb == "add_bot":
        bot = data.get("bot", "")
        return play_seats.add_bot(by=by, play=play, bot=bot, number=data.get("number"))
    if verb == "seat_here":
        name = data.get("name", "")
        return real_table.seat_here(by=by, play=play, name=name, number=data.get("number"))
    if verb in {*NUMBERED, "give_time"} and "number" not in data:
        raise BadInput("value_missing", field="number")
    if verb in BACKWARDS and "expected_seq" not in data:
        raise BadInput("value_missing", field="expected_seq")
    if verb == "give_time":
        days = data.get("days", 0)
        return overdue.give_time(by=by, play=play, number=data["number"], days=days)
    if verb in BACKWARDS:
        back = data.get("expected_taken_back", 0)
        return BACKWARDS[verb](by=by, play=play, seen=data["expected_seq"], back=back)
    if verb in NUMBERED:
        return NUMBERED[verb](by=by, play=play, number=data["number"])
    if verb == "begin":
        return plays.begin(by=by, play=play, contribution=data.get("contribution", ""))
    if verb == "agree_to_stop":
        return play_endings.agree_to_stop(by=by, play=play, agreed=data.get("agreed", True))
    return ALONE[verb](by=by, play=play)
