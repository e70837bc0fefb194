"""What no page foresaw: a database that is away, a disk that is full, and our own mistakes."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse

from api import errors as api_errors
from league.queries.storage import full_place, is_away, is_full
from league.web import errors

log = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to whatever was raised: 503, 507 or 500."""
    error = sys.exc_info()[1]
    is_api = request.path.startswith("/api/")
    if error is not None and is_away(error):
        log.error("the database does not answer: %s", str(error).strip().partition("\n")[0])
        response = api_errors.away() if is_api else errors.away(request)
    elif error is not None and is_full(error):
        log.error("the disk is full: make room in %s", full_place(error))
        response = api_errors.full() if is_api else errors.full(request)
    else:
        return errors.server_error(request)
    # One line per request while it lasts, not a traceback each.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
