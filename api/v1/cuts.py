"""The cut to a semi-final or final: asked, made, answered, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Input, Output, operation
from api.v1.entries import LARGEST_ID
from api.v1.rounds import NumberOutput
from api.v1.shapes import exact
from league import permissions
from league.core.actions import Action
from league.core.enums import StageKind
from league.core.errors import BadInput, NotFound, Refused
from league.lists.whole_numbers import asked, chosen
from league.queries import by_id
from league.queries.standings import cuts as reading
from league.services.standings import cuts
from league.services.standings.cuts import CHOICES
from league.standings.payload import rank_text
from league.standings.texts import CUT_TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Entry, Stage
    from league.queries.standings.cuts import Called, Line
    from league.standings.cut import Choice

KINDS = [StageKind.FINAL.value, StageKind.SEMI_FINAL.value]

HOWS = list(CUT_TEXTS)
# A lot is drawn by the cut alone.
PREVIEWED = [choice for choice in CHOICES if choice != "lot"]
BOOLEANS = ("true", "false")


class CutPersonOutput(Output):
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    rank_text = serializers.CharField()
    points = NumberOutput()


class ThroughOutput(CutPersonOutput):
    how = serializers.ChoiceField(choices=HOWS)


class CutQuestionOutput(Output):
    players = CutPersonOutput(many=True, help_text="Players tied at the cut.")
    places = serializers.IntegerField(help_text="How many of them there is room for.")
    choices = serializers.ListField(child=serializers.ChoiceField(choices=CHOICES))


class CalledOutput(Output):
    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    how = serializers.ChoiceField(choices=HOWS)
    replaces = serializers.CharField(help_text="Whom; empty unless `how` is `replacement`.")
    declined = serializers.BooleanField()
    is_present = serializers.BooleanField()


class NextStageOutput(Output):
    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=StageKind.values)
    is_open = serializers.BooleanField(help_text="Whether the cut may still change.")
    called = CalledOutput(many=True)


class CutOutput(Output):
    stage = serializers.IntegerField()
    size = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS, help_text="Of the stage that they go on to.")
    winners_first = serializers.BooleanField()
    byes = serializers.IntegerField(help_text="How many go past a semi-final.")
    through = ThroughOutput(
        many=True, help_text="Who would advance now; none of those tied at the cut."
    )
    question = CutQuestionOutput(allow_null=True, help_text="Empty: no one is tied there.")
    open_rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of rounds that are not closed."
    )
    next = NextStageOutput(allow_null=True, help_text="Of the cut that was made; empty: none.")


class CutInput(Input):
    size = serializers.IntegerField(min_value=2, max_value=reading.MOST)
    kind = serializers.ChoiceField(choices=KINDS, default=StageKind.FINAL.value)
    winners_first = serializers.BooleanField(
        default=False, help_text="Table winners advance before everyone else."
    )
    byes = serializers.IntegerField(
        min_value=0,
        max_value=reading.MOST - 2,
        default=0,
        help_text="How many of them go past a semi-final, straight into the final; by rank.",
    )
    choice = serializers.ChoiceField(
        choices=CHOICES,
        required=False,
        help_text="How a tie at the cut is decided.",
    )
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        required=False,
        max_length=reading.MOST,
        help_text="With `play_off`: the players of the question, the best first.",
    )


class CutAnswerInput(Input):
    entry = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)


@operation(
    "cut",
    "Who would advance from a stage, the tie at the cut, and the cut that was applied",
    answer=CutOutput,
    also=(403,),
    parameters=(
        OpenApiParameter(
            "size",
            {"type": "integer", "minimum": 2, "maximum": reading.MOST},
            description="How many go on; usually as many as were called, or one table.",
        ),
        OpenApiParameter("winners_first", bool, description="Winners of tables go on first."),
        OpenApiParameter(
            "kind", enum=KINDS, description="Usually that of the cut that was made, or a final."
        ),
        OpenApiParameter(
            "byes",
            {"type": "integer", "minimum": 0, "maximum": reading.MOST - 2},
            description="How many go past a semi-final; without `size` as many as did.",
        ),
        OpenApiParameter(
            "choice",
            enum=PREVIEWED,
            description="An answer to the tie, tried out; a lot is drawn by the cut alone.",
        ),
        OpenApiParameter(
            "order",
            {"type": "array", "items": {"type": "integer"}, "maxItems": reading.MOST},
            explode=False,
            description="With `play_off`: the players of the question, the best first.",
        ),
    ),
)
def one(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = _stage(by, stage_id)
    query = request.query_params
    size = asked(query, "size", low=2, high=reading.MOST, usual=0)
    byes = asked(query, "byes", low=0, high=reading.MOST - 2, usual=0) if "byes" in query else None
    first = _choice(query.get("winners_first", "false").lower(), "winners_first", BOOLEANS)
    kind = _choice(query.get("kind", ""), "kind", ["", *KINDS])
    choice = _choice(query.get("choice", ""), "choice", ["", *PREVIEWED])
    order = [
        chosen({"order": text.strip()}, "order")
        for text in (query["order"].split(",") if "order" in query else [])
    ]
    return Response(
        _cut(
            by,
            stage,
            size or None,
            kind=StageKind(kind) if kind else None,
            winners_first=first == "true",
            byes=byes,
            answer=_answer(choice, order if "order" in query else None),
        )
    )


def _choice(text: str, field: str, choices: Sequence[str]) -> str:
    if text not in choices:
        raise BadInput("bad_choice", field=field, value=text[:40])
    return text


def _answer(choice: str | None, order: Sequence[int] | None) -> cuts.Answer | None:
    """How the tie is parted; an order is for a play-off alone."""
    if order is not None and choice != "play_off":
        raise BadInput("order_without_play_off", field="order")
    return cuts.Answer(cast("Choice", choice), tuple(order or ())) if choice else None


@operation(
    "cut_make",
    "Applies a cut: the best of a stage advance; a tie at the cut must be answered",
    answer=CutOutput,
    status=201,
    sends=CutInput,
    writes=True,
)
def make(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = _stage(by, stage_id)
    data = CutInput.read(request)
    answer = _answer(data.get("choice"), data.get("order"))

    def do() -> dict[str, JSON]:
        cuts.make(
            by=by,
            stage=stage,
            size=data["size"],
            kind=StageKind(data["kind"]),
            winners_first=data["winners_first"],
            byes=data["byes"],
            answer=answer,
        )
        return _cut(
            by,
            stage,
            data["size"],
            kind=StageKind(data["kind"]),
            winners_first=data["winners_first"],
            byes=data["byes"],
        )

    return once(request, do, status=201)


@operation("cut_undo", "Takes the cut back", answer=CutOutput, writes=True)
def undo(request: Request, stage_id: int) -> Response:
    by = actor_of(request)
    stage = _stage(by, stage_id)

    def do() -> dict[str, JSON]:
        cuts.undo(by=by, stage=_following(stage))
        return _cut(by, stage, None)

    return once(request, do)


@operation(
    "cut_decline",
    "Replaces someone who will not play on with the next by rank",
    answer=CutOutput,
    sends=CutAnswerInput,
    writes=True,
)
def decline(request: Request, stage_id: int) -> Response:
    return _answered(
        request, stage_id, lambda by, to, who: cuts.decline(by=by, stage=to, entry=who)
    )


@operation(
    "cut_accept",
    "Lets someone who was replaced play on after all",
    answer=CutOutput,
    sends=CutAnswerInput,
    writes=True,
)
def accept(request: Request, stage_id: int) -> Response:
    return _answered(request, stage_id, lambda by, to, who: cuts.accept(by=by, stage=to, entry=who))


def _answered(
    request: Request, stage_id: int, answer: Callable[[Actor, Stage, Entry], Stage]
) -> Response:
    by = actor_of(request)
    stage = _stage(by, stage_id)
    following = _following(stage)
    pk = CutAnswerInput.read(request)["entry"]
    try:
        entry = by_id.entry(by, pk)
    except NotFound:
        raise BadInput("unknown_entry", field="entry") from None
    if entry.event_id != stage.event_id:
        raise BadInput("unknown_entry", field="entry")

    def do() -> dict[str, JSON]:
        answer(by, following, entry)
        return _cut(by, stage, None)

    return once(request, do)


def _stage(by: Actor, pk: int) -> Stage:
    stage = by_id.stage(by, pk)
    permissions.require(by, Action.MANAGE_EVENT, stage)
    return stage


def _following(stage: Stage) -> Stage:
    """The stage that people go on to from this one."""
    found = reading.after(stage)
    if found is None:
        raise Refused("no_cut")
    return found


def _cut(
    by: Actor,
    stage: Stage,
    size: int | None,
    *,
    kind: StageKind | None = None,
    winners_first: bool = False,
    byes: int | None = None,
    answer: cuts.Answer | None = None,
) -> dict[str, JSON]:
    """The cut as it would be made now; what is not said is as in the cut there is."""
    following = reading.after(stage)
    next_kind = kind or (StageKind(following.kind) if following else StageKind.FINAL)
    if byes is None:
        byes = reading.usual_byes(following) if size is None and kind is None else 0
    line = cuts.preview(
        by=by,
        stage=stage,
        size=reading.usual_size(stage, following) if size is None else size,
        kind=next_kind,
        winners_first=winners_first,
        byes=byes,
        answer=answer,
    )
    question = line.cut.question
    people = _people(line)
    return {
        "stage": stage.pk,
        "size": line.size,
        "kind": next_kind,
        "winners_first": winners_first,
        "byes": byes,
        "through": [{**people[one.player], "how": one.how} for one in line.cut.through],
        "question": None
        if question is None
        else {
            "players": [people[player] for player in question.players],
            "places": question.places,
            "choices": list(question.choices),
        },
        "open_rounds": list(line.open_rounds),
        "next": None if following is None else _next(by, following),
    }


def _people(line: Line) -> dict[int, dict[str, JSON]]:
    return {
        row.player: {
            "player": row.player,
            "name": line.names.get(row.player, ""),
            "rank": row.rank,
            "rank_text": rank_text(row.rank, row.tied),
            "points": exact(row.points),
        }
        for row in line.table.rows
    }


def _next(by: Actor, row: Stage) -> dict[str, JSON]:
    return {
        "stage": row.pk,
        "number": row.number,
        "kind": row.kind,
        "is_open": not reading.is_played(row),
        "called": [_called(one) for one in reading.called(by, row)],
    }


def _called(one: Called) -> dict[str, JSON]:
    return {
        "entry": one.entry_id,
        "player": one.player_id,
        "name": one.name,
        "rank": one.rank,
        "how": one.how,
        "replaces": one.replaces,
        "declined": one.declined,
        "is_present": one.is_present,
    }
