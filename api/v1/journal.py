"""The journal: what was decided, by whom, when; from a position on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.authentication import actor_of
from api.idempotency import once
from api.schema import LIMIT, Output, operation
from api.v1 import shapes
from league import permissions
from league.core.actions import Action
from league.core.errors import NotFound
from league.lists.whole_numbers import LARGEST, asked
from league.queries import by_id
from league.queries.office import journal as lines
from league.services.occasions import removals

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.models import JournalLine
    from league.queries.office.journal import Line

AFTER = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": 0, "default": 0},
    description="Only what was decided after this position: `last` of the answer before.",
)


class LineOutput(Output):
    id = serializers.IntegerField()
    position = serializers.IntegerField(help_text="Counts per club, without gaps.")
    kind = serializers.CharField(help_text="What happened; stable, for programs.")
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="Who did it, by name.")
    words = serializers.CharField(help_text="The same as a sentence, in the language asked for.")
    event = serializers.IntegerField(allow_null=True, help_text="The event it is about.")


class JournalOutput(Output):
    results = LineOutput(many=True, help_text="The oldest first.")
    last = serializers.IntegerField(help_text="For `after` of the next question.")


@operation(
    "club_journal",
    "What was decided in a club, for its organizers; from a position on",
    answer=JournalOutput,
    parameters=(AFTER, LIMIT),
    also=(403,),
)
def of_club(request: Request, slug: str) -> Response:
    viewer = actor_of(request)
    club = by_id.club(viewer, slug)
    permissions.require(viewer, Action.SEE_JOURNAL, club)
    return _from(request, lines.of_club(viewer=viewer, club=club))


@operation(
    "event_journal",
    "What was decided in an event, for its organizers; from a position on",
    answer=JournalOutput,
    parameters=(AFTER, LIMIT),
    also=(403,),
)
def of_event(request: Request, event_id: int) -> Response:
    viewer = actor_of(request)
    event = by_id.event(viewer, event_id)
    permissions.require(viewer, Action.SEE_JOURNAL, event)
    return _from(request, lines.of_event(viewer=viewer, event=event))


@operation(
    "journal_restore",
    "Brings back the season or event that this line of the journal removed",
    answer=LineOutput,
    writes=True,
)
def restore(request: Request, slug: str, line_id: int) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    permissions.require(by, Action.SEE_JOURNAL, club)
    row = lines.of_club(viewer=by, club=club).filter(pk=line_id).first()
    if row is None:
        raise NotFound("not_found")

    def do() -> dict[str, JSON]:
        removals.restore(by=by, line=row)
        return _shape(row, *lines.in_words([row]))

    return once(request, do)


def _from(request: Request, rows: QuerySet[JournalLine]) -> Response:
    after = asked(request.query_params, "after", low=0, high=LARGEST, usual=0)
    limit = pagination.limit_of(request)
    found = list(rows.filter(seq__gt=after).order_by("seq")[:limit])
    told = [_shape(*pair) for pair in zip(found, lines.in_words(found), strict=True)]
    return Response({"results": told, "last": found[-1].seq if found else after})


def _shape(row: JournalLine, line: Line) -> dict[str, JSON]:
    return {
        "id": row.pk,
        "position": row.seq,
        "kind": row.kind,
        "at": shapes.moment(row.at),
        "by": line.actor,
        "words": line.sentence,
        "event": row.event_id,
    }
