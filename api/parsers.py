"""Reading JSON that a stranger sent: bounded, and nothing a database cannot store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from league.core.errors import BadInput, LeagueError
from league.pictures.encoding import MOST_BYTES

LARGEST_BODY = 1024 * 1024
DEEPEST = 32


class BodyTooLarge(LeagueError):
    """The request holds more than any of ours needs."""

    status = 413


class StrictJSON(BaseParser):
    """UTF-8 JSON without NaN, NUL signs, half characters or endless nesting."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],  # as the framework hands it over
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,  # as above
    ) -> Any:  # JSON, which the framework's signature leaves open
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge("body_too_large", most=LARGEST_BODY // 1024)
        try:
            data = json.loads(body.decode("utf-8"), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise BadInput("json_unreadable") from None
        check(data)
        return data


class FileBody(BaseParser):
    """A file as it is, whatever it is called, as a text with a sign for each byte."""

    media_type = "*/*"

    @property
    def most(self) -> int:
        """How many bytes are read."""
        return int(settings.LEAGUE_RESULTS_MAX_BYTES)

    def parse(
        self,
        stream: IO[Any],  # as the framework hands it over
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,  # as above
    ) -> dict[str, str]:
        body = stream.read(self.most + 1)
        if len(body) > self.most:
            raise BodyTooLarge("body_too_large", most=self.most // 1024)
        return {"file": body.decode("latin-1")}


class PictureBody(FileBody):
    """The same of a picture: of a larger one than may be stored only one more sign is read."""

    @property
    def most(self) -> int:
        return MOST_BYTES


def _refuse(name: str) -> None:
    raise ValueError(name)


def check(data: object) -> None:
    """Raises BadInput, with the way to the fault, for what cannot be stored."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if len(path) > DEEPEST:
            raise BadInput("json_unreadable", field=".".join(path[:3]))
        if isinstance(value, str):
            check_text(value, ".".join(path))
        elif isinstance(value, dict):
            for name, part in value.items():
                check_text(name, ".".join(path))
                waiting.append(((*path, name), part))
        elif isinstance(value, list):
            waiting.extend(((*path, str(n)), part) for n, part in enumerate(value))


def check_text(text: str, field: str) -> None:
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadInput("control_signs", field=field)
