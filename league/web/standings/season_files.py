"""A season as one signed file, and the key that signs it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import get_valid_filename
from django.views.decorators.http import require_safe

from league.lists import season_file as files
from league.queries.occasions import seasons
from league.services.occasions import season_files
from league.services.office import signing
from league.web import tagged
from league.web.actor import actor_of
from league.web.refusals import guarded


@require_safe
@guarded
def download(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """What the public sees of the season; for its organizers, if they ask, all of it."""
    actor = actor_of(request)
    full = request.GET.get("names") == "full"
    season = seasons.get(actor, slug, season_slug)
    body = season_files.export(by=actor, season=season, full=full)
    response = tagged.answer(request, body, files.MEDIA)
    name = get_valid_filename(f"{slug}-{season_slug}{'-full' if full else ''}.season.json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def key(request: HttpRequest) -> HttpResponse:
    """The public key of this installation, at a well-known address."""
    told = signing.public_key()
    response = JsonResponse(
        {
            "format": "stammtisch-key",
            "version": 1,
            "algorithm": "Ed25519",
            "key": told,
            "fingerprint": files.fingerprint(told),
        }
    )
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "private, max-age=60"
    return response
