"""Standings on the wire: the stored bytes as they are, or the same table for spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rest_framework.renderers import BaseRenderer, JSONRenderer

from league.lists import xlsx_writing
from league.queries.standings.standings import Shown, spreadsheet

if TYPE_CHECKING:
    from rest_framework.response import Response


class StoredJSON(JSONRenderer):
    """A standing's bytes untouched; anything else (a problem, a page of rows) as usual."""

    def render(
        self,
        data: Any,  # the framework's signature
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,  # as above
    ) -> bytes:
        if isinstance(data, Shown):
            return data.body
        rendered: bytes = super().render(data, accepted_media_type, renderer_context)
        return rendered


class Csv(BaseRenderer):
    """A standing as a table; exact numbers have a column of their own."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,  # the framework's signature
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,  # as above
    ) -> bytes:
        if not isinstance(data, Shown):
            return problem_instead(data, renderer_context)
        return spreadsheet(data)


class CsvFile(BaseRenderer):
    """A file that its view has written: here stands only that it may be asked for."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,  # the framework's signature
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,  # as above
    ) -> bytes:
        return problem_instead(data, renderer_context)


class XlsxFile(CsvFile):
    media_type = xlsx_writing.MEDIA
    format = "xlsx"


class JsonLines(BaseRenderer):
    """The record of a match, one JSON object per line."""

    media_type = "application/x-ndjson"
    format = "jsonl"
    charset = "utf-8"

    def render(
        self,
        data: Any,  # the framework's signature
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,  # as above
    ) -> bytes:
        if not isinstance(data, dict) or "lines" not in data:
            return problem_instead(data, renderer_context)
        return b"".join(JSONRenderer().render(line) + b"\n" for line in data["lines"])


def problem_instead(data: object, context: Mapping[str, Any] | None) -> bytes:
    """A problem stays JSON, whatever was asked for."""
    response: Response | None = (context or {}).get("response")
    if response is not None:
        response.headers["Content-Type"] = "application/json"
    rendered: bytes = JSONRenderer().render(data)
    return rendered
