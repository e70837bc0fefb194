"""What no page foresaw: a database that is away, and our own mistakes."""

from __future__ import annotations

import logging
import sys

from django.http import HttpRequest, HttpResponse

from api import errors as api_errors
from league.queries.storage import is_away
from league.web import errors

log = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to whatever was raised: 503 while the database is away, else 500."""
    error = sys.exc_info()[1]
    if error is None or not is_away(error):
        return errors.server_error(request)
    log.error("the database does not answer: %s", str(error).strip().partition("\n")[0])
    is_api = request.path.startswith("/api/")
    response = api_errors.away() if is_api else errors.away(request)
    # One line per request while it is away, not a traceback each.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response
