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
from league.services.occasions import season_files

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
    sent = files.canonical(data["file"])
    taken = season_files.take_in(by=by, data=sent, trust=data.get("trust", ""))
    return Response(shapes.season(taken.season), status=201)
