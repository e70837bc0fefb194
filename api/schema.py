"""How a view is described in the OpenAPI document."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.request import Request

from api.pagination import MOST, USUAL

F = TypeVar("F", bound=Callable[..., Any])  # a view of any arguments

READING = (400, 401, 404, 406, 429)
WRITING = (400, 401, 403, 404, 406, 409, 413, 415, 429)
SHEETS = (410, 422)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The version this was made from: `"3"`; `"0"` for the first record of a table.',
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Chosen by the sender; a repeat under the same key gets the first answer.",
)
PLAY_KEY = OpenApiParameter(
    "Play-Key",
    str,
    OpenApiParameter.HEADER,
    description="A guest's own: 16 to 200 characters that no one can guess, always the same.",
)
CURSOR = OpenApiParameter("cursor", str, description="From `next` of the page before.")
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
    description="Rows a page.",
)
PAGED = (CURSOR, LIMIT)


# A body to read. A field it does not know is a mistake, not noise. (No docstring either.)
class Input(serializers.Serializer[Any]):
    def to_internal_value(self, data: Any) -> Any:  # the framework's signature
        if isinstance(data, dict):
            unknown = {
                name: [serializers.ErrorDetail("There is no such field.", code="unknown_field")]
                for name in data
                if name not in self.fields
            }
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:  # validated fields of many types
        """The body's fields as they were declared; raises what ``api.errors`` answers."""
        body = cls(data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)


class Moment(serializers.DateTimeField):
    """A moment to read: an offset says which, wherever the asker, the club and the server are."""

    default_error_messages = {
        "no_offset": "Add the offset: 2026-12-01T19:00:00+01:00, or Z for UTC."
    }

    def __init__(self, **more: Any) -> None:  # the framework's own arguments
        super().__init__(
            help_text="With its offset: `2026-12-01T19:00:00+01:00`, or `Z` for UTC.", **more
        )

    def enforce_timezone(self, value: datetime) -> datetime:
        if value.tzinfo is None:
            self.fail("no_offset")
        return super().enforce_timezone(value)


# A body as it is described; views build it themselves. No docstring: every answer would bear it.
class Output(serializers.Serializer[Any]):
    pass


class IssueOutput(Output):
    code = serializers.CharField()
    path = serializers.ListField(child=serializers.JSONField())
    level = serializers.ChoiceField(choices=["error", "warning"])
    message = serializers.CharField()


class Problem(Output):
    """Everything that goes wrong has this shape."""

    code = serializers.CharField(help_text="Stable; for programs.")
    message = serializers.CharField(help_text="In the language asked for; for people.")
    params = serializers.DictField()
    hint = serializers.CharField(required=False, help_text="For programs: which call helps.")
    field = serializers.CharField(required=False, help_text="The input at fault.")
    issues = IssueOutput(many=True, required=False)
    current = serializers.DictField(
        required=False, help_text="The current state, after a conflict."
    )


@functools.cache
def page_of(output: type[Output]) -> serializers.Serializer[Any]:  # of any rows
    name = output.__name__.removesuffix("Output")
    return inline_serializer(
        f"{name}Page",
        {"results": output(many=True), "next": serializers.URLField(allow_null=True)},
    )


def operation(
    operation_id: str,
    summary: str,
    *,
    answer: Any = None,  # a serializer, a serializer class, or nothing
    status: int = 200,
    sends: type[Input] | Mapping[str, Any] | None = None,  # files by media type, as the tool has it
    writes: bool = False,
    has_key: bool = True,
    also: Iterable[int] = (),
    parameters: Iterable[OpenApiParameter] = (),
    media: Iterable[str] = (),
    examples: Iterable[OpenApiExample] = (),
) -> Callable[[F], F]:
    """Describes one method of one address.

    Args:
        has_key: whether a write may be repeated under an idempotency key.
        also: statuses besides those that every reading (or writing) may answer with.
        media: media types of the answer where it is not JSON alone.
        examples: of what is sent.
    """
    statuses = [*(WRITING if writes else READING), *also]
    responses: dict[Any, Any] = dict.fromkeys(sorted(statuses), Problem)  # as the tool takes it
    if not writes:
        responses[304] = OpenApiResponse(description="The asker holds this answer already.")
    if answer is None:
        responses[status] = OpenApiResponse(description="Done.")
    else:
        responses[status] = answer
    for kind in media:
        responses[status, kind] = OpenApiTypes.STR
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        description=summary,
        request=sends,
        responses=responses,
        parameters=[*parameters, *([KEY] if writes and has_key else [])],
        examples=list(examples),
    )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped library
    target_class = "api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped library
    target_class = "api.authentication.Session"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
