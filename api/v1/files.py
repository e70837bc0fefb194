"""Lists as files: results, attendance, penalties and bonuses, the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import get_valid_filename
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from api.authentication import actor_of
from api.schema import Output, operation
from league.core.errors import BadInput
from league.lists import files, xlsx_writing
from league.lists.files import Kind
from league.queries import by_id
from league.queries.office import file_lists
from league.queries.office.file_lists import What

if TYPE_CHECKING:
    from league.queries.office.file_lists import Scope

WHAT = OpenApiParameter(
    "what",
    {"type": "string", "enum": [what.value for what in What], "default": "results"},
    description="Which list. Attendance and the journal are for organizers.",
)
MEDIA = ("text/csv", xlsx_writing.MEDIA)


class ListOutput(Output):
    file = serializers.CharField(help_text="What it is, and the version of its format: results/1.")
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="The columns in their order."
    )
    rows = serializers.ListField(
        child=serializers.DictField(), help_text="By column; what is empty is left out."
    )


@operation(
    "event_list",
    "A list of an event as a file: CSV, XLSX or JSON",
    answer=ListOutput,
    media=MEDIA,
    parameters=(WHAT,),
    also=(403,),
)
def of_event(request: Request, event_id: int) -> HttpResponseBase:
    event = by_id.event(actor_of(request), event_id)
    return _file(request, event, event.slug)


@operation(
    "season_list",
    "A list of a season as a file: CSV, XLSX or JSON",
    answer=ListOutput,
    media=MEDIA,
    parameters=(WHAT,),
    also=(403,),
)
def of_season(request: Request, season_id: int) -> HttpResponseBase:
    season = by_id.season(actor_of(request), season_id)
    return _file(request, season, f"{season.club.slug}-{season.slug}")


def _file(request: Request, scope: Scope, start: str) -> HttpResponseBase:
    asked = request.query_params.get("what", What.RESULTS)
    if asked not in set(What):
        raise BadInput("bad_choice", field="what", value=asked[:40])
    return handed_out(request, file_lists.listed(actor_of(request), scope, What(asked)), start)


def handed_out(request: Request, listed: files.Listed, start: str) -> HttpResponseBase:
    """A list as the file that was asked for; in nobody's cache."""
    kind = Kind(getattr(request.accepted_renderer, "format", "json"))
    body = files.written(listed, kind)
    answer: HttpResponseBase = (
        HttpResponse(body, content_type=kind.media)
        if isinstance(body, bytes)
        else FileResponse(body, content_type=kind.media)
    )
    name = get_valid_filename(listed.file_name(start, kind))
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
