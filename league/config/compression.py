"""Pages leave compressed: a long table of a season is a tenth of its bytes on the way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

# Text that we make ourselves. What is compressed already (PDF, spreadsheets) stays as it is.
KINDS = frozenset(
    {
        *("text/html", "text/csv", "text/calendar", "application/json"),
        *("application/xml", "application/atom+xml", "application/feed+json"),
    }
)
# The tags of the API are strong: they are the versions that writes are made from.
UNTOUCHED = "/api/"

_REFUSED = re.compile(r"q\s*=\s*0(\.0*)?\s*")


def accepts_gzip(header: str) -> bool:
    """Whether an ``Accept-Encoding`` welcomes gzip by its name (RFC 9110, 12.5.3)."""
    welcome: dict[str, bool] = {}
    for part in header.split(","):
        name, _, weight = part.partition(";")
        welcome[name.strip().lower()] = _REFUSED.fullmatch(weight.strip().lower()) is None
    return welcome.get("gzip", False)


class CompressedPages(GZipMiddleware):
    """Django's compression for pages and files made of text, and for nothing else.

    Django's own adds up to a hundred random bytes, so that the length of a page tells nothing
    about what it holds beside what somebody else put into its address (the attack BREACH). A tag
    becomes a weak one, also on the 304 that stands for a compressed page.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or request.path_info.startswith(UNTOUCHED):
            return response
        is_known = response.status_code == 304
        kind = response.get("Content-Type", "").partition(";")[0].strip()
        if not (is_known or kind in KINDS):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if not accepts_gzip(request.headers.get("Accept-Encoding", "")):
            return response
        return _weak(response) if is_known else super().process_response(request, response)


def _weak(response: HttpResponseBase) -> HttpResponseBase:
    tag = response.get("ETag", "")
    if tag.startswith('"'):
        response.headers["ETag"] = f"W/{tag}"
    return response
