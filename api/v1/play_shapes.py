"""What the API tells of matches in the browser."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from rest_framework import serializers

from api.schema import Output
from api.v1 import shapes
from league.core.enums import PlayAccess, PlayPace, PlayState
from league.queries.play import plays as reading
from league.queries.play import rated

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.lists import Listed
    from league.queries.play.plays import LineShown, Shown
    from league.queries.play.real_table import AskedShown
    from league.queries.play.seats import SeatShown
    from league.queries.play.take_backs import Asked, TakenBack


class PlaySeatOutput(Output):
    number = serializers.IntegerField(help_text="From 0, as in the record.")
    name = serializers.CharField()
    is_person = serializers.BooleanField()
    bot = serializers.CharField(help_text="The bot that decides here, alone or for a person.")
    is_mine = serializers.BooleanField()
    at_host = serializers.BooleanField(help_text="Whether it decides at the host's device.")
    is_host = serializers.BooleanField()
    has_resigned = serializers.BooleanField()
    wants_stop = serializers.BooleanField()
    owes = serializers.BooleanField(help_text="Whether it is to decide now.")
    owes_since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True, help_text="By turns: its time to decide.")
    is_late = serializers.BooleanField(help_text="By turns: whether that time has run out.")
    has_days_off = serializers.BooleanField()
    left_ms = serializers.IntegerField(
        allow_null=True,
        help_text="With a clock: what is left, in milliseconds; while it runs, at `running_since`.",
    )
    running_since = serializers.DateTimeField(allow_null=True, help_text="While its clock runs.")
    runs_out_at = serializers.DateTimeField(
        allow_null=True, help_text="While its clock runs: a bot decides then."
    )
    ran_out = serializers.BooleanField(
        help_text="Whether a bot made its last decision because it had no time left."
    )
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
    pace = serializers.ChoiceField(choices=PlayPace.values)
    until = serializers.DateTimeField(allow_null=True, help_text="By turns: the caller's time.")
    reserve = serializers.IntegerField(
        allow_null=True, help_text="Together: the seconds of each seat's clock; empty without."
    )
    increment = serializers.IntegerField(allow_null=True)
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


class PlayFallenOutput(Output):
    value = serializers.JSONField(help_text="A number or a text; one of `values` of `enter`.")
    words = serializers.CharField()


class PlayBoxOutput(Output):
    words = serializers.CharField()
    values = PlayFallenOutput(many=True)


class PlayAskedOutput(Output):
    question = serializers.CharField()
    boxes = PlayBoxOutput(many=True)
    seat = serializers.IntegerField(allow_null=True, help_text="Whose draw it is.")
    may_enter = serializers.BooleanField(help_text="Whether the caller may `enter` it.")


class PlayBackOutput(Output):
    number = serializers.IntegerField()
    seat = serializers.IntegerField()
    seq = serializers.IntegerField(
        help_text="What the action's number was. It is gone; those after it have moved up."
    )
    at = serializers.DateTimeField()


class PlayAskedBackOutput(Output):
    number = serializers.IntegerField(help_text="What `grant_back` and `refuse_back` name.")
    seat = serializers.IntegerField(help_text="Who wants to take back its last decision.")
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that have not agreed yet."
    )
    refused_by = serializers.IntegerField(allow_null=True)


class PlayOutput(Output):
    code = serializers.CharField()
    game = serializers.CharField()
    title = serializers.CharField()
    club = serializers.CharField()
    state = serializers.ChoiceField(choices=PlayState.values)
    access = serializers.ChoiceField(choices=PlayAccess.values)
    pace = serializers.ChoiceField(choices=PlayPace.values)
    days = serializers.IntegerField(allow_null=True, help_text="By turns: for each decision.")
    reserve = serializers.IntegerField(
        allow_null=True, help_text="Together: the seconds of each seat's clock; empty without."
    )
    increment = serializers.IntegerField(
        allow_null=True, help_text="Seconds that each decision adds to the clock."
    )
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
    takes_back = serializers.BooleanField(help_text="Whether decisions can be taken back here.")
    taken_back = serializers.IntegerField(
        help_text="The number of the last decision taken back: `expected_taken_back`."
    )
    backs = PlayBackOutput(many=True, help_text="What was taken back, oldest first.")
    asked_back = PlayAskedBackOutput(
        allow_null=True, help_text="What somebody wants to take back now."
    )
    may = serializers.ListField(child=serializers.CharField())
    away = serializers.ListField(child=serializers.IntegerField())
    waiting = serializers.IntegerField(help_text="Other tables that wait for the caller.")
    bots = serializers.ListField(child=serializers.CharField())
    by_hand = serializers.BooleanField(help_text="Whether people enter the draws of a real table.")
    asked = PlayAskedOutput(allow_null=True, help_text="With real dice: the draw that is due.")
    held = serializers.ListField(
        child=serializers.IntegerField(), help_text="With real dice: seats at the caller's device."
    )
    acting = serializers.IntegerField(
        allow_null=True, help_text="The seat whose `choices` these are."
    )
    closed = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Seats at the caller's device that decide in secret: ask with `seat`.",
    )
    commitment = serializers.CharField(help_text="Empty with real dice.")
    seed = serializers.CharField(help_text="The service's bytes in hex, once it has ended.")
    end = serializers.CharField()
    reason = serializers.CharField()
    rated = serializers.BooleanField(
        allow_null=True,
        help_text="Whether it counts for its club's ratings, as things are. Null without a club.",
    )
    unrated_why = serializers.CharField(help_text="Why it doesn't, by a code; else empty.")
    unrated_seats = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of a match that counts, seats that are not rated: a bot played for them.",
    )
    rematch = serializers.CharField(help_text="The code of the play that followed.")
    opened_at = serializers.DateTimeField()
    began_at = serializers.DateTimeField(allow_null=True)
    moved_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


def _rated(play: Play) -> dict[str, JSON]:
    found = rated.counting(play)
    if found is None:
        return {"rated": None, "unrated_why": "", "unrated_seats": []}
    return {
        "rated": not found.why_not,
        "unrated_why": found.why_not,
        "unrated_seats": [*sorted(found.left_out)],
    }


def shape(
    viewer: Actor,
    play: Play,
    since: int | None = None,
    *,
    back: int | None = None,
    seat: int | None = None,
) -> dict[str, JSON]:
    found: Shown = reading.shown(viewer=viewer, play=play, since=since, back=back, seat=seat)
    return {
        "code": found.code,
        "game": found.game,
        "title": found.title,
        "club": found.club,
        "state": found.state.value,
        "access": found.access.value,
        "pace": found.pace.value,
        "days": found.days,
        "reserve": found.reserve,
        "increment": found.increment,
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
        "takes_back": found.takes_back,
        "taken_back": found.taken_back,
        "backs": [_back(row) for row in found.backs],
        "asked_back": None if found.asked_back is None else _asked_back(found.asked_back),
        "may": sorted(found.may),
        "away": list(found.away),
        "waiting": found.waiting,
        "bots": list(found.bots),
        "by_hand": found.by_hand,
        "asked": None if found.real.asked is None else _asked(found.real.asked),
        "held": list(found.real.held),
        "acting": found.real.acting,
        "closed": list(found.real.closed),
        "commitment": found.commitment,
        "seed": found.seed,
        "end": found.end,
        "reason": found.reason,
        **_rated(play),
        "rematch": found.rematch,
        "opened_at": shapes.moment(found.opened_at),
        "began_at": shapes.moment(found.began_at),
        "moved_at": shapes.moment(found.moved_at),
        "ended_at": shapes.moment(found.ended_at),
    }


def listed(row: Listed) -> dict[str, JSON]:
    return {
        "code": row.code,
        "game": row.game,
        "title": row.title,
        "state": row.state.value,
        "club": row.club,
        "opened_at": shapes.moment(row.opened_at),
        "moved_at": shapes.moment(row.moved_at),
        "owes": row.owes,
        "pace": row.pace.value,
        "until": shapes.moment(None if row.until is None else row.until.at),
        "reserve": row.reserve,
        "increment": row.increment,
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
        "at_host": seat.at_host,
        "is_host": seat.is_host,
        "has_resigned": seat.has_resigned,
        "wants_stop": seat.wants_stop,
        "owes": seat.owes,
        "owes_since": shapes.moment(seat.owes_since),
        "until": shapes.moment(None if seat.until is None else seat.until.at),
        "is_late": seat.until is not None and seat.until.is_over,
        "has_days_off": seat.until is not None and seat.until.is_paused,
        **_clock(seat),
        "has_decided": seat.has_decided,
        "contribution": seat.contribution,
        "place": seat.place,
        "points": seat.points,
    }


def _clock(seat: SeatShown) -> dict[str, JSON]:
    clock = seat.clock
    return {
        "left_ms": None if clock is None else clock.left // timedelta(milliseconds=1),
        "running_since": shapes.moment(None if clock is None else clock.since),
        "runs_out_at": shapes.moment(None if clock is None else clock.ends_at),
        "ran_out": seat.ran_out,
    }


def _line(line: LineShown) -> dict[str, JSON]:
    return {
        "seq": line.seq,
        "seat": line.seat,
        "line": line.line,
        "words": list(line.words),
        "at": shapes.moment(line.at),
    }


def _asked(asked: AskedShown) -> dict[str, JSON]:
    return {
        "question": asked.question,
        "boxes": [
            {
                "words": box.words,
                "values": [{"value": each.value, "words": each.words} for each in box.values],
            }
            for box in asked.boxes
        ],
        "seat": asked.seat,
        "may_enter": asked.may_enter,
    }


def _back(row: TakenBack) -> dict[str, JSON]:
    return {"number": row.number, "seat": row.seat, "seq": row.seq, "at": shapes.moment(row.at)}


def _asked_back(row: Asked) -> dict[str, JSON]:
    return {
        "number": row.number,
        "seat": row.seat,
        "awaited": list(row.awaited),
        "refused_by": row.refused_by,
    }
