"""What a bot would do in the caller's place, in a match against bots that counts nowhere."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.schema import PLAY_KEY, Output, operation
from api.v1.plays import asker
from games.core.coach import Verdict
from league.queries.play import coach
from league.queries.play import plays as reading


class PlayAdvisedOutput(Output):
    action = serializers.DictField(help_text="One of the `choices` of the play.")
    words = serializers.CharField()
    chance = serializers.IntegerField(help_text="To win, in thousandths: an estimate.")
    spread = serializers.IntegerField(
        help_text="In thousandths: 95 of 100 times more trials would end within."
    )


class PlayCoachOutput(Output):
    seq = serializers.IntegerField(help_text="The number of the last action: `expected_seq`.")
    taken_back = serializers.IntegerField(help_text="The same: `expected_taken_back`.")
    choices = PlayAdvisedOutput(many=True, help_text="The three best at most, the best first.")
    legal = serializers.IntegerField(help_text="How many choices there are in all.")
    trials = serializers.IntegerField(help_text="How often bots tried each of them.")
    verdict = serializers.ChoiceField(choices=[verdict.value for verdict in Verdict])


@operation(
    "play_coach",
    "What a bot would do in the caller's place, with the chances of the best choices",
    answer=PlayCoachOutput,
    also=(403, 409),
    parameters=[PLAY_KEY],
)
def advice(request: Request, code: str) -> Response:
    viewer = asker(request)
    found = coach.shown(viewer=viewer, play=reading.by_code(viewer=viewer, code=code))
    return Response(
        {
            "seq": found.seq,
            "taken_back": found.taken_back,
            "choices": [
                {
                    "action": one.action,
                    "words": one.words,
                    "chance": one.chance,
                    "spread": one.spread,
                }
                for one in found.choices
            ],
            "legal": found.legal,
            "trials": found.trials,
            "verdict": found.verdict.value,
        }
    )
