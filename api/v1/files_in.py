"""Files that come in: results of a season, looked at first, then stored as a whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypedDict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Output, operation
from league.core.errors import BadInput
from league.lists import csv_reading, xlsx_writing
from league.lists.match_list import MOST_SEATS
from league.lists.whole_numbers import asked
from league.queries import by_id
from league.services.records import import_results
from league.services.records.result_games import USUAL_MAX_SEATS
from league.words.sentences import sentence

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.lists.line_notes import Note

TOLD = 200
FILE: dict[str, Any] = {  # Any: as the tool has it
    "text/csv": OpenApiTypes.BINARY,
    xlsx_writing.MEDIA: OpenApiTypes.BINARY,
    "application/json": OpenApiTypes.OBJECT,
}
ENCODING = OpenApiParameter(
    "encoding",
    {"type": "string", "enum": list(csv_reading.ENCODINGS)},
    description="Of a CSV file; guessed when left out.",
)
HOW = (
    OpenApiParameter("game", str, description="The game's title, where the file names none."),
    OpenApiParameter(
        "max_seats",
        {"type": "integer", "minimum": 2, "maximum": MOST_SEATS, "default": USUAL_MAX_SEATS},
        description="Larger tables are faults.",
    ),
    OpenApiParameter(
        "create_players",
        {"type": "string", "enum": ["true", "false"], "default": "false"},
        description="Makes guests of names that no one in the club has.",
    ),
    ENCODING,
    OpenApiParameter(
        "columns",
        str,
        description='Headings that do not say which field they hold, as JSON: `{"points": "Points '
        'in all"}`. The club remembers them with the import, also those chosen on its page: next '
        "time they need not be said.",
    ),
)


class FileNoteOutput(Output):
    line = serializers.IntegerField(help_text="The line or row of the file.")
    column = serializers.CharField(help_text="The column; empty where it is about all of it.")
    code = serializers.CharField()
    message = serializers.CharField(help_text="In the language asked for.")


class ResultsPreviewOutput(Output):
    matches = serializers.IntegerField(help_text="Matches that would be added.")
    recognised = serializers.IntegerField(help_text="Matches that are there already.")
    new_players = serializers.ListField(
        child=serializers.CharField(), help_text="Names that would become guests."
    )
    bad = FileNoteOutput(
        many=True, help_text="What is wrong, the first of it; then nothing can be imported."
    )
    notes = FileNoteOutput(many=True, help_text="What is worth knowing.")
    columns = serializers.DictField(
        child=serializers.CharField(), help_text="How it was read: the heading of each field."
    )


class ResultsImportOutput(Output):
    matches = serializers.IntegerField(help_text="Matches that were added.")
    recognised = serializers.IntegerField(help_text="Matches that were there already.")
    events = serializers.IntegerField(help_text="Events that were made.")
    players = serializers.IntegerField(help_text="Guests that were made.")


@operation(
    "season_results_preview",
    "What importing a file of results would do; stores nothing",
    answer=ResultsPreviewOutput,
    sends=FILE,
    writes=True,
    has_key=False,
    parameters=HOW,
)
def preview(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    season = by_id.season(by, season_id)
    found = import_results.preview(by=by, season=season, data=body(request), **_how(request))
    return Response(
        {
            "matches": found.new,
            "recognised": found.recognised,
            "new_players": list(found.new_players),
            "bad": [said(one) for one in found.bad[:TOLD]],
            "notes": [said(one) for one in found.notes[:TOLD]],
            "columns": {name: found.header[index] for name, index in found.columns.items()},
        }
    )


@operation(
    "season_results_import",
    "Imports a file of results: CSV, XLSX, or JSON as it was taken along; all or nothing",
    answer=ResultsImportOutput,
    status=201,
    sends=FILE,
    writes=True,
    parameters=HOW,
)
def run(request: Request, season_id: int) -> Response:
    by = actor_of(request)
    season = by_id.season(by, season_id)

    def do() -> dict[str, JSON]:
        done = import_results.run(by=by, season=season, data=body(request), **_how(request))
        return {
            "matches": done.matches,
            "recognised": done.recognised,
            "events": done.evenings,
            "players": done.players,
        }

    return once(request, do, status=201)


class _How(TypedDict):
    game: str
    max_seats: int
    create_players: bool
    encoding: str | None
    headings: dict[str, str]


def _how(request: Request) -> _How:
    query = request.query_params
    return {
        "game": query.get("game", ""),
        "max_seats": asked(query, "max_seats", low=2, high=MOST_SEATS, usual=USUAL_MAX_SEATS),
        "create_players": query.get("create_players", "") == "true",
        "encoding": query.get("encoding") or None,
        "headings": headings(query.get("columns", "")),
    }


def headings(text: str) -> dict[str, str]:
    try:
        found = json.loads(text or "{}")
        json.dumps(found, ensure_ascii=False).encode()  # half a sign is none
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise BadInput("bad_value", field="columns")
    return found


def body(request: Request) -> bytes:
    sent = request.data
    return str(sent.get("file", "")).encode("latin-1") if isinstance(sent, dict) else b""


def said(note: Note) -> dict[str, JSON]:
    return {
        "line": note.line,
        "column": note.error.field,
        "code": note.error.code,
        "message": sentence(note.error),
    }
