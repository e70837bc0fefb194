"""Lists of a club's people: out as a file, in with a look first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.idempotency import once
from api.schema import Output, operation
from api.v1 import files
from api.v1.files_in import ENCODING, FILE, TOLD, FileNoteOutput, body, headings, said
from league.core.enums import MembershipKind
from league.core.errors import BadInput
from league.lists import csv_reading
from league.queries import by_id
from league.queries.people import people_list
from league.services.people import imports

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.services.people.import_people import ImportRow

_HEADINGS, _PERSON = "headings", "person"
HOW = (
    ENCODING,
    OpenApiParameter(
        "delimiter",
        {"type": "string", "enum": list(csv_reading.DELIMITERS)},
        description="Of a CSV file; guessed when left out.",
    ),
    OpenApiParameter(
        "first_line",
        {"type": "string", "enum": [_HEADINGS, _PERSON]},
        description="What the first line holds; guessed when left out.",
    ),
    OpenApiParameter(
        "columns",
        str,
        description='Headings that do not say which field they hold, as JSON: `{"name": "Who"}`;'
        " the club remembers them. Where the first line is a person, the columns by number, from "
        '1: `{"name": "2"}`.',
    ),
)
SKIP = OpenApiParameter(
    "skip_bad",
    {"type": "string", "enum": ["true", "false"], "default": "false"},
    description="Imports the good lines where others have faults.",
)
EXAMPLES = (
    OpenApiExample(
        "A list with headings",
        "name;birth_year;member_no;kind;since\r\nNora New;1990;17;member;2026-09-01\r\n"
        "Olaf Other;;;guest;\r\n",
        media_type="text/csv",
        request_only=True,
    ),
    OpenApiExample(
        "As a list is taken along",
        {
            "file": "people/1",
            "columns": ["name", "nickname", "kind"],
            "rows": [{"name": "Nora New", "nickname": "No", "kind": "member"}],
        },
        media_type="application/json",
        request_only=True,
    ),
)


class PeopleRowOutput(Output):
    line = serializers.IntegerField(help_text="The line or row of the file.")
    name = serializers.CharField(help_text="As it was read.")
    player = serializers.IntegerField(
        allow_null=True, help_text="Whom the club takes them for; null for somebody new."
    )
    is_new = serializers.BooleanField(help_text="Would become a person of the club.")
    joins = serializers.BooleanField(help_text="Whether a membership would begin.")
    same_as_line = serializers.IntegerField(
        allow_null=True, help_text="An earlier line that is the same person."
    )
    kind = serializers.ChoiceField(choices=MembershipKind.values)
    since = serializers.DateField(
        allow_null=True, help_text="The first day that the line names; else it is today."
    )


class PeoplePreviewOutput(Output):
    added = serializers.IntegerField(help_text="People who would be added.")
    recognised = serializers.IntegerField(help_text="People whom the club knows already.")
    memberships = serializers.IntegerField(help_text="Memberships that would begin.")
    lines = serializers.IntegerField(help_text="Good lines.")
    first_line = serializers.ChoiceField(
        choices=[_HEADINGS, _PERSON],
        help_text="How the first line was read.",
    )
    columns = serializers.DictField(
        child=serializers.CharField(),
        help_text="How it was read: the heading of each field, or its column's number.",
    )
    rows = PeopleRowOutput(many=True, help_text="The good lines, the first of them.")
    bad = FileNoteOutput(
        many=True, help_text="What is wrong, the first of it; then only good lines can come in."
    )
    notes = FileNoteOutput(many=True, help_text="What is worth knowing.")


class PeopleImportOutput(Output):
    added = serializers.IntegerField(help_text="People who were added.")
    recognised = serializers.IntegerField(help_text="People whom the club knew already.")
    memberships = serializers.IntegerField(help_text="Memberships that began.")
    clubs = serializers.IntegerField(help_text="Clubs that were founded.")


@operation(
    "club_people",
    "The club's current people as a file that can be imported again: CSV, XLSX or JSON",
    answer=files.ListOutput,
    media=files.MEDIA,
    also=(403,),
)
def out(request: Request, slug: str) -> HttpResponseBase:
    viewer = actor_of(request)
    club = by_id.club(viewer, slug)
    return files.handed_out(request, people_list.listed(viewer, club), club.slug)


@operation(
    "club_people_preview",
    "What importing a list of people would do; stores nothing",
    answer=PeoplePreviewOutput,
    sends=FILE,
    writes=True,
    has_key=False,
    parameters=HOW,
    examples=EXAMPLES,
)
def preview(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    found = imports.preview(by=by, club=club, data=body(request), **_how(request))
    return Response(
        {
            "added": found.added,
            "recognised": found.recognised,
            "memberships": found.memberships,
            "lines": len(found.rows),
            "first_line": _HEADINGS if found.headed else _PERSON,
            "columns": {
                name: found.header[index] if found.headed else str(index + 1)
                for name, index in found.columns.items()
            },
            "rows": [_row(row) for row in found.rows[:TOLD]],
            "bad": [said(one) for one in found.bad[:TOLD]],
            "notes": [said(one) for one in found.notes[:TOLD]],
        }
    )


@operation(
    "club_people_import",
    "Imports a list of people: CSV, XLSX, or JSON as it was taken along; all or nothing",
    answer=PeopleImportOutput,
    status=201,
    sends=FILE,
    writes=True,
    parameters=(*HOW, SKIP),
    examples=EXAMPLES,
)
def run(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    skip_bad = request.query_params.get("skip_bad", "") == "true"

    def do() -> dict[str, JSON]:
        how = _how(request)
        done = imports.run(by=by, club=club, data=body(request), skip_bad=skip_bad, **how)
        return {
            "added": done.added,
            "recognised": done.recognised,
            "memberships": done.memberships,
            "clubs": done.clubs,
        }

    return once(request, do, status=201)


class _How(TypedDict):
    encoding: str | None
    delimiter: str | None
    headed: bool | None
    headings: dict[str, str]


def _how(request: Request) -> _How:
    query = request.query_params
    first = query.get("first_line", "")
    if first not in ("", _HEADINGS, _PERSON):
        raise BadInput("bad_choice", field="first_line", value=first[:40])
    return {
        "encoding": query.get("encoding") or None,
        "delimiter": query.get("delimiter") or None,
        "headed": first == _HEADINGS if first else None,
        "headings": headings(query.get("columns", "")),
    }


def _row(row: ImportRow) -> dict[str, JSON]:
    return {
        "line": row.line,
        "name": row.person.name,
        "player": row.known_id,
        "is_new": row.is_new,
        "joins": row.joins,
        "same_as_line": row.repeats if row.repeats is not None else row.shares,
        "kind": row.kind,
        "since": row.since.isoformat() if row.since else None,
    }
