"""What stands where somebody pastes the address of a club or a season on another site (oEmbed 1.0).

The frames are those of ``embed``: always what the public sees, whoever asks.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.core.actors import ANONYMOUS
from league.core.enums import Visibility
from league.core.errors import BadInput, NotFound
from league.lists.whole_numbers import LARGEST, asked
from league.queries import by_id
from league.queries.occasions import seasons
from league.web import tagged
from league.web.office.office import absolute
from league.web.public import embed
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.models import Club

WIDE = 600


@embed.for_other_sites
def answer(request: HttpRequest) -> HttpResponse:
    """The frame for ``?url=``, no larger than ``maxwidth`` and ``maxheight``; JSON alone."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON is given.\n", "text/plain", status=501)
    club, name, args = _meant(_match(request))
    language = embed.language_of(request, club)
    with translation.override(language):
        label, high = (
            (_("Standings"), embed.STANDINGS_HIGH)
            if name == "embed_standings"
            else (_("Next evening"), embed.NEXT_HIGH)
        )
        title = labelled(club.name, label)
    width = min(WIDE, asked(request.GET, "maxwidth", low=1, high=LARGEST, usual=WIDE))
    height = min(high, asked(request.GET, "maxheight", low=1, high=LARGEST, usual=high))
    address = absolute(request, reverse(name, args=args))
    told = {
        "type": "rich",
        "version": "1.0",
        "title": title,
        "provider_name": "Stammtisch",
        "provider_url": absolute(request, "/"),
        "cache_age": embed.KEPT_S,
        "html": embed.framed(address, title, height=height, language=language),
        "width": width,
        "height": height,
    }
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return tagged.answer(request, body, "application/json")


def link(request: HttpRequest, club: Club, path: str) -> str:
    """Where programs learn how to frame the page at ``path``; empty where there is no frame."""
    if club.visibility == Visibility.MEMBERS:
        return ""
    query = urlencode({"url": absolute(request, path)})
    return f"{absolute(request, reverse('oembed'))}?{query}"


def _match(request: HttpRequest) -> ResolverMatch:
    """The page that the address leads to, here and nowhere else."""
    url, home = request.GET.get("url", ""), absolute(request, "/")
    if not url:
        raise BadInput("value_missing", field="url")
    if not url.startswith(home):
        raise NotFound("not_found")
    path = url.removeprefix(home).partition("#")[0].partition("?")[0]
    try:
        return resolve(f"/{path}")
    except Resolver404 as error:
        raise NotFound("not_found") from error


def _meant(match: ResolverMatch) -> tuple[Club, str, list[str]]:
    """The club, and the page of ``embed`` with what stands in its address."""
    if match.url_name in {"season", "embed_standings"}:
        row = seasons.get(ANONYMOUS, match.kwargs["slug"], match.kwargs["season_slug"])
        return row.club, "embed_standings", [row.club.slug, row.slug]
    if match.url_name in {"club", "embed_next"}:
        club = by_id.club(ANONYMOUS, match.kwargs["slug"])
        return club, "embed_next", [club.slug]
    raise NotFound("not_found")
