"""Table talk: what is said at a match in the browser, and what was reported of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import idempotency
from api.authentication import actor_of
from api.schema import PLAY_KEY, Input, Output, operation, page_of
from api.v1 import shapes
from api.v1.plays import asker
from league.core.enums import TalkPhrase
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.play import plays as reading
from league.queries.play import talk as hearing
from league.services.play import talk

if TYPE_CHECKING:
    from typing import Any

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play
    from league.queries.play.talk import Remark, Reported

VERBS = ("say", "hide", "show", "report", "mute", "unmute", "settle")


class RemarkOutput(Output):
    number = serializers.IntegerField(help_text="To report it by; 0 for a phrase.")
    seat = serializers.IntegerField()
    phrase = serializers.ChoiceField(
        choices=[*TalkPhrase.values, ""], help_text="Empty for somebody's own words."
    )
    words = serializers.CharField(help_text="Somebody's own words, as plain text.")
    is_mine = serializers.BooleanField()
    is_reported = serializers.BooleanField(help_text="Never told to whoever wrote it.")
    at = serializers.DateTimeField()


class TalkOutput(Output):
    remarks = RemarkOutput(many=True, help_text="The newest, oldest first.")
    may = serializers.ListField(
        child=serializers.CharField(), help_text="With `write`: words of one's own too."
    )
    is_muted = serializers.BooleanField(help_text="Whether the caller's seat is.")
    muted = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that are, for who may mute."
    )


class TalkInput(Input):
    do = serializers.ChoiceField(choices=VERBS)
    phrase = serializers.ChoiceField(
        required=False, choices=TalkPhrase.values, help_text="With `say`."
    )
    words = serializers.CharField(
        required=False,
        max_length=1000,
        help_text=f"With `say`, instead of a phrase: {talk.LONGEST} characters.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=10_000,
        help_text="Of the remark, with `report` and `settle`; of the seat, with `mute`.",
    )


class TalkDoneOutput(Output):
    number = serializers.IntegerField(help_text="Of the remark or seat that it was about.")


class ReportOutput(Output):
    code = serializers.CharField(help_text="Of the play.")
    title = serializers.CharField()
    number = serializers.IntegerField(help_text="Of the remark.")
    seat = serializers.IntegerField(allow_null=True, help_text="Empty once it was left.")
    name = serializers.CharField()
    is_muted = serializers.BooleanField()
    words = serializers.CharField()
    at = serializers.DateTimeField()


@operation(
    "play_talk",
    "What is said at the table, as far as the caller may hear it",
    answer=TalkOutput,
    parameters=[PLAY_KEY],
)
def one(request: Request, code: str) -> Response:
    viewer = asker(request)
    found = hearing.at_table(viewer=viewer, play=reading.by_code(viewer=viewer, code=code))
    return Response(
        {
            "remarks": [_remark(row) for row in found.remarks],
            "may": sorted(found.may),
            "is_muted": found.is_muted,
            "muted": list(found.muted),
        }
    )


@operation(
    "play_talk_do",
    "Says something at the table, hides the talk, reports or mutes",
    answer=TalkDoneOutput,
    sends=TalkInput,
    writes=True,
    parameters=[PLAY_KEY],
)
def do(request: Request, code: str) -> Response:
    data = TalkInput.read(request)
    by = asker(request)
    play = reading.by_code(viewer=by, code=code)
    return idempotency.once(request, lambda: {"number": _did(by, play, data)}, by=by)


@operation(
    "club_talk_reports",
    "What was reported at the club's tables in the browser, for its organizers",
    answer=page_of(ReportOutput),
)
def reports(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    found = hearing.reports(viewer=viewer, club=by_id.club(viewer, slug))
    return Response({"results": [_reported(row) for row in found], "next": None})


def _did(by: Actor, play: Play, data: dict[str, Any]) -> int:  # fields of many types
    verb = data["do"]
    if verb == "say":
        words, phrase = data.get("words", ""), data.get("phrase", "")
        return talk.say(by=by, play=play, phrase=phrase, words=words).number
    if verb in {"hide", "show"}:
        return talk.hide(by=by, play=play, hidden=verb == "hide").number
    if "number" not in data:
        raise BadInput("value_missing", field="number")
    number = data["number"]
    if verb == "report":
        return talk.report(by=by, play=play, number=number).number
    if verb == "settle":
        return talk.settle(by=by, play=play, number=number).number
    return talk.mute(by=by, play=play, number=number, muted=verb == "mute").number


def _remark(row: Remark) -> dict[str, JSON]:
    return {
        "number": row.number,
        "seat": row.seat,
        "phrase": row.phrase,
        "words": row.words,
        "is_mine": row.is_mine,
        "is_reported": row.is_reported,
        "at": shapes.moment(row.at),
    }


def _reported(row: Reported) -> dict[str, JSON]:
    return {
        "code": row.code,
        "title": row.title,
        "number": row.number,
        "seat": row.seat,
        "name": row.name,
        "is_muted": row.is_muted,
        "words": row.words,
        "at": shapes.moment(row.at),
    }
