"""The scoring lab: a season, or a list of results, counted in another way; nothing is stored."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.schema import Input, Output, operation
from api.v1.rounds import NumberOutput
from league.core.errors import BadInput
from league.queries import by_id
from league.queries.standings import trials
from league.standings.errors import StandingsError
from league.standings.payload import number, rank_text
from league.standings.points import scheme_from_json
from league.standings.rules import rule_from_json
from league.standings.tiebreaks import chain_from_json
from league.standings.trial import Way

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.queries.standings.trials import Tried
    from league.standings.trial import Placing, Worth


class TrialInput(Input):
    season = serializers.IntegerField(
        required=False, min_value=1, max_value=10**18, help_text="Of a season that you run."
    )
    csv = serializers.CharField(
        required=False,
        max_length=trials.MOST_BYTES,
        trim_whitespace=False,
        help_text="Instead of a season: results as they are imported, one row per player and "
        "match. Compared with the scheme `linear7`, where everything counts.",
    )
    scheme = serializers.DictField(
        required=False, help_text="A points scheme; left out, every evening keeps its own."
    )
    chain = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Tie-breaks, in order; left out, they stay.",
    )
    rule = serializers.DictField(
        required=False, help_text='What counts, such as `{"kind": "best_n", "n": 8}`.'
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # fields of many types
        if ("season" in attrs) == ("csv" in attrs):
            raise serializers.ValidationError(
                {"season": [serializers.ErrorDetail("Send a season or a list.", code="one_of_two")]}
            )
        return attrs


class WorthOutput(Output):
    size = serializers.IntegerField()
    place = serializers.IntegerField(
        allow_null=True, help_text="Empty for all seats of the tables of this size."
    )
    seats = serializers.IntegerField()
    before = NumberOutput(allow_null=True)
    after = NumberOutput(allow_null=True)


class RankOutput(Output):
    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    rank_text = serializers.CharField()
    points = NumberOutput(allow_null=True)


class PlacingOutput(Output):
    player = serializers.IntegerField(
        allow_null=True, help_text="Empty for people of a list, who have no number here."
    )
    name = serializers.CharField()
    before = RankOutput()
    after = RankOutput()
    risen = serializers.IntegerField(allow_null=True)


class TrialTopOutput(Output):
    size = serializers.IntegerField(help_text="How many stood among the first ten before.")
    stay = serializers.IntegerField(help_text="Of these, who still do.")
    keep = serializers.IntegerField(help_text="Of these, who keep their rank.")


class TrialOutput(Output):
    matches = serializers.IntegerField()
    moved = serializers.IntegerField()
    furthest = serializers.IntegerField()
    tied_before = serializers.IntegerField(help_text="Players who share a rank.")
    tied_after = serializers.IntegerField()
    top = TrialTopOutput()
    worths = WorthOutput(many=True, help_text="What a seat gives on average.")
    placings = PlacingOutput(many=True, help_text="In the order of the later table.")


@operation(
    "lab_standings",
    "Counts a season, or a list of results, by other rules; nothing is stored",
    answer=TrialOutput,
    sends=TrialInput,
    writes=True,
    has_key=False,
)
def standings(request: Request) -> Response:
    viewer = actor_of(request)
    data = TrialInput.read(request)
    if "season" in data:
        season = by_id.season(viewer, data["season"])
        found = trials.of_season(viewer, season, _way(data, trials.way_of(season)))
    else:
        found = _of_list(viewer, data)
    return Response(_shape(found, has_numbers="season" in data))


def _of_list(viewer: Actor, data: dict[str, Any]) -> Tried:  # fields of many types
    try:
        return trials.of_list(viewer, data["csv"].encode(), _way(data, trials.USUAL))
    except BadInput as error:
        if error.field != "file":
            raise
        raise BadInput(error.code, field="csv", **error.params) from error


def _way(data: dict[str, JSON], now: Way) -> Way:
    """What was sent, and for the rest what holds; a fault is named by its path."""
    at = ""
    try:
        at, spec = "scheme", data.get("scheme")
        scheme = now.scheme if spec is None else scheme_from_json(spec)
        at, links = "chain", data.get("chain")
        chain = now.chain if not isinstance(links, list) else tuple(chain_from_json(links))
        at, told = "rule", data.get("rule")
        rule = now.rule if told is None else rule_from_json(told)
    except StandingsError as error:
        path = error.field
        field = at if not path else path if path.split(".")[0] == at else f"{at}.{path}"
        raise BadInput(error.code, field=field, **error.params) from error
    return Way(rule, chain, scheme)


def _shape(found: Tried, *, has_numbers: bool) -> dict[str, JSON]:
    trial = found.trial
    return {
        "matches": trial.matches,
        "moved": trial.moved,
        "furthest": trial.furthest,
        "tied_before": trial.tied_before,
        "tied_after": trial.tied_after,
        "top": {"size": trial.top, "stay": trial.stay, "keep": trial.keep},
        "worths": [_worth(one) for one in trial.worths],
        "placings": [
            {
                "player": one.player if has_numbers else None,
                "name": found.names.get(one.player, ""),
                **_ranks(one),
            }
            for one in trial.placings
        ],
    }


def _worth(one: Worth) -> dict[str, JSON]:
    return {
        "size": one.size,
        "place": one.place,
        "seats": one.seats,
        "before": _number(one.before),
        "after": _number(one.after),
    }


def _ranks(one: Placing) -> dict[str, JSON]:
    return {
        "before": {
            "rank": one.before,
            "tied": one.before_tied,
            "rank_text": rank_text(one.before, one.before_tied),
            "points": _number(one.before_points),
        },
        "after": {
            "rank": one.after,
            "tied": one.after_tied,
            "rank_text": rank_text(one.after, one.after_tied),
            "points": _number(one.after_points),
        },
        "risen": one.risen,
    }


def _number(value: Fraction | None) -> dict[str, JSON] | None:
    if value is None:
        return None
    told = number(value)
    return {"exact": told["exact"], "shown": told["shown"]}
