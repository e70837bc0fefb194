"""How likely each seat was to win in a match in the browser that is over."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.schema import PLAY_KEY, Output, operation
from api.v1.plays import asker
from league.queries.play import chances
from league.queries.play import plays as reading


class PlayChanceOutput(Output):
    seq = serializers.IntegerField()
    trials = serializers.IntegerField(help_text="How often bots played on from here.")
    shares = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of each seat, in thousandths."
    )


class PlayTurnOutput(Output):
    seq = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=[cause.value for cause in chances.Cause])
    by = serializers.IntegerField(allow_null=True, help_text="The seat that decided.")
    loser = serializers.IntegerField()
    winner = serializers.IntegerField()
    share = serializers.IntegerField(help_text="What it moved, in thousandths.")
    words = serializers.ListField(child=serializers.CharField())


class PlayChancesOutput(Output):
    is_ready = serializers.BooleanField()
    is_coming = serializers.BooleanField(help_text="Whether they are still being worked out.")
    bot = serializers.CharField()
    steps = PlayChanceOutput(many=True)
    turns = PlayTurnOutput(many=True)


@operation(
    "play_chances",
    "How likely each seat was to win after the steps of a match that is over, and where it turned",
    answer=PlayChancesOutput,
    parameters=[PLAY_KEY],
)
def after_match(request: Request, code: str) -> Response:
    play = reading.by_code(viewer=asker(request), code=code)
    found = chances.shown(play=play)
    return Response(
        {
            "is_ready": found.is_ready,
            "is_coming": found.is_coming,
            "bot": found.bot,
            "steps": [
                {"seq": step.seq, "trials": step.trials, "shares": list(step.shares)}
                for step in found.steps
            ],
            "turns": [
                {
                    "seq": turn.seq,
                    "cause": turn.cause.value,
                    "by": turn.by,
                    "loser": turn.loser,
                    "winner": turn.winner,
                    "share": turn.share,
                    "words": list(turn.words),
                }
                for turn in found.turns
            ],
        }
    )
