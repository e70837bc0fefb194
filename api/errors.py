"""One shape for everything that can go wrong: ``{code, message, params, field?, issues?}``."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from api.authentication import actor_of
from api.v1 import shapes
from league.core.errors import BadInput, BadInputs, Conflict, LeagueError, SheetRejected
from league.queries.records import record_versions, sheets
from league.queries.storage import AGAIN_S, full_place, is_away, is_full
from league.words.sentences import sentence

if TYPE_CHECKING:
    from rest_framework.request import Request

    from games.core.types import JSON

log = logging.getLogger(__name__)

# What the framework raises, in the words of the house.
_CODES: tuple[tuple[type[Exception], int, str], ...] = (
    (exceptions.AuthenticationFailed, 401, "bad_token"),
    (exceptions.NotAuthenticated, 401, "bad_token"),
    (exceptions.PermissionDenied, 403, "csrf_failed"),
    (PermissionDenied, 403, "not_allowed"),
    (exceptions.NotFound, 404, "not_found"),
    (Http404, 404, "not_found"),
    (exceptions.MethodNotAllowed, 405, "method_not_allowed"),
    (exceptions.NotAcceptable, 406, "not_acceptable"),
    (exceptions.UnsupportedMediaType, 415, "unsupported_media_type"),
    (exceptions.Throttled, 429, "too_many_requests"),
    (exceptions.ParseError, 400, "json_unreadable"),
    (RequestDataTooBig, 413, "body_too_large"),
    (SuspiciousOperation, 400, "request_unreadable"),
)
_FIELD_CODES = {
    "required": "value_missing",
    "null": "value_missing",
    "blank": "value_missing",
    "empty": "value_missing",
    "null_characters_not_allowed": "control_signs",
    "invalid_choice": "bad_choice",
    "max_length": "too_long",
    "max_string_length": "too_large",
    "max_value": "too_large",
    "min_value": "too_small",
    "unknown_field": "unknown_field",
    "no_offset": "offset_missing",
}

# What a program does about a fault, where the sentence speaks to somebody in front of a page.
_HINTS = {
    "already_drawn": "Publish the draft of this round, draw it anew with `POST "
    "/seatings/{id}/redraw/`, or discard it.",
    "already_seated": "Nothing was changed. `PATCH /seatings/{id}/` with `move` seats them "
    "elsewhere.",
    "changed_meanwhile": "Read it again; its `version` belongs into `If-Match`.",
    "key_reused": "Each write has an `Idempotency-Key` of its own; only a repeat of the same body "
    "has the same.",
    "one_change_at_a_time": "Send exactly one of the body's fields.",
    "results_missing": "With `accept_missing` it closes all the same.",
    "seating_nobody": "`POST /events/{id}/roll/` says who is in the room.",
    "seating_player_unknown": "Draw the round anew, or discard the draft.",
    "sheet_doubtful": "With `accept_warnings` and a `reason` it is taken as it is.",
    "similar_player": "With `allow_similar` it is somebody else of nearly the same name.",
    "unknown_choice": "`/api/docs/` says at this field which values there are.",
}


def handle(error: Exception, context: Mapping[str, Any]) -> Response:  # the framework's signature
    """The answer to an error. What nobody foresaw is logged, and answered without its details."""
    set_rollback()
    request: Request = context["request"]
    if isinstance(error, exceptions.ValidationError):
        found = list(_faults(error.detail, ()))
        error = found[0] if len(found) == 1 else BadInputs(found)
    if isinstance(error, LeagueError):
        response = Response(problem(error, request), status=error.status)
    elif is_away(error):
        log.error("the database does not answer: %s", str(error).strip().partition("\n")[0])
        response = Response(_problem("database_away"), status=503)
        response.headers["Retry-After"] = str(AGAIN_S)
    elif is_full(error):
        log.error("the disk is full: make room in %s", full_place(error))
        response = Response(_problem("no_room_left"), status=507)
    else:
        status, code = _translated(error)
        if status == 500:
            log.error("unforeseen at %s", request.path, exc_info=error)
            got_request_exception.send(sender=None, request=request)
        response = Response(_problem(code), status=status)
    wait = getattr(error, "wait", None)
    if wait is not None:
        response.headers["Retry-After"] = str(max(1, int(wait)))
    challenge = getattr(error, "auth_header", None)
    if challenge:
        response.headers["WWW-Authenticate"] = challenge
    return response


def problem(error: LeagueError, request: Request) -> dict[str, JSON]:
    """The body for an error of the league."""
    body: dict[str, JSON] = {
        "code": error.code,
        "message": getattr(error, "words", "") or sentence(error),
        "params": dict(error.params),
    }
    if error.code in _HINTS:
        body["hint"] = _HINTS[error.code]
    if error.field:
        body["field"] = error.field
    if isinstance(error, SheetRejected):
        body["issues"] = [
            {
                "code": issue.code,
                "path": list(issue.path),
                "level": issue.level.value,
                "message": sheets.sentence(issue),
            }
            for issue in error.issues
        ]
    if isinstance(error, BadInputs):
        body["issues"] = [
            {
                "code": one.code,
                "path": one.field.split(".") if one.field else [],
                "level": "error",
                "message": getattr(one, "words", "") or sentence(one),
            }
            for one in error.errors
        ]
    if isinstance(error, Conflict) and error.current is not None:
        table = error.current.table
        for row in record_versions.versions(viewer=actor_of(request), table=table):
            if row.record_id == error.current.pk:
                body["current"] = shapes.record(row, table.pk)
    return body


class BadField(BadInput):
    """A value of the wrong shape, in the words of the framework's field."""

    def __init__(self, code: str, field: str, words: str) -> None:
        super().__init__(code, field=field)
        self.words = words


@csrf_exempt  # it changes nothing, and answers a form from elsewhere in the same shape
def nothing_here(request: HttpRequest) -> JsonResponse:
    """404 in the shape of the API, for addresses below it that do not exist."""
    response = JsonResponse(_problem("not_found"), status=404)
    patch_vary_headers(response, ["Accept-Language"])
    return response


def away() -> JsonResponse:
    """503 in the shape of the API: the database is away for a moment."""
    response = JsonResponse(_problem("database_away"), status=503)
    response.headers["Retry-After"] = str(AGAIN_S)
    patch_vary_headers(response, ["Accept-Language"])
    return response


def full() -> JsonResponse:
    """507 in the shape of the API: nothing can be stored until somebody makes room."""
    response = JsonResponse(_problem("no_room_left"), status=507)
    patch_vary_headers(response, ["Accept-Language"])
    return response


def _translated(error: Exception) -> tuple[int, str]:
    for kind, status, code in _CODES:
        if isinstance(error, kind):
            return status, code
    return 500, "server_error"


def _problem(code: str) -> dict[str, JSON]:
    return {"code": code, "message": sentence(LeagueError(code)), "params": {}}


def _faults(detail: Any, path: tuple[str, ...]) -> list[BadField]:  # nested as the framework likes
    """The faults of a body, each at its place."""
    if isinstance(detail, Mapping):
        found = []
        for name, part in detail.items():
            inner = path if name == "non_field_errors" else (*path, str(name))
            found += _faults(part, inner)
        return found
    if isinstance(detail, Sequence) and not isinstance(detail, str):
        return [fault for part in detail for fault in _faults(part, path)]
    code = _FIELD_CODES.get(getattr(detail, "code", ""), "bad_value")
    return [BadField(code, ".".join(path), str(detail))]
