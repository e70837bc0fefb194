"""The records of an event, a season or a club in one list, and what has changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.schema import LIMIT, PAGED, Moment, Output, operation, page_of
from api.v1 import shapes
from api.v1.journal import AFTER
from api.v1.records import RecordOutput
from league.core.enums import RecordState
from league.core.errors import BadInput
from league.lists.whole_numbers import LARGEST, asked, chosen
from league.queries import by_id
from league.queries.public import changes
from league.queries.records import record_lists

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Club, Event, MatchRecord
    from league.queries.public.changes import Change
    from league.queries.records.record_lists import Scope
    from league.queries.records.record_versions import VersionRow

FILTERS = (
    OpenApiParameter("round", int, description="The id of a round."),
    OpenApiParameter("table", int, description="The id of a table."),
    OpenApiParameter("player", int, description="The id of somebody who played."),
    OpenApiParameter("state", str, enum=RecordState.values),
    OpenApiParameter("game", str, description="The name of the game, as the rows tell it."),
    OpenApiParameter(
        "since",
        {"type": "string", "format": "date-time"},
        description="Only what was reported, confirmed or closed at this moment or later. With its "
        "offset: `2026-12-01T19:00:00Z`; without one it is refused (`offset_missing`).",
    ),
)
WHAT = {"round": "table__seating__round", "table": "table"}


class ListedRecordOutput(RecordOutput):
    event = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The id of the round.")
    game = serializers.CharField()


class ChangeOutput(Output):
    position = serializers.IntegerField(help_text="In the club's journal; lines may be left out.")
    at = serializers.DateTimeField()
    what = serializers.ChoiceField(choices=changes.KINDS, help_text="What to ask for anew.")
    event = serializers.IntegerField(allow_null=True)
    season = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True)
    record = serializers.IntegerField(allow_null=True)
    address = serializers.CharField(help_text="Where it stands, from the root of the site.")


class ChangesOutput(Output):
    results = ChangeOutput(many=True, help_text="The oldest first.")
    last = serializers.IntegerField(help_text="For `after` of the next question.")


@operation(
    "event_records",
    "The records of an event, the newest first",
    answer=page_of(ListedRecordOutput),
    parameters=(*PAGED, *FILTERS),
)
def of_event(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    return _listed(request, viewer, by_id.event(viewer, event_id))


@operation(
    "season_records",
    "The records of a season, the newest first",
    answer=page_of(ListedRecordOutput),
    parameters=(*PAGED, *FILTERS),
)
def of_season(request: Request, season_id: int) -> Response:
    viewer = actor_of(request)
    return _listed(request, viewer, by_id.season(viewer, season_id))


@operation(
    "club_records",
    "The records of a club, the newest first",
    answer=page_of(ListedRecordOutput),
    parameters=(*PAGED, *FILTERS),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    return _listed(request, viewer, by_id.club(viewer, slug))


@operation(
    "club_changes",
    "What has changed in a club since a position, for everybody who sees it",
    answer=ChangesOutput,
    parameters=(AFTER, LIMIT),
)
def club_changes(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    return _since(request, viewer, by_id.club(viewer, slug))


@operation(
    "event_changes",
    "What has changed in an event since a position, for everybody who sees it",
    answer=ChangesOutput,
    parameters=(AFTER, LIMIT),
)
def event_changes(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    event = by_id.event(viewer, event_id)
    return _since(request, viewer, event.club, event)


def _listed(request: Request, viewer: Actor, scope: Scope) -> Response:
    query = request.query_params
    rows = record_lists.of(viewer, scope)
    for name, column in WHAT.items():
        if query.get(name):
            rows = rows.filter(**{column: chosen(query, name)})
    if query.get("player"):
        rows = rows.filter(record_lists.of_player(chosen(query, "player")))
    if state := query.get("state", ""):
        if state not in RecordState.values:
            raise BadInput("bad_choice", field="state", value=state[:40])
        rows = rows.filter(state=state)
    if game := query.get("game", ""):
        rows = rows.filter(ruleset__club_game__title=game)
    if moment := query.get("since", ""):
        rows = rows.filter(record_lists.since(_moment(moment)))
    seen: dict[int, VersionRow] = {}

    def shape(row: MatchRecord) -> dict[str, JSON]:
        return _shape(row, seen[row.pk])

    def know(page: Sequence[MatchRecord]) -> None:
        seen.update(record_lists.as_seen(viewer, page))

    return pagination.of_rows(request, rows, keys=("-id",), shape=shape, know=know)


def _shape(row: MatchRecord, seen: VersionRow) -> dict[str, JSON]:
    round_ = row.table.seating.round
    return {
        **shapes.record(seen, row.table_id),
        "event": round_.stage.event_id,
        "stage": row.stage_id,
        "round": round_.pk,
        "game": row.ruleset.club_game.title,
    }


def _moment(text: str) -> datetime:
    """A moment as bodies have them, with its offset; refused as theirs are."""
    if "T" in text:
        text = text.replace(" ", "+")  # a plus sign that was not encoded
    try:
        found: datetime = Moment().run_validation(text)
    except serializers.ValidationError as wrong:
        raise serializers.ValidationError({"since": wrong.detail}) from None
    return found


def _since(request: Request, viewer: Actor, club: Club, event: Event | None = None) -> Response:
    after = asked(request.query_params, "after", low=0, high=LARGEST, usual=0)
    limit = pagination.limit_of(request)
    found = changes.since(viewer=viewer, club=club, after=after, limit=limit, event=event)
    told = [_change(row, club) for row in found]
    return Response({"results": told, "last": found[-1].position if found else after})


def _change(row: Change, club: Club) -> dict[str, JSON]:
    return {
        "position": row.position,
        "at": shapes.moment(row.at),
        "what": row.what,
        "event": row.event_id,
        "season": row.season_id,
        "stage": row.stage_id,
        "record": row.record_id,
        "address": _address(row, club),
    }


def _address(row: Change, club: Club) -> str:
    match row.what:
        case "results" if row.record_id is not None:
            return reverse("v1:record", args=[row.record_id])
        case "results" if row.event_id is not None:
            return reverse("v1:event_records", args=[row.event_id])
        case "results" if row.season_id is not None:
            return reverse("v1:season_records", args=[row.season_id])
        case "results":
            return reverse("v1:club_records", args=[club.slug])
        case "seating" | "clock":
            return reverse("v1:event_rounds", args=[row.event_id])
        case "entries":
            return reverse("v1:event_entries", args=[row.event_id])
        case "standings" if row.stage_id is not None:
            return reverse("v1:stage_standings", args=[row.stage_id])
        case "standings" if row.season_id is not None:
            return reverse("v1:season_standings", args=[row.season_id])
    if row.event_id is not None:
        return reverse("v1:event", args=[row.event_id])
    if row.season_id is not None:
        return reverse("v1:season", args=[row.season_id])
    return reverse("v1:club", args=[club.slug])
