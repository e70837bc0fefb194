"""Matches in the browser, for scripts and for bots of others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.authentication import actor_of
from api.schema import PLAY_KEY, Input, Output, operation, page_of
from api.throttling import address_of
from api.v1 import shapes
from league.core.actors import as_guest
from league.core.enums import PlayAccess, PlayState
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.office import rules
from league.queries.play import plays as reading
from league.queries.play import transcripts
from league.services.play import play_endings, play_seats, plays

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.plays import LineShown, Listed, SeatShown, Shown

SHORTEST_KEY, LONGEST_KEY = 16, 200
# What one may do of which nothing more is to be told, by the names in ``may``.
VERBS: dict[str, Callable[..., object]] = {  # services of one shape
    "leave": play_seats.leave,
    "resign": play_endings.resign,
    "come_back": play_endings.come_back,
}

# The same about another seat.
ABOUT_SEATS: dict[str, Callable[..., object]] = {
    "remove_bot": play_seats.remove_bot,
    "free_seat": play_seats.free_seat,
    "take_over": play_endings.take_over,
}


class PlaySeatOutput(Output):
    number = serializers.IntegerField(help_text="From 0, as in the record.")
    name = serializers.CharField()
    is_person = serializers.BooleanField()
    bot = serializers.CharField(help_text="The bot that decides here, alone or for a person.")
    is_mine = serializers.BooleanField()
    is_host = serializers.BooleanField()
    has_resigned = serializers.BooleanField()
    wants_stop = serializers.BooleanField()
    owes = serializers.BooleanField(help_text="Whether it is to decide now.")
    owes_since = serializers.DateTimeField(allow_null=True)
    has_decided = serializers.BooleanField(help_text="Where several decide at once.")
    contribution = serializers.CharField(help_text="What it adds to the seed, in hex.")
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True)


class PlayListOutput(Output):
    code = serializers.CharField()
    game = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=PlayState.values)
    club = serializers.CharField(help_text="Empty where the match belongs to no club.")
    opened_at = serializers.DateTimeField()
    moved_at = serializers.DateTimeField()
    owes = serializers.BooleanField(help_text="Whether the caller has to decide.")
    free = serializers.IntegerField()
    seats = PlaySeatOutput(many=True)


class PlayChoiceOutput(Output):
    action = serializers.DictField(help_text="A body's `action`, as it is.")
    words = serializers.CharField()


class PlayLineOutput(Output):
    seq = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True, help_text="Empty for a draw.")
    line = serializers.DictField(help_text="What the caller may read of it.")
    words = serializers.ListField(child=serializers.CharField())
    at = serializers.DateTimeField()


class PlayOutput(Output):
    code = serializers.CharField()
    game = serializers.CharField()
    title = serializers.CharField()
    club = serializers.CharField()
    state = serializers.ChoiceField(choices=PlayState.values)
    access = serializers.ChoiceField(choices=PlayAccess.values)
    size = serializers.IntegerField()
    options = serializers.DictField()
    seq = serializers.IntegerField(help_text="The number of the last action: `expected_seq`.")
    mine = serializers.IntegerField(allow_null=True, help_text="The caller's own seat.")
    seats = PlaySeatOutput(many=True)
    view = serializers.DictField(allow_null=True, help_text="What the caller may know.")
    description = serializers.ListField(child=serializers.CharField())
    choices = PlayChoiceOutput(many=True)
    lines = PlayLineOutput(many=True)
    earlier = serializers.BooleanField(help_text="Whether lines before these were left out.")
    may = serializers.ListField(child=serializers.CharField())
    away = serializers.ListField(child=serializers.IntegerField())
    bots = serializers.ListField(child=serializers.CharField())
    commitment = serializers.CharField()
    seed = serializers.CharField(help_text="The service's bytes in hex, once it has ended.")
    end = serializers.CharField()
    reason = serializers.CharField()
    rematch = serializers.CharField(help_text="The code of the play that followed.")
    opened_at = serializers.DateTimeField()
    began_at = serializers.DateTimeField(allow_null=True)
    moved_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


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
    name = serializers.CharField(required=False, max_length=200)
    contribution = serializers.CharField(required=False, max_length=200)


class SitInput(Input):
    name = serializers.CharField(required=False, max_length=200)
    contribution = serializers.CharField(
        required=False, max_length=200, help_text="Hex, or any words: they go into the seed."
    )
    number = serializers.IntegerField(required=False, min_value=0, max_value=100)


class ActInput(Input):
    expected_seq = serializers.IntegerField(min_value=0, max_value=1_000_000)
    action = serializers.DictField(help_text="One of the `choices`.")


class DoInput(Input):
    do = serializers.ChoiceField(
        choices=[*VERBS, *ABOUT_SEATS, "agree_to_stop", "begin", "add_bot"]
    )
    number = serializers.IntegerField(
        required=False, min_value=0, max_value=100, help_text="The seat that it is about."
    )
    bot = serializers.CharField(required=False, max_length=20)
    agreed = serializers.BooleanField(required=False)
    contribution = serializers.CharField(
        required=False, max_length=200, help_text="With `begin`: what the host adds to the seed."
    )


@operation(
    "plays",
    "Open tables in the lobby, and the caller's own matches that have not ended",
    answer=page_of(PlayListOutput),
    parameters=[PLAY_KEY],
)
def listed(request: Request) -> Response:
    viewer = asker(request)
    own = reading.mine(viewer=viewer)
    codes = {row.code for row in own}
    rows = [*own, *(row for row in reading.lobby(viewer=viewer) if row.code not in codes)]
    return Response({"results": [_listed(row) for row in rows], "next": None})


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
            ruleset=_ruleset(by, data.pop("club", ""), data.pop("ruleset", 0)),
            address=address_of(request),
            **data,
        )
        return _shape(by, play)

    return idempotency.once(request, do, status=201, by=by)


@operation("play", "One play as the asker may know it", answer=PlayOutput, parameters=[PLAY_KEY])
def one(request: Request, code: str) -> Response:
    viewer = asker(request)
    return Response(_shape(viewer, reading.by_code(viewer=viewer, code=code)))


@operation(
    "play_since",
    "What has happened since an action, and where it led",
    answer=PlayOutput,
    parameters=[PLAY_KEY],
)
def since(request: Request, code: str, seq: int) -> Response:
    viewer = asker(request)
    return Response(_shape(viewer, reading.by_code(viewer=viewer, code=code), seq))


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
            by=by, play=play, seen=data["expected_seq"], action=data["action"]
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
        return _shape(by, play_endings.again(by=by, play=play, address=address_of(request)))

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


def _ruleset(by: Actor, club: str, number: int) -> Any:  # a ruleset, as the service takes it
    if not number:
        return None
    return rules.ruleset(by, by_id.club(by, club), number)


# Any: whatever the service returns is looked at anew.
def _written(request: Request, code: str, write: Callable[[Actor, Play], Any]) -> Response:
    by = asker(request)
    play = reading.by_code(viewer=by, code=code)

    def do() -> dict[str, JSON]:
        write(by, play)
        return _shape(by, reading.by_code(viewer=by, code=code))

    return idempotency.once(request, do, by=by)


def _done(by: Actor, play: Play, data: dict[str, Any]) -> object:  # fields of many types
    verb = data["do"]
    if verb == "add_bot":
        bot = data.get("bot", "")
        return play_seats.add_bot(by=by, play=play, bot=bot, number=data.get("number"))
    if verb in ABOUT_SEATS:
        if "number" not in data:
            raise BadInput("value_missing", field="number")
        return ABOUT_SEATS[verb](by=by, play=play, number=data["number"])
    if verb == "begin":
        return plays.begin(by=by, play=play, contribution=data.get("contribution", ""))
    if verb == "agree_to_stop":
        return play_endings.agree_to_stop(by=by, play=play, agreed=data.get("agreed", True))
    return VERBS[verb](by=by, play=play)


def _shape(viewer: Actor, play: Play, since: int | None = None) -> dict[str, JSON]:
    found: Shown = reading.shown(viewer=viewer, play=play, since=since)
    return {
        "code": found.code,
        "game": found.game,
        "title": found.title,
        "club": found.club,
        "state": found.state.value,
        "access": found.access.value,
        "size": found.size,
        "options": found.options,
        "seq": found.seq,
        "mine": found.mine,
        "seats": [_seat(seat) for seat in found.seats],
        "view": found.view,
        "description": list(found.description),
        "choices": [{"action": one.action, "words": one.words} for one in found.choices],
        "lines": [_line(line) for line in found.lines],
        "earlier": found.earlier,
        "may": sorted(found.may),
        "away": list(found.away),
        "bots": list(found.bots),
        "commitment": found.commitment,
        "seed": found.seed,
        "end": found.end,
        "reason": found.reason,
        "rematch": found.rematch,
        "opened_at": shapes.moment(found.opened_at),
        "began_at": shapes.moment(found.began_at),
        "moved_at": shapes.moment(found.moved_at),
        "ended_at": shapes.moment(found.ended_at),
    }


def _listed(row: Listed) -> dict[str, JSON]:
    return {
        "code": row.code,
        "game": row.game,
        "title": row.title,
        "state": row.state.value,
        "club": row.club,
        "opened_at": shapes.moment(row.opened_at),
        "moved_at": shapes.moment(row.moved_at),
        "owes": row.owes,
        "free": row.free,
        "seats": [_seat(seat) for seat in row.seats],
    }


def _seat(seat: SeatShown) -> dict[str, JSON]:
    return {
        "number": seat.number,
        "name": seat.name,
        "is_person": seat.is_person,
        "bot": seat.bot,
        "is_mine": seat.is_mine,
        "is_host": seat.is_host,
        "has_resigned": seat.has_resigned,
        "wants_stop": seat.wants_stop,
        "owes": seat.owes,
        "owes_since": shapes.moment(seat.owes_since),
        "has_decided": seat.has_decided,
        "contribution": seat.contribution,
        "place": seat.place,
        "points": seat.points,
    }


def _line(line: LineShown) -> dict[str, JSON]:
    return {
        "seq": line.seq,
        "seat": line.seat,
        "line": line.line,
        "words": list(line.words),
        "at": shapes.moment(line.at),
    }
