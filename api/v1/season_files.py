"""A season as one signed file."""

from __future__ import annotations

import hashlib

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api import conditional
from api.authentication import actor_of
from api.schema import Input, Output, operation
from api.v1 import shapes
from api.v1.seasons import SeasonOutput
from league.core.errors import BadInput
from league.lists import season_file as files
from league.queries import by_id
from league.services.occasions import season_files, season_joins
from league.words.sentences import sentence

NAMES = OpenApiParameter(
    "names",
    str,
    enum=["public", "full"],
    description="Whose eyes it is for; else `public`.",
)


class SeasonFileOutput(Output):
    format = serializers.CharField(help_text="Always `stammtisch-season`.")
    version = serializers.IntegerField(help_text="Of the format: 1.")
    key = serializers.CharField(help_text="The installation's public key: Ed25519, base64.")
    signature = serializers.CharField(
        help_text="Over `season` as UTF-8 JSON with sorted keys and without spaces, base64."
    )
    season = serializers.DictField(
        help_text="Described by the JSON Schema at `/api/season-file-1.schema.json`."
    )


@operation(
    "season_file",
    "A season as one signed file, from which anyone can recompute its standings",
    answer=SeasonFileOutput,
    parameters=(NAMES,),
    also=(403,),
)
def one(request: Request, season_id: int) -> HttpResponseBase:
    viewer = actor_of(request)
    names = request.query_params.get("names", "public")
    if names not in ("public", "full"):
        raise BadInput("unknown_choice", field="names", choice=names[:40])
    season = by_id.season(viewer, season_id)
    body = season_files.export(by=viewer, season=season, full=names == "full")
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    if conditional.is_known(request, tag):
        return conditional.unchanged(tag)
    return HttpResponse(body, content_type=files.MEDIA, headers={"ETag": tag})


class SeasonImportInput(Input):
    file = serializers.DictField(
        help_text="The season file. What is larger than a request may be goes by page or command."
    )
    trust = serializers.CharField(
        required=False,
        max_length=60,
        help_text="The fingerprint of a key not known here yet: yes to its files from now on.",
    )


@operation(
    "season_import",
    "Creates the club and the season of a signed file, with the same standings",
    answer=SeasonOutput,
    status=201,
    sends=SeasonImportInput,
    writes=True,
    has_key=False,
)
def take_in(request: Request) -> Response:
    by = actor_of(request)
    data = SeasonImportInput.read(request)
    sent = files.sent(data["file"])
    taken = season_files.take_in(by=by, data=sent, trust=data.get("trust", ""))
    return Response(shapes.season(taken.season), status=201)


class SeasonJoinInput(SeasonImportInput):
    people = serializers.DictField(
        child=serializers.CharField(max_length=20),
        required=False,
        help_text="Who is who: by the number in the file, a player's number here, or `new`.",
    )


class SeasonPersonOutput(Output):
    number = serializers.IntegerField(help_text="In the file; for `people`.")
    name = serializers.CharField(help_text="In the file.")
    nickname = serializers.CharField(help_text="In the file; empty: none.")
    matches = serializers.IntegerField(help_text="Theirs in the file.")
    player = serializers.IntegerField(
        allow_null=True, help_text="Whom the club takes them for; null for somebody new."
    )
    is_open = serializers.BooleanField(help_text="Has to be decided in `people` first.")
    candidates = serializers.ListField(
        child=serializers.IntegerField(), help_text="Players who it could be."
    )


class SeasonRulesOutput(Output):
    ruleset = serializers.IntegerField(help_text="Its number in the file.")
    title = serializers.CharField(help_text="The game's, in the file.")
    name = serializers.CharField(help_text="What the file calls the rules.")
    here = serializers.IntegerField(
        allow_null=True, help_text="The club's equal ruleset, which is used; null: one is made."
    )


class SeasonSchemeOutput(Output):
    key = serializers.CharField(help_text="The points scheme.")
    name = serializers.CharField(help_text="What the club calls an equal one; empty: nothing.")


class SeasonFaultOutput(Output):
    field = serializers.CharField(help_text="Where it is.")
    code = serializers.CharField(help_text="What it is, for programs.")
    message = serializers.CharField(help_text="In the language asked for.")


class SeasonJoinPreviewOutput(Output):
    club = serializers.CharField(help_text="The name of the file's club.")
    season = serializers.CharField(help_text="The name of the file's season.")
    events = serializers.IntegerField(help_text="Evenings and tournaments of the file.")
    matches = serializers.IntegerField(help_text="Matches of the file.")
    people = SeasonPersonOutput(many=True, help_text="Everybody of the file.")
    rulesets = SeasonRulesOutput(many=True, help_text="What was played.")
    schemes = SeasonSchemeOutput(many=True, help_text="How it was counted.")
    faults = SeasonFaultOutput(many=True, help_text="What has to be decided or mended first.")
    there = serializers.IntegerField(
        allow_null=True, help_text="The season that the file became before."
    )


@operation(
    "club_season_import_preview",
    "What importing a season file into the club would do; stores nothing",
    answer=SeasonJoinPreviewOutput,
    sends=SeasonJoinInput,
    writes=True,
    has_key=False,
)
def preview(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = SeasonJoinInput.read(request)
    found = season_joins.preview(
        by=by,
        club=club,
        data=files.sent(data["file"]),
        trust=data.get("trust", ""),
        people=data.get("people"),
    )
    return Response(
        {
            "club": found.club,
            "season": found.season,
            "events": found.events,
            "matches": found.matches,
            "people": [
                {
                    "number": row.number,
                    "name": row.name,
                    "nickname": row.nickname,
                    "matches": row.matches,
                    "player": None if row.player is None else row.player.pk,
                    "is_open": row.is_open,
                    "candidates": [one.pk for one in row.candidates],
                }
                for row in found.people
            ],
            "rulesets": [
                {
                    "ruleset": row.number,
                    "title": row.title,
                    "name": row.name,
                    "here": None if row.ruleset is None else row.ruleset.pk,
                }
                for row in found.rulesets
            ],
            "schemes": [{"key": row.key, "name": row.name} for row in found.schemes],
            "faults": [
                {"field": one.field, "code": one.code, "message": sentence(one)}
                for one in found.faults
            ],
            "there": None if found.there is None else found.there.pk,
        }
    )


@operation(
    "club_season_import",
    "Imports a season file into the club, with the same standings; twice is once",
    answer=SeasonOutput,
    status=201,
    sends=SeasonJoinInput,
    writes=True,
    has_key=False,
)
def join(request: Request, slug: str) -> Response:
    by = actor_of(request)
    club = by_id.club(by, slug)
    data = SeasonJoinInput.read(request)
    taken = season_joins.run(
        by=by,
        club=club,
        data=files.sent(data["file"]),
        trust=data.get("trust", ""),
        people=data.get("people"),
    )
    return Response(shapes.season(taken.season), status=201)
