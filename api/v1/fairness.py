"""The fairness ledger: what the seating gave to everybody, beside the best possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Output, operation
from api.v1.rounds import NumberOutput
from league.queries import by_id
from league.queries.seating import fairness

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.queries.seating.fairness import Fairness, FairnessRow
    from league.seating.ledger import Share


class ShareOutput(Output):
    times = serializers.IntegerField()
    fair = NumberOutput(help_text="What it would be if everyone were treated alike.")
    is_fair = serializers.BooleanField(help_text="No more than rounding away from it.")


class SizeOutput(Output):
    size = serializers.IntegerField()
    times = serializers.IntegerField()


class FairnessRowOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    matches = serializers.IntegerField()
    opponents = serializers.IntegerField()
    opponents_possible = serializers.IntegerField()
    met_again = serializers.IntegerField()
    met_again_forced = serializers.IntegerField()
    most_with_one = serializers.IntegerField()
    sizes = SizeOutput(many=True)
    unusual_sizes = ShareOutput()
    seats = ShareOutput(many=True)
    sat_out = ShareOutput()


class FairnessRoundOutput(Output):
    stage = serializers.IntegerField(help_text="The number of the stage.")
    number = serializers.IntegerField()
    method = serializers.CharField()
    repeats = serializers.IntegerField()
    repeat_cost = serializers.IntegerField(
        help_text="What they cost: 2 for the third meeting of two, 3 for the fourth."
    )
    lower_bound = serializers.IntegerField()
    least_cost = serializers.IntegerField()


class MetOutput(Output):
    times = serializers.IntegerField()
    pairs = serializers.IntegerField(help_text="How many pairs met so often.")


class MetPairOutput(Output):
    one = serializers.IntegerField(help_text="A player.")
    other = serializers.IntegerField(help_text="Another player; the larger number of the two.")
    times = serializers.IntegerField(help_text="How often they met.")


class FairnessOutput(Output):
    rounds_played = serializers.IntegerField()
    meetings = serializers.IntegerField()
    repeats = serializers.IntegerField()
    repeat_cost = serializers.IntegerField(
        help_text="What they cost: 2 for the third meeting of two, 3 for the fourth."
    )
    repeats_forced = serializers.IntegerField()
    least_cost = serializers.IntegerField()
    most_with_one = serializers.IntegerField()
    met = MetOutput(many=True, help_text="How many pairs met how often, those who never met too.")
    pairs = MetPairOutput(
        many=True,
        help_text="Everyone who met; empty for more than 60 people, where `met` says it briefly.",
    )
    players = FairnessRowOutput(many=True)
    rounds = FairnessRoundOutput(many=True)


@operation("event_fairness", "The fairness ledger of an event", answer=FairnessOutput)
def of_event(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_shape(fairness.of_event(viewer, by_id.event(viewer, event_id))))


@operation("season_fairness", "The fairness ledger of a season", answer=FairnessOutput)
def of_season(request: Request, season_id: int) -> Response:
    viewer = actor_of(request)
    return Response(_shape(fairness.of_season(viewer, by_id.season(viewer, season_id))))


def _shape(found: Fairness) -> dict[str, JSON]:
    book = found.book
    return {
        "rounds_played": book.rounds,
        "meetings": book.meetings,
        "repeats": book.repeats,
        "repeat_cost": book.repeat_cost,
        "repeats_forced": book.forced,
        "least_cost": book.forced_cost,
        "most_with_one": book.most_met,
        "met": [{"times": times, "pairs": n} for times, n in book.pairs_by_times().items()],
        "pairs": _pairs(found),
        "players": [_row(row) for row in found.rows],
        "rounds": [
            {
                "stage": row.stage,
                "number": row.number,
                "method": row.method,
                "repeats": row.repeats,
                "repeat_cost": row.repeat_cost,
                "lower_bound": row.lower_bound,
                "least_cost": row.least_cost,
            }
            for row in found.rounds
        ],
    }


def _pairs(found: Fairness) -> list[JSON]:
    if len(found.rows) > fairness.MOST_IN_MATRIX:
        return []
    return [
        {"one": one, "other": other, "times": times}
        for one, row in sorted(found.book.met.items())
        for other, times in sorted(row.items())
        if one < other
    ]


def _row(row: FairnessRow) -> dict[str, JSON]:
    line = row.line
    return {
        "player": row.player_id,
        "name": row.name,
        "matches": line.games,
        "opponents": line.opponents,
        "opponents_possible": line.reachable,
        "met_again": line.again,
        "met_again_forced": line.forced,
        "most_with_one": line.most_met,
        "sizes": [{"size": size, "times": times} for size, times in line.sizes.items()],
        "unusual_sizes": _share(line.unusual),
        "seats": [_share(share) for share in line.seats],
        "sat_out": _share(line.sat_out),
    }


def _share(share: Share) -> dict[str, JSON]:
    return {
        "times": share.times,
        "fair": {"exact": str(share.fair), "shown": fairness.shown_share(share.fair)},
        "is_fair": share.is_fair,
    }
